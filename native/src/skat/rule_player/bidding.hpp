// Bidding, picking up, discarding and declaring of the rule player, from what its hand is
// worth (hand_worth.hpp). All are functions of the own cards and the bidding only.
#pragma once

#include "skat/rule_player/hand_worth.hpp"
#include "skat/scoring.hpp"

namespace vorhand::skat {

// A way to play, and what it is expected to score against the mean of the two others.
struct Plan {
  Declaration declaration;
  CardSet discards = 0;  // 0 in a hand game
  float score = 0;
};

// The expected score of a declaration, with the given chances of the levels of success.
struct Outlook {
  float chance = 0;     // to win it as declared and bid
  float score = -1e9f;  // expected Seeger-Fabian score against the mean of the two others
};
// The lowest score if the rules or the bid forbid the declaration. Matadors as of matadors(); they
// play no part in null.
Outlook outlook(const Declaration& declaration, int matadors_held, const HandWorth& worth, int bid);

// A bidder's addition to expected scores: one that likes some games better than they are worth.
struct Taste {
  float playing = 0;  // rather than passing
  float null = 0, grand = 0, hand = 0, ouvert = 0;

  float of(const Declaration& declaration) const {
    const float kind = declaration.is_null()                      ? null
                       : declaration.contract == Contract::kGrand ? grand
                                                                  : 0;
    return kind + (declaration.hand ? hand : 0) + (declaration.ouvert() ? ouvert : 0);
  }
};

// Tell whether to play for at least `value`: to name it or to hold it.
bool rule_bids(CardSet hand, int seat, int value, const Taste& taste = {});

// Tell whether to leave the skat; the bid is won at `bid`.
bool rule_plays_hand(CardSet hand, int seat, int bid, const Taste& taste = {});

// Best discards and contract with the skat in hand.
Plan rule_discards(CardSet twelve, int seat, int bid, const Taste& taste = {});

// The two of twelve cards that are best put away for this contract.
CardSet best_discards(Contract contract, CardSet twelve, int seat);

// Best contract for ten cards with known discards.
Plan rule_declares(CardSet hand, CardSet discards, int seat, int bid, const Taste& taste = {});

// Best contract and announcement from the hand.
Plan rule_declares_hand(CardSet hand, int seat, int bid, const Taste& taste = {});

}  // namespace vorhand::skat
