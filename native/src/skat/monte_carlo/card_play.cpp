#include "skat/monte_carlo/card_play.hpp"

#include <cmath>

namespace vorhand::skat {

CardPlay CardPlay::in_world(const World& world) const {
  CardPlay play = *this;
  for (std::size_t seat = 0; seat < kNumPlayers; ++seat) play.table.hands[seat] = world[seat];
  play.table.skat = world[kSkatPlace];
  return play;
}

Knowledge CardPlay::knowledge() const {
  Knowledge knowledge;
  const int me = table.player();
  knowledge.player = me;
  knowledge.soloist = table.soloist;
  auto& known = knowledge.known;
  known[static_cast<std::size_t>(me)] = table.hands[me];
  if (me == table.soloist && !table.hand_game) known[kSkatPlace] = table.skat;
  if (table.lies_open) known[static_cast<std::size_t>(table.soloist)] = table.hands[table.soloist];
  CardSet seen = table.played;
  for (const CardSet cards : known) seen |= cards;
  knowledge.hidden = ~seen;
  for (std::size_t place = 0; place < kNumPlaces; ++place) {
    const bool skat = place == kSkatPlace;
    const CardSet lies_there = skat ? table.skat : table.hands[place];
    knowledge.hidden_count[place] = count(lies_there) - count(known[place]);
    if (knowledge.hidden_count[place] == 0) continue;
    knowledge.possible[place] = knowledge.hidden & ~(skat ? 0 : table.missing[place]);
  }
  return knowledge;
}

bool CardPlay::is_decided(Objective objective) const {
  if (is_over()) return true;
  if (objective != Objective::kWin || table.trick_size || declaration.is_null()) return false;
  const int most = kTotalPoints - table.defender_points;
  const auto least = static_cast<Outcome>(table.points_with_skat());
  return worth(table.soloist_tricks ? least : kTookNone, objective) ==
         worth(table.defender_tricks ? static_cast<Outcome>(most) : kTookAll, objective);
}

Outcome CardPlay::outcome() const {
  if (table.contract == Contract::kNull) {
    return static_cast<Outcome>(table.soloist_tricks ? tricks_played() : 0);
  }
  if (table.defender_tricks == 0) return kTookAll;
  if (table.soloist_tricks == 0) return kTookNone;
  return static_cast<Outcome>(table.points_with_skat());
}

double CardPlay::worth(Outcome outcome, Objective objective) const {
  const bool null = declaration.is_null();
  const int skat_points = card_points(table.skat);
  int points = outcome;
  int tricks = 1;  // any number other than none and all
  if (null) {
    points = 0;
    tricks = outcome ? 1 : 0;
  } else if (outcome == kTookAll) {
    points = kTotalPoints;
    tricks = kNumTricks;
  } else if (outcome == kTookNone) {
    points = skat_points;
    tricks = 0;
  }
  if (objective == Objective::kPoints && !null) return points;
  const CardSet twelve = table.hands[table.soloist] | soloist_played | table.skat;
  const int tops = given_matadors ? given_matadors : matadors(declaration.contract, twelve);
  const Result result = judge(table.soloist, declaration, tops, bid, points, tricks, multiplier);
  if (objective == Objective::kWin) return result.won;
  const auto by_seat = scores(Scoring::kSeegerFabian, result);
  double others = 0;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    if (seat != table.soloist) others += by_seat[static_cast<std::size_t>(seat)];
  }
  const int tie = null ? (outcome ? outcome : kNumTricks + 1) : points;
  return by_seat[static_cast<std::size_t>(table.soloist)] - others / 2 + tie * kTieBreaker;
}

// A payment is an integer; tie-breakers are smaller than one.
double CardPlay::pay(Outcome outcome, Objective objective) const {
  return std::floor(worth(outcome, objective));
}

}  // namespace vorhand::skat
