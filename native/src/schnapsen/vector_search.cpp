#include "schnapsen/vector_search.hpp"

#include <algorithm>
#include <numeric>

namespace vorhand::schnapsen {

namespace {

constexpr int kNoCap = 3;

template <typename T>
std::vector<T> pick(const std::vector<T>& from, const std::vector<std::size_t>& rows) {
  std::vector<T> picked;
  picked.reserve(rows.size());
  for (const std::size_t row : rows) picked.push_back(from[row]);
  return picked;
}

}  // namespace

std::vector<int> VectorSearch::values(std::vector<Deal> worlds, Action action, int depth) {
  for (Deal& world : worlds) apply(rules_, world, action);
  return search(worlds, std::vector<int>(worlds.size(), kNoCap), depth);
}

// All states have the same public history.
std::vector<int> VectorSearch::search(const std::vector<Deal>& states, std::vector<int> caps,
                                      int depth) {
  if (states[0].terminal() || depth == 0) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      caps[i] = std::min(caps[i], minimax(states[i]));
    }
    return caps;
  }
  if (states[0].to_move() != player_) return min_node(states, std::move(caps), depth);
  // MAX tells worlds apart by his own hand.
  std::vector<int> values(states.size());
  std::vector<bool> done(states.size());
  for (std::size_t first = 0; first < states.size(); ++first) {
    if (done[first]) continue;
    std::vector<std::size_t> rows;
    const auto p = static_cast<std::size_t>(player_);
    for (std::size_t i = first; i < states.size(); ++i) {
      if (states[i].hands[p] != states[first].hands[p]) continue;
      rows.push_back(i);
      done[i] = true;
    }
    const std::vector<int> found = max_node(pick(states, rows), pick(caps, rows), depth);
    for (std::size_t i = 0; i < rows.size(); ++i) values[rows[i]] = found[i];
  }
  return values;
}

std::vector<int> VectorSearch::max_node(const std::vector<Deal>& states,
                                        const std::vector<int>& caps, int depth) {
  std::vector<int> best;
  int best_sum = 0;
  for (ActionSet left = legal_actions(rules_, states[0]); left; left &= left - 1) {
    std::vector<Deal> after = states;
    for (Deal& deal : after) apply(rules_, deal, std::countr_zero(left));
    std::vector<int> found = search(after, caps, depth - 1);
    const int sum = std::accumulate(found.begin(), found.end(), 0);
    if (best.empty() || sum > best_sum) {
      best_sum = sum;
      best = std::move(found);
    }
  }
  return best;
}

std::vector<int> VectorSearch::min_node(const std::vector<Deal>& states, std::vector<int> caps,
                                        int depth) {
  if (reduce_) {
    for (std::size_t i = 0; i < states.size(); ++i) caps[i] = std::min(caps[i], minimax(states[i]));
  }
  std::vector<int> values(states.size(), kNoCap);
  std::vector<ActionSet> legal;
  ActionSet all = 0;
  for (const Deal& deal : states) {
    legal.push_back(legal_actions(rules_, deal));
    all |= legal.back();
  }
  for (; all; all &= all - 1) {
    const Action action = std::countr_zero(all);
    std::vector<std::size_t> able;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (legal[i] & action_bit(action)) able.push_back(i);
    }
    std::vector<Deal> after = pick(states, able);
    for (Deal& deal : after) apply(rules_, deal, action);
    const std::vector<int> found = search(after, pick(caps, able), depth - 1);
    for (std::size_t i = 0; i < able.size(); ++i) {
      values[able[i]] = std::min(values[able[i]], found[i]);
    }
  }
  return values;
}

}  // namespace vorhand::schnapsen
