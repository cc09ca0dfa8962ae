// Numbered worlds without Python: distinct, consistent, independent of the hidden cards.
#include <set>

#include "check.hpp"
#include "skat/worlds.hpp"

using namespace vorhand;
using namespace vorhand::skat;

static void check_worlds(const Deal& deal, int player, Random& random) {
  const Knowledge knowledge = knowledge_of(deal, player);
  const Worlds worlds(knowledge);
  CHECK(worlds.count() > 0);
  CHECK(worlds.contains({deal.hand(0), deal.hand(1), deal.hand(2), deal.skat()}));

  const World world = worlds.world(random.below(worlds.count()));
  CHECK(worlds.contains(world));
  const Deal other = deal_in_world(deal, knowledge, world, random);
  CHECK(knowledge_of(other, player) == knowledge);
  Deal replayed(other.start());
  for (int i = 0; i < other.history_size(); ++i) replayed.apply(other.history(i));
  CHECK(replayed.skat() == other.skat() && replayed.dealt_skat() == other.dealt_skat());
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    CHECK(replayed.hand(seat) == other.hand(seat) && replayed.voids(seat) == deal.voids(seat));
  }

  if (worlds.count() > 2000) return;
  std::set<World> all;
  for (std::uint64_t i = 0; i < worlds.count(); ++i) {
    all.insert(worlds.world(i));
    CHECK(worlds.contains(worlds.world(i)));
  }
  CHECK(all.size() == worlds.count());
  const Permutation order(worlds.count(), random.next());
  for (std::uint64_t i = 0; i < worlds.count(); ++i) all.erase(worlds.world(order(i)));
  CHECK(all.empty());
}

int main() {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Deal deal;
    std::array<std::uint8_t, kNumActions> actions;
    while (!deal.is_over()) {
      const int n = deal.legal_actions(actions);
      if (deal.player() >= 0) {
        for (int player = 0; player < kNumPlayers; ++player) check_worlds(deal, player, random);
      }
      deal.apply(actions[random.below(static_cast<std::uint64_t>(n))]);
    }
  }
  return 0;
}
