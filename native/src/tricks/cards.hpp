// Cards of any trick-taking game, in the order of one contract.
//
// A set of cards is a 64-bit mask. Each suit is a run of adjacent bits, weak to strong, under the
// contract that is played: trumps from several suits, like Euchre's bowers, form one run, and a
// card beats another of its suit if its bit is higher. `CardOrder` translates a game's own numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "suit_order.hpp"

namespace vorhand::tricks {

[[noreturn]] void refuse(const std::string& text);  // throws std::invalid_argument

using Set = std::uint64_t;
constexpr int kMostCards = 64;

constexpr Set bit(int card) { return Set{1} << card; }
constexpr int count(Set cards) { return std::popcount(cards); }
constexpr int lowest(Set cards) { return std::countr_zero(cards); }
constexpr int highest(Set cards) { return 63 - std::countl_zero(cards); }
constexpr Set below(int card) { return bit(card) - 1; }
constexpr Set above(int card) { return card == 63 ? 0 : ~Set{0} << (card + 1); }

constexpr int pop_lowest(Set& cards) {
  const int card = lowest(cards);
  cards &= cards - 1;
  return card;
}

// Return the hand without `avoided`, or the whole hand if nothing else remains.
constexpr Set avoiding(Set hand, Set avoided) { return hand & ~avoided ? hand & ~avoided : hand; }

// Map each card from its place in `from` to the same place in `to`.
inline Set carried(Set cards, Set from, Set to) { return spread(numbers_in(cards, from), to); }

// The map between a game's card numbers and their places in the order of a contract.
class CardOrder {
 public:
  CardOrder() { place_.fill(-1), card_.fill(-1); }

  // `cards` lists the cards by place; -1 for a place without a card.
  explicit CardOrder(const std::vector<int>& cards) : CardOrder() {
    if (cards.size() > kMostCards) throw std::invalid_argument("expected at most 64 cards");
    for (std::size_t place = 0; place < cards.size(); ++place) {
      const int card = cards[place];
      if (card < 0) continue;
      if (card >= kMostCards || place_[static_cast<std::size_t>(card)] >= 0) {
        throw std::invalid_argument("card " + std::to_string(card) +
                                    ": expected each once, 0 to 63");
      }
      place_[static_cast<std::size_t>(card)] = static_cast<std::int8_t>(place);
      card_[place] = static_cast<std::int8_t>(card);
      all_ |= bit(card);
    }
  }

  Set all() const { return all_; }  // all cards, in the game's numbers
  int place(int card) const { return place_[static_cast<std::size_t>(card)]; }
  int card(int place) const { return card_[static_cast<std::size_t>(place)]; }
  Set places(Set cards) const { return through(place_, cards); }
  Set cards(Set places) const { return through(card_, places); }

 private:
  static Set through(const std::array<std::int8_t, kMostCards>& table, Set set) {
    Set result = 0;
    while (set) result |= bit(table[static_cast<std::size_t>(pop_lowest(set))]);
    return result;
  }

  std::array<std::int8_t, kMostCards> place_;
  std::array<std::int8_t, kMostCards> card_;
  Set all_ = 0;
};

}  // namespace vorhand::tricks
