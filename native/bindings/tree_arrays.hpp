// The arrays of a small game, for NumPy.
#pragma once

#include "array_tree.hpp"
#include "arrays.hpp"

namespace vorhand::bindings {

using TreeArrays =
    std::tuple<Column<std::int32_t>, Column<std::int8_t>, Column<std::int8_t>, Column<std::int8_t>,
               Column<std::int32_t>, Column<float>, Column<std::int8_t>>;

inline TreeArrays to_arrays(ArrayTree&& tree) {
  return {as_column(std::move(tree.roots)),       as_column(std::move(tree.level)),
          as_column(std::move(tree.mover)),       as_column(std::move(tree.moves)),
          as_column(std::move(tree.set)),         as_column(std::move(tree.payoff)),
          as_column(std::move(tree.moves_of_set))};
}

}  // namespace vorhand::bindings
