#include "skat/studies/workspace.hpp"

#include "skat/solver/crew.hpp"

namespace vorhand::skat::solver {

StudyWorkspace::StudyWorkspace(int table_bits)
    : table_bits_(table_bits), table_(table_bits), trick_(table_bits) {}

std::uint64_t StudyWorkspace::answer(const Position& position, const StudyTask& task,
                                     std::span<std::int16_t> values) {
  if (!about_points(task.question, position.contract)) {
    std::optional<NullLookup> endings;
    if (task.diagrams) endings.emplace(*task.diagrams);
    trick_.begin(position, task.budget(), task.techniques, endings ? &*endings : nullptr);
    ask_tricks(trick_, task, values);
    return trick_.nodes();
  }
  const auto ask = [&](auto& solver) {
    solver.begin(position, task.budget());
    ask_points(solver, task, values);
    return solver.nodes();
  };
  if (task.margins) {
    made(pruning_).policy().margins = task.margins;
    return ask(*pruning_);
  }
  if (task.tables[0] || task.tables[1]) {
    made(looking_up_).policy().tables = task.tables;
    return ask(*looking_up_);
  }
  if (task.techniques != kAllTechniques || task.reply_weight) {
    made(switchable_).policy().techniques = task.techniques;
    switchable_->policy().reply_weight = task.reply_weight;
    return ask(*switchable_);
  }
  return ask(made(plain_));
}

}  // namespace vorhand::skat::solver
