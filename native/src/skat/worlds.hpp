// The worlds consistent with a player's knowledge. They are numbered, so that counting, uniform
// sampling, full enumeration and sampling without repetition are all one function, world(number).
//
// Hidden cards with the same possible places form a group. There are at most seven groups, since
// there are at most three possible places. A split says how many cards of each group go to each
// place. The number of worlds of a split is a product of binomials, and a position has few splits
// (about a hundred at most). A number encodes the split, one subset for each group and place, and
// the discard if only one of two is laid away; if it is to be pushed on, jacks are grouped apart.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "random.hpp"
#include "skat/deal.hpp"
#include "skat/knowledge.hpp"

namespace vorhand::skat {

// Cards by place: three hands and the skat (after a pickup: the discards).
using World = std::array<CardSet, kNumPlaces>;

class Worlds {
 public:
  explicit Worlds(const Knowledge& knowledge);

  const Knowledge& knowledge() const { return knowledge_; }
  std::uint64_t count() const { return count_; }
  // Return the world of a number below count(); different numbers give different worlds.
  World world(std::uint64_t number) const;
  bool contains(const World& world) const;

 private:
  struct Group {
    CardSet cards;
    unsigned places;  // bit set of possible places
  };
  using Numbers = std::array<std::uint8_t, kNumPlaces>;  // cards of one group by place
  static constexpr std::size_t kMaxGroups = 7;
  struct Split {
    std::uint64_t first = 0;           // number of its first world
    std::uint64_t first_discards = 1;  // ways to choose the card of a half-finished discard
    std::array<Numbers, kMaxGroups> numbers{};
  };

  void group_cards();
  std::uint64_t first_discards(const Split& split) const;
  void add_splits(std::size_t group, std::size_t place, int left, Split& split, Numbers& capacity,
                  std::uint64_t worlds);

  Knowledge knowledge_;
  std::vector<Group> groups_;
  std::vector<Split> splits_;
  std::uint64_t count_ = 0;
};

// Return the deal with its cards as in `world`: a whole history, from the first card dealt, that
// `knowledge.player` cannot distinguish from the true one. The two of the soloist's twelve cards
// that came from the skat are drawn at random if the player does not know them. Every world has the
// same 66 ways, so a uniform world gives a uniform history. The cards pushed on before Ramsch are
// drawn in the same way, but there worlds differ in the number of ways.
Deal deal_in_world(const Deal& deal, const Knowledge& knowledge, const World& world,
                   Random& random);

// Return a deal that `player` cannot distinguish from the true one, uniform over all whole
// histories.
Deal resampled(const Deal& deal, int player, Random& random);

}  // namespace vorhand::skat
