// Prefix-value game trees: the minimax value of every node is known when it is created.
//
// Furtak and Buro (IJCAI 2009); Furtak's thesis (2013), section 3.7. A node draws its number of
// moves and, for each move, an edge value in min_edge..0, the loss of its mover; at least one edge
// is 0. The value of a child is that of its parent plus the edge (MAX to move) or minus it (MIN);
// the value of the root is 0. A search knows the payoffs of the leaves and a noisy evaluation of
// the other nodes.
//
// The tree is not stored: a node is a 64-bit number that determines all its draws.
#pragma once

#include <cstdint>

#include "permutation.hpp"

namespace vorhand::laboratory {

inline constexpr int kMaxBranching = 64;

struct PrefixParameters {
  std::uint64_t seed = 0;
  int depth = 6;
  int min_branching = 4;
  int max_branching = 12;
  int min_edge = -6;
  int noise = 4;  // evaluations deviate by an integer in -noise..noise
};

class PrefixNode {
 public:
  explicit PrefixNode(const PrefixParameters& parameters)
      : parameters_(&parameters), id_(mix64(parameters.seed ^ 0x5EEDull)) {}

  std::uint64_t id() const { return id_; }
  int ply() const { return ply_; }
  int height() const { return parameters_->depth - ply_; }
  bool leaf() const { return height() == 0; }
  bool max_to_move() const { return ply_ % 2 == 0; }
  int minimax() const { return value_; }
  int value() const { return value_; }
  int evaluation() const {
    return leaf() ? value_ : value_ + in_range(2, -parameters_->noise, parameters_->noise);
  }
  int branching() const {
    return leaf() ? 0 : in_range(0, parameters_->min_branching, parameters_->max_branching);
  }

  PrefixNode child(int move) const {
    PrefixNode next = *this;
    next.id_ = mix64(id_ + 0x9E3779B97F4A7C15ull * static_cast<std::uint64_t>(move + 1));
    next.ply_ = ply_ + 1;
    next.value_ = value_ + (max_to_move() ? edge(move) : -edge(move));
    return next;
  }

  template <class Visit>
  void children(Visit&& visit) const {
    const int moves = branching();
    for (int move = 0; move < moves; ++move) visit(child(move));
  }

 private:
  // Return the mover's loss by the move, negative or 0; one move, chosen at random, loses nothing.
  int edge(int move) const {
    if (move == in_range(1, 0, branching() - 1)) return 0;
    return in_range(3 + move, parameters_->min_edge, 0);
  }

  int in_range(int draw, int low, int high) const {
    const std::uint64_t number = mix64(id_ ^ (0xD1B54A32D192ED03ull * (draw + 1ull)));
    const auto span = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<int>((number >> 32) * span >> 32);
  }

  const PrefixParameters* parameters_;
  std::uint64_t id_;
  int ply_ = 0;
  int value_ = 0;
};

}  // namespace vorhand::laboratory
