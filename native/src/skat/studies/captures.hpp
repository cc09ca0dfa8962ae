// The value of a position as a function of the points of its cards.
//
// Ranks and owners alone decide who wins a trick. So for all positions of one shape, the soloist's
// points under best play are the same minimax over sums of the worths of captured cards. Such a
// function is a maximum of minima of such sums, or a minimum of maxima. Most shapes of four cards
// a hand need one or two sets.
//
// If one set is worth at least as much as another under every valuation, a minimum does not need
// the first set, and a maximum does not need the second (WorthOrder). This is an alternative to the
// stored values of the thesis (section 8.3): a set of cards answers for all valuations at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "skat/studies/trump_shapes.hpp"

namespace vorhand::skat::solver {

// A set of a shape's cards; the top bit marks the last set of an inner minimum or maximum.
using CaptureSet = std::uint16_t;
inline constexpr CaptureSet kClauseEnd = 1 << 15;
inline constexpr CaptureSet kCaptureCards = (1 << (3 * kMostTableCards)) - 1;

struct Captures {
  bool most_of_leasts = true;    // true: a maximum of minima; false: a minimum of maxima
  std::vector<CaptureSet> sets;  // clause after clause
};

// A solver of shapes that remembers the functions of smaller shapes. Not thread-safe.
class CaptureSolver {
 public:
  explicit CaptureSolver(TrumpKind kind);
  ~CaptureSolver();
  CaptureSolver(const CaptureSolver&) = delete;
  CaptureSolver& operator=(const CaptureSolver&) = delete;

  TrumpKind kind() const { return kind_; }
  // Return the shorter of the two forms of a shape of one to five cards a hand with sorted side
  // suits; if the minimum of maxima has at most two sets, return that form. Return nothing if each
  // form has more than `most` sets, or needs more than min(2 * most, 400) sets while it is
  // composed.
  std::optional<Captures> solve(const Shape& shape, int most);

 private:
  class Orders;
  class Form;

  TrumpKind kind_;
  std::unique_ptr<Orders> orders_;
  std::unique_ptr<Form> leasts_, mosts_;
};

}  // namespace vorhand::skat::solver
