// Trump games with techniques switched off, for ablation studies and proofs; and statistics of
// single moves, for fitting the move ordering.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "skat/solver/trump_solver.hpp"

namespace vorhand::skat::solver {

// Statistics of one tried card. Its score consists of the weights of its suit's state, if used, and
// of its place in the trick, if any.
struct OrderingSample {
  std::uint32_t decision;  // number of the decision, shared by its cards
  std::uint16_t trick = kNoWeight;
  StateIndices state{kNoWeight, kNoWeight, kNoWeight, kNoWeight, kNoWeight};
  std::uint32_t cost = 0;  // cost in nodes
  bool cut = false;
};

// A search policy with switchable techniques. It samples some decisions, a larger share of them
// near the root of the tree, tries all their cards and reports them.
class Switchable : public Playing {
 public:
  static constexpr bool kTracesScores = true;

  std::uint32_t techniques = kAllTechniques;
  std::vector<OrderingSample>* samples = nullptr;  // destination of the reports
  int reply_weight = 0;  // subtracted from a card's score for each legal reply of the next player

  bool on(Technique technique) const { return (techniques & technique) != 0; }

  void before_store(const Table::Slot& slot) {
    if (sampling_) changes_.push_back(Table::before_change(slot));
  }
  template <int kSeat, class Moves, class Try>
  void before_moves(Moves& moves, Set cards, const std::array<Set, kNumPlayers>& owned, int need,
                    int tricks, std::uint64_t& nodes, Try&& attempt) {
    if (reply_weight) subtract_replies<kSeat>(moves, cards, owned);
    if (!samples || sampling_ || moves.size < 2 || !drawn(tricks)) return;
    sample<kSeat>(moves, cards, owned, need, nodes, attempt);
  }

 private:
  // Only a led card changes the number of replies: later cards do not change the suit to be
  // followed.
  template <int kSeat, class Moves>
  void subtract_replies(Moves& moves, Set cards, const std::array<Set, kNumPlayers>& owned);

  bool drawn(int tricks);
  // Try all moves and report the cost that each would have if it were tried first.
  template <int kSeat, class Moves, class Try>
  void sample(const Moves& moves, Set cards, const std::array<Set, kNumPlayers>& owned, int need,
              std::uint64_t& nodes, Try&& attempt);

  std::uint64_t visits_ = 0;
  std::uint32_t decisions_ = 0;
  bool sampling_ = false;
  std::vector<Table::Change> changes_;  // table entries changed while sampling
};

template <int kSeat, class Moves>
void Switchable::subtract_replies(Moves& moves, Set cards,
                                  const std::array<Set, kNumPlayers>& owned) {
  const auto held = [&](int seat) { return std::popcount(cards & owned[seat]); };
  constexpr int kNext = (kSeat + 1) % kNumPlayers, kLast = (kSeat + 2) % kNumPlayers;
  if (held(kSeat) != held(kNext) || held(kSeat) != held(kLast)) return;
  moves.best = Moves::kNothing;
  for (int i = 0; i < moves.size; ++i) {
    const Set suit = cards & owned[kNext] & kBit.group[Moves::card(moves.entries[i])];
    moves.entries[i] -= reply_weight * (suit ? std::popcount(suit) : held(kNext)) * 256;
    moves.best = std::max(moves.best, moves.entries[i]);
  }
}

// The table is restored after each card, so that later cards do not profit from it.
template <int kSeat, class Moves, class Try>
void Switchable::sample(const Moves& moves, Set cards, const std::array<Set, kNumPlayers>& owned,
                        int need, std::uint64_t& nodes, Try&& attempt) {
  const std::uint64_t before = nodes;
  sampling_ = true;
  ++decisions_;
  for (int i = 0; i < moves.size; ++i) {
    const int b = Moves::card(moves.entries[i]);
    const auto [trick, context] = moves.origins[i];
    OrderingSample card{.decision = decisions_, .trick = trick};
    if (b < kTrumpShift || context == kLeadTrump) {
      const int rank = b < kTrumpShift ? b & 7 : b;
      const Set suit = cards & kBit.group[b];
      const int shift = b >= kTrumpShift ? 0 : b & ~7;
      const std::array<Set, kNumPlayers> hands{
          (suit & owned[0]) >> shift, (suit & owned[1]) >> shift, (suit & owned[2]) >> shift};
      card.state = in_context(state_indices(hands, kSeat, rank), context);
    }
    nodes = before;
    card.cut = (attempt(b) >= need) == (kSeat == 0);
    card.cost = static_cast<std::uint32_t>(nodes - before);
    samples->push_back(card);
    for (; !changes_.empty(); changes_.pop_back()) Table::undo(changes_.back());
  }
  sampling_ = false;
  nodes = before;
}

extern template class TrumpSolver<Switchable>;

}  // namespace vorhand::skat::solver
