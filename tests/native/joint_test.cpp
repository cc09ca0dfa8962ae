// Pareto fronts, alpha-mu and EPIMC on random trees, against enumerations without any cut.
#include <algorithm>
#include <map>
#include <set>

#include "check.hpp"
#include "joint/alpha_mu.hpp"
#include "joint/epimc.hpp"
#include "permutation.hpp"
#include "random.hpp"

using namespace vorhand;
using namespace vorhand::joint;

namespace {

constexpr int kDepth = 5, kBest = 2;

// A tree of two moves a node, and three at the opponents' nodes, with its own payoffs in each
// world.
struct Toy {
  using Place = std::vector<int>;  // the moves so far

  std::uint64_t seed;
  std::size_t size;

  std::uint64_t drawn(std::size_t world, const Place& place, int salt) const {
    std::uint64_t hash = mix64(seed * 8 + static_cast<std::uint64_t>(salt)) ^ world;
    for (const int move : place) hash = mix64(hash * 4 + static_cast<std::uint64_t>(move) + 1);
    return mix64(hash);
  }
  std::size_t worlds() const { return size; }
  Place root(std::size_t) const { return {}; }
  Role role_at(std::size_t depth) const {
    if (depth == kDepth) return Role::kOver;
    if (depth == 0) return Role::kOwn;
    const auto number = mix64(seed * 64 + depth) % 5;
    return number < 2 ? Role::kOwn : number < 4 ? Role::kOpponent : Role::kPartner;
  }
  Role role(std::size_t, const Place& place) const { return role_at(place.size()); }
  // Each seat tells two groups of worlds apart.
  std::uint64_t seen(std::size_t world, const Place& place) const {
    if (place.empty()) return 0;
    return drawn(world, {}, static_cast<int>(role(0, place))) % 2;
  }
  MoveSet legal(std::size_t world, const Place& place) const {
    if (role(0, place) == Role::kOwn) return 0b11;
    return 1 + drawn(seen(world, place), place, 5) % 7;
  }
  MoveSet distinct(std::size_t, const Place&, MoveSet legal) const { return legal; }
  int number(int move) const { return move; }
  Place after(std::size_t, Place place, int move) const {
    place.push_back(move);
    return place;
  }
  bool may_fall(const Cell<Place>&) const { return true; }
  bool is_fixed(const Cell<Place>&) const { return false; }
  int best(std::size_t) const { return kBest; }
  double worth(std::size_t, int level) const { return level; }
  int open(std::size_t world, const Place& place) const {
    if (place.size() == kDepth) return static_cast<int>(drawn(world, place, 6) % (kBest + 1));
    const bool least = role(world, place) == Role::kOpponent;
    int value = least ? kBest : 0;
    for (MoveSet left = legal(world, place); left; left &= left - 1) {
      const int found = open(world, after(world, place, std::countr_zero(left)));
      value = least ? std::min(value, found) : std::max(value, found);
    }
    return value;
  }
  void rate(std::span<Cell<Place>> cells) const {
    for (Cell<Place>& cell : cells) cell.top = std::min(cell.cap, open(cell.world, cell.place));
  }
};

using Vector = std::vector<int>;
using Worlds = std::vector<std::size_t>;

std::map<std::uint64_t, Worlds> looks(const Toy& toy, const Worlds& worlds,
                                      const Toy::Place& place) {
  std::map<std::uint64_t, Worlds> result;
  for (const std::size_t world : worlds) result[toy.seen(world, place)].push_back(world);
  return result;
}

Worlds able(const Toy& toy, const Worlds& worlds, const Toy::Place& place, int move) {
  Worlds result;
  for (const std::size_t world : worlds) {
    if (toy.legal(world, place) >> move & 1) result.push_back(world);
  }
  return result;
}

// Return what every strategy reaches, by world of the toy; -1 where a world is not asked for.
std::set<Vector> reached(const Toy& toy, const Worlds& worlds, const Toy::Place& place, int plies) {
  const Role role = toy.role(0, place);
  Vector none(toy.size, -1);
  if (role == Role::kOver || plies == 0) {
    for (const std::size_t world : worlds) none[world] = toy.open(world, place);
    return {none};
  }
  std::set<Vector> result{none};
  const auto join = [&](const std::set<Vector>& others) {
    std::set<Vector> joined;
    for (const Vector& a : result) {
      for (const Vector& b : others) {
        Vector both = a;
        for (std::size_t i = 0; i < both.size(); ++i) {
          if (b[i] < 0) continue;
          const bool least = role == Role::kOpponent;
          both[i] = both[i] < 0 ? b[i] : least ? std::min(both[i], b[i]) : std::max(both[i], b[i]);
        }
        joined.insert(both);
      }
    }
    result = joined;
  };
  if (role != Role::kOwn) {
    for (int move = 0; move < 3; ++move) {
      const Worlds some = able(toy, worlds, place, move);
      if (!some.empty()) join(reached(toy, some, toy.after(0, place, move), plies));
    }
    return result;
  }
  for (const auto& [look, alike] : looks(toy, worlds, place)) {
    std::set<Vector> own;
    for (int move = 0; move < 2; ++move) {
      own.merge(reached(toy, alike, toy.after(0, place, move), plies - 1));
    }
    join(own);
  }
  return result;
}

Vector postponed(const Toy& toy, const Worlds& worlds, const Toy::Place& place, int plies) {
  const Role role = toy.role(0, place);
  Vector result(toy.size, -1);
  if (role == Role::kOver || plies == 0) {
    for (const std::size_t world : worlds) result[world] = toy.open(world, place);
    return result;
  }
  const int sign = role == Role::kOpponent ? -1 : 1;
  for (const auto& [look, alike] : looks(toy, worlds, place)) {
    int best = -1000;
    for (int move = 0; move < 3; ++move) {
      if (!(toy.legal(alike[0], place) >> move & 1)) continue;
      const Worlds some = able(toy, worlds, place, move);
      const Vector found = postponed(toy, some, toy.after(0, place, move), plies - 1);
      int sum = 0;
      for (const std::size_t world : alike) sum += sign * found[world];
      if (sum <= best) continue;
      best = sum;
      for (const std::size_t world : alike) result[world] = found[world];
    }
  }
  return result;
}

int sum_of(const Vector& levels) {
  int sum = 0;
  for (const int level : levels) sum += level;
  return sum;
}

// Compare both moves at the root; return whether open hands overrate one.
bool check_searches(const Toy& toy, int plies) {
  Worlds worlds;
  for (std::size_t i = 0; i < toy.size; ++i) worlds.push_back(i);
  const std::vector<double> weights(toy.size, 1);
  const std::vector<int> moves{0, 1};
  Toy game = toy;
  Limits limits;
  limits.plies = plies;
  const Found found = AlphaMu<Toy>(game, weights, limits)(moves);
  const Found later = Epimc<Toy>(game, weights, limits)(moves);
  CHECK(found.plies == plies && later.plies == plies);
  std::vector<int> best;
  bool overrated = false;
  for (const int move : moves) {
    int most = 0, open = 0;
    for (const Vector& levels : reached(toy, worlds, {move}, plies - 1)) {
      most = std::max(most, sum_of(levels));
    }
    for (const std::size_t world : worlds) open += toy.open(world, {move});
    overrated |= open > most;
    best.push_back(most);
    const auto index = static_cast<std::size_t>(move);
    CHECK(sum_of(later.levels[index]) == sum_of(postponed(toy, worlds, {move}, plies - 1)));
  }
  const int top = std::max(best[0], best[1]);
  for (const int move : moves) {
    const auto index = static_cast<std::size_t>(move);
    const int here = sum_of(found.levels[index]);
    CHECK(here == best[index] || (best[index] < here && here < top));
  }
  return overrated;
}

void check_fronts(Random& random) {
  std::vector<Levels> vectors;
  for (int n = 0; n < 12; ++n) {
    Levels levels;
    for (int i = 0; i < 4; ++i) levels.push_back(static_cast<std::int16_t>(random.next() % 3));
    vectors.push_back(levels);
  }
  Front front;
  for (const Levels& levels : vectors) add(front, levels);
  const auto covers = [](const Levels& high, const Levels& low) {
    bool all = true;
    for (std::size_t i = 0; i < low.size(); ++i) all &= low[i] <= high[i];
    return all;
  };
  std::set<Levels> expected;
  for (const Levels& levels : vectors) {
    bool exceeded = false;
    for (const Levels& other : vectors) exceeded |= other != levels && covers(other, levels);
    if (!exceeded) expected.insert(levels);
  }
  CHECK(std::set<Levels>(front.begin(), front.end()) == expected &&
        front.size() == expected.size());
  for (const Levels& levels : vectors) CHECK(is_within(levels, front));
  const auto sum = [](const Levels& levels) { return static_cast<double>(levels[0] + levels[1]); };
  Front shorter = front;
  shorten(shorter, 2, sum);
  CHECK(shorter.size() == std::min<std::size_t>(2, front.size()));
  for (const Levels& kept : shorter) {
    int better = 0;
    for (const Levels& levels : front) better += sum(levels) > sum(kept);
    CHECK(better < 2 && std::count(front.begin(), front.end(), kept) == 1);
  }
}

}  // namespace

int main() {
  Random random(1, 1);
  for (int i = 0; i < 2000; ++i) check_fronts(random);
  int overrated = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Toy toy{seed, 2 + seed % 3};
    for (const int plies : {1, 2, 3, 9}) overrated += check_searches(toy, plies);
  }
  CHECK(overrated > 100);
  return 0;
}
