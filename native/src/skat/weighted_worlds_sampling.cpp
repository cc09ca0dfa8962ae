// WeightedWorlds::distinct: all of the heaviest worlds, and a stratified sample of the others.
// Compiled without fused multiply-add, so that results have the same bits on every processor.
#include <algorithm>
#include <cmath>

#include "skat/weighted_worlds.hpp"

namespace vorhand::skat {

namespace {

// Probabilities that differ by a smaller share are equal. Worlds with a smaller total are left out,
// since rounding errors would decide which is drawn.
constexpr double kRounding = 1e-9;

}  // namespace

// Return the world whose interval of cumulative probability holds `position`, from 0 to 1.
WeightedWorlds::Branch WeightedWorlds::at(double position) const {
  std::array<CardSet, kSlots> chosen{};
  std::size_t index = start_;
  double low = 0, size = 1;                       // start and length of the branch
  double point = position * states_[start_].sum;  // position in the branch, on the scale of its sum
  for (const Card card : cards_) {
    const State& state = states_[index];
    point = std::min(point, state.sum * (1 - 0x1p-53));  // rounding may move it to the end
    const std::array<double, kSlots> bounds{0, state.ways[0], state.ways[0] + state.ways[1]};
    const auto slot =
        static_cast<std::size_t>(point >= bounds[1]) + static_cast<std::size_t>(point >= bounds[2]);
    const double before = bounds[slot];
    const double scale = size / state.sum;
    low += before * scale;
    size = state.ways[slot] * scale;
    chosen[slot] |= bit(card);
    index += steps_[slot];
    point = (point - before) / state.ways[slot] * states_[index].sum;
  }
  Branch found{worlds_.knowledge().known, low, size};
  for (std::size_t slot = 0; slot < kSlots; ++slot) found.world[places_[slot]] |= chosen[slot];
  return found;
}

// Search from left to right, pruning branches whose best world is too small.
struct WeightedWorlds::Search {
  const WeightedWorlds& self;
  const std::vector<Scaled>& best;
  double least;
  std::vector<Branch> found{};

  void visit(std::size_t depth, std::size_t index, const Branch& branch) {
    if (depth == self.cards_.size()) {
      found.push_back(branch);
      return;
    }
    const State& state = self.states_[index];
    double low = branch.low;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (state.ways[slot] == 0) continue;
      const std::size_t next = index + self.steps_[slot];
      const Scaled &all = self.sums_[next], &one = best[next];
      Branch part{branch.world, low, branch.size * (state.ways[slot] / state.sum)};
      low += part.size;
      const Scaled share{part.size * (one.mantissa / all.mantissa), one.exponent - all.exponent};
      if (share.value() < least) continue;
      part.world[self.places_[slot]] |= bit(self.cards_[depth]);
      visit(depth + 1, next, part);
    }
  }
};

std::vector<WeightedWorlds::Branch> WeightedWorlds::at_least(const std::vector<Scaled>& best,
                                                             double size) const {
  Search search{*this, best, size};
  search.visit(0, start_, root());
  return std::move(search.found);
}

// Lower the threshold until it equals the mean weight per remaining draw of the light worlds.
std::vector<WeightedWorlds::Branch> WeightedWorlds::heavy(std::size_t n, double& threshold) const {
  const std::vector<Scaled> best = best_table();
  for (threshold = 1 / static_cast<double>(n);;) {
    const std::vector<Branch> heavy = at_least(best, threshold * (1 - kRounding));
    double rest = 1;
    for (const Branch& world : heavy) rest -= world.size;
    const double lower =
        heavy.size() >= n || rest <= kRounding ? 0 : rest / static_cast<double>(n - heavy.size());
    const bool settled = lower == 0 || lower >= threshold * (1 - kRounding);
    threshold = lower;
    if (settled) return heavy;
  }
}

// The light worlds as consecutive intervals, visited from left to right.
struct WeightedWorlds::Light {
  const WeightedWorlds& self;
  const std::vector<Branch>& heavy;
  std::size_t passed = 0;
  double skipped = 0;

  Branch at(double position) {
    for (; passed < heavy.size() && heavy[passed].low - skipped <= position; ++passed) {
      skipped += heavy[passed].size;
    }
    Branch found = self.at(position + skipped);
    found.low -= skipped;
    return found;
  }
};

// Ordered pivotal sampling: strata as long as the threshold, which exceeds any light world, give
// one world each. A world that crosses a border is drawn at most once with its whole probability:
// by the first stratum with its share there, else by the second with its share there divided by the
// chance that the first did not draw it.
void WeightedWorlds::add_light(const std::vector<Branch>& heavy, std::size_t strata, double size,
                               Random& random, std::vector<Weighed>& rows) const {
  Light light{*this, heavy};
  Branch border{};
  bool taken = false;
  auto share = [size](double length) { return std::clamp(length / size, 0.0, 1.0); };
  for (std::size_t stratum = 0; stratum < strata; ++stratum) {
    const double low = static_cast<double>(stratum) * size;
    const double before = share(low - border.low);
    const double here = share(border.low + border.size - low);
    const double again = taken || here == 0 ? 0 : std::min(1.0, here / (1 - before));
    const double number = random.unit();
    const World chosen =
        number < again
            ? border.world
            : light.at(low + size * (here + (1 - here) * (number - again) / (1 - again))).world;
    rows.push_back({chosen, size});
    border = light.at(low + size);
    taken = chosen == border.world;
  }
}

std::vector<WeightedWorlds::Weighed> WeightedWorlds::distinct(std::size_t n, Random& random) const {
  std::vector<Weighed> rows;
  if (n == 0) return rows;
  double threshold = 0;
  const std::vector<Branch> heavy =
      worlds_.count() <= n ? at_least(best_table(), 0) : this->heavy(n, threshold);
  for (const Branch& one : heavy) rows.push_back({one.world, one.size});
  if (threshold > 0) add_light(heavy, n - heavy.size(), threshold, random, rows);

  // Rounding may draw a world twice; one row then carries both weights.
  std::sort(rows.begin(), rows.end(),
            [](const Weighed& a, const Weighed& b) { return a.world < b.world; });
  std::vector<Weighed> merged;
  double sum = 0;
  for (const Weighed& row : rows) {
    sum += row.weight;
    if (!merged.empty() && merged.back().world == row.world) {
      merged.back().weight += row.weight;
    } else {
      merged.push_back(row);
    }
  }
  for (std::size_t left = merged.size(); left > 1; --left) {
    std::swap(merged[left - 1], merged[random.below(left)]);
  }
  for (Weighed& row : merged) row.weight /= sum;
  return merged;
}

}  // namespace vorhand::skat
