#include "schnapsen/deal.hpp"

#include <stdexcept>
#include <string>

namespace vorhand::schnapsen {

namespace {

bool first_lead(const Deal& deal) { return deal.tricks[0] + deal.tricks[1] == 0; }

void finish(Deal& deal, int winner, int points) {
  deal.winner = static_cast<std::int8_t>(winner);
  deal.game_points = static_cast<std::int8_t>(points);
  deal.led = kNoCard;
}

// End a deal that its closer has lost.
void finish_failed_close(const Rules& rules, Deal& deal) {
  const int opponent = 1 - deal.closer;
  const int tricks = rules.failed_close_at_end ? deal.tricks[opponent] : deal.closed_tricks;
  finish(deal, opponent, tricks == 0 ? 3 : 2);
}

bool claim(const Rules& rules, Deal& deal, int player) {
  if (deal.points[player] < rules.target || deal.tricks[player] == 0) return false;
  if (deal.closer < 0) {
    const int loser = 1 - player;
    finish(deal, player, table_points(rules, deal.points[loser], deal.tricks[loser]));
  } else if (deal.closer == player) {
    finish(deal, player, table_points(rules, deal.closed_points, deal.closed_tricks));
  } else if (rules.closed_first_wins) {
    finish_failed_close(rules, deal);
  } else {
    return false;
  }
  return true;
}

// Draw a talon card. It may be a card that the player could not hold before.
void draw_unseen(Deal& deal, int player) {
  deal.hands[player] |= bit(deal.talon[deal.next++]);
  deal.excluded[player] = 0;
}

void draw(Deal& deal, int winner) {
  draw_unseen(deal, winner);
  const int loser = 1 - winner;
  if (deal.talon_left() > 0) {
    draw_unseen(deal, loser);
  } else {
    deal.hands[loser] |= bit(deal.up);
    deal.known[loser] |= bit(deal.up);
    deal.up = kNoCard;
  }
}

void finish_trick(const Rules& rules, Deal& deal, Card reply) {
  const int winner = beats(deal.trump, deal.led, reply) ? 1 - deal.leader : deal.leader;
  const int trick = rules.deck.values[rank_of(deal.led)] + rules.deck.values[rank_of(reply)];
  deal.points[winner] =
      static_cast<std::uint8_t>(deal.points[winner] + trick + deal.pending[winner]);
  deal.pending[winner] = 0;
  ++deal.tricks[winner];
  deal.leader = static_cast<std::int8_t>(winner);
  deal.led = kNoCard;
  deal.marriage = -1;
  deal.turn = Turn::kFresh;
  if (claim(rules, deal, winner) || claim(rules, deal, 1 - winner)) return;
  if (deal.open()) draw(deal, winner);
  if (deal.hands[0] == 0) {
    if (deal.closer >= 0) {
      finish_failed_close(rules, deal);
    } else {
      finish(deal, winner, rules.last_trick_points);
    }
  }
}

void announce(const Rules& rules, Deal& deal, int suit) {
  const int player = deal.leader;
  deal.marriage = static_cast<std::int8_t>(suit);
  deal.turn = Turn::kAnnounced;
  deal.known[player] |= rules.deck.marriage(suit);
  const int points = suit == deal.trump ? rules.royal_points : rules.marriage_points;
  if (deal.tricks[player] > 0 && !rules.pending_until_next_trick) {
    deal.points[player] = static_cast<std::uint8_t>(deal.points[player] + points);
    if (rules.claim_on_marriage) claim(rules, deal, player);
  } else {
    deal.pending[player] = static_cast<std::uint8_t>(deal.pending[player] + points);
  }
}

ActionSet marriages(const Rules& rules, const Deal& deal) {
  if (rules.marriage_points <= 0) return 0;
  if (first_lead(deal) && !rules.marriage_first_lead) return 0;
  ActionSet actions = 0;
  for (int suit = 0; suit < rules.deck.suits; ++suit) {
    const CardSet pair = rules.deck.marriage(suit);
    if (pair && (deal.hands[deal.leader] & pair) == pair) actions |= action_bit(kMarriage + suit);
  }
  return actions;
}

// Return the cards that the leader cannot hold after a lead without an announcement.
CardSet excluded_by_silence(const Rules& rules, const Deal& deal, Card led) {
  const CardSet pair = rules.deck.marriage(suit_of(led));
  const bool may_announce = rules.marriage_points > 0 && deal.turn != Turn::kAnnounced &&
                            (rules.marriage_first_lead || !first_lead(deal));
  return rules.marriage_compulsory && may_announce && (pair & bit(led)) ? pair & ~bit(led) : 0;
}

bool may_exchange(const Rules& rules, const Deal& deal) {
  return rules.exchange && deal.turn == Turn::kFresh && deal.open() &&
         deal.talon_left() >= rules.exchange_talon &&
         (rules.exchange_first_lead || !first_lead(deal)) &&
         (deal.hands[deal.leader] & bit(make_card(deal.trump, 0)));
}

bool may_close(const Rules& rules, const Deal& deal) {
  return rules.close && deal.turn <= Turn::kExchanged && deal.open() &&
         deal.talon_left() >= rules.close_talon && (rules.close_first_lead || !first_lead(deal));
}

}  // namespace

int table_points(const Rules& rules, int loser_points, int loser_tricks) {
  if (loser_tricks == 0) return 3;
  return loser_points < rules.schneider ? 2 : 1;
}

Deal new_deal(const Rules& rules, int leader) {
  if (rules.hand_size < 1 || rules.talon_size() < 1) {
    throw std::invalid_argument("hand_size " + std::to_string(rules.hand_size) +
                                ": expected 1 or more, and a talon left of " +
                                std::to_string(rules.deck.size()) + " cards");
  }
  Deal deal;
  deal.leader = static_cast<std::int8_t>(leader);
  deal.dealt_left = static_cast<std::int8_t>(rules.deck.size());
  deal.talon_size = static_cast<std::int8_t>(rules.talon_size());
  return deal;
}

CardSet undealt(const Rules& rules, const Deal& deal) {
  CardSet left = rules.deck.cards() & ~(deal.hands[0] | deal.hands[1]);
  if (deal.up != kNoCard) left &= ~bit(deal.up);
  const int face_down = deal.dealt - 2 * rules.hand_size - 1;
  for (int i = 0; i < face_down; ++i) left &= ~bit(deal.talon[i]);
  return left;
}

void deal_card(const Rules& rules, Deal& deal, Card card) {
  const int place = deal.dealt++;
  --deal.dealt_left;
  if (place < 2 * rules.hand_size) {
    deal.hands[place / rules.hand_size] |= bit(card);
  } else if (place == 2 * rules.hand_size) {
    deal.up = static_cast<std::int8_t>(card);
    deal.trump = static_cast<std::int8_t>(suit_of(card));
  } else {
    deal.talon[place - 2 * rules.hand_size - 1] = static_cast<std::int8_t>(card);
  }
}

bool may_deal(const Rules& rules, const Deal& deal, Card card) {
  return deal.dealing() && card >= 0 && card < 32 && (undealt(rules, deal) & bit(card));
}

Deal deal_pack(const Rules& rules, std::span<const Card> pack, int leader) {
  if (static_cast<int>(pack.size()) != rules.deck.size()) {
    throw std::invalid_argument("dealt: " + std::to_string(pack.size()) + " cards, expected the " +
                                std::to_string(rules.deck.size()) + " of the pack");
  }
  Deal deal = new_deal(rules, leader);
  for (const Card card : pack) {
    if (!may_deal(rules, deal, card)) {
      throw std::invalid_argument("dealt: card " + std::to_string(card) +
                                  ", expected each card of the pack once");
    }
    deal_card(rules, deal, card);
  }
  return deal;
}

ActionSet legal_actions(const Rules& rules, const Deal& deal) {
  if (deal.terminal() || deal.dealing()) return 0;
  const CardSet hand = deal.hands[deal.to_move()];
  if (deal.led != kNoCard) {
    return deal.open() ? hand : strict_replies(deal.trump, hand, deal.led);
  }
  if (deal.turn == Turn::kAnnounced) {
    const CardSet pair = rules.deck.marriage(deal.marriage);
    return rules.marriage_leads_king ? pair & (pair << 1) : pair;
  }
  const ActionSet announcements = marriages(rules, deal);
  ActionSet actions = hand | announcements;
  if (rules.marriage_compulsory) {
    for (int suit = 0; suit < rules.deck.suits; ++suit) {
      if (announcements & action_bit(kMarriage + suit))
        actions &= ~ActionSet{rules.deck.marriage(suit)};
    }
  }
  if (may_exchange(rules, deal)) actions |= action_bit(kExchange);
  if (may_close(rules, deal)) actions |= action_bit(kClose);
  return actions;
}

void check_legal(const Rules& rules, const Deal& deal, Action action) {
  const ActionSet legal = legal_actions(rules, deal);
  if (action >= 0 && action < kNumActions && (legal & action_bit(action))) return;
  std::string expected;
  for (ActionSet left = legal; left; left &= left - 1)
    expected +=
        (expected.empty() ? ", expected one of " : ", ") + std::to_string(std::countr_zero(left));
  throw std::invalid_argument("action " + std::to_string(action) + " is not legal here" + expected);
}

void apply(const Rules& rules, Deal& deal, Action action) {
  const int player = deal.to_move();
  if (action == kExchange) {
    const Card jack = make_card(deal.trump, 0);
    deal.hands[player] ^= bit(jack) | bit(deal.up);
    deal.known[player] = (deal.known[player] | bit(deal.up)) & ~bit(jack);
    deal.up = static_cast<std::int8_t>(jack);
    deal.turn = Turn::kExchanged;
  } else if (action == kClose) {
    deal.closer = static_cast<std::int8_t>(player);
    deal.closed_points = deal.points[1 - player];
    deal.closed_tricks = deal.tricks[1 - player];
    deal.turn = Turn::kClosed;
  } else if (action >= kMarriage) {
    announce(rules, deal, action - kMarriage);
  } else {
    deal.hands[player] &= ~bit(action);
    deal.known[player] &= ~bit(action);
    deal.played[player] |= bit(action);
    if (deal.led == kNoCard) {
      deal.excluded[player] |= excluded_by_silence(rules, deal, action);
      deal.led = static_cast<std::int8_t>(action);
      return;
    }
    if (!deal.open()) deal.excluded[player] |= excluded_by(deal.trump, deal.led, action);
    finish_trick(rules, deal, action);
  }
}

}  // namespace vorhand::schnapsen
