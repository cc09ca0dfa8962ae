// A deal with its history: the cards as dealt, the actions and the cards drawn. A plain value.
#pragma once

#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// A deal has at most this many actions: each card played once, each suit announced once, one
// exchange, one closing.
inline constexpr int kMaxActions = kMaxCards + 4 + 2;
// Most draws of a player, reached if hands have one card.
inline constexpr int kMaxDraws = kMaxCards / 2 - 1;

struct PlayedDeal {
  Deal deal;
  std::array<std::int8_t, kMaxCards>
      cards{};  // the cards in the order of dealing; the first `deal.dealt` have been dealt
  std::array<std::int8_t, kMaxActions> actions{}, movers{};
  std::array<std::array<std::int8_t, kMaxDraws>, 2> draws{};
  std::int8_t num_actions = 0;
  std::int8_t num_draws = 0;  // number of draws of each player

  bool operator==(const PlayedDeal&) const = default;
};

static_assert(std::has_unique_object_representations_v<PlayedDeal>);

PlayedDeal new_played_deal(const Rules& rules, int leader = 0);
void deal_card(const Rules& rules, PlayedDeal& played, Card card);
// Apply a legal action.
void apply(const Rules& rules, PlayedDeal& played, Action action);

// Return the first hand of a player, or the part of it that has been dealt.
CardSet dealt_hand(const Rules& rules, const PlayedDeal& played, int player);
// Return the card first turned up, before any exchange; kNoCard as long as none has been turned up.
Card first_up(const Rules& rules, const PlayedDeal& played);

}  // namespace vorhand::schnapsen
