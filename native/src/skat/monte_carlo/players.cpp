#include "skat/monte_carlo/players.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "skat/rule_player.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

namespace {

// Entries of the solver's table for one world, as a power of two.
constexpr int kTableBits = 15;
constexpr Outcome kToEscapeSchneider = 31, kToWin = 61, kToMakeSchneider = 90;

class OpenHand {
 public:
  explicit OpenHand(Values values) : values_(values) {}

  Outcomes operator()(const CardPlay& play, CardSet moves) {
    begin(play.table);
    moves_ = moves;
    if (play.declaration.is_null()) return null_outcomes(play);
    return values_ == Values::kLevels ? levels(play.table) : exact(play.table);
  }

  // Trump games: whether no other card leads to a better level for the player.
  bool is_best(const CardPlay& play, Card card) {
    const PlayTable& table = play.table;
    begin(table);
    moves_ = bit(card);
    const auto reached = [&](auto&& at_least) {
      if (table.target == kTotalPoints) return at_least(kTotalPoints) ? 3 : 0;
      if (at_least(kToWin)) return at_least(kToMakeSchneider) ? 3 : 2;
      return at_least(kToEscapeSchneider) ? 1 : 0;
    };
    const int by_card = reached([&](int points) {
      if (points == kTotalPoints) return any(ask(solver::Question::kMovesTakesAll), 1);
      return any(ask(solver::Question::kMovesAtLeast, points - table.points_with_skat()), 1);
    });
    if (by_card == (table.player() == table.soloist ? 3 : 0)) return true;
    return by_card == reached([&](int points) {
             if (points == kTotalPoints) return one_answer(solver::Question::kTakesAll, 0);
             return one_answer(solver::Question::kAtLeast, points - table.points_with_skat());
           });
  }

 private:
  void begin(const PlayTable& table) {
    position_ = {.hands = table.hands,
                 .contract = table.contract,
                 .soloist = table.soloist,
                 .leader = table.leader,
                 .trick = {table.trick[0], table.trick[1]},
                 .trick_size = table.trick_size};
    again_ = false;
  }

  Outcomes exact(const PlayTable& table) {
    Outcomes outcomes = ask(solver::Question::kMoves);
    const int all = card_points(position_.cards());
    const bool may_take_all = table.defender_tricks == 0 && any(outcomes, all);
    const bool may_take_none = table.soloist_tricks == 0 && any(outcomes, 0);
    for (Outcome& outcome : outcomes) {
      if (outcome != kIllegal) outcome = static_cast<Outcome>(outcome + table.points_with_skat());
    }
    if (may_take_all) mark(solver::Question::kMovesTakesAll, kTookAll, outcomes);
    if (may_take_none) mark(solver::Question::kMovesTakesNone, kTookNone, outcomes);
    return outcomes;
  }

  Outcomes levels(const PlayTable& table) {
    Outcomes outcomes;
    outcomes.fill(kIllegal);
    const CardSet moves = moves_;
    const auto ask_rest = [&](CardSet cards, solver::Question question, int points) {
      moves_ = cards;
      CardSet reach = 0;
      if (!cards) return reach;
      const Outcomes answers = ask(question, points - table.points_with_skat());
      for (CardSet rest = cards; rest;) {
        const Card card = pop_lowest(rest);
        const Outcome answer = answers[static_cast<std::size_t>(card)];
        if (answer == 1) reach |= bit(card);
      }
      return reach;
    };
    const auto set = [&](CardSet cards, Outcome outcome) {
      while (cards) outcomes[static_cast<std::size_t>(pop_lowest(cards))] = outcome;
    };
    const CardSet legal = moves & position_.legal();
    set(legal, 0);
    if (table.target == kTotalPoints) {
      set(ask_rest(legal, solver::Question::kMovesTakesAll, 0), kTookAll);
      return outcomes;
    }
    constexpr auto kQuestion = solver::Question::kMovesAtLeast;
    const CardSet wins = ask_rest(legal, kQuestion, kToWin);
    set(wins, kToWin);
    set(ask_rest(wins, kQuestion, kToMakeSchneider), kToMakeSchneider);
    set(ask_rest(legal & ~wins, kQuestion, kToEscapeSchneider), kToEscapeSchneider);
    return outcomes;
  }

  Outcomes null_outcomes(const CardPlay& play) {
    Outcomes outcomes = ask(solver::Question::kMovesTimeToLive);
    for (Outcome& outcome : outcomes) {
      if (outcome > 0) outcome = static_cast<Outcome>(outcome + play.tricks_played());
    }
    return outcomes;
  }

  Outcomes ask(solver::Question question, int low = 0) {
    Outcomes values;
    answer(question, low, values);
    for (Card card = 0; card < kNumCards; ++card) {
      if (!(moves_ & bit(card))) values[static_cast<std::size_t>(card)] = kIllegal;
    }
    return values;
  }

  bool one_answer(solver::Question question, int low) {
    std::array<Outcome, 1> value;
    answer(question, low, value);
    return value[0] == 1;
  }

  void answer(solver::Question question, int low, std::span<Outcome> values) {
    const bool points =
        question == solver::Question::kMovesAtLeast || question == solver::Question::kAtLeast;
    const solver::Task task{.question = question,
                            .low = low,
                            .table_bits = kTableBits,
                            .moves = moves_,
                            .again = again_ && points};
    workspace_.answer(position_, task, values);
    again_ = points;
  }

  void mark(solver::Question question, Outcome as, Outcomes& outcomes) {
    const Outcomes answers = ask(question);
    for (std::size_t card = 0; card < kNumCards; ++card) {
      if (answers[card] == 1) outcomes[card] = as;
    }
  }

  static bool any(const Outcomes& outcomes, int value) {
    return std::find(outcomes.begin(), outcomes.end(), value) != outcomes.end();
  }

  Values values_;
  CardSet moves_ = kAllCards;
  bool again_ = false;  // the position is the one asked last
  solver::Workspace workspace_{kTableBits};
  solver::Position position_;
};

// Different worlds that agree with what the player to move knows.
std::vector<CardPlay> sample(const CardPlay& play, int worlds, Random& random) {
  const Worlds possible(play.knowledge());
  const Permutation order(possible.count(), random.next());
  std::vector<CardPlay> found(std::min(static_cast<std::uint64_t>(worlds), possible.count()));
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = play.in_world(possible.world(order(i)));
  return found;
}

using Scores = std::array<double, kNumCards>;

// Sums over worlds of what each card is worth to the player to move.
Scores score(std::span<const CardPlay> worlds, Objective objective, const Evaluator& evaluator,
             Random& random) {
  Scores scores{};
  for (const CardPlay& world : worlds) {
    const CardSet legal = world.legal();
    const double side = world.player() == world.table.soloist ? 1 : -1;
    const Outcomes outcomes = evaluator(world, legal, random);
    for (CardSet rest = legal; rest;) {
      const auto card = static_cast<std::size_t>(pop_lowest(rest));
      scores[card] += side * world.worth(outcomes[card], objective);
    }
  }
  return scores;
}

Card best_card(CardSet legal, const Scores& scores) {
  Card best = lowest(legal);
  while (legal) {
    const Card card = pop_lowest(legal);
    if (scores[static_cast<std::size_t>(card)] > scores[static_cast<std::size_t>(best)])
      best = card;
  }
  return best;
}

}  // namespace

CardPlayer rule_player() {
  return [](const CardPlay& play, Random&) { return rule_card(play.table.view()); };
}

CardPlayer random_player() {
  return [](const CardPlay& play, Random& random) {
    CardSet legal = play.legal();
    for (auto skipped = random.below(static_cast<std::uint64_t>(count(legal))); skipped; --skipped)
      legal &= legal - 1;
    return lowest(legal);
  };
}

Evaluator open_hand(Values values) {
  auto solver = std::make_shared<OpenHand>(values);
  return [solver](const CardPlay& play, CardSet moves, Random&) { return (*solver)(play, moves); };
}

Evaluator played_out(CardPlayer player, Objective objective) {
  return [=, player = std::move(player)](const CardPlay& play, CardSet moves, Random& random) {
    Outcomes outcomes;
    outcomes.fill(kIllegal);
    // A stream a card: what follows one does not depend on which others are looked at.
    const std::uint64_t seed = random.next();
    for (CardSet rest = moves & play.legal(); rest;) {
      const Card card = pop_lowest(rest);
      Random chances(seed, static_cast<std::uint64_t>(card));
      CardPlay line = play;
      line.play(card);
      while (!line.is_decided(objective)) line.play(player(line, chances));
      outcomes[static_cast<std::size_t>(card)] = line.outcome();
    }
    return outcomes;
  };
}

CardPlayer monte_carlo(int worlds, Objective objective, Evaluator evaluator) {
  return [=, evaluator = std::move(evaluator)](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const std::vector<CardPlay> found = sample(play, worlds, random);
    return best_card(legal, score(found, objective, evaluator, random));
  };
}

CardPlayer pimc_player(int worlds, Objective objective, Values values) {
  if (values == Values::kExact) return monte_carlo(worlds, objective, open_hand(values));
  auto solver = std::make_shared<OpenHand>(values);
  const Evaluator evaluator = [solver](const CardPlay& play, CardSet moves, Random&) {
    return (*solver)(play, moves);
  };
  return [=](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const std::vector<CardPlay> found = sample(play, worlds, random);
    const Card card = rule_card(play.table.view());
    const auto best = [&](const CardPlay& world) { return solver->is_best(world, card); };
    // Most often nothing beats the rule player's card in any world, and that is soon seen.
    if (!play.declaration.is_null() && std::all_of(found.begin(), found.end(), best)) return card;
    const Scores scores = score(found, objective, evaluator, random);
    const Card other = best_card(legal, scores);
    const bool equal =
        scores[static_cast<std::size_t>(card)] >= scores[static_cast<std::size_t>(other)];
    return equal ? card : other;
  };
}

bool evaluate(const CardPlay& play, const Batch& batch, const EvaluatorMaker& maker,
              std::span<Outcomes> outcomes, const std::function<bool()>& keep_going) {
  using Clock = std::chrono::steady_clock;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&](bool asks) {
    try {
      const Evaluator evaluator = maker();
      auto asked = Clock::now();
      for (std::size_t i = next++; i < batch.worlds.size() && !stopped; i = next++) {
        Random random(batch.seed, batch.first + i);
        outcomes[i] = evaluator(play.in_world(batch.worlds[i]), batch.moves, random);
        if (asks && Clock::now() - asked > std::chrono::milliseconds(20)) {
          if (!keep_going()) stopped = true;
          asked = Clock::now();
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
      stopped = true;
    }
  };
  const auto threads = std::min(static_cast<std::size_t>(batch.threads), batch.worlds.size());
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work, false);
  work(true);
  for (auto& helper : helpers) helper.join();
  if (error) std::rethrow_exception(error);
  return !stopped;
}

}  // namespace vorhand::skat
