// Rules of thumb for null games: the soloist must avoid every trick, and the defenders must force
// one on the soloist. Rules are weighted as in trump games (book.hpp). For the
// soloist the Foe in a rule's name is the next defender, and the Friend the other one.
#pragma once

#include <array>

#include "named_enum.hpp"
#include "skat/rule_player/book.hpp"

namespace vorhand::skat {

VORHAND_NAMED_ENUM(NullRule,
                   kNullCaught,        // probability that the soloist takes the trick
                   kNullCertain,       // the soloist certainly takes the trick
                   kNullITake,         // the player takes the trick and leads next
                   kNullRank,          // rank of the card
                   kNullLength,        // own cards in the suit
                   kNullOut,           // cards of the suit still out
                   kNullLowerOut,      // lower cards of the suit still out
                   kNullHigherOut,     // higher cards of the suit still out
                   kNullLowerHeld,     // lower cards of the suit in hand
                   kNullGap,           // the card removes a gap in the own cards of the suit
                   kNullGaps,          // gaps in the own cards of the suit, with this card
                   kNullSingle,        // last card of the suit: allows later discards
                   kNullThrow,         // a discard
                   kNullThrowRank,     // rank of a discard
                   kNullFoeVoid,       // the soloist is void
                   kNullFriendVoid,    // the partner is void
                   kNullFriendsSuit,   // suit the partner has led
                   kNullFoesSuit,      // suit the soloist has led
                   kNullLowest,        // lowest of the suit held
                   kNullHighestUnder,  // highest of the cards that do not take the trick
                   kNullFresh,         // suit nobody has played, nor the player discarded
                   kNullLateRank,      // high card, late in the deal
                   kNullFoeLowHeld     // probability that the soloist can stay under the card
);

using NullVerdicts = std::array<float, kNumNullRules>;

// Return the cards of one suit in null order (7 8 9 T J Q K A = bit 0 .. 7).
int null_ordered(CardSet cards, int suit);

// Count the cards of `mine` that are caught if the others lead the suit from below: the i-th lowest
// is safe while the i-th lowest of `others` lies above it. Both sets are in null order.
int null_gaps(int mine, int others);

void judge_null_card(const Sight& sight, Card card, NullVerdicts& verdicts);

}  // namespace vorhand::skat
