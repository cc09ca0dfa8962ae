#include "schnapsen/players/players.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "schnapsen/eam.hpp"
#include "schnapsen/players/rule.hpp"

namespace vorhand::schnapsen {

namespace {

constexpr double kSame = 1e-9;  // presumed values closer than this are ties

Chances certain(Action action) {
  Chances chances{};
  chances[static_cast<std::size_t>(action)] = 1;
  return chances;
}

// Share the probability among the equally good legal actions, or give it to one of them.
Chances settled(ActionSet legal, const std::vector<bool>& open, Ties ties) {
  std::vector<Action> left;
  for (std::size_t i = 0; legal; legal &= legal - 1, ++i) {
    if (open[i]) left.push_back(std::countr_zero(legal));
  }
  if (ties == Ties::kFirst) return certain(left.front());
  if (ties == Ties::kLast) return certain(left.back());
  Chances chances{};
  for (const Action action : left) {
    chances[static_cast<std::size_t>(action)] = 1 / static_cast<double>(left.size());
  }
  return chances;
}

// Call work(deal, weight) for each world, with the solver prepared for it.
template <typename Work>
void each_world(Solver& solver, const Worlds& worlds, const WeightedWorlds& drawn,
                const Work& work) {
  solver.forget();
  for (std::size_t i = 0; i < drawn.numbers.size(); ++i) {
    const Deal deal = worlds.world(drawn.numbers[i]);
    solver.prepare(deal);
    work(deal, drawn.weights[i]);
  }
}

double worth_of(const Worth& worth, int points) {
  return worth[static_cast<std::size_t>(points + kMostPoints)];
}

// Return the share of MAX's hand that MIN is assumed to know after an action (Wisser, IJCAI 2015).
double known_after(const Deal& deal, Action action) {
  const auto player = static_cast<std::size_t>(deal.to_move());
  CardSet hand = deal.hands[player], known = deal.known[player];
  if (action < kExchange) {
    hand &= ~bit(action);
    known &= ~bit(action);
  } else if (action >= kMarriage) {
    known |= CardSet{0b110} << (8 * (action - kMarriage));
  } else if (action == kExchange) {
    const CardSet jack = bit(make_card(deal.trump, 0));
    hand = (hand & ~jack) | bit(deal.up);
    known = (known & ~jack) | bit(deal.up);
  }
  const int unseen = count(hand & ~known) + deal.talon_left();
  return unseen ? std::min(1.0, double(count(hand)) / unseen) : 1.0;
}

// Means over the worlds: presumed value, plain average, and the value if MIN knew nothing.
struct Presumed {
  double value = 0, plain = 0, blind = 0;

  void add(const Worth& worth, const Triple& triple, double known, double weight) {
    const double now = worth_of(worth, triple.m);
    const double gain = triple.p * (worth_of(worth, triple.m + triple.a) - now);
    value += weight * (now + (1 - known) * gain);
    plain += weight * now;
    blind += weight * (now + gain);
  }
  // Return the numbers that moves are compared by.
  std::array<double, 3> rounded() const {
    return {std::nearbyint(value / kSame), std::nearbyint(plain / kSame),
            std::nearbyint(blind / kSame)};
  }
};

Chances presumed_chances(const Rules& rules, Solver& solver, const PlayedDeal& played,
                         const Worth& worth, std::uint64_t n, const Belief& belief,
                         std::uint64_t seed) {
  constexpr int kDepth = 1;
  const Deal& deal = played.deal;
  const ActionSet legal = legal_actions(rules, deal);
  std::vector<double> known;
  for (ActionSet left = legal; left; left &= left - 1) {
    known.push_back(known_after(deal, std::countr_zero(left)));
  }
  const Worlds worlds(rules, view_of(deal, deal.to_move()), deal.to_move());
  std::vector<Presumed> sums(known.size());
  const WeightedWorlds drawn = believed_worlds(rules, played, worlds, belief, n, seed);
  each_world(solver, worlds, drawn, [&](const Deal& world, double weight) {
    Triple triples[kNumActions];
    action_triples(rules, solver, world, kDepth, triples);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(worth, triples[i], known[i], weight);
  });
  std::vector<std::array<double, 3>> scores;
  for (const Presumed& sum : sums) scores.push_back(sum.rounded());
  const auto best = std::ranges::max(scores);
  std::vector<bool> open;
  for (const auto& score : scores) open.push_back(score == best);
  return settled(legal, open, Ties::kShared);
}

Chances open_hand_chances(const Rules& rules, Solver& solver, const PlayedDeal& played,
                          const Worth& worth, std::uint64_t n, Ties ties, std::uint64_t seed) {
  constexpr double kRounding = 1e-12;
  const Deal& deal = played.deal;
  const int player = deal.to_move(), sign = player == 0 ? 1 : -1;
  const ActionSet legal = legal_actions(rules, deal);
  const Worlds worlds(rules, view_of(deal, player), player);
  std::vector<double> means(static_cast<std::size_t>(std::popcount(legal)));
  each_world(solver, worlds, uniform_worlds(worlds, n, seed), [&](const Deal& world, double share) {
    std::int8_t values[kNumActions];
    solver.action_values(world, values);
    for (std::size_t i = 0; i < means.size(); ++i)
      means[i] += share * worth_of(worth, sign * values[i]);
  });
  const auto size = [](double mean) { return std::abs(mean); };
  const double largest = size(std::ranges::max(means, {}, size));
  const double least = std::ranges::max(means) - kRounding * std::max(1.0, largest);
  std::vector<bool> open;
  for (const double mean : means) open.push_back(mean >= least);
  return settled(legal, open, ties);
}

// Return the most visited action; among equals the one of greatest mean worth, then the last.
Action most_visited(ActionSet legal, const std::vector<TriedAction>& tried) {
  std::pair<std::int64_t, double> best{-1, 0};
  Action action = 0;
  for (const TriedAction& one : tried) {
    const auto visits = one.all.visits;
    const double mean = visits ? one.all.sum / double(visits) : -INFINITY;
    if (std::pair(visits, mean) >= best) {
      best = {visits, mean};
      action = std::countr_zero(legal);
    }
    legal &= legal - 1;
  }
  return action;
}

Action tree_action(const Rules& rules, const PlayedDeal& played, const Worth& worth,
                   const TreePlayerSettings& settings, const Belief& belief, std::uint64_t seed) {
  const Deal& deal = played.deal;
  const Worlds worlds(rules, view_of(deal, deal.to_move()), deal.to_move());
  const auto n = std::min(static_cast<std::uint64_t>(settings.iterations), settings.worlds);
  const WeightedWorlds drawn = believed_worlds(rules, played, worlds, belief, n, seed);
  const TreeSettings search{settings.iterations, std::numeric_limits<double>::infinity(),
                            settings.exploration, worth};
  Random random(seed);
  return most_visited(
      legal_actions(rules, deal),
      policy_tree(rules, shipped_policy(), worlds, drawn.numbers, drawn.weights, search, random));
}

// Return a factory of players that decide by decide(solver, played, score, seed), unless there is
// only one legal action.
template <typename Decide>
PlayerMaker maker(const Rules& rules, Decide decide) {
  return [rules, decide = std::move(decide)]() -> Player {
    // std::function copies what it holds, but a solver cannot be copied.
    auto solver = std::make_shared<Solver>(rules);
    return [rules, decide, solver](const PlayedDeal& played, const std::array<int, 2>& score,
                                   std::uint64_t seed) {
      const ActionSet legal = legal_actions(rules, played.deal);
      if (std::has_single_bit(legal)) return certain(std::countr_zero(legal));
      return decide(*solver, played, score, seed);
    };
  };
}

}  // namespace

const Worth& WorthByScore::of(const std::array<int, 2>& score, int player) const {
  const auto own = static_cast<std::size_t>(score[std::size_t(player)]);
  const auto other = static_cast<std::size_t>(score[std::size_t(1 - player)]);
  if (own >= match_points || other >= match_points) {
    throw std::invalid_argument("score: expected 0 to " + std::to_string(match_points - 1));
  }
  return table[own * match_points + other];
}

PlayerMaker rule_player(const Rules& rules) {
  return [rules]() -> Player {
    return [rules](const PlayedDeal& played, const std::array<int, 2>&, std::uint64_t) {
      return certain(rule_action(rules, played.deal));
    };
  };
}

PlayerMaker pimc_player(const Rules& rules, std::uint64_t worlds, Ties ties, WorthByScore worth) {
  return maker(rules, [=](Solver& solver, const PlayedDeal& played, const auto& score, auto seed) {
    const Worth& now = worth.of(score, played.deal.to_move());
    return open_hand_chances(rules, solver, played, now, worlds, ties, seed);
  });
}

PlayerMaker presumed_player(const Rules& rules, std::uint64_t worlds, const Belief& belief,
                            WorthByScore worth) {
  return maker(rules, [=](Solver& solver, const PlayedDeal& played, const auto& score, auto seed) {
    const Worth& now = worth.of(score, played.deal.to_move());
    return presumed_chances(rules, solver, played, now, worlds, belief, seed);
  });
}

PlayerMaker tree_player(const Rules& rules, const TreePlayerSettings& settings,
                        const Belief& belief, WorthByScore worth) {
  return maker(rules, [=](Solver& solver, const PlayedDeal& played, const auto& score, auto seed) {
    const Worth& now = worth.of(score, played.deal.to_move());
    if (played.deal.open()) {
      return certain(tree_action(rules, played, now, settings, belief, seed));
    }
    return presumed_chances(rules, solver, played, now, settings.worlds_at_last, belief, seed);
  });
}

Action drawn_action(const Chances& chances, Random& random) {
  double left = random.unit();
  Action action = -1;
  for (std::size_t i = 0; i < chances.size() && left >= 0; ++i) {
    if (chances[i] <= 0) continue;
    action = static_cast<Action>(i);
    left -= chances[i];
  }
  return action;
}

}  // namespace vorhand::schnapsen
