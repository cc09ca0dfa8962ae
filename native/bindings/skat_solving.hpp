// Solving of open-hand positions without the interpreter lock.
#pragma once

#include <variant>

#include "asking.hpp"
#include "bindings.hpp"
#include "skat/solver/batch.hpp"
#include "skat_positions.hpp"

namespace vorhand::bindings {

// Values (by world, or by world and card), legal cards, nodes.
using Solved = std::tuple<Array<std::int16_t>, Array<std::uint32_t>, Array<std::uint64_t>>;

// Call `solve` like skat::solver::solve; an interrupt or `cancelled` ends it.
template <class Job, class Solve>
Solved solve_worlds(const Worlds& worlds, const Setting& contract, const Setting& soloist,
                    const Setting& leader, const std::vector<int>& trick, const Job& task,
                    const Wish& cancelled, Solve&& solve) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  if (const int* shared = std::get_if<int>(&contract)) validate(task, to_contract(*shared));
  const std::size_t n = positions.size();
  const bool moves = asks_moves(task.question);
  std::vector<std::int16_t> values(moves ? n * skat::kNumCards : n);
  std::vector<std::uint32_t> legal(n);
  std::vector<std::uint64_t> nodes(n);
  Asking asking(cancelled);
  try {
    const nb::gil_scoped_release release;
    solve(positions, task, skat::solver::Answers{values, legal, nodes}, [&] { return asking(); });
  } catch (const skat::solver::Cancelled&) {
    asking.rethrow();
    throw;
  }
  auto value_array = moves ? to_array(std::move(values), {n, std::size_t{skat::kNumCards}})
                           : to_array(std::move(values), {n});
  return {std::move(value_array), to_array(std::move(legal), {n}), to_array(std::move(nodes), {n})};
}

}  // namespace vorhand::bindings
