#include "skat/monte_carlo/error_allowing.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace vorhand::skat {

namespace {

using solver::low;
using solver::one;
using solver::Set;

// Base-2 logarithm of the number of table entries.
constexpr int kErrorTableBits = 15;
// Equal products of the same fractions may differ in the last bits.
constexpr double kEqual = 1e-9;

}  // namespace

ErrorAllowing::ErrorAllowing(int depth, Objective objective, Values values, Errors errors)
    : depth_(depth),
      objective_(objective),
      errors_(std::move(errors)),
      open_hand_(values),
      tree_(kErrorTableBits) {}

Triples ErrorAllowing::operator()(const CardPlay& world, CardSet moves) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Triples triples;
  triples.m.fill(kNone);
  triples.p.fill(kNone);
  triples.a.fill(kNone);
  const Outcomes outcomes = open_hand_(world, moves);
  const double side = world.player() == world.table.soloist ? 1 : -1;
  tree_.begin_world(world, objective_);
  const Set legal = tree_.legal(tree_.root()), different = distinct(tree_.root(), legal);
  Triple found;
  bool known = false;  // `found` is the triple of an equivalent card
  for (Set left = legal; left; left &= left - 1) {
    const int b = low(left);
    const auto card = static_cast<std::size_t>(tree_.card(b));
    if (different & one(b)) known = false;
    if (!(moves & bit(tree_.card(b)))) continue;
    if (!known) {
      const int m = tree_.rank_of(outcomes[card]);
      found = triple(tree_.play(tree_.root(), b), after(world, b), m, depth_);
    }
    known = true;
    triples.m[card] = side * world.worth(outcomes[card], objective_);
    triples.p[card] = found.p;
    triples.a[card] = found.a;
  }
  return triples;
}

bool ErrorAllowing::less(const Triple& x, const Triple& y) {
  const double difference = x.p * x.a - y.p * y.a;
  if (difference < -kEqual || difference > kEqual) return difference < 0;
  return x.p < y.p - kEqual;
}

CardPlay ErrorAllowing::after(const CardPlay& play, int b) const {
  CardPlay next = play;
  if (errors_.policy) next.play(tree_.card(b));
  return next;
}

Shares ErrorAllowing::shares(const CardPlay& play, Set legal) const {
  if (errors_.policy && solver::size(legal) > 1) {
    return errors_.policy->shares(play, errors_.temperature);
  }
  Shares alike;
  alike.fill(1.0 / solver::size(legal));
  return alike;
}

auto ErrorAllowing::triple(const Place& place, const CardPlay& play, int m, int depth) -> Triple {
  if (depth == 0 || !tree_.may_exceed(place, m)) return {m, 0, 0};
  return tree_.is_max(place) ? at_max(place, play, m, depth) : at_min(place, play, m, depth);
}

auto ErrorAllowing::at_max(const Place& place, const CardPlay& play, int m, int depth) -> Triple {
  Triple best{m, 0, 0};
  for (Set left = distinct(place, tree_.legal(place)); left; left &= left - 1) {
    const Place next = tree_.play(place, low(left));
    if (m > 0 && !tree_.exceeds(next, m - 1)) continue;
    best = std::max(best, triple(next, after(play, low(left)), m, depth), less);
  }
  return best;
}

auto ErrorAllowing::at_min(const Place& place, const CardPlay& play, int m, int depth) -> Triple {
  const Set legal = tree_.legal(place), different = distinct(place, legal);
  const Shares likely = shares(play, legal);
  Triple next, sum{m, 0, 0};
  for (Set left = legal; left; left &= left - 1) {
    // Equivalent cards have equal results; each counts with its own probability.
    if (different & left & -left) {
      const Place next_place = tree_.play(place, low(left));
      if (tree_.exceeds(next_place, m)) {
        // Only the least gain counts, so only test whether this one is less.
        int rank = m + 1;
        while (rank < tree_.best_rank() && (sum.a == 0 || tree_.pay(rank) - tree_.pay(m) < sum.a) &&
               tree_.exceeds(next_place, rank))
          ++rank;
        next = {rank, 1, tree_.pay(rank) - tree_.pay(m)};
      } else {
        next = triple(next_place, after(play, low(left)), m, depth - 1);
      }
    }
    const double p = likely[static_cast<std::size_t>(tree_.card(low(left)))] * next.p;
    if (p > 0) sum.a = sum.a == 0 ? next.a : std::min(sum.a, next.a);
    sum.p += p;
  }
  return sum;
}

}  // namespace vorhand::skat
