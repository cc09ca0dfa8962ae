#include "schnapsen/policy/lessons.hpp"

#include <algorithm>
#include <array>

#include "random_member.hpp"
#include "schnapsen/solver.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::schnapsen {

namespace {

Action best_by_worlds(const Rules& rules, Solver& solver, const Deal& deal, int worlds,
                      Random& random) {
  const int player = deal.to_move();
  const Worlds all(rules, view_of(deal, player), player);
  const auto most = std::min<std::uint64_t>(all.size(), static_cast<std::uint64_t>(worlds));
  const Permutation order(all.size(), random.next());
  std::array<int, kNumActions> sums{};
  std::array<std::int8_t, kNumActions> values;
  const ActionSet legal = legal_actions(rules, deal);
  const auto moves = static_cast<std::size_t>(std::popcount(legal));
  for (std::uint64_t i = 0; i < most; ++i) {
    const Deal world = all.world(order(i));
    solver.prepare(world);
    solver.action_values(world, values.data());
    for (std::size_t j = 0; j < moves; ++j) sums[j] += player == 0 ? values[j] : -values[j];
  }
  auto best = std::max_element(sums.begin(), sums.begin() + std::ptrdiff_t(moves)) - sums.begin();
  ActionSet left = legal;
  for (; best; --best) left &= left - 1;
  return std::countr_zero(left);
}

void note(const Rules& rules, const Deal& deal, Action played, Lessons& lessons) {
  std::array<std::uint8_t, kMostFacts> facts;
  const int seen = facts_seen(rules, deal, facts);
  lessons.facts.insert(lessons.facts.end(), facts.begin(), facts.begin() + seen);
  lessons.seen.push_back(static_cast<std::uint8_t>(seen));
  std::uint32_t legal = 0;
  for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1)
    legal |= std::uint32_t{1} << choice_of(deal, std::countr_zero(left));
  lessons.legal.push_back(legal);
  lessons.played.push_back(static_cast<std::uint8_t>(choice_of(deal, played)));
}

}  // namespace

Lessons policy_lessons(const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                       int worlds) {
  Lessons lessons;
  Solver solver(rules);
  for (std::uint64_t number = first; number < first + n; ++number) {
    Random random(seed, number);
    Deal deal = new_deal(rules);
    while (deal.dealing()) deal_card(rules, deal, random_member(undealt(rules, deal), random));
    while (!deal.terminal() && (deal.up != kNoCard || deal.closer >= 0)) {
      const ActionSet legal = legal_actions(rules, deal);
      Action action = std::countr_zero(legal);
      if (legal & (legal - 1)) {
        const int tricks = deal.tricks[0] + deal.tricks[1];
        action = best_by_worlds(rules, solver, deal, worlds << std::min(tricks, 2), random);
        note(rules, deal, action, lessons);
      }
      apply(rules, deal, action);
    }
  }
  return lessons;
}

}  // namespace vorhand::schnapsen
