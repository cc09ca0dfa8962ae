// Null by partition search: a stored answer holds for all positions that share the facts used in
// its proof.
//
// A proof that the soloist is forced to win a trick, or is not, rests on which cards beat which in
// its tricks. The proof holds for every position in which each player has the same number of cards
// of each suit and the winning cards still beat the beaten ones (rank-constrained search; Furtak
// 2013, theorem 4.3.1): cards are identified by owner and index among the owner's cards of the
// suit. If all cards from the lowest that won by rank upwards are kept, this is lowest-winning-rank
// search (corollary 4.3.2; Ginsberg 2001); if all cards are kept, it is a transposition table.
// Apart from the table the three variants are the same search, without the safe suits of
// null_search.hpp. It serves for comparison with the thesis, not for play.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "skat/solver/null_suit.hpp"
#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

// The scope of a stored answer.
enum class Kept : std::uint8_t { kPosition, kLowestRank, kConstraints };

// Constraints by suit: bit 8 * i + j if card i has to beat card j, both counted from the lowest.
using Constraints = std::array<std::uint64_t, kSideSuits>;

class NullPartition {
 public:
  void begin(const Frame& frame, Kept kept, std::uint64_t node_budget);

  // Tell whether the soloist can be forced to win one of the next `horizon` tricks, from the start
  // of a trick; `proof` receives the facts used in the answer, by ranks 7 8 9 T J Q K A.
  bool forced(Set cards, int leader, int horizon, Constraints& proof);

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Trick {
    int leader = 0;
    std::array<int, kNumPlayers> cards{};
    int size = 0;
  };
  // An answer and its proof: the constraints of each suit, by label.
  struct Entry {
    bool forced = false;
    Constraints proof{};
  };

  // Labels of the cards of a suit in an entry: owner and index among the owner's.
  struct Labels {
    int suit = 0;
    int counts = 0;             // four bits a hand
    std::uint64_t order = 0;    // which label beats which
    std::array<int, 8> rank{};  // by label: the soloist's cards from the lowest, then the others'
    std::array<int, 8> label{};
  };
  // Suits may be permuted, as there is no trump.
  using Sorted = std::array<Labels, kSideSuits>;

  bool choose(Set cards, const Trick& trick, int horizon, Constraints& proof);
  bool complete(Set cards, const Trick& trick, int horizon, Constraints& proof);
  int score(Set cards, int b, const Trick& trick, bool follows);
  int lead_score(Set cards, int b, int seat);

  Labels labels(Set cards, int suit) const;
  Sorted sorted(Set cards) const;
  Constraints generalised(const Constraints& proof, Set cards) const;

  NullFacts facts_;
  // Entries of a deal by numbers of cards, leader and horizon.
  std::unordered_map<std::uint64_t, std::vector<Entry>> table_;
  std::array<Set, kNumPlayers> owned_{};
  Kept kept_{};
  std::uint64_t nodes_ = 0;
  std::uint64_t node_budget_ = 0;
};

}  // namespace vorhand::skat::solver
