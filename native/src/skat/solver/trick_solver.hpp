// Solutions of null games, and of schwarz in trump games.
#pragma once

#include "skat/solver/null_search.hpp"
#include "skat/solver/trick_search.hpp"
#include "skat/solver/trump_solver.hpp"

namespace vorhand::skat::solver {

class TrickSolver {
 public:
  explicit TrickSolver(int table_bits) : search_(table_bits), null_(table_bits) {}

  // Begin a valid position of any contract; in null `endings`, if any, gives known values.
  void begin(const Position& position, std::uint64_t node_budget = kUnbounded,
             std::uint32_t techniques = kAllTechniques, NullEndings* endings = nullptr);

  // Null: return the first trick (1 = the current one) that the soloist is forced to win, 0 if
  // none. A soloist who cannot escape holds out as long as possible.
  int time_to_live();
  bool null_made() { return null_made(root_); }
  bool takes_all() { return takes_all(root_); }
  // Tell whether the soloist can be kept from taking any trick left.
  bool takes_none() { return !search_.happens(Event::kSoloistScores, root_, root_.tricks); }

  // Null: tell whether the soloist takes no trick in a later position of the same deal.
  bool null_made(const Node& node) { return !null_.forced(node, node.tricks); }
  bool takes_all(const Node& node) {
    return !search_.happens(Event::kDefenderScores, node, node.tricks);
  }

  // Null: return the time to live after each legal card.
  MoveValues moves_time_to_live();
  MoveValues moves_null_made();
  MoveValues moves_takes_all();
  MoveValues moves_takes_none();

  // Null: return best play to the trick that the soloist is forced to win, or to the end.
  std::vector<Card> principal_variation();

  std::uint64_t nodes() const { return search_.nodes() + null_.nodes(); }
  std::size_t bytes() const { return sizeof(null_) + null_.bytes(); }

 private:
  struct Played {
    Node node;
    int winner;  // -1 while the trick is open
  };
  Played play(const Node& node, int b) const;
  Set legal(const Node& node) const;
  int time_to_live(const Node& node);
  int time_after(const Node& node, int b);
  template <class Value>
  MoveValues each_move(Value&& value) const;
  template <class Happens>
  MoveValues moves_without(bool soloist_wins, Happens&& happens) const;

  TrickSearch search_;
  NullSearch null_;
  Frame frame_{Position{}};
  Node root_;
};

}  // namespace vorhand::skat::solver
