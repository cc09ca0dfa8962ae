#include "skat/scoring.hpp"

#include <algorithm>
#include <cstdlib>

namespace vorhand::skat {

namespace {

// Return the length of the run of trumps in a set, from the jack of clubs down.
int trump_run(Contract contract, CardSet cards) {
  int run = 0;
  for (int suit = 3; suit >= 0; --suit, ++run) {
    if (!(cards & bit(make_card(suit, kJack)))) return run;
  }
  if (!is_suit(contract)) return run;
  for (int rank = kAce; rank >= kSeven; --rank, ++run) {
    if (!(cards & bit(make_card(static_cast<int>(contract), rank)))) return run;
  }
  return run;
}

}  // namespace

int bid_index(int value) {
  const auto found = std::lower_bound(kBidValues.begin(), kBidValues.end(), value);
  if (found == kBidValues.end() || *found != value) return -1;
  return static_cast<int>(found - kBidValues.begin());
}

int matadors(Contract contract, CardSet twelve) {
  if (contract == Contract::kNull) return 0;
  const int with = trump_run(contract, twelve);
  return with > 0 ? with : -trump_run(contract, ~twelve);
}

Result judge(int soloist, const Declaration& declaration, int matadors, int bid, int points,
             int tricks, int multiplier, bool bock, bool spitze_made) {
  Result result;
  result.soloist = soloist;
  result.declaration = declaration;
  result.matadors = matadors;
  result.bid = bid;
  result.points = points;
  result.tricks = tricks;
  result.multiplier = multiplier;
  result.bock = bock;
  result.spitze_made = declaration.spitze && spitze_made;
  const int factor = bock ? 2 * multiplier : multiplier;

  if (declaration.is_null()) {
    const int value = null_value(declaration.hand, declaration.ouvert());
    result.won = tricks == 0;
    result.value = factor * (result.won ? value : -2 * value);
    return result;
  }

  result.schneider = points >= 90 || points <= 30;
  result.schwarz = tricks == kNumTricks || tricks == 0;
  const bool made = declaration.schwarz_announced()     ? tricks == kNumTricks
                    : declaration.schneider_announced() ? points >= 90
                                                        : points > 60;
  // An announced level that was missed counts as announced and as reached (ISkO 5.2.5).
  const int levels = 1 + std::abs(matadors) + declaration.hand + declaration.schneider_announced() +
                     declaration.schwarz_announced() + declaration.ouvert() + declaration.spitze +
                     (result.schneider || declaration.schneider_announced()) +
                     (result.schwarz || declaration.schwarz_announced());
  const int base = base_value(declaration.contract);
  const int value = base * levels;
  result.overbid = value < bid;
  result.won = made && (spitze_made || !declaration.spitze) && !result.overbid;
  if (result.won) {
    result.value = factor * value;
  } else {
    result.value = -2 * factor * (result.overbid ? (bid + base - 1) / base * base : value);
  }
  return result;
}

Result judge_ramsch(const std::array<std::uint8_t, kNumPlayers>& points,
                    const std::array<std::uint8_t, kNumPlayers>& tricks, bool bock,
                    int pushed_unseen) {
  Result result;
  result.ramsch = true;
  result.pushed_unseen = pushed_unseen;
  result.bock = bock;
  result.seat_points = points;
  result.seat_tricks = tricks;
  const auto all = std::find(tricks.begin(), tricks.end(), kNumTricks);
  if (all != tricks.end()) {
    result.seat_values[static_cast<std::size_t>(all - tricks.begin())] =
        bock ? 2 * kTotalPoints : kTotalPoints;
    return result;
  }
  result.multiplier = (std::count(tricks.begin(), tricks.end(), 0) ? 2 : 1) << pushed_unseen;
  const int most = *std::max_element(points.begin(), points.end());
  if (std::count(points.begin(), points.end(), most) == kNumPlayers) return result;
  for (std::size_t seat = 0; seat < points.size(); ++seat) {
    if (points[seat] != most) continue;
    const int lost = most * result.multiplier;
    result.seat_values[seat] = static_cast<std::int16_t>(bock ? -2 * lost : -lost);
  }
  return result;
}

namespace {

std::array<double, kNumPlayers> ramsch_scores(Scoring scoring, const Result& result) {
  std::array<double, kNumPlayers> each{};
  for (std::size_t seat = 0; seat < each.size(); ++seat) {
    const double value = result.seat_values[seat];
    double others = 0;
    for (std::size_t other = 0; other < each.size(); ++other) {
      if (other != seat) others += result.seat_values[other];
    }
    each[seat] = scoring == Scoring::kZeroSum ? value - others / 2 : value;
    if (scoring != Scoring::kCardPoints) continue;
    const bool march =
        *std::max_element(result.seat_tricks.begin(), result.seat_tricks.end()) == kNumTricks;
    const int all = result.seat_tricks[seat] == kNumTricks ? kTotalPoints : 0;
    each[seat] = march ? all : (kTotalPoints - result.seat_points[seat]) / 2.0;
  }
  return each;
}

}  // namespace

std::array<double, kNumPlayers> scores(Scoring scoring, const Result& result) {
  if (result.ramsch) return ramsch_scores(scoring, result);
  std::array<double, kNumPlayers> each{};
  if (result.soloist < 0) return each;
  double soloist = result.value;
  double defender = 0;
  switch (scoring) {
    case Scoring::kSeegerFabian:
      soloist += result.won ? 50 : -50;
      defender = result.won ? 0 : 40;
      break;
    case Scoring::kGameValue:
      break;
    case Scoring::kZeroSum:
      defender = -soloist / 2;
      break;
    case Scoring::kCardPoints:
      soloist = result.declaration.is_null() ? (result.won ? kTotalPoints : 0) : result.points;
      defender = (kTotalPoints - soloist) / 2;
      break;
  }
  each.fill(defender);
  each[static_cast<std::size_t>(result.soloist)] = soloist;
  return each;
}

}  // namespace vorhand::skat
