// Suits of null that are equally good for the soloist, whatever the other suits are.
//
// Suit A is at most as good as suit B under two conditions. First, each player holds the same
// number of cards of both. Second, the soloist can imitate in B each card played in A, and the
// defenders can imitate in A each card played in B. An imitation has three properties: a discard is
// imitated by a discard; a trick led by a defender goes to the soloist in both suits, or to the
// same defender in both; and the remaining suits satisfy both conditions again. Suits are imitated
// independently, so by induction over the cards a position becomes no worse, and is lost no
// earlier, when one of its suits is replaced by a better one. Tricks led by the soloist need no
// imitation: a soloist who has won a trick has lost. Suits that are at most as good as each other
// form a class; there are 3,439 of 9,841. The safe suits of null_suit.hpp are a special case, but
// the classes take too long to compute in a search.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

// States: the holders of a suit's cards as digits in base 3 after a leading 1, lowest card last.
inline constexpr int kNullSuitStates = 2 * 6561;
inline constexpr int kNullSuitCards = 8;

using SuitOwners = std::array<std::uint8_t, kNumPlayers>;  // cards by seat, as bits from the lowest

// Return the state of a suit whose cards need not be adjacent.
int suit_state(const SuitOwners& owners);

// Return the inverse of suit_state, with the cards at the lowest bits.
SuitOwners suit_owners(int state);

class NullClasses {
 public:
  // Compute the classes, which takes about a second.
  NullClasses();

  struct Class {
    int cards = 0;      // number of cards in the suit
    int group = 0;      // number of cards in each hand, see group_of
    int index = 0;      // index of the class in the group
    SuitOwners owners;  // owners of one member's cards
  };
  const Class& of(int state) const { return classes_[class_[state]]; }
  // Return the classes of suits with this number of cards, by group and index.
  const std::vector<std::vector<Class>>& groups(int cards) const { return groups_[cards]; }

  static constexpr int group_of(int first, int second) {
    return (first + second) * (first + second + 1) / 2 + second;
  }

 private:
  std::vector<int> class_;  // class by state
  std::vector<Class> classes_;
  std::array<std::vector<std::vector<Class>>, kNullSuitCards + 1> groups_;
};

}  // namespace vorhand::skat::solver
