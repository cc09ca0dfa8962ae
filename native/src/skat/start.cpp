#include "skat/start.hpp"

#include <algorithm>

#include "skat/earlier_tricks.hpp"
#include "skat/notation.hpp"

namespace vorhand::skat {

namespace {

[[noreturn]] void invalid(const std::string& text) { throw InvalidDealError(text); }

void check_range(const std::string& what, int value, int low, int high) {
  if (value < low || value > high) {
    invalid(what + " " + std::to_string(value) + ": expected " + std::to_string(low) + " .. " +
            std::to_string(high));
  }
}

// Add `cards` to `seen`; throw if one is already there, naming it and `where`.
void place(CardSet cards, const std::string& where, CardSet& seen) {
  if (const CardSet twice = cards & seen) {
    invalid("card " + card_name(lowest(twice)) + " is in " + where + " and somewhere else: each " +
            "card lies in one place");
  }
  seen |= cards;
}

// Return the hand size when the current trick began, or that of the hands that chance deals.
int hand_size_at_trick_start(const Start& start) {
  if (!start.given) return count(start.pool) / kNumPlayers;
  return count(start.hands[static_cast<std::size_t>(start.leader)]) + (start.trick_size > 0);
}

void check_hand_sizes(const Start& start, int hand_size) {
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    const int turn = (seat - start.leader + kNumPlayers) % kNumPlayers;
    const int expected = hand_size - (turn < start.trick_size);
    const CardSet hand = start.hands[static_cast<std::size_t>(seat)];
    if (count(hand) != expected) {
      invalid(seat_name(seat) + " holds " + std::to_string(count(hand)) + " cards (" +
              cards_text(hand) + "): expected " + std::to_string(expected));
    }
  }
  if (count(start.skat) != kSkatSize && !(start.declared && start.skat == 0)) {
    invalid("skat " + cards_text(start.skat) + ": expected 2 cards");
  }
}

void check_pool(const Start& start) {
  const int rest = count(start.pool) % kNumPlayers;
  if (!start.declared && start.pool != kAllCards) {
    invalid("pool of " + std::to_string(count(start.pool)) + " cards: a whole deal needs all 32");
  }
  if (rest == 1 || count(start.pool) < kNumPlayers) {
    invalid("pool of " + std::to_string(count(start.pool)) +
            " cards: expected three hands of equal size, with or without 2 cards for the skat");
  }
  const bool shown =
      std::any_of(start.voids.begin(), start.voids.end(), [](CardSet v) { return v; });
  if (start.trick_size || shown || start.skat || start.hands[0] || start.hands[1] ||
      start.hands[2]) {
    invalid("pool: cards dealt by chance exclude given hands, skat, trick and voids");
  }
}

void check_cards(const Start& start) {
  CardSet seen = 0;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    place(start.hands[static_cast<std::size_t>(seat)], seat_name(seat) + "'s hand", seen);
  }
  place(start.skat, "the skat", seen);
  for (int i = 0; i < start.trick_size; ++i) {
    const Card card = start.trick[static_cast<std::size_t>(i)];
    check_range("card in the trick", card, 0, kNumCards - 1);
    place(bit(card), "the trick", seen);
  }
}

void check_voids(const Start& start) {
  std::array<CardSet, kNumPlayers> voids = start.voids;
  for (int i = 0; i < start.trick_size; ++i) {
    voids[static_cast<std::size_t>((start.leader + i) % kNumPlayers)] |= void_shown(
        start.declaration.contract, start.trick[0], start.trick[static_cast<std::size_t>(i)]);
  }
  for (std::size_t seat = 0; seat < kNumPlayers; ++seat) {
    if (const CardSet held = start.hands[seat] & voids[seat]) {
      invalid(seat_name(static_cast<int>(seat)) + " holds " + cards_text(held) +
              " but has shown in play to have none of that suit");
    }
  }
}

void check_score(const Start& start, int hand_size) {
  const int tricks = kNumTricks - hand_size;
  check_range("soloist_tricks", start.soloist_tricks, 0, tricks);
  if (start.declaration.is_null() && start.soloist_tricks > 0) {
    invalid("soloist_tricks " + std::to_string(start.soloist_tricks) +
            ": a null game is over with the soloist's first trick");
  }
  if (start.declaration.schwarz_announced() && start.soloist_tricks < tricks) {
    invalid("soloist_tricks " + std::to_string(start.soloist_tricks) + " of " +
            std::to_string(tricks) + ": this game is over with the defenders' first trick");
  }
  check_range("soloist_points", start.soloist_points, 0, card_points(cards_gone(start)));
}

void check_matadors(const Start& start, bool any_past) {
  const Contract contract = start.declaration.contract;
  if (contract == Contract::kNull) {
    if (start.matadors) invalid("matadors " + std::to_string(start.matadors) + ": null has none");
    return;
  }
  const int most = is_suit(contract) ? 11 : 4;
  check_range("matadors", start.matadors, -most, most);
  const CardSet twelve = start.hands[static_cast<std::size_t>(start.soloist)] | start.skat;
  const bool counted =
      start.given ? count(twelve) == kHandSize + kSkatSize : start.pool == kAllCards;
  if (!counted && !start.matadors && start.past_known && !any_past) {
    invalid("matadors 0: must be given where the soloist's twelve cards are not");
  }
  if (counted && start.matadors) {
    invalid("matadors " + std::to_string(start.matadors) +
            ": expected none where they are counted from the soloist's twelve cards");
  }
}

void check_declaration(const Start& start) {
  if (start.bid != 0 && bid_index(start.bid) < 0) {
    invalid("bid " + std::to_string(start.bid) + ": expected 0 (none) or an official bid value");
  }
  if (!may_declare(start.declaration, start.bid)) {
    const Action action = declaration_action(start.declaration.contract, start.declaration.level);
    invalid("declaration " + action_name(action) + (start.declaration.hand ? " hand" : "") +
            " with bid " + std::to_string(start.bid) +
            ": announcements need a hand game, null must be worth the bid");
  }
}

// Check a deal that starts with the bidding: it has no contract, trick or score.
void check_bidding_start(const Start& start) {
  Start cards_only;
  cards_only.table = start.table;
  cards_only.given = start.given;
  cards_only.pool = start.pool;
  cards_only.hands = start.hands;
  cards_only.skat = start.skat;
  if (start != cards_only) {
    invalid(
        "contract, trick or score given: expected them only where the deal starts at card play");
  }
  if (!start.given) return check_pool(start);
  check_cards(start);
  check_hand_sizes(start, kHandSize);
}

}  // namespace

std::string seat_name(int seat) {
  static const char* const kNames[kNumPlayers] = {"forehand", "middlehand", "rearhand"};
  return kNames[seat];
}

CardSet cards_gone(const Start& start) {
  if (!start.given) return ~start.pool;
  CardSet there = start.skat | start.hands[0] | start.hands[1] | start.hands[2];
  for (int i = 0; i < start.trick_size; ++i) there |= bit(start.trick[static_cast<std::size_t>(i)]);
  return ~there;
}

void check_start(const Start& start, bool any_past) {
  if (!start.declared) return check_bidding_start(start);
  check_range("soloist", start.soloist, 0, kNumPlayers - 1);
  check_range("leader", start.leader, 0, kNumPlayers - 1);
  check_range("cards in the trick", start.trick_size, 0, kNumPlayers - 1);
  check_declaration(start);
  if (start.given) {
    check_cards(start);
  } else {
    check_pool(start);
  }
  const int hand_size = hand_size_at_trick_start(start);
  check_range("cards a hand", hand_size, 1, kHandSize);
  if (start.given) check_hand_sizes(start, hand_size);
  check_score(start, hand_size);
  check_matadors(start, any_past);
  if (start.given) check_voids(start);
  if (start.past_known && !any_past) check_earlier_tricks(start, hand_size);
}

}  // namespace vorhand::skat
