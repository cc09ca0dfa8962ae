// The rule player without Python: whole deals, playouts and lessons under the sanitizers.
#include "check.hpp"
#include "skat/rule_player/lessons.hpp"
#include "skat/rule_player/match.hpp"
#include "skat/rule_player/player.hpp"
#include "skat/rule_player/playout.hpp"

using namespace vorhand;
using namespace vorhand::skat;

int main() {
  for (std::uint64_t number = 0; number < 150; ++number) {
    std::array<TablePlayer, kNumPlayers> players;
    players.fill(TablePlayer::kRule);
    if (number % 2) players[number % kNumPlayers] = TablePlayer::kRandom;
    Deal deal = shuffled_deal(1, number);
    Random random(2, number);
    play_deal(deal, players, random);
    CHECK(deal.is_over());
  }
  // A playout equals playing the deal on by the same decisions.
  for (std::uint64_t number = 0; number < 60; ++number) {
    Deal deal = shuffled_deal(3, number);
    while (!deal.is_over() && deal.phase() != Phase::kPlay) deal.apply(rule_action(deal));
    if (deal.is_over()) continue;
    PlayTable table = play_table(deal);
    play_out_by_rule(table);
    while (!deal.is_over()) deal.apply(rule_action(deal));
    CHECK(table.points_with_skat() == deal.result().points);
    CHECK(table.soloist_tricks == deal.result().tricks);
  }
  const CardLessons lessons = card_lessons(4, 0, 10, false);
  CHECK(lessons.first_row.size() == lessons.kind.size() + 1);
  CHECK(lessons.verdicts.size() == lessons.value.size() * static_cast<std::size_t>(lessons.width));
  CHECK(!hand_lessons(4, 0, 50, GameKind::kSuit).rows.empty());
  return 0;
}
