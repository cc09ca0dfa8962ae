#include "skat/monte_carlo/vector_search.hpp"

#include <algorithm>

namespace vorhand::skat {

namespace {

using solver::low;
using solver::one;
using solver::Set;

// Base-2 logarithm of the number of entries of a world's tables.
constexpr int kVectorTableBits = 12;

}  // namespace

VectorSearch::VectorSearch(std::span<const CardPlay> worlds, std::span<const double> weights,
                           const Options& options)
    : options_(options), weights_(weights.begin(), weights.end()) {
  for (const CardPlay& world : worlds) {
    trees_.push_back(std::make_unique<PayTree>(kVectorTableBits));
    trees_.back()->begin_world(world, options_.objective);
    seat_ = trees_.back()->seat(trees_.back()->root());
  }
}

auto VectorSearch::operator()(Card card) -> std::vector<double> {
  Cells cells;
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const int best = trees_[i]->best_rank();
    cells.push_back({i, trees_[i]->root(), best, best});
  }
  return search(after(cells, trees_[0]->bit(card)), options_.depth);
}

auto VectorSearch::after(const Cells& cells, int card) -> Cells {
  Cells next;
  next.reserve(cells.size());
  for (const Cell& cell : cells) {
    const PayTree::Place place = tree(cell).play(cell.place, card);
    const int top = tree(cell).rank(place, 0, cell.cap);
    next.push_back({cell.world, place, cell.cap, top, cell.wanted});
  }
  return next;
}

double VectorSearch::sum(const Cells& cells, const Pays& pays) const {
  double total = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) total += weights_[cells[i].world] * pays[i];
  return total;
}

// Tell whether the component is already certain; it is then the pay at its `top`.
bool VectorSearch::is_known(const Cell& cell) {
  return cell.top == 0 || !tree(cell).may_miss(cell.place, cell.top);
}

// Tell whether the rest of the play can still change this world's component of MAX's sums.
bool VectorSearch::can_matter(const Cell& cell) {
  if (options_.reduce_payoffs) return !is_known(cell);
  return tree(cell).may_miss(cell.place, cell.top) || tree(cell).may_exceed(cell.place, cell.top);
}

auto VectorSearch::search(const Cells& cells, int depth) -> Pays {
  Pays pays;
  Cells open;
  std::vector<std::size_t> places;
  bool asked = false;
  for (const Cell& cell : cells) {
    if (can_matter(cell)) {
      places.push_back(pays.size());
      open.push_back(cell);
      asked |= cell.wanted && !is_known(cell);
    }
    pays.push_back(top_pay(cell));
  }
  if (!asked || open.size() <= 1 || depth == 0) return pays;
  PayTree& first = tree(open[0]);
  const bool is_max = first.seat(open[0].place) == seat_;
  const int choices = solver::size(first.hand(open[0].place, seat_));
  if (choices <= 1 || (!is_max && depth == 1)) return pays;
  const Pays found = is_max ? max_node(open, depth) : other_node(open, depth);
  for (std::size_t i = 0; i < places.size(); ++i) pays[places[i]] = found[i];
  return pays;
}

auto VectorSearch::max_node(const Cells& cells, int depth) -> Pays {
  struct Move {
    int card;
    Cells cells;
    double most;
  };
  // A card equivalent to another one in every world is skipped.
  const Set legal = tree(cells[0]).legal(cells[0].place);
  Set distinct = 0;
  for (const Cell& cell : cells) distinct |= tree(cell).distinct(cell.place, legal);
  std::vector<Move> moves;
  Cells all = cells;  // all cells are needed for the sums
  for (Cell& cell : all) cell.wanted = true;
  for (Set left = distinct; left; left &= left - 1) {
    Move move{low(left), after(all, low(left)), 0};
    for (const Cell& cell : move.cells) move.most += weights_[cell.world] * top_pay(cell);
    moves.push_back(std::move(move));
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Move& x, const Move& y) { return x.most > y.most; });
  const auto rank = [&](int card) { return tree(cells[0]).card(card); };
  Pays best;
  double best_sum = 0;
  int best_card = 0;
  const auto is_better = [&](double total, int card) {
    return best.empty() || total > best_sum || (total == best_sum && rank(card) < rank(best_card));
  };
  for (const Move& move : moves) {
    if (!is_better(move.most, move.card)) continue;
    Pays pays = search(move.cells, depth - 1);
    const double total = sum(cells, pays);
    if (!is_better(total, move.card)) continue;
    best = std::move(pays);
    best_sum = total;
    best_card = move.card;
  }
  return best;
}

auto VectorSearch::other_node(const Cells& cells, int depth) -> Pays {
  const bool partner = tree(cells[0]).is_max(cells[0].place);
  Cells asked = cells;
  Pays pays;
  std::vector<Set> legal;
  Set all = 0;
  for (Cell& cell : asked) {
    const bool known = is_known(cell);
    cell.wanted &= !known;
    const int worst = partner ? 0 : tree(cell).best_rank();
    pays.push_back(tree(cell).pay(known ? cell.top : worst));
    if (options_.reduce_payoffs && !partner) cell.cap = cell.top;
    legal.push_back(tree(cell).legal(cell.place));
    all |= legal.back();
  }
  for (; all; all &= all - 1) {
    std::vector<std::size_t> places;
    Cells able;
    bool wanted = false;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (!(legal[i] & all & -all)) continue;
      places.push_back(i);
      able.push_back(asked[i]);
      wanted |= asked[i].wanted;
    }
    if (!wanted) continue;
    const Pays found = search(after(able, low(all)), depth - 1);
    for (std::size_t i = 0; i < places.size(); ++i) {
      Cell& cell = asked[places[i]];
      if (!cell.wanted) continue;
      double& pay = pays[places[i]];
      pay = partner ? std::max(pay, found[i]) : std::min(pay, found[i]);
      // A partner cannot raise the component any more, or an opponent lower it.
      cell.wanted = pay != tree(cell).pay(partner ? cell.top : 0);
    }
  }
  return pays;
}

}  // namespace vorhand::skat
