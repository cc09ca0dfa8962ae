#include "schnapsen/players/beliefs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "by_weight.hpp"
#include "permutation.hpp"

namespace vorhand::schnapsen {

namespace {

// The multiples of this number modulo 1 are spread evenly.
constexpr double kGolden = 0.6180339887498949;

WeightedWorlds all_worlds(const Worlds& worlds, std::span<const double> chances,
                          std::uint64_t seed) {
  WeightedWorlds all;
  const Permutation order(worlds.size(), seed);
  for (std::uint64_t place = 0; place < worlds.size(); ++place) {
    const std::uint64_t number = order(place);
    const double chance = chances[number / worlds.orders()];
    if (chance <= 0) continue;
    all.numbers.push_back(number);
    all.weights.push_back(chance);
  }
  const double sum = std::accumulate(all.weights.begin(), all.weights.end(), 0.0);
  for (double& weight : all.weights) weight /= sum;
  return all;
}

}  // namespace

WeightedWorlds uniform_worlds(const Worlds& worlds, std::uint64_t n, std::uint64_t seed) {
  const Permutation order(worlds.size(), seed);
  WeightedWorlds drawn;
  n = std::min(n, worlds.size());
  for (std::uint64_t place = 0; place < n; ++place) drawn.numbers.push_back(order(place));
  drawn.weights.assign(drawn.numbers.size(), 1 / static_cast<double>(n));
  return drawn;
}

WeightedWorlds drawn_worlds(const Worlds& worlds, std::span<const double> chances, std::uint64_t n,
                            std::uint64_t seed) {
  const ByWeight hands(chances, worlds.hands());
  if (n >= worlds.size()) return all_worlds(worlds, chances, seed);
  Random random(seed);
  const double first = random.unit();
  WeightedWorlds drawn;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double place = first + kGolden * static_cast<double>(i);
    const std::uint64_t hand = hands.at(place - std::floor(place));
    const std::uint64_t number = hand * worlds.orders() + random.below(worlds.orders());
    const auto [found, is_new] = places.emplace(number, drawn.numbers.size());
    if (is_new) {
      drawn.numbers.push_back(number);
      drawn.weights.push_back(0);
    }
    drawn.weights[found->second] += 1;
  }
  for (double& weight : drawn.weights) weight /= static_cast<double>(n);
  return drawn;
}

WeightedWorlds believed_worlds(const Rules& rules, const PlayedDeal& played, const Worlds& worlds,
                               const Belief& belief, std::uint64_t n, std::uint64_t seed) {
  const int player = played.deal.to_move();
  const auto movers = played.movers.begin(), last = movers + played.num_actions;
  if (!belief.policy || std::find(movers, last, 1 - player) == last) {
    return uniform_worlds(worlds, n, seed);
  }
  const std::vector<Card> dealt(played.cards.begin(), played.cards.begin() + played.deal.dealt);
  const std::vector<Action> actions(played.actions.begin(),
                                    played.actions.begin() + played.num_actions);
  Random random(seed);
  const auto past = moments(rules, dealt, actions, played.movers[0]);
  const auto chances = hand_chances(rules, *belief.policy, past, player, belief.reading, random);
  return drawn_worlds(worlds, chances, n, seed);
}

}  // namespace vorhand::schnapsen
