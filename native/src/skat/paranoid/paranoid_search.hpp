// Paranoid search: does one strategy of the soloist reach a goal in every world?
//
// Furtak's thesis (2013), chapter 6. A node is the set of worlds consistent with the play,
// represented by the cards each defender may hold; the two sets overlap. At a defender's turn every
// card that is legal in some world is tried, and the worlds in which it is legal remain. If a
// defender does not follow, the suit is removed from the cards that this defender may hold. With
// n0 and n1 cards in the defenders' hands, a world remains as long as these can be dealt:
//   n0 <= |may0|, n1 <= |may1|, n0 + n1 <= |may0 or may1|,
// and the rest lies in the skat.
//
// The play and the soloist's own cards are all that the soloist knows, so a strategy may differ
// from node to node, and the search is exact. It would be wrong for defenders, as it treats a
// partner as an opponent.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "keep_going.hpp"
#include "permutation.hpp"
#include "skat/rules.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

// Seats are counted from the soloist, 0.
struct ParanoidPosition {
  Contract contract = Contract::kGrand;
  CardSet own = 0;               // the soloist's hand
  CardSet unseen = 0;            // held by a defender, or in a skat that the soloist does not know
  std::array<CardSet, 2> may{};  // unseen cards that each defender may hold
  std::array<int, 2> holds{};    // sizes of the defenders' hands
  int leader = 0;                // leader of the current trick
  std::array<Card, 2> trick{-1, -1};
  int trick_size = 0;

  int to_move() const { return (leader + trick_size) % kNumPlayers; }
};

enum class ParanoidGoal {
  kPoints,      // `need` more card points, including those of an unknown skat
  kEveryTrick,  // all tricks: schwarz
  kNoTrick,     // no trick: null
};

struct ParanoidError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Throw ParanoidError for an impossible position, or one without a world.
void validate(const ParanoidPosition& position);

// Return the cards that the player to move may play in some world.
CardSet moves_of_some_world(const ParanoidPosition& position);

// The position after a card; if it ends a trick, also the soloist's points of the trick and whether
// the soloist took it.
struct ParanoidStep {
  ParanoidPosition position;
  int points = 0;
  bool ends_trick = false;
  bool soloist_took = false;
};
ParanoidStep after(const ParanoidPosition& position, Card card);

class ParanoidSearch {
 public:
  ParanoidSearch() : open_hands_(12) {}
  struct BudgetSpent {};

  // Tell whether the soloist reaches the goal in every world; `need` counts for points only. Throw
  // BudgetSpent after `node_budget` nodes (0: no limit; with a budget, worlds that are hard to
  // solve refute nothing), and Cancelled once `keep_going` returns false.
  bool reaches(const ParanoidPosition& position, ParanoidGoal goal, int need,
               std::uint64_t node_budget = 0, KeepGoing keep_going = KeepGoing());
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Key {
    CardSet own, first, second, unseen;
    int leader;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const std::uint64_t low = mix64(key.own | std::uint64_t{key.first} << 32);
      const std::uint64_t high = mix64(low ^ (key.second | std::uint64_t{key.unseen} << 32));
      return static_cast<std::size_t>(high + static_cast<std::uint64_t>(key.leader));
    }
  };
  // Bounds on the points that the soloist can force: at least `low`, less than `high`.
  struct Bounds {
    int low, high;
  };

  void begin(Contract contract, ParanoidGoal goal);
  bool reach(const ParanoidPosition& position, int need);
  bool reach_by_moves(const ParanoidPosition& position, int need);
  bool play(const ParanoidPosition& position, Card card, int need);
  bool refuted_in_a_world(const ParanoidPosition& position, int need);
  bool sure_from_the_top(const ParanoidPosition& position, int need) const;
  bool all_safe(const ParanoidPosition& position) const;
  CardSet without_equivalent(const ParanoidPosition& position, CardSet moves) const;
  int promise(const ParanoidPosition& position, Card card) const;

  KeepGoing keep_going_;
  std::uint64_t node_budget_ = 0;
  std::uint64_t nodes_ = 0;
  Contract contract_ = Contract::kGrand;
  ParanoidGoal goal_ = ParanoidGoal::kPoints;
  std::array<Card, kNumCards> higher_{};  // next higher card of the suit, or -1
  std::unordered_map<Key, Bounds, Hash> known_;
  solver::Workspace open_hands_;
};

}  // namespace vorhand::skat
