// vorhand.native.tricks: the play of trick-taking games, exact open hands, worlds.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "checks.hpp"
#include "permutation.hpp"
#include "tricks/layouts.hpp"
#include "tricks/play.hpp"
#include "tricks/single_suits.hpp"
#include "tricks/weighted_layouts.hpp"

namespace nb = nanobind;
using namespace nb::literals;
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
  std::vector<std::int16_t> result;
  {
    nb::gil_scoped_release release;
    result = play.values(as_span(hands), threads);
  }
  return as_table(std::move(result), hands.shape(0));
}

Table playouts(const Play& play, Rows hands, const std::vector<int>& wanted, int threads) {
  check_asked(play, hands, threads);
  std::vector<std::int16_t> result;
  {
    nb::gil_scoped_release release;
    result = play.playouts(as_span(hands), wanted, threads);
  }
  return as_table(std::move(result), hands.shape(0));
}

Triples triples(const Play& play, Rows hands, const std::vector<double>& outcomes, int lowest,
                int depth, int threads) {
  check_asked(play, hands, threads);
  if (depth < 0) throw std::invalid_argument("depth: expected 0 or more");
  std::vector<double> result;
  {
    nb::gil_scoped_release release;
    result = play.triples(as_span(hands), outcomes, lowest, depth, threads);
  }
  const std::size_t n = hands.shape(0), moves = n ? result.size() / n / 3 : 0;
  return as_array<Triples>(std::move(result), {n, moves, 3});
}

Triples for_themselves(const Play& play, Rows hands, const std::vector<std::vector<double>>& worths,
                       int threads) {
  check_asked(play, hands, threads);
  std::vector<double> result;
  {
    nb::gil_scoped_release release;
    result = play.for_themselves(as_span(hands), worths, threads);
  }
  const std::size_t n = hands.shape(0), seats = static_cast<std::size_t>(play.terms().seats);
  return as_array<Triples>(std::move(result), {n, n ? result.size() / n / seats : 0, seats});
}

Table ends(const Play& play, Rows hands, const std::vector<int>& wanted, int threads) {
  check_asked(play, hands, threads);
  std::vector<std::int16_t> result;
  {
    nb::gil_scoped_release release;
    result = play.ends(as_span(hands), wanted, threads);
  }
  return as_array<Table>(std::move(result), {hands.shape(0), hands.shape(1)});
}

Weighed tree(const Play& play, Rows hands, std::vector<std::uint32_t> sides,
             std::vector<std::vector<double>> worths, std::vector<int> wanted, int simulations,
             double exploration, double chance, std::uint64_t seed, std::vector<double> weights) {
  check_asked(play, hands, 1);
  if (simulations < 1) throw std::invalid_argument("simulations: expected 1 or more");
  if (!(exploration >= 0)) throw std::invalid_argument("exploration: expected 0 or more");
  if (!(chance >= 0 && chance <= 1)) throw std::invalid_argument("chance: expected 0 to 1");
  std::vector<double> result;
  {
    nb::gil_scoped_release release;
    result =
        play.tree(as_span(hands), {std::move(sides), std::move(worths)},
                  {std::move(wanted), simulations, exploration, chance, seed, std::move(weights)});
  }
  const std::size_t moves = result.size() / 2;
  return as_array<Weighed>(std::move(result), {moves, 2});
}

// Columns: decision, indices of weights, habit, cost, cut.
auto ordering_samples(const Play& play, Rows hands, OrderWeights weights) {
  check_asked(play, hands, 1);
  if (weights.shape(0) != kOrderingWeights) {
    throw std::invalid_argument("weights: expected " + std::to_string(kOrderingWeights));
  }
  OrderingWeights given;
  std::copy_n(weights.data(), given.size(), given.begin());
  std::vector<OrderingSample> samples;
  {
    nb::gil_scoped_release release;
    samples = play.ordering_samples(as_span(hands), given);
  }
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

// The worlds at places start .. stop of a pseudo-random order. Without numbers each is drawn by its
// own stream of random numbers.
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

// Worlds drawn by weights, each by its own stream of random numbers.
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

struct PyWeightedLayouts {
  WeightedLayouts layouts;
  std::size_t places;
};

// Layouts with the number of places, for arrays.
struct PyLayouts {
  Layouts layouts;
  std::size_t places;
};

// Return the constructor's arguments: equal plays have equal ones.
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

// For pickling: the class, and what its constructor takes.
nb::object reduced(nb::handle play) {
  return nb::make_tuple(play.type(), nb::cast(arguments_of(nb::cast<const Play&>(play))));
}

}  // namespace

void vorhand::bindings::bind_tricks(nb::module_& m) {
  m.attr("ORDERING_WEIGHTS") = kOrderingWeights;
  nb::class_<Play>(m, "Play", "The play of one deal; sets of cards are masks of 64 bits.")
      .def(nb::new_(&make_play), "terms"_a, "hands"_a, "cards"_a, "leader"_a,
           "played"_a = std::vector<int>{},
           "Hands of `cards` cards each, 0 for one that is not known; what was played so far.\n\n"
           "Raises InputError naming what does not fit.")
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
          "seat"_a, "The play as a seat sees it: the others' hands are 0.")
      .def_prop_ro("terms", &Play::terms)
      .def_prop_ro("player", &Play::player, "To act; after the last trick, who took it.")
      .def_prop_ro("is_over", &Play::over)
      .def_prop_ro("points", &Play::points, "That the side of the terms has taken.")
      .def_prop_ro("payoff", &Play::payoff,
                   "Of the side in the end. Raises InputError before, and without payoffs.")
      .def_prop_ro("history", &Play::history, "Seat and card of each card played.")
      .def_prop_ro("trick", &Play::trick, "The same of those on the table.")
      .def(
          "hand", [](const Play& p, int seat) { return p.hand(checked_seat(p, seat)); }, "seat"_a)
      .def(
          "cards_left", [](const Play& p, int seat) { return p.cards_left(checked_seat(p, seat)); },
          "seat"_a, "How many cards a seat holds.")
      .def(
          "tricks", [](const Play& p, int seat) { return p.tricks(checked_seat(p, seat)); },
          "seat"_a, "How many tricks a seat has taken.")
      .def(
          "excluded", [](const Play& p, int seat) { return p.excluded(checked_seat(p, seat)); },
          "seat"_a, "Cards that a seat has shown not to hold by what it played.")
      .def("legal_cards", &Play::legal, "Those of the player to act, whose hand must be known.")
      .def("play", &Play::play, "card"_a, "Raises InputError where the card may not be played.")
      .def("values", &values, "hands"_a, "threads"_a = 1,
           "The side's points in the end after each legal card, with all cards open.\n\n"
           "`hands` is uint64 [n, seats]; the result int16 [n, moves], cards ascending. Raises\n"
           "InputError for worlds that do not agree with the play.")
      .def(
          "nodes",
          [](const Play& play, Rows hands, bool single_suits, bool learned_order) {
            check_asked(play, hands, 1);
            return play.nodes(as_span(hands), single_suits, learned_order);
          },
          "hands"_a, "single_suits"_a = true, "learned_order"_a = true,
          "How many positions `values` searches, with one thread.\n\n"
          "With or without `sure_tricks`, and with the learned order of cards or none but what a\n"
          "search learns by itself.")
      .def("ordering_samples", &ordering_samples, "hands"_a, "weights"_a,
           "Statistics of move ordering: at some decisions of the search all cards are tried.\n\n"
           "Args:\n"
           "  hands: uint64 [n, seats], as in `values`.\n"
           "  weights: int8 [ORDERING_WEIGHTS], the order that is searched in.\n\n"
           "Returns:\n"
           "  (decision, indices, habit, cost, cut), one entry a card tried: which decision, the\n"
           "  indices of the weights that score it, [n, parts], what was added to them, the nodes\n"
           "  it took, and whether it settled the question.\n\n"
           "Raises:\n"
           "  InputError: worlds that do not agree with the play.")
      .def(
          "sure_tricks",
          [](const Play& play, Rows hands) {
            check_asked(play, hands, 1);
            return play.sure(as_span(hands));
          },
          "hands"_a,
          "Tricks that the side to lead is sure of in one world by tables of single suits.\n\n"
          "At the beginning of a trick, without trumps, partners opposite; else raises InputError.")
      .def("thumb", &Play::thumb, "wanted"_a = std::vector<int>{},
           "The card that the rules of thumb of `playouts` play; the hand of who is to act must be "
           "known.")
      .def("playouts", &playouts, "hands"_a, "wanted"_a = std::vector<int>{}, "threads"_a = 1,
           "The same as `values` where the rest is played by rules of thumb.\n\n"
           "`wanted`: how many tricks each seat wants, everyone for themselves; empty: all of "
           "them,\n"
           "with partners.")
      .def("ends", &ends, "hands"_a, "wanted"_a = std::vector<int>{}, "threads"_a = 1,
           "The points that each seat has in the end if rules of thumb play from here on.\n\n"
           "int16 [n, seats]; the hand of who is to act may differ from world to world.")
      .def("tree", &tree, "hands"_a, "sides"_a, "worths"_a, "wanted"_a = std::vector<int>{},
           "simulations"_a = 1000, "exploration"_a = 0.7, "chance"_a = 0.0, "seed"_a = 0,
           "weights"_a = std::vector<double>{},
           "Single-observer ISMCTS, playouts by rules of thumb: visits and mean worth of each "
           "legal\n"
           "card, float64 [moves, 2].\n\n"
           "`sides`: whose points count for each seat, a set of seats; `worths`: of 0, 1, ... of\n"
           "these, a table after the other for the watched seats of the terms. A world an "
           "iteration, drawn by `weights`, without them one after the other;\n"
           "`chance`: of a random card in a playout. Exploration is of worths scaled to 0 .. 1.")
      .def("triples", &triples, "hands"_a, "outcomes"_a = std::vector<double>{}, "lowest"_a = 0,
           "depth"_a = 1, "threads"_a = 1,
           "Error-allowing minimax: m, p and a of each legal card, [n, moves, 3].\n\n"
           "`outcomes`: what values from `lowest` on are worth to the player to act; empty: the\n"
           "values, or their negatives. Errors count at `depth` nodes of the other side.")
      .def("for_themselves", &for_themselves, "hands"_a, "worths"_a, "threads"_a = 1,
           "Max^n, everyone for themselves: what is worth how much to whom, [n, moves, seats].\n\n"
           "`worths`: of points 0, 1, ... to each seat. Of cards that are worth the same to who\n"
           "plays them the weakest of the first suit is played.");

  m.def(
      "suit_tricks",
      [](const vorhand::tricks::Owners& owners) {
        for (const int owner : owners) {
          if (owner < 0 || owner > 3) throw std::invalid_argument("owners: expected 0 to 3");
        }
        if (owners.size() > vorhand::tricks::kMostInTable) {
          throw std::invalid_argument("owners: expected eight cards or fewer");
        }
        const auto found = vorhand::tricks::suit_tricks(owners);
        return std::make_tuple(int{found.keep}, int{found.transfer}, int{found.there_and_back});
      },
      "owners"_a,
      "Tricks from one suit without losing the lead: keep, transfer, there and back; -1: none.\n\n"
      "`owners`: of its cards, weak to strong: 0 the leader, 1 who plays next, 2 the partner, 3.");

  nb::class_<PyLayouts>(m, "Layouts",
                        "Where hidden cards may lie: counted exactly, and drawn evenly.")
      .def(
          "__init__",
          [](PyLayouts* self, Set hidden, const std::vector<Set>& possible,
             const std::vector<int>& room) {
            new (self) PyLayouts{Layouts(hidden, possible, room), possible.size()};
          },
          "hidden"_a, "possible"_a, "room"_a,
          "`possible`: the cards that may lie in each place; `room`: how many do.\n\n"
          "Raises InputError where places, rooms and cards do not fit.")
      .def_prop_ro_static(
          "MOST_NUMBERED", [](nb::handle) { return Layouts::kMostNumbered; },
          "Up to so many worlds `worlds` gives each once.")
      .def_prop_ro(
          "size",
          [](const PyLayouts& self) {
            const std::string digits = self.layouts.size().hex();
            return nb::steal<nb::int_>(PyLong_FromString(digits.c_str(), nullptr, 16));
          },
          "How many worlds there are, also beyond 64 bits.")
      .def(
          "worlds",
          [](const PyLayouts& self, std::uint64_t start, std::uint64_t stop, std::uint64_t seed) {
            return drawn(self.layouts, self.places, start, stop, seed);
          },
          "start"_a, "stop"_a, "seed"_a,
          "The worlds at places start .. stop of a pseudo-random order: uint64 [n, places].\n\n"
          "Up to 2^63 worlds the order has each once. Of more worlds each place has one drawn\n"
          "independently, all equally likely, so that one may come twice.");

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
          "`weights`: float64 [places, 64] by card, 0 where it may not lie; the weight of a world\n"
          "is the product over its cards. Raises InputError where places, rooms and cards do not "
          "fit.")
      .def_prop_ro(
          "total", [](const PyWeightedLayouts& self) { return self.layouts.total(); },
          "The sum of the weights of all worlds.")
      .def(
          "draw",
          [](const PyWeightedLayouts& self, std::size_t n, std::uint64_t seed) {
            return drawn_by_weight(self.layouts, self.places, n, seed);
          },
          "n"_a, "seed"_a,
          "Worlds by their weights, with repetition: uint64 [n, places]. Raises InputError where\n"
          "every world has weight 0.");
}
