// vorhand.native.skat: worlds weighed card by card.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "errors.hpp"
#include "skat/weighted_worlds.hpp"
#include "skat_worlds.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

using Weights = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using WorldRows = nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>;
using Column = nb::ndarray<nb::numpy, double, nb::ndim<1>, nb::c_contig>;
using Table = nb::ndarray<nb::numpy, double, nb::shape<kNumCards, kNumPlaces>, nb::c_contig>;

template <typename Array>
std::string shape_text(const Array& array) {
  std::string text;
  for (std::size_t i = 0; i < array.ndim(); ++i) {
    text += (i ? ", " : "") + std::to_string(array.shape(i));
  }
  return "[" + text + "]";
}

WeightedWorlds weighted(const PlayerWorlds& worlds, const Weights& weights) {
  if (weights.ndim() != 2 || weights.shape(0) != kNumCards || weights.shape(1) != kNumPlaces) {
    throw InvalidWeightsError("weights of shape " + shape_text(weights) +
                              ": expected [32, 4], a card by a place");
  }
  CardTable table{};
  std::copy_n(weights.data(), kNumCards * kNumPlaces, table.front().data());
  nb::gil_scoped_release release;
  return WeightedWorlds(worlds.worlds, table);
}

template <typename Of>
Column column(const WeightedWorlds& self, const WorldRows& rows, Of of) {
  if (rows.ndim() != 2 || rows.shape(1) != kNumPlaces) {
    throw std::invalid_argument("rows of shape " + shape_text(rows) + ": expected [n, 4], worlds");
  }
  const std::size_t n = rows.shape(0);
  auto values = new_array<Column>({n});
  nb::gil_scoped_release release;
  for (std::size_t i = 0; i < n; ++i) {
    World world;
    std::copy_n(rows.data() + i * kNumPlaces, kNumPlaces, world.begin());
    values.data()[i] = of(self.probability(world));
  }
  return values;
}

Table marginals(const WeightedWorlds& self) {
  auto table = new_array<Table>({kNumCards, kNumPlaces});
  const CardTable values = self.marginals();
  std::copy_n(values.front().data(), kNumCards * kNumPlaces, table.data());
  return table;
}

WorldArray draw(const WeightedWorlds& self, std::uint64_t n, std::uint64_t seed) {
  return fill_worlds(n, [&](std::uint64_t i) {
    Random random(seed, i);
    return self.draw(random);
  });
}

std::tuple<WorldArray, Column> distinct(const WeightedWorlds& self, std::uint64_t n,
                                        std::uint64_t seed) {
  check_number_of_worlds(n);
  std::vector<WeightedWorlds::Weighed> sample;
  {
    nb::gil_scoped_release release;
    Random random(seed);
    sample = self.distinct(n, random);
  }
  auto rows = new_array<WorldArray>({sample.size(), kNumPlaces});
  auto weights = new_array<Column>({sample.size()});
  for (std::size_t i = 0; i < sample.size(); ++i) {
    std::copy_n(sample[i].world.begin(), kNumPlaces, rows.data() + i * kNumPlaces);
    weights.data()[i] = sample[i].weight;
  }
  return {rows, weights};
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_weighted_worlds(nb::module_& m) {
  translate<InvalidWeightsError>("InvalidWeightsError");
  nb::class_<WeightedWorlds>(
      m, "WeightedWorlds",
      "Worlds whose probability is proportional to the product, over the hidden cards, of a\n"
      "weight of the card in its place (Solinas, Rebstock and Buro 2019, equation 1), among\n"
      "exactly those that the player must reckon with. Nothing is approximated.\n\n"
      "weights: float64 [32, 4], from 0 up, by card and place (three hands, skat). Only the\n"
      "ratios within a row matter, and only where the hidden card may lie.\n"
      "InvalidWeightsError names a weight that is negative or no finite number, a card of\n"
      "weight 0 wherever it may lie, another shape, and weights that no world agrees with.")
      .def(
          "__init__",
          [](WeightedWorlds* self, const PlayerWorlds& worlds, const Weights& weights) {
            new (self) WeightedWorlds(weighted(worlds, weights));
          },
          "worlds"_a, "weights"_a)
      .def_prop_ro(
          "normaliser", [](const WeightedWorlds& s) { return s.normaliser().value(); },
          "Sum over all worlds of the products: their number where each weight is 1. Infinite\n"
          "or 0 where it leaves the range of a float; its logarithm never does.")
      .def_prop_ro(
          "log_normaliser", [](const WeightedWorlds& s) { return s.normaliser().log(); },
          "Its natural logarithm.")
      .def("marginals", &marginals,
           "Probability of each card to lie in each place, float64 [32, 4]: rows of hidden cards\n"
           "add up to 1, those the player sees are 1 where they lie, those played are 0.")
      .def(
          "probability",
          [](const WeightedWorlds& s, const WorldRows& rows) {
            return column(s, rows, [](const Scaled& p) { return p.value(); });
          },
          "rows"_a,
          "Probabilities of worlds, uint32 [n, 4]: float64 [n], 0 for a row that is none of\n"
          "the worlds.")
      .def(
          "log_probability",
          [](const WeightedWorlds& s, const WorldRows& rows) {
            return column(s, rows, [](const Scaled& p) { return p.log(); });
          },
          "rows"_a, "Their natural logarithms, -inf for 0.")
      .def("draw", &draw, "n"_a, "seed"_a,
           "n worlds drawn independently by their probability, uint32 [n, 4]. Row i depends on\n"
           "seed and i alone.")
      .def("distinct", &distinct, "n"_a, "seed"_a,
           "n different worlds uint32 [m, 4] and what each stands for, float64 [m], adding up\n"
           "to 1; m < n where all others weigh under 1e-9. Weighted means over them are unbiased.\n"
           "Worlds more probable than a threshold are all there, by their probability; the\n"
           "others stand for the threshold each (Fearnhead and Clifford 2003) and are drawn\n"
           "without repetition by strata (ordered pivotal sampling, Deville and Tille 1998).\n"
           "In random order.")
      .def(
          "best_assignment", [](const WeightedWorlds& s) { return s.best(); },
          "The most probable world, four masks; of several the first in a fixed order.");
}

}  // namespace vorhand::bindings
