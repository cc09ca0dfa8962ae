#include "tricks/play.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace vorhand::tricks {

namespace {

constexpr Duties kToTrump{true, false, false};
constexpr std::array<Duties, 3> kKnown{{{}, kToTrump, {true, true, true}}};

}  // namespace

std::unique_ptr<Play> Play::make(const Terms& terms, const std::vector<Set>& hands, int cards,
                                 int leader) {
  if (hands.size() != static_cast<std::size_t>(terms.seats)) {
    refuse(std::to_string(hands.size()) + " hands for " + std::to_string(terms.seats) + " seats");
  }
  if (leader < 0 || leader >= terms.seats) refuse("leader " + std::to_string(leader));
  if (cards < 1 || cards * terms.seats > kMostCards) refuse("cards " + std::to_string(cards));
  for (const Set hand : hands) {
    if (hand && count(hand) != cards) refuse("a hand of " + std::to_string(count(hand)) + " cards");
  }
  const bool known = std::find(kKnown.begin(), kKnown.end(), terms.duties) != kKnown.end();
  if (!known || (terms.tarok.must_beat && terms.duties != kToTrump)) {
    refuse(
        "duties: expected none, to trump, to trump and beat, or to trump and overtrump but for "
        "a partner");
  }
  if (terms.seats < 2 || terms.seats > kMostSeats) {
    refuse("seats " + std::to_string(terms.seats) + ": expected 2 to 7");
  }
#ifndef VORHAND_QUICK
  if (terms.seats == 3) return play_at<Traits<3>>(terms, hands, cards, leader);
  if (terms.seats == 4) return play_at<Traits<4>>(terms, hands, cards, leader);
#endif
  return play_at<ManySeats>(terms, hands, cards, leader);
}

}  // namespace vorhand::tricks
