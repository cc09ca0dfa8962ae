// Null: can the defenders make the soloist win a trick? With a horizon in tricks the same
// search gives the time to live.
//
// The soloist leads at most the first trick: once he leads again he has lost. Two facts
// carry the search.
//
// Safe suits. Let under each of the soloist's cards of a suit lie no more of the
// defenders' cards than of his own. Then he is never forced in it while they lead: he
// plays the highest card with which he escapes, and the suit stays safe, as it does when
// he discards its highest card. So his ranks in it never matter, only how many cards he
// holds and how the defenders' cards beat each other.
//
// His best card. Holding a lower card in place of a higher one of the same suit never
// hurts him as long as he would have won with neither. So of the cards with which he is
// sure to escape he plays the highest, and of each suit he discards the highest.
#pragma once

#include <cstdint>
#include <vector>

#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

class NullSearch {
 public:
  explicit NullSearch(int bits);

  void begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_limit);

  // Whether the soloist can be forced to win one of the next `horizon` tricks (1 = the
  // current one).
  bool forced(const Node& node, int horizon);

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t generation = 0;
    bool forced = false;
  };
  static constexpr int kWays = 4;
  using Bucket = std::array<Entry, kWays>;  // the latest first
  // A suit's part of the key, by the cards of it that are left.
  struct Shape {
    std::uint32_t generation = 0;
    std::uint16_t code = 0;
    bool safe = false;
  };

  static constexpr int next(int seat, int by = 1) { return (seat + by) % kNumPlayers; }

  template <int kLeader>
  bool lead(Set cards, int horizon);
  template <int kLeader>
  bool second(Set cards, int led, int horizon);
  template <int kLeader>
  bool third(Set cards, int led, int second, int horizon);

  template <int kLeader>
  bool kill(Set cards) const;
  Set best_of_soloist(Set tried, Set cards, int led, int escape) const;
  template <int kSeat>
  Set candidates(Set tried, Set present, Set decided);
  int choose_lead(Set tried, Set cards, int leader);
  int choose_soloist(Set tried, Set cards, int led, int winning);
  int choose_defender(Set tried, Set cards, int led, int winning, bool soloist_wins, bool last);

  bool on(Technique technique) const { return (techniques_ & technique) != 0; }
  const Shape& shape(int suit, Set cards);
  Set unsafe_suits(Set cards);
  std::uint64_t key(Set cards, int leader, int horizon);
  Bucket& bucket(std::uint64_t key);

  std::vector<Bucket> buckets_;
  std::array<std::array<Shape, 256>, kSideSuits> shapes_{};
  std::array<Set, kNumPlayers> owned_{};
  std::uint32_t generation_ = 0;
  std::uint32_t techniques_ = kAllTechniques;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
};

}  // namespace vorhand::skat::solver
