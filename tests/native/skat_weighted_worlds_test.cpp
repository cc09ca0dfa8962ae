// Weighted worlds under the sanitizers: draws, selections, marginals and the best world of all
// deals.
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
  CHECK(enough || probability > 1 - 2e-9);  // missing rows have almost no weight
  CHECK(seen.size() == rows.size() && near(sum, 1));
}

// The probabilities of a card's places add up to one, as do those of all worlds.
static void check_sums(const WeightedWorlds& weighted) {
  const CardTable marginals = weighted.marginals();
  for (CardSet left = weighted.worlds().knowledge().hidden; left;) {
    const auto& row = marginals[static_cast<std::size_t>(pop_lowest(left))];
    CHECK(near(row[0] + row[1] + row[2] + row[3], 1));
  }
  double sum = 0;
  for (std::uint64_t i = 0; i < weighted.worlds().count(); ++i) {
    sum += weighted.probability(weighted.worlds().world(i)).value();
  }
  CHECK(near(sum, 1));
}

static void check_position(const Deal& deal, int player, Random& random) {
  const Worlds worlds(knowledge_of(deal, player));
  const WeightedWorlds alike(worlds, all_ones());
  CHECK(alike.normaliser().value() == static_cast<double>(worlds.count()));
  const WeightedWorlds weighted(worlds, random_weights(random));
  CHECK(worlds.contains(weighted.best()));
  for (int i = 0; i < 5; ++i) CHECK(worlds.contains(weighted.draw(random)));
  check_sample(weighted, 1 + random.below(60), random);
  if (worlds.count() <= 1000) check_sums(weighted);
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
