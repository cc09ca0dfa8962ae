#include "schnapsen/vector_search.hpp"

#include <algorithm>
#include <numeric>

namespace vorhand::schnapsen {

namespace {

constexpr int kNoCap = 3;

int sum(const std::vector<int>& values) { return std::accumulate(values.begin(), values.end(), 0); }

}  // namespace

VectorSearch::VectorSearch(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player,
                           bool reduce_payoffs)
    : rules_(rules),
      solver_(solver),
      worlds_(std::move(worlds)),
      player_(player),
      reduce_(reduce_payoffs) {
  solver_.forget();
  for (const Deal& world : worlds_) shares_.push_back(solver_.prepare(world));
}

std::vector<int> VectorSearch::values(Action action, int depth) {
  Cells cells;
  for (std::size_t i = 0; i < worlds_.size(); ++i) cells.push_back({i, worlds_[i], kNoCap});
  return search(after(cells, action), depth);
}

int VectorSearch::minimax(const Cell& cell) {
  int value = 0;
  if (cell.deal.terminal()) {
    value = cell.deal.value();
  } else {
    solver_.resume(worlds_[cell.world], shares_[cell.world]);
    value = solver_.value_within(cell.deal, -3, 3);
  }
  return player_ == 0 ? value : -value;
}

std::vector<int> VectorSearch::capped_minimax(const Cells& cells) {
  std::vector<int> values;
  for (const Cell& cell : cells) values.push_back(std::min(cell.cap, minimax(cell)));
  return values;
}

VectorSearch::Cells VectorSearch::after(const Cells& cells, Action action) const {
  Cells next = cells;
  for (Cell& cell : next) apply(rules_, cell.deal, action);
  return next;
}

// Search positions of the same public history.
std::vector<int> VectorSearch::search(const Cells& cells, int depth) {
  const Deal& deal = cells[0].deal;
  if (cells.size() == 1 || deal.terminal() || depth == 0) return capped_minimax(cells);
  if (deal.to_move() != player_) {
    return depth == 1 ? capped_minimax(cells) : min_node(cells, depth);
  }
  // MAX distinguishes worlds only by MAX's own hand.
  std::vector<int> values(cells.size());
  std::vector<bool> done(cells.size());
  const auto p = static_cast<std::size_t>(player_);
  for (std::size_t first = 0; first < cells.size(); ++first) {
    if (done[first]) continue;
    std::vector<std::size_t> rows;
    Cells same;
    for (std::size_t i = first; i < cells.size(); ++i) {
      if (cells[i].deal.hands[p] != cells[first].deal.hands[p]) continue;
      rows.push_back(i);
      same.push_back(cells[i]);
      done[i] = true;
    }
    const std::vector<int> found = max_node(same, depth);
    for (std::size_t i = 0; i < rows.size(); ++i) values[rows[i]] = found[i];
  }
  return values;
}

std::vector<int> VectorSearch::max_node(const Cells& cells, int depth) {
  const std::vector<int> most = capped_minimax(cells);
  if (cells.size() == 1) return most;
  const int most_sum = sum(most);
  std::vector<int> best;
  int best_sum = 0;
  for (ActionSet left = legal_actions(rules_, cells[0].deal); left; left &= left - 1) {
    std::vector<int> found = search(after(cells, std::countr_zero(left)), depth - 1);
    const int found_sum = sum(found);
    if (best.empty() || found_sum > best_sum) {
      best_sum = found_sum;
      best = std::move(found);
    }
    if (best_sum == most_sum) break;
  }
  return best;
}

std::vector<int> VectorSearch::min_node(const Cells& cells, int depth) {
  Cells capped = cells;
  if (reduce_) {
    for (Cell& cell : capped) cell.cap = std::min(cell.cap, minimax(cell));
  }
  std::vector<int> values(cells.size(), kNoCap);
  ActionSet all = 0;
  for (const Cell& cell : cells) all |= legal_actions(rules_, cell.deal);
  for (; all; all &= all - 1) {
    const Action action = std::countr_zero(all);
    std::vector<std::size_t> able;
    Cells next;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!(legal_actions(rules_, cells[i].deal) & action_bit(action))) continue;
      able.push_back(i);
      next.push_back(capped[i]);
      apply(rules_, next.back().deal, action);
    }
    const std::vector<int> found = search(next, depth - 1);
    for (std::size_t i = 0; i < able.size(); ++i) {
      values[able[i]] = std::min(values[able[i]], found[i]);
    }
  }
  return values;
}

}  // namespace vorhand::schnapsen
