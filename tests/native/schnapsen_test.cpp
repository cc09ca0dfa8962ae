// The Schnapsen solver against plain minimax over the state machine, on random late
// positions: open, closed, used up, a card on the table.
#include <algorithm>
#include <cstdint>

#include "check.hpp"
#include "random.hpp"
#include "schnapsen/eam.hpp"
#include "schnapsen/policy/policy_tree.hpp"
#include "schnapsen/position.hpp"
#include "schnapsen/resample.hpp"
#include "schnapsen/solver.hpp"
#include "schnapsen/worlds.hpp"

using namespace vorhand;
using namespace vorhand::schnapsen;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr int kPositions = 4000;
#else
constexpr int kPositions = 40000;
#endif

Deal random_deal(const Rules& rules, Random& random, std::vector<Card>& cards) {
  Deal deal = new_deal(rules, static_cast<int>(random.below(2)));
  cards.clear();
  while (deal.dealing()) {
    CardSet left = undealt(rules, deal);
    for (std::uint64_t skip = random.below(std::uint64_t(count(left))); skip > 0; --skip)
      pop_lowest(left);
    cards.push_back(lowest(left));
    deal_card(rules, deal, lowest(left));
  }
  return deal;
}

Action random_action(const Rules& rules, const Deal& deal, Random& random) {
  ActionSet left = legal_actions(rules, deal);
  for (std::uint64_t skip = random.below(std::uint64_t(std::popcount(left))); skip > 0; --skip)
    left &= left - 1;
  return std::countr_zero(left);
}

int minimax(const Rules& rules, const Deal& deal) {
  if (deal.terminal()) return deal.value();
  int best = deal.to_move() == 0 ? -9 : 9;
  for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1) {
    Deal next = deal;
    apply(rules, next, std::countr_zero(left));
    const int value = minimax(rules, next);
    best = deal.to_move() == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

int live_cards(const Deal& deal) {
  const int stock = deal.open() ? deal.talon_left() + 1 : 0;
  return count(deal.hands[0]) + count(deal.hands[1]) + stock;
}

void check_late_positions(const Rules& rules, int positions) {
  Random random(4);
  Solver solver(rules);
  std::vector<Card> cards;
  int open = 0, closed = 0, used_up = 0, on_table = 0;
  for (int found = 0; found < positions;) {
    Deal deal = random_deal(rules, random, cards);
    while (!deal.terminal()) {
      // Positions with an open talon take longest.
      const bool late = deal.open() ? live_cards(deal) <= 12 && random.below(30) == 0
                                    : live_cards(deal) <= 9 && random.below(3) == 0;
      if (late) {
        ++found;
        const int value = solver.value(deal);
        CHECK(value == minimax(rules, deal));
        std::int8_t values[kNumActions];
        solver.prepare(deal);
        solver.action_values(deal, values);
        const std::int8_t* at = values;
        for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1) {
          Deal next = deal;
          apply(rules, next, std::countr_zero(left));
          CHECK(*at++ == minimax(rules, next));
        }
        ++(deal.closer >= 0 ? closed : deal.open() ? open : used_up);
        on_table += deal.led != kNoCard;
      }
      apply(rules, deal, random_action(rules, deal, random));
    }
  }
  CHECK(closed > positions / 20);
  CHECK(used_up > positions / 20);
  CHECK(open > positions / 2000);
  CHECK(on_table > positions / 20);
}

// Resampled deals replay, keep the player's cards, and are read back from text.
void check_resampling(const Rules& rules) {
  Random random(9);
  std::vector<Card> cards;
  for (int number = 0; number < 300; ++number) {
    Deal deal = random_deal(rules, random, cards);
    const int leader = deal.leader;
    std::vector<Action> actions;
    while (!deal.terminal()) {
      const int player = static_cast<int>(random.below(2));
      const auto p = static_cast<std::size_t>(player);
      const std::vector<Card> other = resample_deal(rules, cards, actions, leader, player, random);
      Deal replay = new_deal(rules, leader);
      for (const Card card : other) deal_card(rules, replay, card);
      for (const Action action : actions) {
        CHECK(legal_actions(rules, replay) & action_bit(action));
        apply(rules, replay, action);
      }
      CHECK(replay.hands[p] == deal.hands[p]);
      CHECK(replay.played == deal.played);
      CHECK(replay.points == deal.points);
      CHECK(replay.known == deal.known);
      if (deal.turn == Turn::kFresh) {
        const std::string text = position_text(rules, deal);
        CHECK(position_text(rules, parse_position(rules, text)) == text);
      }
      actions.push_back(random_action(rules, deal, random));
      apply(rules, deal, actions.back());
    }
  }
}

// The tree search and its parts under sanitizers: visits add up under all rules.
void check_policy_tree(const Rules& rules) {
  Random random(11);
  std::vector<Card> cards;
  for (int number = 0; number < 20; ++number) {
    Deal deal = random_deal(rules, random, cards);
    while (!deal.terminal()) {
      const int player = deal.to_move();
      const Worlds worlds(rules, view_of(deal, player), player);
      const std::vector<std::uint64_t> numbers{0, worlds.size() / 2, worlds.size() - 1};
      const std::vector<double> weights{1, 0, 2};
      const TreeSettings settings{60, 1e9, 1, {-3, -2, -1, 0, 1, 2, 3}, 20};
      std::int64_t visits = 0;
      for (const auto& [all, first, added] :
           policy_tree(rules, shipped_policy(), worlds, numbers, weights, settings, random)) {
        visits += all.visits - added;
        CHECK(all.visits >= settings.least);
        CHECK(first.visits == settings.least);
        for (const Tried& tried : {all, first}) {
          CHECK(tried.squares <= 9.0 * double(tried.visits));
          CHECK(tried.won <= tried.visits);
          CHECK(tried.sum <= 3.0 * double(tried.visits));
        }
        CHECK(first.squares <= all.squares);
      }
      CHECK(visits == settings.iterations);
      apply(rules, deal, random_action(rules, deal, random));
    }
  }
}

}  // namespace

int main() {
  const Rules schnapsen, kinder = kinder_rules();
  check_late_positions(schnapsen, kPositions);
  check_late_positions(kinder, kPositions / 4);
  Rules strange;
  strange.failed_close_at_end = strange.marriage_compulsory = true;
  strange.claim_on_marriage = false;
  check_late_positions(strange, kPositions / 40);
  check_resampling(schnapsen);
  check_resampling(kinder);
  check_policy_tree(schnapsen);
  check_policy_tree(strange);
  return 0;
}
