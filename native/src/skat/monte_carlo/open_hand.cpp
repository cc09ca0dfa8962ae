#include "skat/monte_carlo/open_hand.hpp"

#include <algorithm>
#include <vector>

namespace vorhand::skat {

namespace {

// Base-2 logarithm of the number of table entries, for one world.
constexpr int kOpenHandTableBits = 15;
// Points at which the payment changes.
constexpr std::array<Outcome, 3> kLevels{31, 61, 90};

bool any(const Outcomes& outcomes, int value) {
  return std::find(outcomes.begin(), outcomes.end(), value) != outcomes.end();
}

// Return the highest level that is reached, or `low` if none is. This is a binary search.
template <class Reaches>
Outcome highest(std::span<const Outcome> levels, Outcome low, Reaches&& reaches) {
  while (!levels.empty()) {
    const std::size_t middle = levels.size() / 2;
    if (reaches(levels[middle])) {
      low = levels[middle];
      levels = levels.subspan(middle + 1);
    } else {
      levels = levels.first(middle);
    }
  }
  return low;
}

}  // namespace

OpenHand::OpenHand(Values values) : values_(values), workspace_(kOpenHandTableBits) {}

Outcomes OpenHand::operator()(const CardPlay& play, CardSet moves) {
  if (play.declaration.is_null()) {
    begin(play.table);
    return null_outcomes(play, moves);
  }
  if (values_ == Values::kExact) {
    begin(play.table);
    return exact(play.table, moves);
  }
  begin_world(play, Objective::kPoints);
  return after_each(moves & position_.legal());
}

void OpenHand::begin_world(const CardPlay& play, Objective objective) {
  begin(play.table);
  size_ = 0;
  if (play.table.target == kTotalPoints) {
    levels_[size_++] = kTookAll;
    return;
  }
  Outcome below = 0;
  for (const Outcome level : kLevels) {
    if (play.worth(level, objective) != play.worth(below, objective)) levels_[size_++] = level;
    below = level;
  }
}

Outcome OpenHand::after(Card card) {
  return highest(levels(), 0, [&](Outcome level) { return reaching(bit(card), level) != 0; });
}

Outcome OpenHand::best(Outcome known) {
  const auto all = levels();
  const auto above = std::upper_bound(all.begin(), all.end(), known);
  const auto reaches = [&](Outcome level) { return best_reaches(level); };
  const bool soloist = position_.to_move() == position_.soloist;
  if (soloist) return highest({above, all.end()}, known, reaches);
  return highest({all.begin(), above}, 0, reaches);
}

Outcomes OpenHand::after_each(CardSet cards) {
  Outcomes outcomes;
  outcomes.fill(kIllegal);
  find_levels(cards, 0, levels(), outcomes);
  return outcomes;
}

void OpenHand::find_levels(CardSet cards, Outcome low, std::span<const Outcome> above,
                           Outcomes& outcomes) {
  if (cards && !above.empty()) {
    const std::size_t middle = above.size() / 2;
    const CardSet reach = reaching(cards, above[middle]);
    find_levels(reach, above[middle], above.subspan(middle + 1), outcomes);
    find_levels(cards & ~reach, low, above.first(middle), outcomes);
    return;
  }
  while (cards) outcomes[static_cast<std::size_t>(pop_lowest(cards))] = low;
}

void OpenHand::begin(const PlayTable& table) {
  position_ = {.hands = table.hands,
               .contract = table.contract,
               .soloist = table.soloist,
               .leader = table.leader,
               .trick = {table.trick[0], table.trick[1]},
               .trick_size = table.trick_size};
  points_ = table.points_with_skat();
  most_ = points_ + card_points(position_.cards());
  again_ = false;
}

Outcomes OpenHand::exact(const PlayTable& table, CardSet moves) {
  Outcomes outcomes = ask(solver::Question::kMoves, moves);
  const int all = card_points(position_.cards());
  const bool may_take_all = table.defender_tricks == 0 && any(outcomes, all);
  const bool may_take_none = table.soloist_tricks == 0 && any(outcomes, 0);
  for (Outcome& outcome : outcomes) {
    if (outcome != kIllegal) outcome = static_cast<Outcome>(outcome + points_);
  }
  if (may_take_all) mark(solver::Question::kMovesTakesAll, moves, kTookAll, outcomes);
  if (may_take_none) mark(solver::Question::kMovesTakesNone, moves, kTookNone, outcomes);
  return outcomes;
}

Outcomes OpenHand::null_outcomes(const CardPlay& play, CardSet moves) {
  Outcomes outcomes = ask(solver::Question::kMovesTimeToLive, moves);
  for (Outcome& outcome : outcomes) {
    if (outcome > 0) outcome = static_cast<Outcome>(outcome + play.tricks_played());
  }
  return outcomes;
}

CardSet OpenHand::reaching(CardSet cards, Outcome level) {
  if (is_settled(level)) return level <= points_ ? cards : 0;
  const Outcomes answers = level == kTookAll
                               ? ask(solver::Question::kMovesTakesAll, cards)
                               : ask(solver::Question::kMovesAtLeast, cards, level - points_);
  CardSet reach = 0;
  for (CardSet rest = cards; rest;) {
    const Card card = pop_lowest(rest);
    if (answers[static_cast<std::size_t>(card)] == 1) reach |= bit(card);
  }
  return reach;
}

bool OpenHand::best_reaches(Outcome level) {
  if (is_settled(level)) return level <= points_;
  std::array<Outcome, 1> value;
  if (level == kTookAll) {
    answer(solver::Question::kTakesAll, kAllCards, 0, value);
  } else {
    answer(solver::Question::kAtLeast, kAllCards, level - points_, value);
  }
  return value[0] == 1;
}

Outcomes OpenHand::ask(solver::Question question, CardSet moves, int low) {
  Outcomes values;
  answer(question, moves, low, values);
  for (Card card = 0; card < kNumCards; ++card) {
    if (!(moves & bit(card))) values[static_cast<std::size_t>(card)] = kIllegal;
  }
  return values;
}

void OpenHand::answer(solver::Question question, CardSet moves, int low,
                      std::span<Outcome> values) {
  const bool points =
      question == solver::Question::kMovesAtLeast || question == solver::Question::kAtLeast;
  const solver::Task task{.question = question,
                          .low = low,
                          .table_bits = kOpenHandTableBits,
                          .moves = moves,
                          .again = again_ && points};
  workspace_.answer(position_, task, values);
  again_ = points;
}

void OpenHand::mark(solver::Question question, CardSet moves, Outcome as, Outcomes& outcomes) {
  const Outcomes answers = ask(question, moves);
  for (std::size_t card = 0; card < kNumCards; ++card) {
    if (answers[card] == 1) outcomes[card] = as;
  }
}

// Return the card with the least total loss compared with the best card of each world. Worths and
// their sums are exact, see kTieBreaker.
Card best_by_levels(std::span<const CardPlay> worlds, Objective objective, Card preferred,
                    OpenHand& solver) {
  std::array<double, kNumCards> short_by{};
  const CardSet others = worlds[0].legal() & ~bit(preferred);
  const auto add = [&](const CardPlay& world, CardSet cards, Outcome best) {
    const double side = world.player() == world.table.soloist ? 1 : -1;
    const double most = side * world.worth(best, objective);
    const Outcomes outcomes = solver.after_each(cards);
    for (CardSet rest = cards; rest;) {
      const auto card = static_cast<std::size_t>(pop_lowest(rest));
      short_by[card] += most - side * world.worth(outcomes[card], objective);
    }
  };
  // Usually no card beats the preferred one in any world, which is quick to establish.
  struct Equal {
    const CardPlay* world;
    Outcome best;
  };
  std::vector<Equal> equal;
  for (const CardPlay& world : worlds) {
    solver.begin_world(world, objective);
    const Outcome level = solver.after(preferred), best = solver.best(level);
    if (level == best) {
      equal.push_back({&world, best});
    } else {
      add(world, others | bit(preferred), best);
    }
  }
  const double to_beat = short_by[static_cast<std::size_t>(preferred)];
  const auto still = [&](CardSet cards) {
    CardSet kept = 0;
    while (cards) {
      const Card card = pop_lowest(cards);
      if (short_by[static_cast<std::size_t>(card)] < to_beat) kept |= bit(card);
    }
    return kept;
  };
  CardSet left = still(others);
  for (std::size_t i = 0; i < equal.size() && left; ++i) {
    solver.begin_world(*equal[i].world, objective);
    add(*equal[i].world, left, equal[i].best);
    left = still(left);
  }
  Card best = preferred;
  while (left) {
    const Card card = pop_lowest(left);
    if (short_by[static_cast<std::size_t>(card)] < short_by[static_cast<std::size_t>(best)])
      best = card;
  }
  return best;
}

}  // namespace vorhand::skat
