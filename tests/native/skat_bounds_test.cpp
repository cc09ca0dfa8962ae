// Each static bound of trump games separately against plain minimax.
//
// Half of the endings are dealt from jacks, aces and tens first, so that high cards of little worth
// are cashed against low ones of much.
#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "random.hpp"
#include "skat/solver/bounds.hpp"
#include "skat/studies/minimax.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::skat::solver;

namespace {

Position random_ending(Random& random, int cards) {
  std::array<Card, kNumCards> pack;
  std::iota(pack.begin(), pack.end(), 0);
  for (int i = kNumCards - 1; i > 0; --i) {
    std::swap(pack[i], pack[random.next() % static_cast<unsigned>(i + 1)]);
  }
  if (random.next() % 2) {
    std::stable_partition(pack.begin(), pack.end(), [](Card card) {
      return rank_of(card) == kJack || rank_of(card) == kAce || rank_of(card) == kTen;
    });
  }
  Position position;
  position.contract = static_cast<Contract>(random.next() % 5);
  position.soloist = static_cast<int>(random.next() % 3);
  position.leader = static_cast<int>(random.next() % 3);
  std::array<Card, kNumCards> chosen = pack;
  const int n = cards * kNumPlayers;
  for (int i = n - 1; i > 0; --i) {
    std::swap(chosen[i], chosen[random.next() % static_cast<unsigned>(i + 1)]);
  }
  for (int i = 0; i < n; ++i) position.hands[i % kNumPlayers] |= bit(chosen[i]);
  return position;
}

}  // namespace

int main() {
  Random random{20260307};
  DealFacts facts;
  int tight = 0;
  for (int i = 0; i < 6000; ++i) {
    const Position position = random_ending(random, 2 + i % 4);
    const Frame frame(position);
    facts.begin(frame, Ordering::learned());
    const Set cards = frame.cards();
    const int rest = set_points(cards), tricks = frame.tricks;
    const TrumpFacts& trumps = facts.trumps(cards);
    SuitViews suits;
    for (int suit = 0; suit < kSideSuits; ++suit) suits[suit] = &facts.suit(suit, cards);
    Memory memory;
    const int value = minimax(position, Goal::kPoints, &memory);
    const auto soloist_gets = [&](int points) {
      CHECK(points <= value);
      tight += points == value;
    };
    const auto defenders_get = [&](int points) {
      CHECK(points <= rest - value);
      tight += points == rest - value;
    };
    soloist_gets(trumps.sure_soloist);
    defenders_get(trumps.sure_defenders);
    soloist_gets(soloist_sure(trumps, frame.owned));
    defenders_get(defenders_sure(trumps, frame.owned));
    if (trumps.holders == 1) {
      soloist_gets(soloist_alone_has_trumps(trumps, suits, frame.owned, tricks, rest));
    }
    if (trumps.holders != 0 && !(trumps.holders & 1)) {
      defenders_get(defenders_alone_have_trumps(trumps, suits, frame.owned, tricks, rest));
    }
    if (frame.leader == 0) soloist_gets(soloist_cashes(trumps, suits, frame.owned, tricks, rest));
    if (frame.leader == 1)
      defenders_get(defenders_cash<1>(trumps, suits, frame.owned, tricks, rest));
    if (frame.leader == 2)
      defenders_get(defenders_cash<2>(trumps, suits, frame.owned, tricks, rest));
  }
  CHECK(tight > 1000);
  return 0;
}
