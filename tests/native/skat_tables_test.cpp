// Null with diagrams and partition search, trump games with tables, oracles and generalised
// transposition tables: all agree with the solver, here under the sanitizers.
#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "random.hpp"
#include "skat/solver/trick_solver.hpp"
#include "skat/studies/null_diagrams.hpp"
#include "skat/studies/null_partition.hpp"
#include "skat/studies/trump_lookup.hpp"
#include "skat/studies/trump_study.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::skat::solver;

namespace {

Position random_ending(Random& random, int cards) {
  std::array<Card, kNumCards> pack;
  std::iota(pack.begin(), pack.end(), 0);
  for (int i = kNumCards - 1; i > 0; --i) {
    std::swap(pack[i], pack[random.next() % static_cast<unsigned>(i + 1)]);
  }
  Position position;
  position.soloist = static_cast<int>(random.next() % 3);
  position.leader = static_cast<int>(random.next() % 3);
  for (int i = 0; i < cards * kNumPlayers; ++i) position.hands[i % kNumPlayers] |= bit(pack[i]);
  return position;
}

void check_null(const Position& position, TrickSolver& solver, const NullDiagrams& diagrams,
                NullPartition& partition) {
  solver.begin(position);
  const int time = solver.time_to_live();
  NullLookup lookup(diagrams);
  solver.begin(position, kUnbounded, kAllTechniques, &lookup);
  CHECK(solver.time_to_live() == time);
  const Frame frame(position);
  for (const Kept kept : {Kept::kPosition, Kept::kLowestRank, Kept::kConstraints}) {
    partition.begin(frame, kept, kUnbounded);
    Constraints proof{};
    CHECK(partition.forced(frame.cards(), frame.leader, frame.tricks, proof) == (time != 0));
  }
}

void check_trumps(const Position& position, TrumpSolver<>& solver, Table& table) {
  solver.begin(position);
  const int value = solver.value();
  for (const Study::Ranks ranks :
       {Study::Ranks::kOwners, Study::Ranks::kLowestWinning, Study::Ranks::kOff}) {
    Study study(ranks == Study::Ranks::kOff ? 3 : 0, ranks, 1);
    study.begin(position);
    TrumpSolver<Measured> studied(table);
    studied.policy().study = &study;
    studied.begin(position);
    CHECK(studied.value() == value);
  }
}

// Return tables of up to two cards, of all splits or of every third one.
std::vector<std::uint32_t> small_tables(TrumpKind kind, std::size_t step = 1) {
  CaptureSolver solver(kind);
  TrumpRows all;
  std::vector<Split> held;
  const std::vector<Split> every = splits(kind, 2);
  for (std::size_t i = 0; i < every.size(); i += step) held.push_back(every[i]);
  for (const Split& split : held) {
    const TrumpRows rows = trump_rows(solver, split, 8);
    all.keys.insert(all.keys.end(), rows.keys.begin(), rows.keys.end());
    all.functions.insert(all.functions.end(), rows.functions.begin(), rows.functions.end());
  }
  return write_trump_tables(kind, 2, held, all.keys, all.functions);
}

void check_tables(const Position& position, TrumpSolver<>& solver, Table& table,
                  const TrumpTables& suit, const TrumpTables& grand) {
  solver.begin(position);
  TrumpSolver<TrumpLookup> looked_up(table);
  looked_up.policy().tables = {&suit, &grand};
  looked_up.begin(position);
  CHECK(looked_up.value() == solver.value());
}

// Return the shape of a position; `cards` gets its cards in the shape's order.
Shape shape_of(const Frame& frame, std::vector<int>& cards) {
  Shape shape{.cards = frame.tricks, .leader = frame.leader};
  for (Set left = frame.cards(); left; left &= left - 1) {
    const int b = low(left);
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      if (frame.owned[seat] & one(b)) {
        shape.owned[seat] |= static_cast<std::uint16_t>(1 << cards.size());
      }
    }
    ++shape.split[std::min(b >> 3, kSideSuits)];
    cards.push_back(b);
  }
  return shape;
}

// Check a position of one to five cards a hand against the function of its cards' worth.
void check_captures(const Position& position, TrumpSolver<>& solver, CaptureSolver& captures,
                    int& answered) {
  const Frame frame(position);
  std::vector<int> cards;
  const Shape shape = shape_of(frame, cards);
  std::array<std::uint8_t, kSuitGroups> from{};
  const Shape in_order = sorted(shape, from);
  std::vector<int> points_of;  // by the cards of the sorted shape
  for (const int group : from) {
    const auto first = std::accumulate(shape.split.begin(), shape.split.begin() + group, 0);
    for (int i = 0; i < shape.split[group]; ++i) points_of.push_back(kBit.points[cards[first + i]]);
  }
  const std::optional<Captures> found = captures.solve(in_order, 64);
  if (!found) return;
  ++answered;
  const bool most = found->most_of_leasts;
  int value = most ? 0 : kTotalPoints, clause = most ? kTotalPoints : 0;
  for (const CaptureSet set : found->sets) {
    int points = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (set >> i & 1) points += points_of[i];
    }
    clause = most ? std::min(clause, points) : std::max(clause, points);
    if (!(set & kClauseEnd)) continue;
    value = most ? std::max(value, clause) : std::min(value, clause);
    clause = most ? kTotalPoints : 0;
  }
  solver.begin(position);
  CHECK(value == solver.value());
}

// Check that at_most agrees with the eight valuations.
void check_worths(Random& random, TrumpKind kind) {
  for (const Eight a : {Eight{0x0001020304050607}, Eight{0x7F00400320100801}}) {
    const Eight b = 0x0100020403060508;
    for (int at = 0; at < 64; at += 8) {
      const int of_a = static_cast<int>(a >> at & 0x7F), of_b = static_cast<int>(b >> at & 0x7F);
      CHECK(static_cast<int>(lesser(a, b) >> at & 0xFF) == std::min(of_a, of_b));
      CHECK(static_cast<int>(greater(a, b) >> at & 0xFF) == std::max(of_a, of_b));
    }
    CHECK(none_greater(lesser(a, b), a) && none_greater(a, greater(a, b)));
    CHECK(!none_greater(a, b) && !none_greater(b, a));
  }
  int at_most = 0, not_greater = 0;
  for (const Split& split : splits(kind, 3)) {
    const WorthOrder order(kind, split);
    for (int i = 0; i < 2000; ++i) {
      const auto a = static_cast<unsigned>(random.next() % 512),
                 b = static_cast<unsigned>(random.next() % 512);
      const bool filter = none_greater(order.worths(a), order.worths(b));
      CHECK(filter || !order.at_most(a, b));
      at_most += order.at_most(a, b) ? 1 : 0;
      not_greater += filter ? 1 : 0;
    }
  }
  CHECK(at_most > 1000 && not_greater < 2 * at_most);
}

}  // namespace

int main() {
  Random random{20261123};
  check_worths(random, TrumpKind::kSuit);
  check_worths(random, TrumpKind::kGrand);
  const std::vector<std::uint32_t> words = build_null_diagrams(3);
  const NullDiagrams diagrams(words);
  TrickSolver null(10);
  NullPartition partition;
  Table table(10), other(10);
  TrumpSolver<> trump(table);
  CaptureSolver suit_captures(TrumpKind::kSuit), grand_captures(TrumpKind::kGrand);
  int answered = 0;
  for (int i = 0; i < 2000; ++i) {
    Position position = random_ending(random, i % 100 ? 1 + i % 4 : 5);
    position.contract = static_cast<Contract>(random.next() % 5);
    const bool grand = position.contract == Contract::kGrand;
    check_captures(position, trump, grand ? grand_captures : suit_captures, answered);
  }
  CHECK(answered > 1950);
  const auto suit_words = small_tables(TrumpKind::kSuit),
             grand_words = small_tables(TrumpKind::kGrand);
  const auto some_suit_words = small_tables(TrumpKind::kSuit, 3),
             some_grand_words = small_tables(TrumpKind::kGrand, 3);
  const TrumpTables suit(suit_words), grand(grand_words);
  const TrumpTables some_suit(some_suit_words), some_grand(some_grand_words);
  CHECK(suit.whole() && !some_suit.whole() && some_grand.shapes() < grand.shapes());
  for (int i = 0; i < 1600; ++i) {
    Position position = random_ending(random, 1 + i % 8);
    position.contract = Contract::kNull;
    check_null(position, null, diagrams, partition);
    if (i % 8) continue;
    position = random_ending(random, 2 + i % 5);
    position.contract = static_cast<Contract>(random.next() % 5);
    check_trumps(position, trump, other);
    check_tables(position, trump, other, suit, grand);
    check_tables(position, trump, other, some_suit, some_grand);
  }
}
