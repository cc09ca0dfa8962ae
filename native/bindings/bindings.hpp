// Common includes of the bindings, and the functions that define the contents of the submodules.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace vorhand::bindings {

// Run `work` without the interpreter lock and return its result.
template <typename Work>
auto without_gil(Work work) {
  const nb::gil_scoped_release release;
  return work();
}

void bind_fitted(nb::module_& m);
void bind_observations(nb::module_& m);
void bind_skat_rules(nb::module_& m);
void bind_skat_deal(nb::module_& m);
void bind_skat_scoring(nb::module_& m);
void bind_skat_worlds(nb::module_& m);
void bind_skat_weighted_worlds(nb::module_& m);
void bind_skat_endings(nb::module_& m);
void bind_skat_playout(nb::module_& m);
void bind_skat_rule_player(nb::module_& m);
void bind_skat_kermit(nb::module_& m);
void bind_skat_card_play(nb::module_& m);
void bind_skat_card_location(nb::module_& m);
void bind_skat_solver(nb::module_& m);
void bind_skat_paranoid(nb::module_& m);
void bind_skat_monte_carlo(nb::module_& m);
void bind_skat_searches(nb::module_& m);
void bind_skat_policy(nb::module_& m);
void bind_schnapsen(nb::module_& m);
void bind_schnapsen_deal_tree(nb::module_& m);
void bind_schnapsen_solver(nb::module_& m);
void bind_schnapsen_policy(nb::module_& m);
void bind_schnapsen_players(nb::module_& m);
void bind_network(nb::module_& m);
void bind_laboratory(nb::module_& m);
void bind_trick_terms(nb::module_& m);
void bind_tricks(nb::module_& m);
void bind_belote(nb::module_& m);
void bind_envs(nb::module_& m);

}  // namespace vorhand::bindings
