// Weighted worlds without Python: sums, probabilities, draws and selections against all worlds.
#include <algorithm>
#include <cmath>
#include <set>

#include "check.hpp"
#include "skat/weighted_worlds.hpp"

using namespace vorhand;
using namespace vorhand::skat;

static bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::max(1.0, b); }

static CardTable all_ones() {
  CardTable table{};
  for (auto& row : table) row.fill(1);
  return table;
}

static CardTable random_weights(Random& random) {
  CardTable table{};
  for (auto& row : table) {
    for (double& weight : row) weight = std::ldexp(random.unit() + 0.1, 10 - int(random.below(20)));
  }
  return table;
}

static double product(const Knowledge& knowledge, const CardTable& weights, const World& world) {
  double product = 1;
  for (CardSet left = knowledge.hidden; left;) {
    const Card card = pop_lowest(left);
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      if (world[place] & bit(card)) product *= weights[static_cast<std::size_t>(card)][place];
    }
  }
  return product;
}

static void check_sample(const WeightedWorlds& weighted, std::size_t n, Random& random) {
  const auto rows = weighted.distinct(n, random);
  std::set<World> seen;
  double sum = 0, probability = 0;
  for (const auto& row : rows) {
    CHECK(weighted.worlds().contains(row.world));
    CHECK(row.weight > 0);
    // No row weighs less than its world's own probability.
    CHECK(row.weight > weighted.probability(row.world).value() * (1 - 1e-9));
    seen.insert(row.world);
    sum += row.weight;
    probability += weighted.probability(row.world).value();
  }
  const bool enough = rows.size() == std::min<std::size_t>(n, weighted.worlds().count());
  CHECK(enough || probability > 1 - 2e-9);  // what is left out weighs next to nothing
  CHECK(seen.size() == rows.size() && near(sum, 1));
}

static void check_all_worlds(const WeightedWorlds& weighted, const CardTable& weights) {
  const Worlds& worlds = weighted.worlds();
  CardTable marginals{};
  double sum = 0, most = 0;
  for (std::uint64_t i = 0; i < worlds.count(); ++i) {
    const World world = worlds.world(i);
    const double weight = product(worlds.knowledge(), weights, world);
    sum += weight;
    most = std::max(most, weight);
    const double share = weighted.probability(world).value();
    CHECK(near(share * weighted.normaliser().value(), weight));
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      for (CardSet left = world[place]; left;) {
        marginals[static_cast<std::size_t>(pop_lowest(left))][place] += share;
      }
    }
  }
  CHECK(near(weighted.normaliser().value() / sum, 1));
  CHECK(near(product(worlds.knowledge(), weights, weighted.best()) / most, 1));
  const CardTable found = weighted.marginals();
  for (std::size_t card = 0; card < kNumCards; ++card) {
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      CHECK(near(found[card][place], marginals[card][place]));
    }
  }
}

static void check_position(const Deal& deal, int player, Random& random) {
  const Worlds worlds(knowledge_of(deal, player));
  const WeightedWorlds alike(worlds, all_ones());
  CHECK(alike.normaliser().value() == static_cast<double>(worlds.count()));
  const CardTable weights = random_weights(random);
  const WeightedWorlds weighted(worlds, weights);
  CHECK(worlds.contains(weighted.best()));
  for (int i = 0; i < 5; ++i) CHECK(worlds.contains(weighted.draw(random)));
  check_sample(weighted, 1 + random.below(60), random);
  if (worlds.count() <= 1000) check_all_worlds(weighted, weights);
}

int main() {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    Deal deal;
    std::array<std::uint8_t, kNumActions> actions;
    while (!deal.is_over()) {
      const int n = deal.legal_actions(actions);
      if (deal.player() >= 0) {
        for (int player = 0; player < kNumPlayers; ++player) check_position(deal, player, random);
      }
      deal.apply(actions[random.below(static_cast<std::uint64_t>(n))]);
    }
  }
  return 0;
}
