// Null with diagrams and by partition search, trump games with endings known and with more general
// answers: all find what the solver finds. Here they run under the sanitizers.
#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "random.hpp"
#include "skat/solver/null_partition.hpp"
#include "skat/solver/trick_solver.hpp"
#include "skat/solver/trump_study.hpp"

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
  solver.begin(position, kAllTechniques, kUnbounded);
  const int time = solver.time_to_live();
  solver.begin(position, kAllTechniques, kUnbounded, &diagrams);
  CHECK(solver.time_to_live() == time);
  const Frame frame(position);
  for (const Kept kept : {Kept::kPosition, Kept::kLowestRank, Kept::kConstraints}) {
    partition.begin(frame, kept, kUnbounded);
    Constraints proof{};
    CHECK(partition.forced(frame.cards(), frame.leader, frame.tricks, proof) == (time != 0));
  }
}

void check_trumps(const Position& position, TrumpSolver<Form::kPlain>& solver, Table& table) {
  solver.begin(position, kAllTechniques, kUnbounded);
  const int value = solver.value();
  for (const Study::Ranks ranks :
       {Study::Ranks::kOwners, Study::Ranks::kLowestWinning, Study::Ranks::kOff}) {
    Study study(ranks == Study::Ranks::kOff ? 3 : 0, ranks, 1);
    study.begin(position);
    TrumpSolver<Form::kStudy> studied(table);
    studied.search().measure(study);
    studied.begin(position, kAllTechniques, kUnbounded);
    CHECK(studied.value() == value);
  }
}

}  // namespace

int main() {
  Random random{20261123};
  const std::vector<std::uint32_t> words = build_null_diagrams(3);
  const NullDiagrams diagrams(words);
  TrickSolver null(10);
  NullPartition partition;
  Table table(10), other(10);
  TrumpSolver<Form::kPlain> trump(table);
  for (int i = 0; i < 1600; ++i) {
    Position position = random_ending(random, 1 + i % 8);
    position.contract = Contract::kNull;
    check_null(position, null, diagrams, partition);
    if (i % 8) continue;
    position = random_ending(random, 2 + i % 5);
    position.contract = static_cast<Contract>(random.next() % 5);
    check_trumps(position, trump, other);
  }
}
