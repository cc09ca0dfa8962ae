#include "skat/paranoid/paranoid_search.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "random_member.hpp"

namespace vorhand::skat {

namespace {

constexpr std::uint64_t kNodesBetween =
    256;                       // nodes between checks of the clock; a check costs as much as a node
constexpr int kFewTricks = 3;  // up to this many, a search costs less than solving a world
// Nodes for solving one world, as a multiple of the search's budget; few worlds need more.
constexpr std::uint64_t kOpenNodes = 20;

bool a_world_is_left(const std::array<CardSet, 2>& may, const std::array<int, 2>& holds) {
  return holds[0] <= count(may[0]) && holds[1] <= count(may[1]) &&
         holds[0] + holds[1] <= count(may[0] | may[1]);
}

// Remove a card that a defender plays, and that was therefore in that defender's hand.
void take_card(ParanoidPosition& position, std::size_t defender, Card card) {
  for (CardSet& cards : position.may) cards &= ~bit(card);
  position.unseen &= ~bit(card);
  --position.holds[defender];
}

// Return a random world; its seats are counted from the soloist.
std::array<CardSet, kNumPlayers> some_world(const ParanoidPosition& position, Random& random) {
  std::array<CardSet, kNumPlayers> hands{position.own, 0, 0};
  ParanoidPosition left = position;
  for (CardSet cards = position.unseen; cards;) {
    const Card card = random_member(cards, random);
    cards &= ~bit(card);
    const std::size_t first = random.below(2);
    for (const std::size_t defender : {first, 1 - first}) {
      if (!(left.may[defender] & bit(card)) || left.holds[defender] == 0) continue;
      ParanoidPosition next = left;
      take_card(next, defender, card);
      if (!a_world_is_left(next.may, next.holds)) continue;
      hands[defender + 1] |= bit(card);
      left = next;
      break;
    }
    // A card that no defender takes lies in the skat.
    for (CardSet& may : left.may) may &= ~bit(card);
  }
  return hands;
}

}  // namespace

void validate(const ParanoidPosition& position) {
  const CardSet table = (position.trick_size > 0 ? bit(position.trick[0]) : 0) |
                        (position.trick_size > 1 ? bit(position.trick[1]) : 0);
  const CardSet may = position.may[0] | position.may[1];
  if ((position.own & position.unseen) || (table & (position.own | position.unseen)) ||
      (may & ~position.unseen)) {
    throw ParanoidError("cards: expected each in one place, and defenders' among the unseen");
  }
  std::array<int, kNumPlayers> sizes{count(position.own), position.holds[0], position.holds[1]};
  for (int k = 0; k < position.trick_size; ++k) {
    ++sizes[static_cast<std::size_t>((position.leader + k) % kNumPlayers)];
  }
  if (sizes[0] != sizes[1] || sizes[0] != sizes[2]) {
    throw ParanoidError("hands: expected the same size at the beginning of the trick");
  }
  const int hidden = count(position.unseen) - position.holds[0] - position.holds[1];
  if (hidden != 0 && hidden != kSkatSize) {
    throw ParanoidError("unseen: " + std::to_string(count(position.unseen)) +
                        " cards, expected those of the defenders, and two of an unknown skat");
  }
  if (!a_world_is_left(position.may, position.holds)) {
    throw ParanoidError("may: expected a world in which the defenders hold that many cards");
  }
}

CardSet moves_of_some_world(const ParanoidPosition& position) {
  const int seat = position.to_move();
  const Card led = position.trick_size > 0 ? position.trick[0] : -1;
  if (seat == 0) return legal_cards(position.contract, position.own, led);
  const auto defender = static_cast<std::size_t>(seat - 1);
  CardSet moves = 0;
  for (CardSet left = position.may[defender]; left;) {
    const Card card = pop_lowest(left);
    ParanoidPosition next = position;
    if (led >= 0) next.may[defender] &= ~void_shown(position.contract, led, card);
    take_card(next, defender, card);
    if (a_world_is_left(next.may, next.holds)) moves |= bit(card);
  }
  return moves;
}

ParanoidStep after(const ParanoidPosition& position, Card card) {
  ParanoidStep step{position};
  ParanoidPosition& next = step.position;
  const int seat = position.to_move();
  if (seat == 0) {
    next.own &= ~bit(card);
  } else {
    const auto defender = static_cast<std::size_t>(seat - 1);
    if (position.trick_size > 0) {
      next.may[defender] &= ~void_shown(position.contract, position.trick[0], card);
    }
    take_card(next, defender, card);
  }
  if (position.trick_size < 2) {
    next.trick[static_cast<std::size_t>(next.trick_size++)] = card;
    return step;
  }
  const auto [led, second] = position.trick;
  next.leader =
      (position.leader + trick_winner(position.contract, led, second, card)) % kNumPlayers;
  next.trick = {-1, -1};
  next.trick_size = 0;
  step.ends_trick = true;
  step.soloist_took = next.leader == 0;
  if (step.soloist_took) step.points = card_points(bit(led) | bit(second) | bit(card));
  return step;
}

bool ParanoidSearch::reaches(const ParanoidPosition& position, ParanoidGoal goal, int need,
                             std::uint64_t node_budget, KeepGoing keep_going) {
  begin(position.contract, goal);
  keep_going_ = std::move(keep_going);
  node_budget_ = node_budget;
  return reach(position, goal == ParanoidGoal::kPoints ? need : 1);
}

void ParanoidSearch::begin(Contract contract, ParanoidGoal goal) {
  nodes_ = 0;
  known_.clear();
  contract_ = contract;
  goal_ = goal;
  for (Card card = 0; card < kNumCards; ++card) {
    higher_[static_cast<std::size_t>(card)] = -1;
    for (CardSet left = follow_mask(contract, card); left;) {
      const Card other = pop_lowest(left);
      const Card best = higher_[static_cast<std::size_t>(card)];
      if (strength(contract, other) > strength(contract, card) &&
          (best < 0 || strength(contract, other) < strength(contract, best))) {
        higher_[static_cast<std::size_t>(card)] = other;
      }
    }
  }
}

// Search from the beginning of a trick or from within one. For the goals that count tricks `need`
// is 1.
bool ParanoidSearch::reach(const ParanoidPosition& position, int need) {
  const bool points = goal_ == ParanoidGoal::kPoints;
  if (points && need <= 0) return true;
  if (position.trick_size > 0) return reach_by_moves(position, need);
  if (points && need > card_points(position.own | position.unseen)) return false;
  if (!position.own) return true;  // points left lie in the skat, and they suffice
  if (all_safe(position) || sure_from_the_top(position, need)) return true;
  const Key key{position.own, position.may[0], position.may[1], position.unseen, position.leader};
  if (const auto found = known_.find(key); found != known_.end()) {
    if (need <= found->second.low) return true;
    if (need >= found->second.high) return false;
  }
  const bool reached = !refuted_in_a_world(position, need) && reach_by_moves(position, need);
  Bounds& bounds = known_.try_emplace(key, Bounds{0, kTotalPoints + 1}).first->second;
  if (reached) {
    bounds.low = std::max(bounds.low, need);
  } else {
    bounds.high = std::min(bounds.high, need);
  }
  return reached;
}

bool ParanoidSearch::reach_by_moves(const ParanoidPosition& position, int need) {
  if (++nodes_ == node_budget_) throw BudgetSpent{};
  if (nodes_ % kNodesBetween == 0 && !keep_going_()) throw solver::Cancelled("cancelled");
  const bool soloist = position.to_move() == 0;
  CardSet moves = without_equivalent(position, moves_of_some_world(position));
  while (moves) {
    Card best = lowest(moves);
    for (CardSet left = moves; left;) {
      const Card card = pop_lowest(left);
      if (promise(position, card) > promise(position, best)) best = card;
    }
    moves &= ~bit(best);
    if (play(position, best, need) == soloist) return soloist;
  }
  return !soloist;
}

bool ParanoidSearch::play(const ParanoidPosition& position, Card card, int need) {
  const ParanoidStep step = after(position, card);
  if (step.ends_trick) {
    if (goal_ == ParanoidGoal::kNoTrick && step.soloist_took) return false;
    if (goal_ == ParanoidGoal::kEveryTrick && !step.soloist_took) return false;
  }
  return reach(step.position, need - (goal_ == ParanoidGoal::kPoints ? step.points : 0));
}

// Tell whether the soloist misses the points in a random world even with open hands. False without
// a test for other goals and with few tricks left.
bool ParanoidSearch::refuted_in_a_world(const ParanoidPosition& position, int need) {
  if (goal_ != ParanoidGoal::kPoints || count(position.own) <= kFewTricks) return false;
  Random random(mix64(position.own ^ std::uint64_t{position.unseen} << 32));
  const auto hands = some_world(position, random);
  const CardSet skat = position.unseen & ~(hands[1] | hands[2]);
  const int open_need = need - card_points(skat);
  if (open_need <= 0) return false;
  solver::Position open{hands, contract_, 0, position.leader, {-1, -1}, 0};
  const bool bounded = node_budget_ && node_budget_ < UINT64_MAX / kOpenNodes;
  const std::uint64_t budget = bounded ? kOpenNodes * node_budget_ : UINT64_MAX;
  open_hands_.trump().begin(open, budget);
  try {
    return !open_hands_.trump().at_least(open_need);
  } catch (const solver::NodeBudgetError&) {
    return false;  // unknown: the world does not refute the goal
  }
}

// Tell whether unbeatable cards suffice, at the beginning of a trick. A trump above all unseen ones
// takes its trick, whoever leads. If the soloist leads such trumps until no defender can hold
// another one, their other trumps win too, and so do the cards of a side suit above all unseen
// ones, and below those once nobody can hold more of the suit. In w tricks the defenders play 2 w
// unseen cards, at least the cheapest.
bool ParanoidSearch::sure_from_the_top(const ParanoidPosition& position, int need) const {
  if (goal_ == ParanoidGoal::kNoTrick) return false;
  const CardSet trumps = trump_mask(contract_);
  auto most_held = [&](CardSet suit) {
    int most = 0;
    for (const std::size_t defender : {0, 1}) {
      most =
          std::max(most, std::min(count(position.may[defender] & suit), position.holds[defender]));
    }
    return most;
  };
  auto from_the_top = [&](CardSet suit) {
    int best = -1;
    for (CardSet left = position.unseen & suit; left;) {
      best = std::max(best, strength(contract_, pop_lowest(left)));
    }
    CardSet winners = 0;
    for (CardSet left = position.own & suit; left;) {
      const Card card = pop_lowest(left);
      if (strength(contract_, card) > best) winners |= bit(card);
    }
    return winners;
  };
  CardSet winners = from_the_top(trumps);
  if (position.leader == 0 && count(winners) >= most_held(trumps)) {
    winners |= position.own & trumps;
    for (int suit = 0; suit < 4; ++suit) {
      const CardSet side = suit_mask(suit) & ~trumps;
      const CardSet top = from_the_top(side);
      winners |= count(top) >= most_held(side) ? position.own & side : top;
    }
  }
  if (winners == position.own) {
    return goal_ == ParanoidGoal::kEveryTrick ||
           need <= card_points(position.own | position.unseen);
  }
  if (goal_ == ParanoidGoal::kEveryTrick) return false;
  int points = card_points(winners), thrown = 2 * count(winners);
  for (const int worth : {0, 2, 3, 4, 10, 11}) {
    for (CardSet left = position.unseen; left && thrown > 0;) {
      if (card_points(bit(pop_lowest(left))) != worth) continue;
      points += worth;
      --thrown;
    }
  }
  return points >= need;
}

// Null: tell whether the soloist can surely duck in every world: others lead, and below each of the
// soloist's cards in its suit there are no more unseen cards than own cards.
bool ParanoidSearch::all_safe(const ParanoidPosition& position) const {
  if (goal_ != ParanoidGoal::kNoTrick || position.leader == 0) return false;
  for (CardSet left = position.own; left;) {
    const Card card = pop_lowest(left);
    int margin = 0;
    for (CardSet suit = follow_mask(contract_, card) & (position.own | position.unseen); suit;) {
      const Card other = pop_lowest(suit);
      if (strength(contract_, other) >= strength(contract_, card)) continue;
      margin += (position.own & bit(other)) ? 1 : -1;
    }
    if (margin < 0) return false;
  }
  return true;
}

// Keep one of several cards that are adjacent in rank among the cards in play, of equal worth if
// points count, and held by one player in every world: swapping two of them maps each line of play
// to another. Cards that two players may hold are not equivalent, since one may beat the other.
CardSet ParanoidSearch::without_equivalent(const ParanoidPosition& position, CardSet moves) const {
  CardSet in_play = position.own | position.unseen;
  for (int k = 0; k < position.trick_size; ++k)
    in_play |= bit(position.trick[static_cast<std::size_t>(k)]);
  const bool skat_known = count(position.unseen) == position.holds[0] + position.holds[1];
  CardSet held = position.own;  // by the player to move, in every world
  if (const int seat = position.to_move(); seat > 0) {
    const auto defender = static_cast<std::size_t>(seat - 1);
    held = skat_known ? position.may[defender] & ~position.may[1 - defender] : 0;
  }
  const CardSet all = moves;
  for (CardSet left = all; left;) {
    const Card card = pop_lowest(left);
    Card above = higher_[static_cast<std::size_t>(card)];
    while (above >= 0 && !(in_play & bit(above))) above = higher_[static_cast<std::size_t>(above)];
    if (above < 0 || !(all & held & bit(above)) || !(held & bit(card))) continue;
    if (goal_ != ParanoidGoal::kPoints || card_points(bit(above)) == card_points(bit(card))) {
      moves &= ~bit(card);
    }
  }
  return moves;
}

// Score a card for the side to move by its chance to settle the question.
int ParanoidSearch::promise(const ParanoidPosition& position, Card card) const {
  const int value = card_points(bit(card)), rank = strength(contract_, card);
  const bool soloist = position.to_move() == 0;
  const bool leads = position.trick_size == 0;
  if (goal_ == ParanoidGoal::kNoTrick) return soloist && !leads ? rank : -rank;
  if (leads) {
    const bool trump = (trump_mask(contract_) & bit(card)) != 0;
    return soloist ? rank + (trump ? 32 : 0) : value - (trump ? 32 : 0);
  }
  const auto [led, second] = position.trick;
  const bool second_leads = position.trick_size == 2 && beats(contract_, second, led);
  const Card winning = second_leads ? second : led;
  const int winner = (position.leader + (second_leads ? 1 : 0)) % kNumPlayers;
  const bool takes = beats(contract_, card, winning);
  if (soloist) return takes ? 64 + value - rank : -value;
  if (winner == 0 && takes) return 64 + value - rank;
  return winner == 0 ? -value : value;
}

}  // namespace vorhand::skat
