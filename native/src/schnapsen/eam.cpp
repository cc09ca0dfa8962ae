#include "schnapsen/eam.hpp"

#include <algorithm>
#include <cmath>

namespace vorhand::schnapsen {

namespace {

constexpr int kMost = 3;  // game points of a deal
// Equal products of the same fractions may differ in the last bits.
constexpr double kEqual = 1e-12;

class Search {
  // A move of MIN that raises the value, with bounds on the value after it.
  struct Error {
    Deal deal;
    int low, high;
  };

 public:
  Search(const Rules& rules, Solver& solver, int max_player, const EamReading& reading)
      : rules_(rules), solver_(solver), max_player_(max_player), reading_(reading) {}

  // The position is known to have minimax value m.
  Triple triple(const Deal& deal, int m, int depth) {
    if (deal.terminal() || depth == 0) return {m, 0, 0};
    return deal.to_move() == max_player_ ? at_max(deal, m, depth) : at_min(deal, m, depth);
  }

 private:
  // Whether MAX's minimax value of the position exceeds the bound.
  bool exceeds(const Deal& deal, int bound) { return within(deal, bound, bound + 1) > bound; }

  int within(const Deal& deal, int low, int high) {
    return max_player_ == 0 ? solver_.value_within(deal, low, high)
                            : -solver_.value_within(deal, -high, -low);
  }

  Triple at_max(const Deal& deal, int m, int depth) {
    Triple best{m, 0, 0};
    const auto worse = [this](auto& x, auto& y) { return less(x, y, reading_.chance_first); };
    for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
      Deal next = deal;
      apply(rules_, next, std::countr_zero(left));
      if (!exceeds(next, m - 1)) continue;
      best = std::max(best, triple(next, m, depth), worse);
    }
    return best;
  }

  Triple at_min(const Deal& deal, int m, int depth) {
    // A reply cannot raise the value above what MIN's points allow; a close could.
    if (depth == 1 && deal.led != kNoCard && m == most(deal)) return {m, 0, 0};
    Error errors[kNumActions];
    int num_errors = 0, moves = 0, gain = 0;
    double sum = 0;
    for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
      Deal next = deal;
      apply(rules_, next, std::countr_zero(left));
      ++moves;
      const int found = within(next, m, m + 1);
      if (found > m) {
        if (reading_.winner_errors && (m > 0 || !exceeds(next, 0))) continue;
        sum += 1;
        errors[num_errors++] = {next, found, most(next)};
      } else if (depth != 1) {
        const Triple below = triple(next, m, depth - 1);
        sum += below.p;
        if (below.p > 0) gain = gain == 0 ? below.a : of_two(gain, below.a);
      }
    }
    if (num_errors > 0 && reading_.greatest_gain)
      gain = greatest_value(errors, errors + num_errors, m + gain) - m;
    else if (num_errors > 0)
      gain = least_value(errors, errors + num_errors, gain == 0 ? kMost : m + gain) - m;
    return {m, sum / moves, gain};
  }

  int of_two(int x, int y) const {
    return reading_.greatest_gain ? std::max(x, y) : std::min(x, y);
  }

  // Greatest minimax value of the errors, if above `limit`; else the limit.
  int greatest_value(const Error* first, const Error* last, int limit) {
    for (const Error* error = first; error != last; ++error) {
      while (limit < error->high && exceeds(error->deal, limit)) ++limit;
    }
    return limit;
  }

  // Least minimax value of the errors, if below `limit`; else the limit.
  int least_value(Error* first, Error* last, int limit) {
    for (const Error* error = first; error != last; ++error) limit = std::min(limit, error->high);
    for (;;) {
      Error* error = std::min_element(first, last, [](auto& x, auto& y) { return x.low < y.low; });
      if (error->low >= limit) return limit;
      const int found = within(error->deal, error->low, error->low + 1);
      if (found <= error->low) return error->low;
      error->low = found;
    }
  }

  // The most MAX can get from here if nobody closes in error.
  int most(const Deal& deal) const {
    if (!solver_.fast()) return kMost;
    if (deal.terminal()) return max_player_ == 0 ? deal.value() : -deal.value();
    const auto min = static_cast<std::size_t>(1 - max_player_);
    if (deal.closer < 0) return table_points(rules_, deal.points[min], deal.tricks[min]);
    if (deal.closer == max_player_)
      return table_points(rules_, deal.closed_points, deal.closed_tricks);
    return deal.closed_tricks == 0 ? 3 : 2;
  }

  const Rules& rules_;
  Solver& solver_;
  int max_player_;
  const EamReading reading_;
};

}  // namespace

bool less(const Triple& x, const Triple& y, bool chance_first) {
  if (x.m != y.m) return x.m < y.m;
  if (chance_first && std::abs(x.p - y.p) > kEqual) return x.p < y.p;
  if (chance_first) return x.a < y.a;
  const double difference = x.p * x.a - y.p * y.a;
  if (difference < -kEqual || difference > kEqual) return difference < 0;
  return x.p < y.p - kEqual;
}

void action_triples(const Rules& rules, Solver& solver, const Deal& deal, int depth,
                    Triple* triples, const EamReading& reading) {
  const int player = deal.to_move();
  std::int8_t values[kNumActions];
  solver.action_values(deal, values);
  Search search(rules, solver, player, reading);
  const std::int8_t* value = values;
  for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1, ++value) {
    Deal next = deal;
    apply(rules, next, std::countr_zero(left));
    *triples++ = search.triple(next, player == 0 ? *value : -*value, depth);
  }
}

}  // namespace vorhand::schnapsen
