// The extension module and its submodules.

#include "bindings.hpp"
#include "errors.hpp"

using namespace vorhand::bindings;

NB_MODULE(VORHAND_MODULE, m) {
  m.doc() = "Compiled core of Vorhand; use it through vorhand.native.";
  translate<std::invalid_argument>("InputError");
  nb::list submodules;
  auto submodule = [&](const char* name, const char* doc) {
    submodules.append(name);
    return m.def_submodule(name, doc);
  };

  auto fitted = submodule("fitted", "Fitted numbers: the files of native/weights, as compiled in.");
  bind_fitted(fitted);

  auto network = submodule("network", "Evaluation of small dense networks.");
  bind_network(network);

  auto observations = submodule("observations", "The information that observations contain.");
  bind_observations(observations);

  auto skat = submodule("skat", "Skat: rules, the deal, scoring, worlds, playouts.");
  bind_skat_rules(skat);
  bind_skat_deal(skat);
  bind_skat_worlds(skat);
  bind_skat_weighted_worlds(skat);
  bind_skat_endings(skat);
  bind_skat_playout(skat);
  bind_skat_rule_player(skat);

  auto skat_kermit = submodule("skat_kermit", "Skat: evaluation of hands, bidding.");
  bind_skat_kermit(skat_kermit);

  auto skat_solver = submodule("skat_solver", "Skat: exact open-hand solving.");
  bind_skat_solver(skat_solver);
  bind_skat_paranoid(skat_solver);

  auto skat_monte_carlo =
      submodule("skat_monte_carlo", "Skat: evaluation of worlds, compiled players.");
  bind_skat_card_play(skat_monte_carlo);

  auto skat_card_location =
      submodule("skat_card_location", "Skat: card-location networks, and deals to train them.");
  bind_skat_card_location(skat_card_location);

  bind_skat_monte_carlo(skat_monte_carlo);
  bind_skat_searches(skat_monte_carlo);

  auto skat_policy =
      submodule("skat_policy", "Skat: policy networks, and positions to train them.");
  bind_skat_policy(skat_policy);

  auto laboratory = submodule("laboratory", "Proof trees, and searches on prefix-value trees.");
  bind_laboratory(laboratory);

  auto schnapsen = submodule("schnapsen", "Schnapsen: rules, the deal, worlds, solver, players.");
  bind_schnapsen(schnapsen);
  bind_schnapsen_deal_tree(schnapsen);
  bind_schnapsen_solver(schnapsen);
  bind_schnapsen_policy(schnapsen);
  bind_schnapsen_players(schnapsen);

  auto tricks = submodule("tricks", "Trick-taking games: play, exact open hands, worlds.");
  bind_trick_terms(tricks);
  bind_tricks(tricks);

  auto belote = submodule("belote", "Belote: rules, the deal, scores.");
  bind_belote(belote);

  auto envs = submodule("envs", "Batches of environments.");
  bind_envs(envs);

  m.attr("SUBMODULES") = submodules;
  m.def(
      "warn_of_leaks", [](bool warn) { nb::set_leak_warnings(warn); }, nb::arg("warn"),
      "Set whether objects that are still alive when the interpreter ends are reported.");
}
