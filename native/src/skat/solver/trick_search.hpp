// Searches for schwarz: can the soloist win a trick, and can the defenders? Card points play no
// part. Forcing the soloist of a null game to win a trick has its own search (null_search.hpp).
//
// The table is that of lowest-winning-rank (partition) search (Ginsberg 2001; Furtak 2013, chapter
// 5): a result is stored with the lowest rank in each suit by which a trick was won in its proof.
// Below that rank only the number of cards in each hand matters, so the result holds for every
// position with the same owners above and the same numbers below.
#pragma once

#include <cstdint>
#include <vector>

#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

// Events; the question is whether one happens if its side plays for it.
enum class Event {
  kSoloistScores,   // the soloist wins a trick, and plays for it
  kDefenderScores,  // a defender wins a trick, and the defenders play for it
};

class TrickSearch {
 public:
  // Create a table of 2^(bits - 1) entries, bits at least 4.
  explicit TrickSearch(int bits);

  void begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_budget);

  // Tell whether the event happens within the next `horizon` tricks (1 = the current one).
  bool happens(Event event, const Node& node, int horizon);

  std::uint64_t nodes() const { return nodes_; }
  std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

 private:
  // The ownership of a suit's cards left: two bits a card from the top card down, and the number in
  // each hand.
  struct Shape {
    std::uint32_t code = 0;
    std::uint16_t counts = 0;
    std::uint16_t generation = 0;  // generation of the deal
  };
  struct Entry {
    std::uint64_t key = 0;   // numbers of cards, leader, horizon, event
    std::uint64_t code = 0;  // owners of the ranks that matter
    std::uint64_t mask = 0;  // bits of the code that matter
    std::uint16_t generation = 0;
    bool happens = false;
  };
  static constexpr int kWays = 4;
  using Bucket = std::array<Entry, kWays>;
  struct Slot {
    Bucket* bucket;
    std::uint64_t key, code;
  };

  static constexpr int kGroups = kSideSuits + 1;
  static constexpr int next(int seat, int by = 1) { return (seat + by) % kNumPlayers; }

  // `ranks` collects the cards whose rank the answer rests on.
  template <Event kEvent, int kLeader>
  bool lead(Set cards, int horizon, Set& ranks);
  template <Event kEvent, int kLeader>
  bool second(Set cards, int led, int horizon, Set& ranks);
  template <Event kEvent, int kLeader>
  bool third(Set cards, int led, int second, int horizon, Set& ranks);
  template <Event kEvent, int kSeat, class Try>
  bool any(Set tried, Set present, Set& ranks, Try&& attempt);

  bool on(Technique technique) const { return (techniques_ & technique) != 0; }
  Set without_equals(Set tried, Set present) const;
  const Shape& shape(int group, Set cards);
  Slot slot(Set cards, int leader, int horizon);
  int probe(const Slot& slot, Set cards, Set& ranks) const;
  void store(const Slot& slot, Set cards, Set ranks, bool happens);

  std::vector<Bucket> buckets_;
  int index_shift_;
  std::uint16_t generation_ = 0;
  std::array<std::array<Shape, 256>, kSideSuits> shapes_{};
  Shape trump_shape_;
  std::array<int, kGroups> code_shift_{};
  std::array<Set, kNumPlayers> owned_{};
  std::uint32_t techniques_ = kAllTechniques;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_budget_ = 0;
  Event event_{};
};

}  // namespace vorhand::skat::solver
