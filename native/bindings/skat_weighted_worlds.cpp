// vorhand.native.skat: worlds weighted card by card.

#include "bindings.hpp"
#include "errors.hpp"
#include "skat/weighted_worlds.hpp"
#include "skat_worlds.hpp"

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
  auto sample = without_gil([&] {
    Random random(seed);
    return self.distinct(n, random);
  });
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
      "Worlds whose probability is proportional to the product over the hidden cards of a\n"
      "weight of the card in its place (Solinas, Rebstock and Buro 2019, equation 1), among\n"
      "those consistent with the player's knowledge. Nothing is approximated.\n\n"
      "weights: float64 [32, 4], non-negative, by card and place (three hands, skat). Only\n"
      "the ratios within a row matter, and only for possible places. InvalidWeightsError\n"
      "for a weight that is negative or not finite, a card of weight 0 in all its places,\n"
      "another shape, and weights that exclude every world.")
      .def(
          "__init__",
          [](WeightedWorlds* self, const PlayerWorlds& worlds, const Weights& weights) {
            new (self) WeightedWorlds(weighted(worlds, weights));
          },
          "worlds"_a, "weights"_a)
      .def_prop_ro(
          "normaliser", [](const WeightedWorlds& s) { return s.normaliser().value(); },
          "Sum of the products over all worlds: their number if each weight is 1. Infinite\n"
          "or 0 beyond the range of a float.")
      .def("marginals", &marginals,
           "Return the probability of each card in each place, float64 [32, 4]: rows of\n"
           "hidden cards add up to 1; cards whose place the player knows have 1 there,\n"
           "played ones 0.")
      .def(
          "probability",
          [](const WeightedWorlds& s, const WorldRows& rows) {
            return column(s, rows, [](const Scaled& p) { return p.value(); });
          },
          "rows"_a,
          "Return the probabilities of worlds, uint32 [n, 4]: float64 [n], 0 for other\n"
          "rows.")
      .def(
          "log_probability",
          [](const WeightedWorlds& s, const WorldRows& rows) {
            return column(s, rows, [](const Scaled& p) { return p.log(); });
          },
          "rows"_a, "Return the natural logarithms of the probabilities, -inf for 0.")
      .def("draw", &draw, "n"_a, "seed"_a,
           "Draw n worlds independently by their probability, uint32 [n, 4]. Row i depends\n"
           "on seed and i alone.")
      .def("distinct", &distinct, "n"_a, "seed"_a,
           "Draw n different worlds, uint32 [m, 4], in random order with weights, float64\n"
           "[m], that add up to 1; m < n if the worlds left out weigh less than 1e-9 together.\n"
           "Weighted means over them are unbiased. Worlds more probable than a threshold\n"
           "are all included with their probability; the others weigh the threshold each\n"
           "(Fearnhead and Clifford 2003) and are drawn without repetition by strata\n"
           "(ordered pivotal sampling, Deville and Tille 1998).")
      .def(
          "best_assignment", [](const WeightedWorlds& s) { return s.best(); },
          "Return the most probable world, four masks; of several the first in a fixed\n"
          "order.");
}

}  // namespace vorhand::bindings
