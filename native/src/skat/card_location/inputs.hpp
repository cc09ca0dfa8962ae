// Binary inputs of a card-location network (Solinas, Rebstock and Buro, AAAI 2019), and its
// numbering of places and cards.
//
// Seats count from the player to move: me, left (the next), right. In suit games the trump suit and
// clubs are swapped, except for their jacks, so that trumps are always the same cards.
#pragma once

#include <array>
#include <span>

#include "skat/monte_carlo/card_play.hpp"

namespace vorhand::skat {

enum class ContractType : std::uint8_t { kSuit, kGrand, kNull };
inline constexpr int kNumGameTypes = 3;

constexpr ContractType game_type(Contract contract) {
  if (contract == Contract::kNull) return ContractType::kNull;
  return contract == Contract::kGrand ? ContractType::kGrand : ContractType::kSuit;
}

// The map from cards and seats of a play to those of the network, and back.
struct Turn {
  explicit Turn(const CardPlay& play);

  Card card(Card card) const {
    const int suit = suit_of(card);
    if (!turns || rank_of(card) == kJack || (suit != trump && suit != kClubs)) return card;
    return make_card(suit == trump ? kClubs : trump, rank_of(card));
  }
  int suit(int suit) const {
    return !turns ? suit : suit == trump ? kClubs : suit == kClubs ? trump : suit;
  }
  // Return the place of a relative seat, or of the skat.
  int place(int relative) const {
    return relative == kSkatPlace ? kSkatPlace : (me + relative) % kNumPlayers;
  }
  int relative(int seat) const { return (seat - me + kNumPlayers) % kNumPlayers; }

  static constexpr int kClubs = 3;
  int me, trump = 0;
  bool turns = false;
};

// The offsets of the inputs. Those before kPlayed follow from the bidding, the declaration and the
// cards that the player saw before the first lead; those from kTricks on are the cards in sequence.
inline constexpr int kBidSlots = 18;  // twelve classes of value, four suits, grand, null
inline constexpr int kHeldAtStart = 0;
inline constexpr int kSkatSeen = kHeldAtStart + kNumCards;
inline constexpr int kOpenAtStart = kSkatSeen + kNumCards;
inline constexpr int kBidding = kOpenAtStart + kNumCards;
inline constexpr int kSoloist = kBidding + kNumPlayers * kBidSlots;
inline constexpr int kSeat = kSoloist + kNumPlayers;
inline constexpr int kTrumpSuit = kSeat + kNumPlayers;
inline constexpr int kLevel = kTrumpSuit + 4;
inline constexpr int kHandGame = kLevel + kNumLevels;
inline constexpr int kPlayed = kHandGame + 1;           // cards played by me, left, right
inline constexpr int kHeld = kPlayed + 3 * kNumCards;   // cards held now
inline constexpr int kLed = kHeld + kNumCards;          // cards led by left, right
inline constexpr int kSloughed = kLed + 2 * kNumCards;  // discards of left, right
inline constexpr int kOnTable = kSloughed + 2 * kNumCards;
inline constexpr int kVoids = kOnTable + 2 * kNumCards;  // voids in the four suits and in trumps
inline constexpr int kTrickNumber = kVoids + 2 * 5;
inline constexpr int kTricks =
    kTrickNumber + kNumTricks;  // by trick, player and card, without the last trick
inline constexpr int kLeaders = kTricks + (kNumTricks - 1) * kNumPlayers * kNumCards;
inline constexpr int kNumInputs = kLeaders + (kNumTricks - 1) * kNumPlayers;

// The groups of inputs, each with its first input, in order.
struct InputGroup {
  const char* name;
  int first;
};
inline constexpr InputGroup kInputGroups[] = {
    {"own cards at the first lead", kHeldAtStart},
    {"skat, if seen", kSkatSeen},
    {"open hand at the first lead", kOpenAtStart},
    {"highest bids of all players", kBidding},
    {"soloist", kSoloist},
    {"seat", kSeat},
    {"trump suit", kTrumpSuit},
    {"level of the declaration", kLevel},
    {"hand game", kHandGame},
    {"cards played, by player", kPlayed},
    {"own cards", kHeld},
    {"cards led, by opponent", kLed},
    {"cards sloughed, by opponent", kSloughed},
    {"cards of the trick, by opponent", kOnTable},
    {"voids, by opponent", kVoids},
    {"number of the trick", kTrickNumber},
    {"cards of all tricks, by player", kTricks},
    {"leaders of all tricks", kLeaders},
};

// Write the inputs; the history of the play must be complete.
void location_inputs(const CardPlay& play, std::span<float, kNumInputs> inputs);

// Places that a card may be in: bit p of entry c is set if the network's card c may be in its place
// p. The entry is 0 for a card whose place is known.
using Choices = std::array<std::uint8_t, kNumCards>;
Choices location_choices(const CardPlay& play, const Knowledge& knowledge);

}  // namespace vorhand::skat
