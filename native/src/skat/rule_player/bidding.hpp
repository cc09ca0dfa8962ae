// Bidding, picking up, discarding and declaring of the rule player, decided by the worth of its
// hand (hand_worth.hpp). All functions depend only on the player's own cards and the bidding.
#pragma once

#include "skat/rule_player/hand_worth.hpp"
#include "skat/scoring.hpp"

namespace vorhand::skat {

// A declaration with discards, and its expected score against the mean of the two others.
struct Plan {
  Declaration declaration;
  CardSet discards = 0;  // 0 in a hand game
  float score = 0;
};

// The chance and the expected score of a declaration, given the probabilities of success.
struct Outlook {
  float chance = 0;     // probability of winning it as declared and bid
  float score = -1e9f;  // expected Seeger-Fabian score against the mean of the two others
};
// Return the outlook of a declaration; the lowest score if rules or bid forbid it. `matadors_held`
// is the result of matadors(), ignored in null.
Outlook outlook(const Declaration& declaration, int matadors_held, const HandWorth& worth, int bid);

// A bidder's bias: additions to expected scores.
struct Taste {
  float playing = 0;  // bias towards playing instead of passing
  float null = 0, grand = 0, hand = 0, ouvert = 0;

  float of(const Declaration& declaration) const {
    const float kind = declaration.is_null()                      ? null
                       : declaration.contract == Contract::kGrand ? grand
                                                                  : 0;
    return kind + (declaration.hand ? hand : 0) + (declaration.ouvert() ? ouvert : 0);
  }
};

// Tell whether to name or hold `value`.
bool rule_bids(CardSet hand, int seat, int value, const Taste& taste = {});

// Tell whether to play from the hand; the auction is won at `bid`.
bool rule_plays_hand(CardSet hand, int seat, int bid, const Taste& taste = {});

// Return the best discards and contract with the skat in hand.
Plan rule_discards(CardSet twelve, int seat, int bid, const Taste& taste = {});

// Return the best discards of twelve cards for this contract.
CardSet best_discards(Contract contract, CardSet twelve, int seat);

// Return the best contract for ten cards with known discards.
Plan rule_declares(CardSet hand, CardSet discards, int seat, int bid, const Taste& taste = {});

// Return the best contract and announcement from the hand.
Plan rule_declares_hand(CardSet hand, int seat, int bid, const Taste& taste = {});

}  // namespace vorhand::skat
