// The worth of a position as a function of the worths of its cards.
//
// Who wins a trick depends on ranks and owners alone. So the soloist's points in best play are, for
// all positions of one shape, one minimax over sums: of what the cards in a set are worth that the
// soloist captures. Such a function can be written as the most of some leasts of such sums, or as
// the least of some mosts. Most shapes of four cards need one or two sets.
//
// Sets that are worth at least as much as another under every valuation drop out of a least, the
// others out of a most (WorthOrder). This is an alternative to the stored values of the thesis
// (section 8.3): a set of cards answers for all valuations at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "skat/studies/trump_shapes.hpp"

namespace vorhand::skat::solver {

// A set of a shape's cards, and above it a mark on the last of each clause.
using CaptureSet = std::uint16_t;
inline constexpr CaptureSet kClauseEnd = 1 << 15;
inline constexpr CaptureSet kCaptureCards = (1 << (3 * kMostTableCards)) - 1;

struct Captures {
  bool most_of_leasts = true;    // else the least of mosts
  std::vector<CaptureSet> sets;  // clause after clause
};

// Works out the functions of shapes, those of fewer cards once. Not for several threads.
class CaptureSolver {
 public:
  explicit CaptureSolver(TrumpKind kind);
  ~CaptureSolver();
  CaptureSolver(const CaptureSolver&) = delete;
  CaptureSolver& operator=(const CaptureSolver&) = delete;

  TrumpKind kind() const { return kind_; }
  // The shorter of the two ways to write it, of one to five cards a hand, side suits sorted; none
  // if both have more than `most` sets, or on the way more than twice as many or 400.
  std::optional<Captures> solve(const Shape& shape, int most);

 private:
  class Orders;
  class Form;

  TrumpKind kind_;
  std::unique_ptr<Orders> orders_;
  std::unique_ptr<Form> leasts_, mosts_;
};

}  // namespace vorhand::skat::solver
