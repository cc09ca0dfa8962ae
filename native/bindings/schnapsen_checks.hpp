// Checks of arguments that the bindings of Schnapsen share.
#pragma once

#include "bindings.hpp"
#include "schnapsen/played_deal.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::bindings {

using WorldNumbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline int checked_player(int player, const char* name = "player") {
  if (player != 0 && player != 1)
    throw std::invalid_argument(std::string(name) + " " + std::to_string(player) +
                                ": expected 0 or 1");
  return player;
}

inline void check_pack(const schnapsen::Rules& rules) {
  if (rules.deck != schnapsen::kSchnapsenDeck)
    throw std::invalid_argument("rules: expected the policy's pack, Schnapsen's");
}

inline void check_to_move(const schnapsen::Deal& deal) {
  if (deal.terminal() || deal.dealing())
    throw std::invalid_argument("deal: nobody is to move, expected somebody to be");
}

// Throw std::invalid_argument unless the pack and the talon's size are those of these rules.
inline void check_played(const schnapsen::Rules& rules, const schnapsen::PlayedDeal& played) {
  CardSet cards = 0;
  for (int i = 0; i < played.deal.dealt; ++i) cards |= bit(played.cards[i]);
  const int dealt = played.deal.dealt + played.deal.dealt_left;
  const bool fits = played.deal.talon_size == rules.talon_size() && dealt == rules.deck.size() &&
                    !(cards & ~rules.deck.cards());
  if (!fits) throw std::invalid_argument("played: expected a deal by these rules");
}

// Throw std::invalid_argument unless all cards are dealt by these rules and no talon card is
// hidden.
inline void check_whole(const schnapsen::Rules& rules, const schnapsen::Deal& deal) {
  if (deal.dealing() || deal.talon_size != rules.talon_size() || deal.next < 0 ||
      deal.next > deal.talon_size) {
    throw std::invalid_argument("deal: expected one that is dealt, by these rules");
  }
  for (int i = deal.next; i < deal.talon_size; ++i) {
    if (deal.talon[i] < 0) throw std::invalid_argument("deal: expected no hidden cards");
  }
}

inline std::span<const std::uint64_t> checked_numbers(const schnapsen::Worlds& all,
                                                      const WorldNumbers& numbers) {
  const std::span<const std::uint64_t> checked(numbers.data(), numbers.shape(0));
  for (const std::uint64_t number : checked) {
    if (number >= all.size())
      throw std::invalid_argument("world " + std::to_string(number) + ": expected a number below " +
                                  std::to_string(all.size()));
  }
  return checked;
}

}  // namespace vorhand::bindings
