// One deal as a state machine, from the first card dealt to the game points.
//
// A lead is a sequence of actions in a fixed order: exchange, close, announce a marriage, play a
// card. Only the last is compulsory under all rules; the fixed order makes histories of the same
// play equal. A deal is a plain value: copying it copies its bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "schnapsen/rules.hpp"

namespace vorhand::schnapsen {

using Action = int;

inline constexpr Action kExchange = 32;
inline constexpr Action kClose = 33;
inline constexpr Action kMarriage = 34;  // + suit
inline constexpr int kNumActions = 38;

using ActionSet = std::uint64_t;
constexpr ActionSet action_bit(Action action) { return ActionSet{1} << action; }

enum class Turn : std::int8_t { kFresh, kExchanged, kClosed, kAnnounced };

struct Deal {
  std::array<CardSet, 2> hands{};
  std::array<CardSet, 2> known{};     // cards in the hand that the opponent has seen
  std::array<CardSet, 2> excluded{};  // proven not to be in the hand (by strict play, or by a lead
                                      // without an announcement)
  std::array<CardSet, 2> played{};
  std::array<std::int8_t, kMaxCards> talon{};  // face down, in drawing order
  std::int8_t dealt = 0;                       // number of cards dealt
  std::int8_t dealt_left = kMaxCards;          // cards still to be dealt
  std::int8_t next = 0;                        // index of the next talon card to draw
  std::int8_t talon_size = 0;
  std::int8_t up = kNoCard;  // face-up trump; kNoCard once drawn
  std::int8_t trump = -1;
  std::int8_t leader = 0;
  std::int8_t led = kNoCard;
  std::int8_t marriage = -1;  // suit announced in this turn
  Turn turn = Turn::kFresh;
  std::array<std::uint8_t, 2> points{};
  std::array<std::uint8_t, 2> pending{};  // marriage points that count once the player wins a trick
  std::array<std::int8_t, 2> tricks{};
  std::int8_t closer = -1;
  std::uint8_t closed_points = 0;  // points of the closer's opponent at the closing
  std::int8_t closed_tricks = 0;
  std::int8_t winner = -1;
  std::int8_t game_points = 0;
  std::array<std::uint8_t, 3> unused{};  // padding, so that deals compare and hash bytewise

  bool dealing() const { return dealt_left > 0; }
  bool terminal() const { return winner >= 0; }
  int talon_left() const { return talon_size - next; }
  bool open() const { return closer < 0 && up != kNoCard; }
  int to_move() const { return led == kNoCard ? leader : 1 - leader; }
  int value() const { return winner == 0 ? game_points : -game_points; }  // value to player 0

  bool operator==(const Deal&) const = default;
};

static_assert(std::has_unique_object_representations_v<Deal>);

// Return a deal before the first card; `leader` leads the first trick.
Deal new_deal(const Rules& rules, int leader = 0);

// Return the undealt cards. They are dealt one per action: the hand of player 0, that of player 1,
// the face-up card, the face-down talon.
CardSet undealt(const Rules& rules, const Deal& deal);
void deal_card(const Rules& rules, Deal& deal, Card card);
bool may_deal(const Rules& rules, const Deal& deal, Card card);  // `card` may be any number
// Return a deal with the whole pack dealt in this order. Throw std::invalid_argument for other
// cards.
Deal deal_pack(const Rules& rules, std::span<const Card> pack, int leader);

ActionSet legal_actions(const Rules& rules, const Deal& deal);
// Throw std::invalid_argument for an illegal action; `action` may be any number.
void check_legal(const Rules& rules, const Deal& deal, Action action);
// Apply a legal action.
void apply(const Rules& rules, Deal& deal, Action action);

// Return the game points of a deal won at the target: 1, 2 or 3.
int table_points(const Rules& rules, int loser_points, int loser_tricks);

}  // namespace vorhand::schnapsen
