#include "schnapsen/solver.hpp"

#include <algorithm>

namespace vorhand::schnapsen {

namespace {

constexpr int kEntryBits = 15;
constexpr int kMarriageFlag = 32;  // a lead with an announcement

// Tell whether closed play is only won or lost, announcing a marriage never hurts, and the last
// trick pays no more than any other win.
bool fast_rules(const Rules& rules) {
  return !rules.marriage_compulsory && !rules.marriage_leads_king &&
         !rules.pending_until_next_trick && rules.claim_on_marriage && !rules.failed_close_at_end &&
         rules.closed_first_wins && rules.last_trick_points == 1;
}

}  // namespace

Solver::Solver(const Rules& rules)
    : rules_(rules),
      plain_(!fast_rules(rules)),
      strict_(rules),
      entries_(std::size_t{1} << kEntryBits) {}

Solver::Share Solver::prepare(const Deal& deal) {
  resume(deal, ++last_generation_);
  return generation_;
}

void Solver::resume(const Deal& deal, Share share) {
  generation_ = share;
  load(deal);
}

// Set the trump suit and the order of the talon, which the search does not change.
void Solver::load(const Deal& deal) {
  if (deal.trump != trump_) forget();
  trump_ = deal.trump;
  stock_ = deal.up == kNoCard ? 0 : deal.talon_size;
  up_ = deal.up == kNoCard ? -1 : pack_card(deal.up);
  talon_left_[static_cast<std::size_t>(deal.talon_size)] = 0;
  for (int i = deal.talon_size - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    talon_[at] = static_cast<std::int8_t>(deal.talon[at] < 0 ? 0 : pack_card(deal.talon[at]));
    talon_left_[at] = talon_left_[at + 1] | Packed{1} << talon_[at];
  }
}

int Solver::value(const Deal& deal) {
  forget();
  prepare(deal);
  return value_within(deal, -3, 3);
}

void Solver::action_values(const Deal& deal, std::int8_t* values) {
  const int sign = deal.to_move() == 0 ? 1 : -1;
  const int best = sign * value_within(deal, -3, 3);
  for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
    Deal next = deal;
    apply(rules_, next, std::countr_zero(left));
    *values++ = static_cast<std::int8_t>(sign * value_below(next, sign, best));
  }
}

// Return the value for player 0 (`sign` 1) or player 1 (-1); it is at most `high`, the value before
// the action. Test first whether it reaches `high`, then continue from the bound found.
int Solver::value_below(const Deal& deal, int sign, int high) {
  const int low = least(deal, sign > 0 ? 0 : 1);
  while (high > low) {
    const int found =
        sign > 0 ? value_within(deal, high - 1, high) : -value_within(deal, -high, 1 - high);
    if (found >= high) break;
    high = found == 0 ? -1 : found;
  }
  return high;
}

void Solver::prove_actions(const Deal& deal, const std::int8_t* values) {
  for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
    Deal next = deal;
    apply(rules_, next, std::countr_zero(left));
    const int value = *values++;
    const bool closed = next.closer >= 0;  // after closing, one search settles both bounds
    if (closed || value > least(next, 0)) value_within(next, value - 1, value);
    if (!closed && value < -least(next, 1)) value_within(next, value, value + 1);
  }
}

// Return a lower bound of the player's value, assuming that nobody closes by mistake.
int Solver::least(const Deal& deal, int player) const {
  const auto p = static_cast<std::size_t>(player);
  if (plain_ || deal.terminal() || deal.closer >= 0) return -3;
  return -table_points(rules_, deal.points[p], deal.tricks[p]);
}

Solver::Side Solver::side(const Deal& deal, int player) const {
  const auto p = static_cast<std::size_t>(player);
  return {pack(deal.hands[p]), deal.points[p], deal.pending[p], deal.tricks[p] > 0};
}

// Swap the trump suit with the uppermost suit and close the gaps between suits.
Packed Solver::pack(CardSet cards) const {
  const int shift = 8 * trump_;
  const CardSet swap = (cards >> shift ^ cards >> 24) & 0xFF;
  cards ^= swap << shift ^ swap << 24;
  return (cards & 0x1F) | (cards >> 3 & 0x3E0) | (cards >> 6 & 0x7C00) | (cards >> 9 & 0xF8000);
}

int Solver::pack_card(Card card) const { return highest(pack(bit(card))); }

// Return the race of `asker` for the target of the rules, against `rival` for `rival_target`.
Race Solver::race_of(const Side& asker, const Side& rival, int rival_target, bool last) const {
  return {
      {asker.hand, rival.hand},
      {rules_.target - asker.points - asker.pending, rival_target - rival.points - rival.pending},
      {asker.trick, rival.trick},
      last};
}

int Solver::closed_value(const Deal& deal) {
  const Side closer = side(deal, deal.closer), opponent = side(deal, 1 - deal.closer);
  const Race race = race_of(closer, opponent, rules_.target, false);
  const int leader = deal.leader == deal.closer ? 0 : 1;
  const bool won = deal.led == kNoCard ? strict_.wins(race, leader)
                                       : strict_.wins_led(race, leader, pack_card(deal.led));
  const int points = won ? table_points(rules_, deal.closed_points, deal.closed_tricks)
                         : -(deal.closed_tricks > 0 ? 2 : 3);
  return deal.closer == 0 ? points : -points;
}

int Solver::value_within(const Deal& deal, int alpha, int beta) {
  if (deal.terminal()) return deal.value();
  if (plain_) return plain_value(deal, alpha, beta);
  const bool first = deal.leader == 0;
  if (deal.turn == Turn::kAnnounced && deal.led == kNoCard) {
    int best = -4;
    for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
      Deal next = deal;
      apply(rules_, next, std::countr_zero(left));
      best = std::max(best, (first ? 1 : -1) * value_within(next, alpha, beta));
    }
    return first ? best : -best;
  }
  if (deal.closer >= 0) return closed_value(deal);
  Node node{side(deal, deal.leader), side(deal, 1 - deal.leader), stock_, false};
  if (deal.up != kNoCard) {
    node.next = deal.next;
    node.exchanged = pack_card(deal.up) != up_;
  }
  const int low = first ? alpha : -beta, high = first ? beta : -alpha;
  const int led = deal.led == kNoCard ? -1 : pack_card(deal.led);
  const int result = used_up(node) ? ended(node, led, low, high)
                     : led < 0     ? search(node, low, high)
                                   : search_replies(node, led, low, high);
  return first ? result : -result;
}

Packed Solver::stock_cards(const Node& node) const {
  return talon_left_[static_cast<std::size_t>(node.next)] | Packed{1} << up(node);
}

std::uint64_t Solver::key(const Node& node) const {
  // A side has a trick exactly if it has points. The next card of the talon follows from the hands.
  return node.lead.hand | std::uint64_t{node.other.hand} << 20 |
         std::uint64_t(node.lead.points) << 40 | std::uint64_t(node.other.points) << 47 |
         std::uint64_t(node.lead.pending / 20) << 54 |
         std::uint64_t(node.other.pending / 20) << 57 | std::uint64_t{node.exchanged} << 60;
}

bool Solver::close_wins(const Node& node) {
  return strict_.wins(race_of(node.lead, node.other, rules_.target, false), 0);
}

// Return the value for the leader once the talon is used up, with `led` on the table or -1; exact
// inside the window, else a bound on its side.
int Solver::ended(const Node& node, int led, int alpha, int beta) {
  int low = -table(node.lead), high = table(node.other);
  while (low < high && low < beta && high > alpha) {
    // Find the winner first, then the amount; no deal is worth 0.
    const int least = std::max(low, alpha), most = std::min(high, beta);
    int asked = least < 1 && most >= 1 ? 1 : least + 1;
    if (asked == 0) asked = 1;
    if (at_least(node, led, asked)) {
      low = asked;
    } else {
      high = asked == 1 ? -1 : asked - 1;
    }
  }
  return low >= beta ? low : high;
}

// Tell whether the leader gets at least `value` game points. A side wins 1, 2 or 3 game points if
// it reaches the target before the other side reaches the target, leaves schneider or takes a
// trick, respectively. The leader loses at most n game points if the other side cannot win n + 1.
bool Solver::at_least(const Node& node, int led, int value) {
  const bool own = value > 0;
  const int level = own ? value : 1 - value;
  const Side& asker = own ? node.lead : node.other;
  const Side& rival = own ? node.other : node.lead;
  const int rival_target = level == 1 ? rules_.target : level == 2 ? rules_.schneider : 0;
  const Race race = race_of(asker, rival, rival_target, level == 1);
  const int leader = own ? 0 : 1;
  return (led < 0 ? strict_.wins(race, leader) : strict_.wins_led(race, leader, led)) == own;
}

// Return the value for the leader; exact inside the window, else a bound on its side.
int Solver::search(const Node& node, int alpha, int beta) {
  ++nodes_;
  // Neither side can lose more than it would lose now, since nobody is forced to close.
  const int most = table(node.other), least = -table(node.lead);
  if (most <= alpha) return most;
  if (least >= beta) return least;
  if (node.lead.trick &&
      strict_.best_marriage(node.lead.hand) + node.lead.points >= rules_.target &&
      strict_.best_marriage(node.lead.hand) > 0) {
    return most;
  }
  alpha = std::max(alpha, least);
  beta = std::min(beta, most);

  const std::uint64_t node_key = key(node);
  Entry& entry = entries_[(node_key * 0x9E3779B97F4A7C15ull) >> (64 - kEntryBits)];
  int best_move = -1;
  int low = -3, high = 3;
  const bool known = entry.generation == generation_ && entry.key == node_key;
  if (known) {
    low = entry.low;
    high = entry.high;
    best_move = entry.best;
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
    alpha = std::max(alpha, low);
    beta = std::min(beta, high);
  }
  int result;
  const int left = stock_ - node.next;
  const bool first = !node.lead.trick && !node.other.trick;
  const bool may_close =
      rules_.close && left >= rules_.close_talon && (!first || rules_.close_first_lead);
  const bool may_exchange = rules_.exchange && left >= rules_.exchange_talon &&
                            (!first || rules_.exchange_first_lead) &&
                            (node.lead.hand >> kTrumpJack & 1);
  if (may_close && !known && close_wins(node)) {
    result = most;
  } else {
    result = -4;
    if (may_exchange) {
      Node next = node;
      next.lead.hand = (node.lead.hand & ~(Packed{1} << kTrumpJack)) | Packed{1} << up(node);
      next.exchanged = true;
      result = search(next, alpha, beta);
    }
    if (result < beta)
      result = std::max(result, search_leads(node, std::max(alpha, result), beta, best_move));
  }
  if (result >= beta) {
    low = std::max(low, result);
  } else if (result <= alpha) {
    high = std::min(high, result);
  } else {
    low = high = result;
  }
  entry = {node_key, generation_, static_cast<std::int8_t>(low), static_cast<std::int8_t>(high),
           static_cast<std::int8_t>(best_move)};
  return result;
}

// The weights were chosen for the fewest nodes on random deals.
MoveList Solver::ordered_leads(const Node& node) const {
  const Packed mine = node.lead.hand, theirs = node.other.hand;
  const bool first = !node.lead.trick && !node.other.trick;
  Packed announced = 0;
  if (!first || rules_.marriage_first_lead) {
    const Packed pairs = mine & (mine >> 1) & strict_.pair_low_;
    announced = pairs | pairs << 1;
  }
  MoveList list;
  for (Packed wave = mine; wave;) {
    const int card = highest(wave);
    wave &= ~(Packed{1} << card);
    const bool trump = card >= 5 * kTrumps;
    const Pattern suit = pattern(theirs, packed_suit(card));
    const bool top = !(suit >> (card % 5));  // the opponent has no higher card of the suit
    const int value = strict_.value_[card];
    int score = (announced >> card & 1) ? 100 : 0;
    score -= trump ? 5 : 0;
    score -= top ? 2 * value + 21 : 24 * value;
    list.insert(card | ((announced >> card & 1) ? kMarriageFlag : 0), score);
  }
  return list;
}

int Solver::search_leads(const Node& node, int alpha, int beta, int& best_move) {
  MoveList list = ordered_leads(node);
  for (int i = 1; i < list.size; ++i) {
    if (list.moves[i] == best_move) std::rotate(list.moves, list.moves + i, list.moves + i + 1);
  }
  int best = -4;
  for (int i = 0; i < list.size; ++i) {
    const int led = list.moves[i] & 31;
    Node next = node;
    next.lead.hand &= ~(Packed{1} << led);
    if (list.moves[i] & kMarriageFlag) {
      const int points = led >= 15 ? rules_.royal_points : rules_.marriage_points;
      if (node.lead.trick) {
        next.lead.points = static_cast<std::int16_t>(next.lead.points + points);
      } else {
        next.lead.pending = static_cast<std::int16_t>(next.lead.pending + points);
      }
    }
    const int result = search_replies(next, led, std::max(alpha, best), beta);
    if (result > best) {
      best = result;
      best_move = list.moves[i];
      if (best >= beta) break;
    }
  }
  return best;
}

MoveList Solver::ordered_replies(const Node& node, int led) const {
  const Packed mine = node.other.hand, theirs = node.lead.hand;
  MoveList list;
  // With the talon open any card is legal. Cards of a run that win or lose alike count as one.
  const Packed stock = stock_cards(node);
  const Packed between = theirs | stock;
  const bool keeps_jack = rules_.exchange && !node.exchanged && (mine >> kTrumpJack & 1);
  Packed winners = 0, losers = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const Pattern cards = pattern(mine, suit);
    if (!cards) continue;
    const Pattern others = pattern(between, suit);
    const Pattern pair = strict_.pair_low_ & 31;
    const Pattern reach = pattern(mine | stock, suit);
    const int apart = (reach & (reach >> 1) & pair) != 0;
    Pattern win = 0;
    if (suit == packed_suit(led)) {
      win = cards & ~((Pattern{2} << (led - 5 * suit)) - 1);
    } else if (suit == kTrumps) {
      win = cards;
    }
    const Pattern lose = cards & ~win;
    const Pattern jack = suit == kTrumps && keeps_jack ? 1 : 0;
    const auto& tables = strict_.tables_;
    winners |= Packed((tables.high[apart][win & ~jack][others]) | (win & jack)) << (5 * suit);
    losers |= Packed((tables.low[apart][lose & ~jack][others]) | (lose & jack)) << (5 * suit);
  }
  const Packed pairs = mine & (mine >> 1) & strict_.pair_low_;
  const Packed paired = pairs | pairs << 1;
  for (Packed left = winners | losers; left;) {
    const int card = highest(left);
    left &= ~(Packed{1} << card);
    const bool trump = card >= 5 * kTrumps;
    int score = (paired >> card & 1) ? -42 : 0;
    if (winners >> card & 1) {
      score += 2 * strict_.value_[led] + strict_.value_[card] - 6;
      if (trump && led < 5 * kTrumps) score -= 27;
    } else {
      score -= 2 * strict_.value_[card] + (trump ? 16 : 0);
    }
    list.insert(card, score);
  }
  return list;
}

// Return the value for the leader; `led` has left the leader's hand.
int Solver::search_replies(const Node& node, int led, int alpha, int beta) {
  const MoveList list = ordered_replies(node, led);
  int best = 4;
  for (int i = 0; i < list.size; ++i) {
    best = std::min(best, after_trick(node, led, list.moves[i], alpha, std::min(beta, best)));
    if (best <= alpha) break;
  }
  return best;
}

int Solver::after_trick(const Node& node, int led, int reply, int alpha, int beta) {
  const bool lost = over(led, reply);
  Node next = node;
  next.other.hand &= ~(Packed{1} << reply);
  if (lost) std::swap(next.lead, next.other);
  Side& winner = next.lead;
  winner.points = static_cast<std::int16_t>(winner.points + winner.pending + strict_.value_[led] +
                                            strict_.value_[reply]);
  winner.pending = 0;
  winner.trick = true;
  int result;
  if (winner.points >= rules_.target) {
    result = table(next.other);
  } else {
    winner.hand |= Packed{1} << talon_[static_cast<std::size_t>(next.next++)];
    next.other.hand |=
        Packed{1} << (next.next < stock_ ? talon_[static_cast<std::size_t>(next.next++)]
                                         : up(node));
    const int low = lost ? -beta : alpha, high = lost ? -alpha : beta;
    result = used_up(next) ? ended(next, -1, low, high) : search(next, low, high);
  }
  return lost ? -result : result;
}

// Alpha-beta over the state machine, for rules that the fast search does not know.
int Solver::plain_value(const Deal& deal, int alpha, int beta) {
  ++nodes_;
  if (deal.terminal()) return deal.value();
  const bool max = deal.to_move() == 0;
  int best = max ? -4 : 4;
  for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
    Deal next = deal;
    apply(rules_, next, std::countr_zero(left));
    const int result = plain_value(next, alpha, beta);
    if (max) {
      best = std::max(best, result);
      alpha = std::max(alpha, best);
    } else {
      best = std::min(best, result);
      beta = std::min(beta, best);
    }
    if (alpha >= beta) break;
  }
  return best;
}

}  // namespace vorhand::schnapsen
