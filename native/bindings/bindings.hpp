// One function per submodule; each binding file defines its own.
#pragma once

#include <nanobind/nanobind.h>

namespace vorhand::bindings {

void bind_fitted(nanobind::module_& m);
void bind_skat_rules(nanobind::module_& m);
void bind_skat_deal(nanobind::module_& m);
void bind_skat_worlds(nanobind::module_& m);
void bind_skat_weighted_worlds(nanobind::module_& m);
void bind_skat_endings(nanobind::module_& m);
void bind_skat_playout(nanobind::module_& m);
void bind_skat_rule_player(nanobind::module_& m);
void bind_skat_kermit(nanobind::module_& m);
void bind_skat_card_play(nanobind::module_& m);
void bind_skat_card_location(nanobind::module_& m);
void bind_skat_solver(nanobind::module_& m);
void bind_skat_paranoid(nanobind::module_& m);
void bind_skat_monte_carlo(nanobind::module_& m);
void bind_skat_searches(nanobind::module_& m);
void bind_skat_policy(nanobind::module_& m);
void bind_schnapsen(nanobind::module_& m);
void bind_schnapsen_solver(nanobind::module_& m);
void bind_schnapsen_policy(nanobind::module_& m);
void bind_network(nanobind::module_& m);
void bind_laboratory(nanobind::module_& m);
void bind_trick_terms(nanobind::module_& m);
void bind_tricks(nanobind::module_& m);

}  // namespace vorhand::bindings
