#include "schnapsen/decisive.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vorhand::schnapsen {

namespace {

// Sums closer than this may be equal; the decision treats sums within 1e-9 as equal.
constexpr double kTied = 4e-9;
constexpr double kNarrow = 1e-12;  // bounds this close determine the value

}  // namespace

Decision::Decision(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player,
                   int depth, Judgement judgement)
    : rules_(rules),
      solver_(solver),
      worlds_(std::move(worlds)),
      player_(player),
      depth_(depth),
      judgement_(std::move(judgement)),
      moves_(judgement_.known.size()),
      sums_(moves_) {
  solver_.forget();
  for (const Deal& world : worlds_) shares_.push_back(solver_.prepare(world));
  cells_.reserve(worlds_.size() * moves_);
  for (std::size_t i = 0; i < worlds_.size(); ++i) {
    solver_.resume(worlds_[i], shares_[i]);
    std::int8_t values[kNumActions];
    solver_.action_values(worlds_[i], values);
    const std::int8_t* value = values;
    for (ActionSet left = legal_actions(rules_, worlds_[i]); left; left &= left - 1, ++value) {
      Deal next = worlds_[i];
      apply(rules_, next, std::countr_zero(left));
      cells_.push_back(bounded(next, player_ == 0 ? *value : -*value));
    }
  }
  for (std::size_t move = 0; move < moves_; ++move) add_up(move);
}

// Return the bounds on p and a that hold before errors are searched.
Decision::Cell Decision::bounded(const Deal& deal, int m) const {
  const ErrorSearch search(rules_, solver_, player_);
  Cell cell{deal, m};
  if (deal.terminal() || depth_ == 0 || search.no_errors(deal, m, depth_)) return cell;
  // Unless MIN's next decision is a reply and no later one counts, MIN may close by mistake.
  const bool replies = depth_ == 1 && (deal.led != kNoCard || deal.to_move() == player_);
  cell.a_high = (replies || deal.closer >= 0 ? search.most(deal) : kMostPoints) - m;
  if (cell.a_high <= 0) return {deal, m};
  cell.asked = Asked::kNothing;
  cell.p_high = 1;
  if (depth_ == 1 && deal.to_move() != player_) {
    const int moves = std::popcount(legal_actions(rules_, deal));
    cell.p_high = double(moves - 1) / moves;  // at least one move keeps the value
  }
  return cell;
}

bool Decision::open(const Cell& cell) const {
  return cell.asked != Asked::kAll && most(cell) > least(cell) + kNarrow;
}

void Decision::add_up(std::size_t move) {
  Sum sum;
  for (std::size_t i = 0; i < worlds_.size(); ++i) {
    const Cell& one = cell(i, move);
    sum.now += judgement_.weights[i] * worth(one.m);
    sum.low += judgement_.weights[i] * least(one);
    sum.high += judgement_.weights[i] * most(one);
  }
  sums_[move] = sum;
}

bool Decision::settled(std::size_t move) const {
  for (std::size_t i = 0; i < worlds_.size(); ++i) {
    if (open(cell(i, move))) return false;
  }
  return true;
}

// Tell whether a move is certainly better than another, or, if both are known exactly, no worse.
bool Decision::beats(std::size_t move, std::size_t other) const {
  const Sum &x = sums_[move], &y = sums_[other];
  const double ahead = presumed(move, x.low) - presumed(other, y.high);
  if (ahead > kTied) return true;
  if (presumed(move, x.high) - presumed(other, y.low) < -kTied) return false;
  const bool known = presumed(move, x.high - x.low) - x.now < kNarrow &&
                     presumed(other, y.high - y.low) - y.now < kNarrow;
  if (known && std::abs(ahead) < kNarrow && x.now > y.now + kTied) return true;
  return settled(move) && settled(other);
}

// Return the move with the greatest upper bound.
std::size_t Decision::leader() const {
  std::size_t best = 0;
  for (std::size_t move = 1; move < moves_; ++move) {
    const double ahead = presumed(move, sums_[move].high) - presumed(best, sums_[best].high);
    if (ahead > kNarrow || (ahead > -kNarrow && sums_[move].now > sums_[best].now)) best = move;
  }
  return best;
}

void Decision::settle() {
  for (;;) {
    const std::size_t first = leader();
    std::vector<std::size_t> rivals;
    for (std::size_t move = 0; move < moves_; ++move) {
      if (move != first && !beats(first, move)) rivals.push_back(move);
    }
    if (rivals.empty()) return;
    std::ranges::sort(rivals, {}, [this](auto move) { return -presumed(move, sums_[move].high); });
    if (!examine(first) && std::ranges::none_of(rivals, [this](auto m) { return examine(m); }))
      return;
  }
}

// Examine the move in the world with the widest bounds; return false if all worlds are known.
bool Decision::examine(std::size_t move) {
  std::size_t widest = worlds_.size();
  double width = 0;
  for (std::size_t i = 0; i < worlds_.size(); ++i) {
    const Cell& one = cell(i, move);
    const double own = judgement_.weights[i] * (most(one) - least(one));
    if (open(one) && own > width) {
      widest = i;
      width = own;
    }
  }
  if (widest == worlds_.size()) return false;
  solver_.resume(worlds_[widest], shares_[widest]);
  ask(cells_[widest * moves_ + move]);
  add_up(move);
  return true;
}

void Decision::ask(Cell& cell) {
  ErrorSearch search(rules_, solver_, player_);
  if (cell.asked == Asked::kNothing && depth_ == 1 && cell.deal.to_move() != player_) {
    MinNode node;
    search.find_errors(cell.deal, cell.m, depth_, node);
    cell.p_low = cell.p_high = node.p();
    cell.errors.assign(node.errors, node.errors + node.num_errors);
    cell.asked = cell.errors.empty() ? Asked::kAll : Asked::kErrors;
    if (cell.errors.empty()) return;
    const auto low = [](const Error& error) { return error.low; };
    const auto high = [](const Error& error) { return error.high; };
    cell.a_low = std::ranges::min(cell.errors, {}, low).low - cell.m;
    cell.a_high = std::ranges::min(cell.errors, {}, high).high - cell.m;
    if (cell.a_low == cell.a_high) cell.asked = Asked::kAll;
    return;
  }
  if (cell.asked == Asked::kErrors) {
    cell.a_low = cell.a_high = search.least_value(cell.errors, cell.m + cell.a_high) - cell.m;
    cell.errors.clear();
  } else {
    const Triple found = search.triple(cell.deal, cell.m, depth_);
    cell.p_low = cell.p_high = found.p;
    cell.a_low = cell.a_high = found.a;
  }
  cell.asked = Asked::kAll;
}

Triple Decision::triple(std::size_t world, std::size_t move) const {
  const Cell& one = cell(world, move);
  return {one.m, one.p_low, one.a_low};
}

}  // namespace vorhand::schnapsen
