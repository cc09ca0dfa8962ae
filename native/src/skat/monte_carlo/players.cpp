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
constexpr int kToMakeSchneider = 90, kToEscapeSchneider = 31;

class OpenHand {
 public:
  explicit OpenHand(Values values) : values_(values) {}

  Outcomes operator()(const CardPlay& play, CardSet moves) {
    const PlayTable& table = play.table;
    moves_ = moves;
    position_ = {.hands = table.hands,
                 .contract = table.contract,
                 .soloist = table.soloist,
                 .leader = table.leader,
                 .trick = {table.trick[0], table.trick[1]},
                 .trick_size = table.trick_size};
    if (table.contract == Contract::kNull) return null_outcomes(play);
    if (values_ == Values::kLevels) return levels(table);
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

 private:
  Outcomes null_outcomes(const CardPlay& play) {
    Outcomes outcomes = ask(solver::Question::kMovesTimeToLive);
    for (Outcome& outcome : outcomes) {
      if (outcome > 0) outcome = static_cast<Outcome>(outcome + play.tricks_played());
    }
    return outcomes;
  }

  Outcomes levels(const PlayTable& table) {
    constexpr Outcome kLost = kToEscapeSchneider, kLostInSchneider = 0;
    if (table.target == kTotalPoints) {
      Outcomes outcomes = ask(solver::Question::kMovesTakesAll);
      replace(outcomes, kTookAll, kLost);
      return outcomes;
    }
    const int have = table.points_with_skat();
    const auto at_least = [&](int points) {
      return ask(solver::Question::kMovesAtLeast, points - have);
    };
    Outcomes outcomes = at_least(table.target);
    const bool some = any(outcomes, 1), all = !any(outcomes, 0);
    if (all && table.target < kToMakeSchneider) {
      outcomes = at_least(kToMakeSchneider);
      replace(outcomes, kToMakeSchneider, table.target);
    } else if (!some) {
      outcomes = at_least(kToEscapeSchneider);
      replace(outcomes, kLost, kLostInSchneider);
    } else {
      replace(outcomes, table.target, kLost);
    }
    return outcomes;
  }

  static void replace(Outcomes& answers, Outcome yes, Outcome no) {
    for (Outcome& answer : answers) {
      if (answer != kIllegal) answer = answer == 1 ? yes : no;
    }
  }

  Outcomes ask(solver::Question question, int low = 0) {
    Outcomes values;
    const solver::Task task{
        .question = question, .low = low, .table_bits = kTableBits, .moves = moves_};
    workspace_.answer(position_, task, values);
    for (Card card = 0; card < kNumCards; ++card) {
      if (!(moves_ & bit(card))) values[static_cast<std::size_t>(card)] = kIllegal;
    }
    return values;
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
  solver::Workspace workspace_{kTableBits};
  solver::Position position_;
};

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

CardPlayer monte_carlo(int worlds, Objective objective, Evaluator evaluator, Ties ties) {
  return [=, evaluator = std::move(evaluator)](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const Worlds possible(play.knowledge());
    const Permutation order(possible.count(), random.next());
    const auto n = std::min(static_cast<std::uint64_t>(worlds), possible.count());
    std::array<double, kNumCards> sums{};
    for (std::uint64_t i = 0; i < n; ++i) {
      const CardPlay in_world = play.in_world(possible.world(order(i)));
      const Outcomes outcomes = evaluator(in_world, legal, random);
      for (CardSet rest = legal; rest;) {
        const auto card = static_cast<std::size_t>(pop_lowest(rest));
        sums[card] += in_world.worth(outcomes[card], objective);
      }
    }
    const double side = play.player() == play.table.soloist ? 1 : -1;
    const auto score = [&](Card card) { return side * sums[static_cast<std::size_t>(card)]; };
    Card best = lowest(legal);
    for (CardSet rest = legal; rest;) {
      const Card card = pop_lowest(rest);
      if (score(card) > score(best)) best = card;
    }
    if (ties == Ties::kRule) {
      const Card card = rule_card(play.table.view());
      if (score(card) >= score(best)) return card;
    }
    return best;
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
