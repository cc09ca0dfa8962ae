// Null: can the defenders make the soloist win a trick? With a horizon in tricks the same search
// gives the time to live.
//
// The soloist leads at most the first trick: a soloist who leads again has lost. The search relies
// on safe suits (null_suit.hpp) and on the soloist's best card: holding a lower card instead of a
// higher one of the same suit never hurts, as long as neither of them would have won this trick. So
// the soloist plays the highest of the cards that surely escape, and discards the highest of a
// suit.
#pragma once

#include <cstdint>
#include <vector>

#include "skat/solver/null_suit.hpp"
#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

// Known values of small positions.
class NullEndings {
 public:
  virtual ~NullEndings() = default;
  virtual int cards() const = 0;  // largest hand size for which values are known
  virtual void begin(const Frame& frame) = 0;
  // Return the trick (1 = this one) that the soloist is forced to win, at the start of a trick that
  // a defender leads; a large number if none.
  virtual std::uint32_t time_to_live(Set cards, int tricks, int leader) = 0;
};

class NullSearch {
 public:
  // Create a table of 2^bits entries, bits at least 4.
  explicit NullSearch(int bits);

  // Begin a deal; smaller positions are looked up in `endings`, if any.
  void begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_budget,
             NullEndings* endings = nullptr);

  // Tell whether the soloist can be forced to win one of the next `horizon` tricks (1 = the current
  // one).
  bool forced(const Node& node, int horizon);

  std::uint64_t nodes() const { return nodes_; }
  std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }  // size of the table

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t generation = 0;
    bool forced = false;
  };
  static constexpr int kWays = 4;
  struct alignas(64) Bucket {
    std::array<Entry, kWays> ways;  // entries, the latest first
  };

  static constexpr int next(int seat, int by = 1) { return (seat + by) % kNumPlayers; }

  bool soloist_leads(Set cards, int horizon);
  template <int kLeader>
  bool lead(Set cards, int horizon);
  template <int kLeader>
  bool second(Set cards, const NullSuits& suits, int led, int horizon);
  template <int kLeader>
  bool third(Set cards, int led, int second, int horizon);

  template <int kLeader>
  bool any_lead(Set cards, const NullSuits& suits, int horizon);
  template <int kSeat, class Try>
  bool any_discard(const NullSuits& suits, Try&& attempt);
  template <int kSeat, class Try>
  bool any_follow(Set tried, int winning, bool lowest_first, Try&& attempt);
  Set follow_of_soloist(Set following, Set present, int escape) const;
  Set follow_of_defender(Set following, Set hands, int winning, bool safe) const;

  bool on(Technique technique) const { return (techniques_ & technique) != 0; }
  std::uint64_t key(const NullSuits& suits, int leader, int horizon) const;
  Bucket& bucket(std::uint64_t key);

  NullFacts facts_;
  NullEndings* endings_ = nullptr;
  std::vector<Bucket> buckets_;
  int index_shift_;
  std::array<Set, kNumPlayers> owned_{};
  std::uint32_t generation_ = 0;
  std::uint32_t techniques_ = kAllTechniques;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_budget_ = 0;
};

}  // namespace vorhand::skat::solver
