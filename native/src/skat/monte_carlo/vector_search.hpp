// Searches over a vector of worlds: vector minimax and payoff-reduction minimax (Frank and Basin
// 1998; Frank, Basin and Matsubara 1998).
//
// MAX is the player to move. MAX cannot distinguish the worlds, so MAX plays the same card in all
// of them and takes the vector of payoffs with the greatest weighted sum; of equal sums that of the
// lowest card. All others see the cards ("best defence"). The opponents minimise each component. A
// partner does not share MAX's knowledge, but maximises each component. So a defender is restricted
// by their own ignorance, and assumes perfect play of the partner, as in open-hand play.
//
// With payoff reduction no component exceeds the minimax value of an opponent's place above it.
//
// Pays are those of pay_tree.hpp. A component lies between the worst pay and its world's minimax
// value, so it is known if these are equal. A world with a known component still influences MAX's
// play after an opponent's mistake, so it is left out only if no play changes its pay. With payoff
// reduction it is left out as soon as its component is known. A single world gets its minimax
// value, as do all if MAX has no choice left. A card whose components cannot sum up to more than
// the best card's is not searched.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "skat/monte_carlo/pay_tree.hpp"

namespace vorhand::skat {

class VectorSearch {
 public:
  struct Options {
    int depth = -1;  // cards searched after the first, then minimax values; negative: no limit
    Objective objective = Objective::kScore;
    bool reduce_payoffs = false;
  };

  VectorSearch(std::span<const CardPlay> worlds, std::span<const double> weights,
               const Options& options);

  // Return the payment of a legal card to the player to move in each world.
  std::vector<double> operator()(Card card);

 private:
  // A position in one of the worlds.
  struct Cell {
    std::size_t world;
    PayTree::Place place;
    int cap;             // upper bound of the payoff's rank, from the nodes above
    int top;             // minimax value within the cap
    bool wanted = true;  // false: the cell only influences MAX's play
  };
  using Cells = std::vector<Cell>;
  using Pays = std::vector<double>;

  // Search cells of the same public history.
  Pays search(const Cells& cells, int depth);
  Pays max_node(const Cells& cells, int depth);
  Pays other_node(const Cells& cells, int depth);
  Cells after(const Cells& cells, int card);
  double sum(const Cells& cells, const Pays& pays) const;

  PayTree& tree(const Cell& cell) { return *trees_[cell.world]; }
  double top_pay(const Cell& cell) { return tree(cell).pay(cell.top); }
  bool is_known(const Cell& cell);
  bool can_matter(const Cell& cell);

  Options options_;
  std::vector<double> weights_;
  std::vector<std::unique_ptr<PayTree>> trees_;
  int seat_ = 0;  // seat of MAX, counted from the soloist
};

}  // namespace vorhand::skat
