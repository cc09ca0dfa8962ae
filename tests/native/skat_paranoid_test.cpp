// Paranoid search against the definition, over a list of all worlds (Furtak's thesis, chapter 6).
#include <algorithm>
#include <utility>
#include <vector>

#include "check.hpp"
#include "random.hpp"
#include "skat/paranoid/paranoid_search.hpp"
#include "skat/studies/achievable_sets.hpp"

using namespace vorhand;
using namespace vorhand::skat;

namespace {

using World = std::array<CardSet, 2>;  // the defenders' hands
using Worlds = std::vector<World>;

CardSet draw(CardSet& deck, int n, Random& random) {
  CardSet drawn = 0;
  while (n-- > 0) {
    const Card card = nth_card(deck, static_cast<int>(random.below(count(deck))));
    deck &= ~bit(card);
    drawn |= bit(card);
  }
  return drawn;
}

void add_worlds(const ParanoidPosition& at, CardSet left, World hands, Worlds& worlds) {
  if (!left) {
    if (count(hands[0]) == at.holds[0] && count(hands[1]) == at.holds[1]) worlds.push_back(hands);
    return;
  }
  const Card card = pop_lowest(left);
  add_worlds(at, left, hands, worlds);  // in the skat
  for (const std::size_t defender : {0, 1}) {
    if (!(at.may[defender] & bit(card))) continue;
    World next = hands;
    next[defender] |= bit(card);
    add_worlds(at, left, next, worlds);
  }
}

// The soloist plays one card in all worlds; a defender's card must succeed in the worlds it fits.
// `all`: the worlds are complete, not a sample.
bool reaches(const ParanoidPosition& at, const Worlds& worlds, ParanoidGoal goal, int need,
             bool all = true) {
  if (!at.own && at.trick_size == 0 && !worlds[0][0] && !worlds[0][1]) {
    return goal != ParanoidGoal::kPoints || need <= card_points(at.unseen);
  }
  const int seat = at.to_move();
  const Card led = at.trick_size > 0 ? at.trick[0] : -1;
  const auto played = [&](Card card) {
    ParanoidPosition open = at;
    Worlds left = worlds;
    if (seat > 0) {
      left.clear();
      const auto defender = static_cast<std::size_t>(seat - 1);
      for (World world : worlds) {
        if (!(legal_cards(at.contract, world[defender], led) & bit(card))) continue;
        world[defender] &= ~bit(card);
        left.push_back(world);
      }
    }
    const ParanoidStep step = after(open, card);
    if (step.ends_trick && goal == ParanoidGoal::kNoTrick && step.soloist_took) return false;
    if (step.ends_trick && goal == ParanoidGoal::kEveryTrick && !step.soloist_took) return false;
    return reaches(step.position, left, goal, need - step.points, all);
  };
  CardSet moves = 0;
  if (seat == 0) {
    moves = legal_cards(at.contract, at.own, led);
  } else {
    for (const World& world : worlds) {
      moves |= legal_cards(at.contract, world[static_cast<std::size_t>(seat - 1)], led);
    }
  }
  CHECK(!all || moves == moves_of_some_world(at));
  for (CardSet left = moves; left;) {
    if (played(pop_lowest(left)) == (seat == 0)) return seat == 0;
  }
  return seat != 0;
}

WorldToWin to_win(const ParanoidPosition& at, const World& world, ParanoidGoal goal, int need) {
  WorldToWin made;
  made.open = {{at.own, world[0], world[1]}, at.contract, 0, at.leader, {-1, -1}, 0};
  if (goal == ParanoidGoal::kPoints) {
    made.need = need - card_points(at.unseen & ~(world[0] | world[1]));
  }
  return made;
}

// Return the definition's set that grows world by world.
std::vector<bool> grown(const ParanoidPosition& at, const Worlds& worlds, ParanoidGoal goal,
                        int need) {
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    int most = need - 1;
    while (most < kTotalPoints && reaches(at, {worlds[k]}, goal, most + 1, false)) {
      ++most;
      if (goal != ParanoidGoal::kPoints) break;
    }
    if (most >= need) order.push_back({goal == ParanoidGoal::kPoints ? most : 0, k});
  }
  std::sort(order.begin(), order.end());
  std::vector<bool> found(worlds.size(), false);
  Worlds set;
  for (const auto& [most, k] : order) {
    set.push_back(worlds[k]);
    found[k] = reaches(at, set, goal, need, false);
    if (!found[k]) set.pop_back();
  }
  return found;
}

// Check some of the worlds: one strategy, and a set that grows.
int check_achievable(const ParanoidPosition& at, const Worlds& worlds, ParanoidGoal goal, int need,
                     Random& random) {
  Worlds some;
  for (const World& world : worlds) {
    if (some.size() < 8 && random.below(static_cast<std::uint32_t>(worlds.size())) < 6) {
      some.push_back(world);
    }
  }
  if (some.empty()) return 0;
  std::vector<WorldToWin> to_be_won;
  for (const World& world : some) to_be_won.push_back(to_win(at, world, goal, need));
  AchievableSets sets(goal);
  CHECK(sets.reaches(to_be_won) == reaches(at, some, goal, need, false));
  const std::vector<bool> found = sets.grow(to_be_won, 0);
  CHECK(found == grown(at, some, goal, need));
  const auto size = std::count(found.begin(), found.end(), true);
  return size > 0 && size < static_cast<std::ptrdiff_t>(some.size());
}

ParanoidPosition random_position(Random& random) {
  ParanoidPosition at;
  at.contract = static_cast<Contract>(random.below(kNumContracts));
  const int cards = 1 + static_cast<int>(random.below(3));
  CardSet deck = kAllCards;
  at.own = draw(deck, cards, random);
  at.unseen = draw(deck, 2 * cards + (random.below(2) ? kSkatSize : 0), random);
  at.holds = {cards, cards};
  at.may = {at.unseen, at.unseen};
  for (CardSet& may : at.may) {
    if (random.below(2) == 0) continue;
    const CardSet fewer =
        may &
        ~follow_mask(at.contract, nth_card(kAllCards, static_cast<int>(random.below(kNumCards))));
    if (count(fewer) >= cards) may = fewer;
  }
  at.leader = static_cast<int>(random.below(kNumPlayers));
  return at;
}

}  // namespace

int main() {
  Random random(7);
  ParanoidSearch search;
  int asked = 0, reached = 0, in_between = 0;
  while (asked < 1500) {
    const ParanoidPosition at = random_position(random);
    Worlds worlds;
    add_worlds(at, at.unseen, {0, 0}, worlds);
    if (worlds.empty()) continue;
    validate(at);
    ParanoidGoal goal = ParanoidGoal::kPoints;
    if (at.contract == Contract::kNull) {
      goal = ParanoidGoal::kNoTrick;
    } else if (random.below(4) == 0) {
      goal = ParanoidGoal::kEveryTrick;
    }
    const int need = 1 + static_cast<int>(random.below(30));
    const bool expected = reaches(at, worlds, goal, need);
    CHECK(search.reaches(at, goal, need) == expected);
    in_between += check_achievable(at, worlds, goal, need, random);
    ++asked;
    reached += expected;
  }
  CHECK(in_between > 100);
  CHECK(reached > 150 && reached < 1350);

  ParanoidPosition wrong;
  wrong.own = wrong.unseen = 1;
  bool refused = false;
  try {
    validate(wrong);
  } catch (const ParanoidError&) {
    refused = true;
  }
  CHECK(refused);
  return 0;
}
