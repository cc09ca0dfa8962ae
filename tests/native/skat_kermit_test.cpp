// Bids that card players see in the training games of Kermit's bidding.
#include <algorithm>

#include "check.hpp"
#include "skat/kermit/self_play.hpp"
#include "skat/rule_player/player.hpp"

using namespace vorhand;
using namespace vorhand::skat;

namespace {

// The highest bids of an auction: the soloist held another's value, or named the next one.
void check_auction(const std::array<std::uint16_t, kNumPlayers>& bids, int soloist) {
  const auto seat = static_cast<std::size_t>(soloist);
  const int own = bids[seat];
  const int others = std::max(bids[(seat + 1) % 3], bids[(seat + 2) % 3]);
  const auto* next = std::upper_bound(kBidValues.begin(), kBidValues.end(), others);
  CHECK(next != kBidValues.end());
  CHECK(own == others || own == *next);
}

}  // namespace

int main() {
  int games = 0, held = 0, named = 0, silent = 0;
  const auto player = [&](const CardPlay& play, Random&) {
    if (play.tricks_played() == 0 && play.table.trick_size == 0) {
      const auto& bids = play.history.bids;
      check_auction(bids, play.table.soloist);
      const auto own = bids[static_cast<std::size_t>(play.table.soloist)];
      games += 1;
      const auto as_high = std::count(bids.begin(), bids.end(), own);
      const auto none = std::count(bids.begin(), bids.end(), 0);
      held += as_high > 1;
      named += as_high == 1 && none < 2;
      silent += none == 2;
    }
    return rule_card(play.table.view());
  };
  WorthRecipe recipe;
  recipe.auctions = true;
  recipe.one_in = 4;
  const WorthLessons lessons = worth_lessons(7, 0, 200, nullptr, player, recipe);
  CHECK(lessons.kind.size() == static_cast<std::size_t>(games));
  CHECK(games > 1000);
  CHECK(held > games / 10);
  CHECK(named > games / 10);
  CHECK(silent > games / 10);
  return 0;
}
