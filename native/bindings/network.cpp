// vorhand.native.network: evaluation of small dense networks.
#include "network.hpp"

#include "arrays.hpp"
#include "errors.hpp"

using namespace vorhand;
using namespace vorhand::bindings;

namespace {

using Weights = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bias = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<nb::numpy, float, nb::ndim<2>, nb::c_contig>;

struct InvalidNetworkError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

std::vector<float> finite(const float* values, std::size_t size, const std::string& what) {
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::isfinite(values[i])) {
      throw InvalidNetworkError(what + ": " + std::to_string(values[i]) + " at " +
                                std::to_string(i) + ", expected finite numbers");
    }
  }
  return {values, values + size};
}

Network network(const std::vector<std::pair<Weights, Bias>>& layers) {
  if (layers.empty()) throw InvalidNetworkError("no layers: expected at least one");
  std::vector<Network::Layer> checked;
  for (const auto& [weights, bias] : layers) {
    const std::string what = "layer " + std::to_string(checked.size());
    const std::size_t inputs = weights.shape(0), outputs = weights.shape(1);
    const std::string shape = std::to_string(inputs) + ", " + std::to_string(outputs);
    if (inputs == 0 || outputs == 0 || bias.shape(0) != outputs) {
      throw InvalidNetworkError(what + ": weights [" + shape + "] and bias [" +
                                std::to_string(bias.shape(0)) +
                                "], expected [inputs, outputs] and [outputs]");
    }
    if (!checked.empty() && checked.back().outputs != inputs) {
      throw InvalidNetworkError(what + ": weights [" + shape + "], expected " +
                                std::to_string(checked.back().outputs) + " inputs");
    }
    checked.push_back({inputs, outputs, finite(weights.data(), inputs * outputs, what),
                       finite(bias.data(), outputs, what)});
  }
  return Network(std::move(checked));
}

Rows forward(const Network& self, const Weights& inputs, std::size_t shares) {
  if (inputs.shape(1) != self.inputs()) {
    throw std::invalid_argument("inputs [" + std::to_string(inputs.shape(0)) + ", " +
                                std::to_string(inputs.shape(1)) + "]: expected [n, " +
                                std::to_string(self.inputs()) + "]");
  }
  if (shares && self.outputs() % shares) {
    throw std::invalid_argument("softmax " + std::to_string(shares) + ": expected a divisor of " +
                                std::to_string(self.outputs()) + " outputs");
  }
  const std::size_t n = inputs.shape(0), width = self.outputs();
  auto rows = new_array<Rows>({n, width});
  float* values = rows.data();
  {
    nb::gil_scoped_release release;
    std::vector<float> scratch;
    for (std::size_t i = 0; i < n; ++i) {
      self.forward({inputs.data() + i * self.inputs(), self.inputs()}, {values + i * width, width},
                   scratch);
    }
    if (shares) softmax({values, n * width}, shares);
  }
  return rows;
}

}  // namespace

namespace vorhand::bindings {

void bind_network(nb::module_& m) {
  translate<InvalidNetworkError>("InvalidNetworkError");
  nb::class_<Network>(
      m, "Network",
      "A dense network with ELU after each layer but the last, in single precision, with\n"
      "the same bits on every processor.\n\n"
      "layers: pairs of weights float32 [inputs, outputs] and bias float32 [outputs].\n"
      "InvalidNetworkError if they do not fit together or are not finite.")
      .def(
          "__init__",
          [](Network* self, const std::vector<std::pair<Weights, Bias>>& layers) {
            new (self) Network(network(layers));
          },
          "layers"_a)
      .def_prop_ro("inputs", &Network::inputs, "Number of inputs.")
      .def_prop_ro("outputs", &Network::outputs, "Number of outputs.")
      .def("forward", &forward, "inputs"_a, "softmax"_a = 0,
           "Return the outputs of the last layer for rows of inputs, float32 [n, inputs] ->\n"
           "[n, outputs]. softmax: normalise each run of that many outputs to\n"
           "probabilities; 0: do not. Inputs of 0 cost no time.");
}

}  // namespace vorhand::bindings
