// The solvers with the additions of the studies: switchable techniques, forward pruning, look-up of
// endings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "skat/solver/batch.hpp"
#include "skat/studies/forward_pruning.hpp"
#include "skat/studies/null_diagrams.hpp"
#include "skat/studies/switchable.hpp"
#include "skat/studies/trump_lookup.hpp"

namespace vorhand::skat::solver {

// Only one of these may change the search of a trump game: margins, tables, or techniques and
// reply_weight together. Objects behind pointers must outlive the task.
struct StudyTask : Task {
  std::uint32_t techniques = kAllTechniques;
  int reply_weight = 0;                        // see Switchable
  std::array<const TrumpTables*, 2> tables{};  // by TrumpKind
  const Margins* margins = nullptr;
  const NullDiagrams* diagrams = nullptr;  // diagrams of null; no answer depends on them
};

class StudyWorkspace {
 public:
  explicit StudyWorkspace(int table_bits);
  int table_bits() const { return table_bits_; }
  // Write the answer (1 or 32 values); return the number of nodes.
  std::uint64_t answer(const Position& position, const StudyTask& task,
                       std::span<std::int16_t> values);

 private:
  template <class Policy>
  TrumpSolver<Policy>& made(std::optional<TrumpSolver<Policy>>& solver) {
    return solver ? *solver : solver.emplace(table_);
  }

  int table_bits_;
  Table table_;
  // Created at first use.
  std::optional<TrumpSolver<>> plain_;
  std::optional<TrumpSolver<Switchable>> switchable_;
  std::optional<TrumpSolver<ForwardPruning>> pruning_;
  std::optional<TrumpSolver<TrumpLookup>> looking_up_;
  TrickSolver trick_;
};

}  // namespace vorhand::skat::solver
