#include "schnapsen/eam.hpp"

#include <algorithm>
#include <cmath>

#include "schnapsen/eam_search.hpp"

namespace vorhand::schnapsen {

namespace {

// Equal products of the same fractions may differ in the last bits.
constexpr double kEqual = 1e-12;

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
  ErrorSearch search(rules, solver, player, reading);
  const std::int8_t* value = values;
  for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1, ++value) {
    Deal next = deal;
    apply(rules, next, std::countr_zero(left));
    *triples++ = search.triple(next, player == 0 ? *value : -*value, depth);
  }
}

Triple ErrorSearch::triple(const Deal& deal, int m, int depth) {
  if (deal.terminal() || depth == 0) return {m, 0, 0};
  return deal.to_move() == max_player_ ? at_max(deal, m, depth) : at_min(deal, m, depth);
}

Triple ErrorSearch::at_max(const Deal& deal, int m, int depth) {
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

Triple ErrorSearch::at_min(const Deal& deal, int m, int depth) {
  if (no_errors(deal, m, depth)) return {m, 0, 0};
  MinNode node;
  find_errors(deal, m, depth, node);
  int gain = node.gain;
  const std::span<Error> errors(node.errors, static_cast<std::size_t>(node.num_errors));
  if (!errors.empty() && reading_.greatest_gain) {
    gain = greatest_value(errors, m + gain) - m;
  } else if (!errors.empty()) {
    gain = least_value(errors, gain == 0 ? kMostPoints : m + gain) - m;
  }
  return {m, node.p(), gain};
}

void ErrorSearch::find_errors(const Deal& deal, int m, int depth, MinNode& node) {
  for (ActionSet left = legal_actions(rules_, deal); left; left &= left - 1) {
    Deal next = deal;
    apply(rules_, next, std::countr_zero(left));
    ++node.moves;
    const int found = within(next, m, m + 1);
    if (found > m) {
      if (reading_.winner_errors && (m > 0 || !exceeds(next, 0))) continue;
      node.sum += 1;
      node.errors[node.num_errors++] = {next, found, most(next)};
    } else if (depth != 1) {
      const Triple below = triple(next, m, depth - 1);
      node.sum += below.p;
      if (below.p > 0) node.gain = node.gain == 0 ? below.a : of_two(node.gain, below.a);
    }
  }
}

// Return MAX's minimax value if inside the window, else a bound on that side.
int ErrorSearch::within(const Deal& deal, int low, int high) {
  return max_player_ == 0 ? solver_.value_within(deal, low, high)
                          : -solver_.value_within(deal, -high, -low);
}

int ErrorSearch::of_two(int x, int y) const {
  return reading_.greatest_gain ? std::max(x, y) : std::min(x, y);
}

// Return the greatest minimax value of the errors if above `limit`, else the limit.
int ErrorSearch::greatest_value(std::span<const Error> errors, int limit) {
  for (const Error& error : errors) {
    while (limit < error.high && exceeds(error.deal, limit)) ++limit;
  }
  return limit;
}

int ErrorSearch::least_value(std::span<Error> errors, int limit) {
  for (const Error& error : errors) limit = std::min(limit, error.high);
  for (;;) {
    Error& error = *std::ranges::min_element(errors, {}, &Error::low);
    if (error.low >= limit) return limit;
    const int found = within(error.deal, error.low, error.low + 1);
    if (found <= error.low) return error.low;
    error.low = found;
  }
}

int ErrorSearch::most(const Deal& deal) const {
  if (!solver_.fast()) return kMostPoints;
  if (deal.terminal()) return max_player_ == 0 ? deal.value() : -deal.value();
  const auto min = static_cast<std::size_t>(1 - max_player_);
  if (deal.closer < 0) return table_points(rules_, deal.points[min], deal.tricks[min]);
  if (deal.closer == max_player_)
    return table_points(rules_, deal.closed_points, deal.closed_tricks);
  return deal.closed_tricks == 0 ? 3 : 2;
}

}  // namespace vorhand::schnapsen
