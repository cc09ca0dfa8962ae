// vorhand.native.tricks: the play of trick-taking games, exact open hands, worlds.
#include <nanobind/stl/unique_ptr.h>

#include "arrays.hpp"
#include "asking.hpp"
#include "bindings.hpp"
#include "checks.hpp"
#include "permutation.hpp"
#include "tricks/layouts.hpp"
#include "tricks/play.hpp"
#include "tricks/single_suits.hpp"
#include "tricks/weighted_layouts.hpp"

using namespace vorhand::tricks;
using namespace vorhand::bindings;

namespace {

using Rows = nb::ndarray<const Set, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using NewRows = nb::ndarray<nb::numpy, Set, nb::ndim<2>, nb::c_contig>;
using Weights = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using OrderWeights = nb::ndarray<const std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<nb::numpy, std::int16_t, nb::ndim<2>, nb::c_contig>;
using Weighed = nb::ndarray<nb::numpy, double, nb::ndim<2>, nb::c_contig>;
using Triples = nb::ndarray<nb::numpy, double, nb::ndim<3>, nb::c_contig>;

int checked_seat(const Play& play, int seat) {
  if (seat < 0 || seat >= play.terms().seats) {
    throw std::invalid_argument("seat " + std::to_string(seat) + ": expected 0 to " +
                                std::to_string(play.terms().seats - 1));
  }
  return seat;
}

void check_asked(const Play& play, const Rows& hands, int threads) {
  if (hands.shape(1) != static_cast<std::size_t>(play.terms().seats)) {
    throw std::invalid_argument("hands: expected a column for each seat");
  }
  check_threads(threads);
  if (play.over()) throw std::invalid_argument("the play is over");
}

std::span<const Set> as_span(const Rows& hands) {
  return {hands.data(), hands.shape(0) * hands.shape(1)};
}

Table as_table(std::vector<std::int16_t> result, std::size_t n) {
  const std::size_t moves = n ? result.size() / n : 0;
  return as_array<Table>(std::move(result), {n, moves});
}

Table values(const Play& play, Rows hands, int threads) {
  check_asked(play, hands, threads);
  auto result = without_gil([&] { return play.values(as_span(hands), threads); });
  return as_table(std::move(result), hands.shape(0));
}

Table playouts(const Play& play, Rows hands, const std::vector<int>& wanted, int threads) {
  check_asked(play, hands, threads);
  auto result = without_gil([&] { return play.playouts(as_span(hands), wanted, threads); });
  return as_table(std::move(result), hands.shape(0));
}

Triples triples(const Play& play, Rows hands, const std::vector<double>& outcomes, int lowest,
                int depth, int threads) {
  check_asked(play, hands, threads);
  if (depth < 0) throw std::invalid_argument("depth: expected 0 or more");
  auto result =
      without_gil([&] { return play.triples(as_span(hands), outcomes, lowest, depth, threads); });
  const std::size_t n = hands.shape(0), moves = n ? result.size() / n / 3 : 0;
  return as_array<Triples>(std::move(result), {n, moves, 3});
}

Triples for_themselves(const Play& play, Rows hands, const std::vector<std::vector<double>>& worths,
                       int threads) {
  check_asked(play, hands, threads);
  auto result = without_gil([&] { return play.for_themselves(as_span(hands), worths, threads); });
  const std::size_t n = hands.shape(0), seats = static_cast<std::size_t>(play.terms().seats);
  return as_array<Triples>(std::move(result), {n, n ? result.size() / n / seats : 0, seats});
}

// A function of Python that solves the positions of a node: hands [n, seats], leader, cards on the
// table and points [n] to results [n].
using PythonSolve =
    nb::typed<nb::callable, std::vector<int>(NewRows, int, std::vector<int>, std::vector<int>)>;

SolveOpen solve_by(const std::optional<PythonSolve>& solve, std::size_t seats) {
  if (!solve) return {};
  return [&solve = *solve, seats](const OpenPositions& positions) {
    const nb::gil_scoped_acquire acquire;
    const std::size_t n = positions.points.size();
    auto rows = as_array<NewRows>(std::vector<Set>(positions.hands), {n, seats});
    return nb::cast<std::vector<int>>(
        solve(rows, positions.leader, positions.trick, positions.points));
  };
}

std::tuple<Weighed, int> together(const Play& play, Rows hands, bool postponed, int plies,
                                  std::vector<double> weights, std::vector<double> outcomes,
                                  int lowest, std::uint64_t positions, std::size_t vectors,
                                  std::uint32_t own, int dummy, int declarer,
                                  const std::optional<PythonSolve>& solve) {
  check_asked(play, hands, 1);
  if (plies < 1) throw std::invalid_argument("plies: expected 1 or more");
  auto found = interruptibly<vorhand::joint::OutOfPositions>([&](auto keep_going) {
    return play.together(as_span(hands), {postponed,
                                          {plies, positions, vectors, keep_going},
                                          std::move(weights),
                                          std::move(outcomes),
                                          lowest,
                                          own,
                                          dummy,
                                          declarer,
                                          solve_by(solve, hands.shape(1))});
  });
  const std::size_t n = hands.shape(0), moves = found.first.size() / n;
  return {as_array<Weighed>(std::move(found.first), {n, moves}), found.second};
}

Table ends(const Play& play, Rows hands, const std::vector<int>& wanted, int threads) {
  check_asked(play, hands, threads);
  auto result = without_gil([&] { return play.ends(as_span(hands), wanted, threads); });
  return as_array<Table>(std::move(result), {hands.shape(0), hands.shape(1)});
}

Weighed tree(const Play& play, Rows hands, std::vector<std::uint32_t> sides,
             std::vector<std::vector<double>> worths, std::vector<int> wanted, int simulations,
             double exploration, double chance, std::uint64_t seed, std::vector<double> weights) {
  check_asked(play, hands, 1);
  if (simulations < 1) throw std::invalid_argument("simulations: expected 1 or more");
  if (!(exploration >= 0)) throw std::invalid_argument("exploration: expected 0 or more");
  if (!(chance >= 0 && chance <= 1)) throw std::invalid_argument("chance: expected 0 to 1");
  auto result = without_gil([&] {
    return play.tree(
        as_span(hands), {std::move(sides), std::move(worths)},
        {std::move(wanted), simulations, exploration, chance, seed, std::move(weights)});
  });
  const std::size_t moves = result.size() / 2;
  return as_array<Weighed>(std::move(result), {moves, 2});
}

// Return columns: decision, indices of weights, history score, cost, cut-off.
auto ordering_samples(const Play& play, Rows hands, OrderWeights weights) {
  check_asked(play, hands, 1);
  if (weights.shape(0) != kOrderingWeights) {
    throw std::invalid_argument("weights: expected " + std::to_string(kOrderingWeights));
  }
  OrderingWeights given;
  std::copy_n(weights.data(), given.size(), given.begin());
  auto samples = without_gil([&] { return play.ordering_samples(as_span(hands), given); });
  const std::size_t n = samples.size();
  std::vector<std::uint32_t> decision(n), cost(n);
  std::vector<std::uint16_t> indices(n * kOrderingParts);
  std::vector<float> habit(n);
  std::vector<std::uint8_t> cut(n);
  for (std::size_t i = 0; i < n; ++i) {
    const OrderingSample& sample = samples[i];
    decision[i] = sample.decision, cost[i] = sample.cost, cut[i] = sample.cut;
    habit[i] = sample.habit;
    std::copy(sample.indices.begin(), sample.indices.end(), &indices[i * kOrderingParts]);
  }
  return std::make_tuple(as_column(std::move(decision)),
                         as_array<Matrix<std::uint16_t>>(std::move(indices), {n, kOrderingParts}),
                         as_column(std::move(habit)), as_column(std::move(cost)),
                         as_column(std::move(cut)));
}

// Return the worlds at positions start .. stop - 1 of a pseudo-random order. Worlds that are too
// many to number are drawn, each from its own random stream.
NewRows drawn(const Layouts& layouts, std::size_t places, std::uint64_t start, std::uint64_t stop,
              std::uint64_t seed) {
  const bool numbered = layouts.numbered();
  if (numbered) stop = std::min(stop, layouts.size().low());
  const std::size_t n = stop > start ? stop - start : 0;
  std::vector<Set> rows(checked_size({n, places}));
  const vorhand::Permutation order(numbered ? layouts.size().low() : 1, seed);
  for (std::size_t i = 0; i < n; ++i) {
    const std::span row{&rows[i * places], places};
    if (numbered) {
      layouts.world(order(start + i), row);
    } else {
      vorhand::Random random(seed, start + i);
      layouts.draw(random, row);
    }
  }
  return as_array<NewRows>(std::move(rows), {n, places});
}

// Draw worlds by weight, each from its own random stream.
NewRows drawn_by_weight(const WeightedLayouts& layouts, std::size_t places, std::size_t n,
                        std::uint64_t seed) {
  if (n && !(layouts.total() > 0)) throw std::invalid_argument("weights: every world has weight 0");
  std::vector<Set> rows(checked_size({n, places}));
  for (std::size_t i = 0; i < n; ++i) {
    vorhand::Random random(seed, i);
    layouts.draw(random, {&rows[i * places], places});
  }
  return as_array<NewRows>(std::move(rows), {n, places});
}

// Layouts, and the number of places, which is the width of the arrays.
template <typename Kind>
struct Placed {
  Kind layouts;
  std::size_t places;
};
using PyLayouts = Placed<Layouts>;
using PyWeightedLayouts = Placed<WeightedLayouts>;

// Return the constructor's arguments. Equal plays have equal arguments.
auto arguments_of(const Play& play) {
  std::vector<int> cards;
  for (const auto& [seat, card] : play.history()) cards.push_back(card);
  const int each = (static_cast<int>(cards.size()) + play.cards_left_in_all()) / play.terms().seats;
  return std::make_tuple(play.terms(), play.dealt(), each, play.first_leader(), cards);
}

std::unique_ptr<Play> make_play(const Terms& terms, const std::vector<Set>& hands, int cards,
                                int leader, const std::vector<int>& played) {
  auto play = Play::make(terms, hands, cards, leader);
  for (const int card : played) play->play(card);
  return play;
}

// Reduce to the class and the constructor's arguments, for pickling.
nb::object reduced(nb::handle play) {
  return nb::make_tuple(play.type(), nb::cast(arguments_of(nb::cast<const Play&>(play))));
}

}  // namespace

void vorhand::bindings::bind_tricks(nb::module_& m) {
  m.attr("ORDERING_WEIGHTS") = kOrderingWeights;
  nb::class_<Play>(m, "Play", "The play of one deal; sets of cards are masks of 64 bits.")
      .def(nb::new_(&make_play), "terms"_a, "hands"_a, "cards"_a, "leader"_a,
           "played"_a = std::vector<int>{},
           "Start with hands of `cards` cards each, 0 for unknown ones, and the cards\n"
           "played so far.\n\n"
           "InputError names what does not fit.")
      .def("copy", &Play::copy)
      .def("__copy__", &Play::copy)
      .def(
          "__deepcopy__", [](const Play& play, nb::handle) { return play.copy(); }, "memo"_a)
      .def("__reduce__", &reduced, nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def("__eq__",
           [](const Play& a, nb::handle b) {
             return nb::isinstance<Play>(b) &&
                    arguments_of(a) == arguments_of(nb::cast<const Play&>(b));
           })
      .def(
          "seen_by",
          [](const Play& play, int seat) { return play.seen_by(checked_seat(play, seat)); },
          "seat"_a, "Return the play as a seat sees it: the others' hands are 0.")
      .def_prop_ro("terms", &Play::terms)
      .def_prop_ro("player", &Play::player, "Seat to act; after the last trick its winner.")
      .def_prop_ro("is_over", &Play::over)
      .def_prop_ro("points", &Play::points, "Points taken by the side of the terms.")
      .def_prop_ro("payoff", &Play::payoff,
                   "Payoff of the side at the end; InputError before, and without payoffs.")
      .def_prop_ro("history", &Play::history, "Seat and card of each card played.")
      .def_prop_ro("trick", &Play::trick, "Seat and card of each card on the table.")
      .def(
          "hand", [](const Play& p, int seat) { return p.hand(checked_seat(p, seat)); }, "seat"_a)
      .def(
          "cards_left", [](const Play& p, int seat) { return p.cards_left(checked_seat(p, seat)); },
          "seat"_a, "Return the number of cards of a seat.")
      .def(
          "tricks", [](const Play& p, int seat) { return p.tricks(checked_seat(p, seat)); },
          "seat"_a, "Return the number of tricks of a seat.")
      .def(
          "excluded", [](const Play& p, int seat) { return p.excluded(checked_seat(p, seat)); },
          "seat"_a, "Return the cards that a seat has shown not to hold.")
      .def("legal_cards", &Play::legal,
           "Return the legal cards of the player to act, whose hand must be known.")
      .def("play", &Play::play, "card"_a, "Play a card; InputError if it is illegal.")
      .def("values", &values, "hands"_a, "threads"_a = 1,
           "Return the side's points at the end, or by the terms their worth or payoff, after\n"
           "each legal card, with all cards open.\n\n"
           "`hands` is uint64 [n, seats]; the result int16 [n, moves], cards ascending.\n"
           "InputError for a played card in a hand, or a wrong number of cards in one.")
      .def(
          "nodes",
          [](const Play& play, Rows hands, bool single_suits, bool learned_order) {
            check_asked(play, hands, 1);
            return play.nodes(as_span(hands), single_suits, learned_order);
          },
          "hands"_a, "single_suits"_a = true, "learned_order"_a = true,
          "Return the number of positions that `values` searches on one thread, with or\n"
          "without bounds of single suits, and with or without the learned order.")
      .def("ordering_samples", &ordering_samples, "hands"_a, "weights"_a,
           "Return statistics of move ordering: at sampled decisions of the search all\n"
           "cards are tried.\n\n"
           "Args:\n"
           "  hands: uint64 [n, seats], as in `values`.\n"
           "  weights: int8 [ORDERING_WEIGHTS], the order of the search.\n\n"
           "Returns:\n"
           "  (decision, indices, habit, cost, cut), one entry per card tried: its\n"
           "    decision, the indices of its weights, [n, parts], the history score added\n"
           "    to them, its nodes, and whether it gave a cut-off.\n\n"
           "Raises:\n"
           "  InputError: as in `values`.")
      .def("thumb", &Play::thumb, "wanted"_a = std::vector<int>{},
           "Return the card that the rules of thumb of `playouts` play; the hand of the\n"
           "player to act must be known.")
      .def("playouts", &playouts, "hands"_a, "wanted"_a = std::vector<int>{}, "threads"_a = 1,
           "Return the same as `values` with the rest played by rules of thumb.\n\n"
           "`wanted`: number of tricks that each seat wants, everyone for themselves;\n"
           "empty: all of them, with partners.")
      .def("ends", &ends, "hands"_a, "wanted"_a = std::vector<int>{}, "threads"_a = 1,
           "Return the points of each seat at the end if rules of thumb play from here on.\n\n"
           "int16 [n, seats]; the hand of the player to act may differ from world to world.")
      .def("tree", &tree, "hands"_a, "sides"_a, "worths"_a, "wanted"_a = std::vector<int>{},
           "simulations"_a = 1000, "exploration"_a = 0.7, "chance"_a = 0.0, "seed"_a = 0,
           "weights"_a = std::vector<double>{},
           "Search by single-observer ISMCTS with playouts by rules of thumb; return visits\n"
           "and mean worth of each legal card, float64 [moves, 2].\n\n"
           "`sides`: for each seat the set of seats whose points count for it; `worths`: for\n"
           "each seat the worth of 0, 1, ... of these points, a table for each set of watched\n"
           "seats. Each iteration draws a world by `weights`; without weights it takes the\n"
           "worlds in turn. `chance`: probability of a random card in a playout. Exploration\n"
           "is for worths scaled to 0 .. 1.")
      .def("triples", &triples, "hands"_a, "outcomes"_a = std::vector<double>{}, "lowest"_a = 0,
           "depth"_a = 1, "threads"_a = 1,
           "Return error-allowing minimax m, p and a of each legal card, [n, moves, 3].\n\n"
           "`outcomes`: worth to the player to act of the values `lowest`, `lowest` + 1, ...;\n"
           "empty: the values, or their negatives if the other side acts. Errors count at\n"
           "`depth` nodes of the player's opponents.")
      .def("together", &together, "hands"_a, "postponed"_a, "plies"_a, "weights"_a, "outcomes"_a,
           "lowest"_a = 0, "positions"_a = 0, "vectors"_a = 0, "own"_a = 0, "dummy"_a = -1,
           "declarer"_a = -1, "solve"_a = nb::none(),
           "Search all worlds at once; return worths of each legal card, float64 [n, moves],\n"
           "and the plies that were completed.\n\n"
           "postponed: False: alpha-mu (Cazenave and Ventos 2020), which values the best\n"
           "strategy against others who see all cards, with `plies` own cards before hands are\n"
           "opened. True: EPIMC (Arjonilla, Saffidine and Cazenave 2024), in which each seat\n"
           "sees its hand for `plies` cards of all seats. The search deepens up to `plies`.\n\n"
           "`outcomes`: worth to the player to act of the values `lowest`, `lowest` + 1, ...\n"
           "positions: the number of rated positions after which the last depth is given up, 0\n"
           "for no limit.\n"
           "vectors: vectors kept in a Pareto front, 0 for all. own: set of further seats whose\n"
           "cards the player plays, and whose hands are open. dummy: a seat whose hand all see\n"
           "after the next card, and whose cards the seat `declarer` plays; -1: none. solve: a\n"
           "function that replaces the exact search, called with hands [n, seats], the seat that\n"
           "led or is to lead, the cards on the table, and the side's points [n]; it returns\n"
           "values [n].")
      .def("for_themselves", &for_themselves, "hands"_a, "worths"_a, "threads"_a = 1,
           "Return max^n values, everyone for themselves, [n, moves, seats].\n\n"
           "`worths`: for each seat the worth of 0, 1, ... points. Of cards of equal worth to\n"
           "their player the weakest of the first suit is played.");

  nb::class_<PyLayouts>(m, "Layouts",
                        "Layouts of hidden cards, counted exactly and drawn uniformly.")
      .def(
          "__init__",
          [](PyLayouts* self, Set hidden, const std::vector<Set>& possible,
             const std::vector<int>& room) {
            new (self) PyLayouts{Layouts(hidden, possible, room), possible.size()};
          },
          "hidden"_a, "possible"_a, "room"_a,
          "`possible`: the cards that may lie in each place; `room`: the number that do.\n\n"
          "InputError if places, rooms and cards do not fit.")
      .def_prop_ro_static(
          "MOST_NUMBERED", [](nb::handle) { return Layouts::kMostNumbered; },
          "The number of worlds up to which `worlds` gives each once.")
      .def_prop_ro(
          "size",
          [](const PyLayouts& self) {
            const std::string digits = self.layouts.size().hex();
            return nb::steal<nb::int_>(PyLong_FromString(digits.c_str(), nullptr, 16));
          },
          "Number of worlds, also beyond 64 bits.")
      .def(
          "worlds",
          [](const PyLayouts& self, std::uint64_t start, std::uint64_t stop, std::uint64_t seed) {
            return drawn(self.layouts, self.places, start, stop, seed);
          },
          "start"_a, "stop"_a, "seed"_a,
          "Return the worlds at places start .. stop - 1 of a pseudo-random order: uint64\n"
          "[n, places].\n\n"
          "Up to 2^63 worlds the order contains each world once. If there are more, each\n"
          "place has a world drawn independently and uniformly, so a world may occur twice.");

  nb::class_<PyWeightedLayouts>(m, "WeightedLayouts",
                                "Hidden cards drawn by weights of single cards in their places.")
      .def(
          "__init__",
          [](PyWeightedLayouts* self, Set hidden, Weights weights, const std::vector<int>& room) {
            if (weights.shape(0) != room.size() || weights.shape(1) != kMostCards) {
              throw std::invalid_argument("weights: expected [places, 64]");
            }
            const std::span all{weights.data(), room.size() * kMostCards};
            new (self) PyWeightedLayouts{WeightedLayouts(hidden, all, room), room.size()};
          },
          "hidden"_a, "weights"_a, "room"_a,
          "`weights`: float64 [places, 64] by card, 0 for impossible places; the weight of\n"
          "a world is the product over its cards. InputError if places, rooms and cards do\n"
          "not fit.")
      .def_prop_ro(
          "total", [](const PyWeightedLayouts& self) { return self.layouts.total(); },
          "The sum of the weights of all worlds.")
      .def(
          "draw",
          [](const PyWeightedLayouts& self, std::size_t n, std::uint64_t seed) {
            return drawn_by_weight(self.layouts, self.places, n, seed);
          },
          "n"_a, "seed"_a,
          "Draw worlds by weight, with repetition: uint64 [n, places]. InputError if every\n"
          "world has weight 0.");
}
