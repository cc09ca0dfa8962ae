#include "skat/monte_carlo/players.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "random_member.hpp"
#include "skat/monte_carlo/shared_work.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

namespace {

std::vector<CardPlay> plays_in(const CardPlay& play, const std::vector<World>& worlds) {
  std::vector<CardPlay> found;
  found.reserve(worlds.size());
  for (const World& world : worlds) found.push_back(play.in_world(world));
  return found;
}

using Scores = std::array<double, kNumCards>;

Scores score_in(const CardPlay& world, CardSet cards, Objective objective,
                const Evaluator& evaluator, Random& random) {
  Scores scores{};
  const double side = world.player() == world.table.soloist ? 1 : -1;
  const Outcomes outcomes = evaluator(world, cards, random);
  while (cards) {
    const auto card = static_cast<std::size_t>(pop_lowest(cards));
    scores[card] = side * world.worth(outcomes[card], objective);
  }
  return scores;
}

void add(Scores& scores, const Scores& more) {
  for (std::size_t card = 0; card < scores.size(); ++card) scores[card] += more[card];
}

Scores score(std::span<const CardPlay> worlds, CardSet cards, Objective objective,
             const Evaluator& evaluator, Random& random) {
  Scores scores{};
  for (const CardPlay& world : worlds)
    add(scores, score_in(world, cards, objective, evaluator, random));
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

// Return the cards that trail the best one by at most `errors` standard errors of the difference.
CardSet left_open(CardSet legal, std::span<const Scores> worlds, double errors) {
  Scores sums{};
  for (const Scores& world : worlds) add(sums, world);
  const auto n = static_cast<double>(worlds.size());
  const auto best = static_cast<std::size_t>(best_card(legal, sums));
  CardSet left = 0;
  for (CardSet rest = legal; rest;) {
    const auto card = static_cast<std::size_t>(pop_lowest(rest));
    const double mean = (sums[best] - sums[card]) / n;
    double squares = 0;
    for (const Scores& world : worlds) squares += std::pow(world[best] - world[card] - mean, 2);
    const double error = n > 1 ? std::sqrt(squares / n / (n - 1)) : 0;
    if (mean <= errors * error) left |= bit(static_cast<Card>(card));
  }
  return left;
}

}  // namespace

CardPlayer rule_player() {
  return [](const CardPlay& play, Random&) { return rule_card(play.table.view()); };
}

CardPlayer random_player() {
  return [](const CardPlay& play, Random& random) { return random_member(play.legal(), random); };
}

CardPlayer by_role(CardPlayer alone, CardPlayer defence) {
  return [alone = std::move(alone), defence = std::move(defence)](const CardPlay& play,
                                                                  Random& random) {
    return (play.player() == play.table.soloist ? alone : defence)(play, random);
  };
}

Sampler uniform_worlds() {
  return [](const CardPlay& play, int worlds, Random& random) {
    const Worlds possible(play.knowledge());
    const Permutation order(possible.count(), random.next());
    std::vector<World> found(std::min(static_cast<std::uint64_t>(worlds), possible.count()));
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = possible.world(order(i));
    return found;
  };
}

Sampler located_worlds(std::shared_ptr<const CardLocations> locations) {
  auto memory = std::make_shared<CardLocations::Memory>();
  return [=, uniform = uniform_worlds()](const CardPlay& play, int worlds, Random& random) {
    if (!play.history.whole) return uniform(play, worlds, random);
    const Knowledge knowledge = play.knowledge();
    const Worlds possible(knowledge);
    const WeightedWorlds weighed(possible, locations->shares(play, knowledge, *memory));
    const double caution = locations->caution();
    std::vector<World> found(static_cast<std::size_t>(worlds));
    for (World& world : found) {
      const bool any = caution > 0 && random.unit() < caution;
      world = any ? possible.world(random.below(possible.count())) : weighed.draw(random);
    }
    return found;
  };
}

Evaluator open_hand(Values values) {
  auto solver = std::make_shared<OpenHand>(values);
  return [solver](const CardPlay& play, CardSet moves, Random&) { return (*solver)(play, moves); };
}

namespace {

// Return the lowest card equivalent to `card`: of equal worth, with only own cards and finished
// tricks' cards between them. Above the nine only the jacks of trump games have equivalent cards.
Card lowest_twin(const PlayTable& table, Card card) {
  const bool jack = rank_of(card) == kJack && table.contract != Contract::kNull;
  if (!jack && rank_of(card) > kNine) return card;
  const Card step = jack ? make_card(1, 0) : 1, end = jack ? 0 : make_card(suit_of(card), 0);
  CardSet gone = table.played;
  for (int i = 0; i < table.trick_size; ++i)
    gone &= ~bit(static_cast<Card>(table.trick[static_cast<std::size_t>(i)]));
  Card twin = card;
  for (Card lower = card - step; lower >= end; lower -= step) {
    if (table.hands[table.player()] & bit(lower)) {
      twin = lower;
    } else if (!(gone & bit(lower))) {
      break;
    }
  }
  return twin;
}

}  // namespace

Evaluator played_out(CardPlayer player, Objective objective) {
  return [=, player = std::move(player)](const CardPlay& play, CardSet moves, Random& random) {
    Outcomes outcomes, of_twins;
    outcomes.fill(kIllegal);
    of_twins.fill(kIllegal);
    // One random stream per card: the result of a card does not depend on the other cards
    // evaluated.
    const std::uint64_t seed = random.next();
    for (CardSet rest = moves & play.legal(); rest;) {
      const Card card = pop_lowest(rest);
      const Card twin = lowest_twin(play.table, card);
      Outcome& outcome = of_twins[static_cast<std::size_t>(twin)];
      if (outcome == kIllegal) {
        Random chances(seed, static_cast<std::uint64_t>(twin));
        CardPlay line = play;
        line.play(twin);
        while (!line.is_decided(objective)) line.play(player(line, chances));
        outcome = line.outcome();
      }
      outcomes[static_cast<std::size_t>(card)] = outcome;
    }
    return outcomes;
  };
}

CardPlayer monte_carlo(int worlds, Objective objective, Evaluator evaluator, Sampler sampler) {
  return [=, evaluator = std::move(evaluator), sampler = std::move(sampler)](const CardPlay& play,
                                                                             Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const std::vector<CardPlay> found = plays_in(play, sampler(play, worlds, random));
    return best_card(legal, score(found, legal, objective, evaluator, random));
  };
}

CardPlayer doubting_player(int worlds, Objective objective, Evaluator open_hand, Doubt doubt,
                           Sampler sampler) {
  return [=, open_hand = std::move(open_hand), doubt = std::move(doubt),
          sampler = std::move(sampler)](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const std::vector<CardPlay> found = plays_in(play, sampler(play, worlds, random));
    std::vector<Scores> scores;
    scores.reserve(found.size());
    for (const CardPlay& world : found)
      scores.push_back(score_in(world, legal, objective, open_hand, random));
    const CardSet left = left_open(legal, scores, doubt.errors);
    if (count(left) == 1) return lowest(left);
    return best_card(left, score(found, left, objective, doubt.played_out, random));
  };
}

CardPlayer blended_player(int worlds, Objective objective, Evaluator open_hand, Blend blend,
                          Sampler sampler) {
  return [=, open_hand = std::move(open_hand), blend = std::move(blend),
          sampler = std::move(sampler)](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const auto mean = [&](int n, double share, const Evaluator& evaluator) {
      const std::vector<CardPlay> found = plays_in(play, sampler(play, n, random));
      Scores scores = score(found, legal, objective, evaluator, random);
      for (double& sum : scores) sum *= share / static_cast<double>(found.size());
      return scores;
    };
    Scores scores = mean(worlds, 1 - blend.share, open_hand);
    add(scores, mean(blend.worlds, blend.share, blend.played_out));
    return best_card(legal, scores);
  };
}

CardPlayer pimc_player(int worlds, Objective objective, Values values, Sampler sampler) {
  if (values == Values::kExact) {
    return monte_carlo(worlds, objective, open_hand(values), std::move(sampler));
  }
  auto solver = std::make_shared<OpenHand>(values);
  return [=, sampler = std::move(sampler)](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const std::vector<CardPlay> found = plays_in(play, sampler(play, worlds, random));
    const Card card = rule_card(play.table.view());
    if (!play.declaration.is_null()) return best_by_levels(found, objective, card, *solver);
    const Evaluator evaluator = [&](const CardPlay& world, CardSet moves, Random&) {
      return (*solver)(world, moves);
    };
    const Scores scores = score(found, legal, objective, evaluator, random);
    const Card other = best_card(legal, scores);
    const bool equal =
        scores[static_cast<std::size_t>(card)] >= scores[static_cast<std::size_t>(other)];
    return equal ? card : other;
  };
}

bool evaluate(const CardPlay& play, const Batch& batch, const EvaluatorMaker& maker,
              std::span<Outcomes> outcomes, const std::function<bool()>& keep_going) {
  const auto make_worker = [&]() -> Worker {
    return [&, evaluator = maker()](std::size_t i) {
      Random random(batch.seed, batch.first + i);
      outcomes[i] = evaluator(play.in_world(batch.worlds[i]), batch.moves, random);
    };
  };
  return share(batch.worlds.size(), batch.threads, make_worker, keep_going);
}

}  // namespace vorhand::skat
