// Batches of playouts without Python: threads, worlds, perft of a free ending.
#include <vector>

#include "check.hpp"
#include "skat/playout.hpp"

using namespace vorhand;
using namespace vorhand::skat;

static bool same(const std::vector<DealOutcome>& a, const std::vector<DealOutcome>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].value != b[i].value || a[i].soloist != b[i].soloist || a[i].points != b[i].points) {
      return false;
    }
  }
  return true;
}

int main() {
  for (CardSet cards : {kAllCards, kJacks, CardSet{0x00010203}}) {
    int n = 0;
    for (CardSet left = cards; left; ++n) CHECK(nth_card(cards, n) == pop_lowest(left));
  }

  std::vector<DealOutcome> one(500), four(500);
  random_playouts(Deal(), {}, 1, 1, one);
  random_playouts(Deal(), {}, 1, 4, four);
  CHECK(same(one, four));

  Start start;
  start.declared = true;
  start.declaration = {Contract::kGrand, Level::kPlain, true};
  Deal deal(start);
  for (Card card = 0; card < kNumCards; ++card) deal.apply(card);
  const Worlds worlds(knowledge_of(deal, 1));
  std::vector<World> sample;
  for (std::uint64_t i = 0; i < 50; ++i) sample.push_back(worlds.world(i * 1000));
  random_playouts(deal, sample, 1, 1, one);
  random_playouts(deal, sample, 1, 3, four);
  CHECK(same(one, four));

  // Three hands of one suit each, an impossible past: the leader keeps the lead, and all orders are
  // legal.
  Start ending;
  ending.given = ending.declared = true;
  ending.declaration.contract = Contract::kGrand;
  ending.matadors = 1;
  ending.hands = {0x07, 0x0700, 0x070000};
  const Perft counts = perft(Deal::with_any_past(ending));
  CHECK(counts.sequences == 6 * 6 * 6 && counts.soloist_points == 0);
  return 0;
}
