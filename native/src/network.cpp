// Compiled without fused multiply-add, so that results have the same bits on every processor.
#include "network.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace vorhand {

float exponential(float x) {
  if (!(x > -87.0f)) return x != x ? x : 0.0f;
  x = std::min(x, 88.0f);
  // x = k log 2 + r. Log 2 is split into two parts such that k times the first is exact.
  const float rounded = x * 1.44269504f + (x < 0 ? -0.5f : 0.5f);
  const auto k = static_cast<std::int32_t>(rounded);
  const float whole = static_cast<float>(k);
  const float r = (x - whole * 0.693359375f) - whole * -2.12194440e-4f;
  // Taylor series for |r| up to 0.35, by Horner's rule; the first omitted term is below 2^-25.
  float sum = 1.0f / 5040;
  for (const float term : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f}) {
    sum = sum * r + term;
  }
  return sum * std::bit_cast<float>(static_cast<std::uint32_t>(k + 127) << 23);
}

void elu(std::span<float> values) {
  for (float& value : values) {
    if (value < 0) value = exponential(value) - 1;
  }
}

Network::Network(std::vector<Layer> layers) : layers_(std::move(layers)) {
  for (const Layer& layer : layers_) widest_ = std::max(widest_, layer.outputs);
}

void Network::forward(std::span<const float> input, std::span<float> output,
                      std::vector<float>& scratch) const {
  scratch.resize(2 * widest_);
  const float* in = input.data();
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    const bool last = i + 1 == layers_.size();
    float* out = last ? output.data() : scratch.data() + (i % 2) * widest_;
    std::copy(layer.bias.begin(), layer.bias.end(), out);
    // The order of summation is by input, independent of the vector width.
    for (std::size_t from = 0; from < layer.inputs; ++from) {
      const float value = in[from];
      if (value == 0) continue;
      const float* row = layer.weights.data() + from * layer.outputs;
      for (std::size_t to = 0; to < layer.outputs; ++to) out[to] += value * row[to];
    }
    if (!last) elu({out, layer.outputs});
    in = out;
  }
}

void softmax(std::span<float> values, std::size_t size) {
  for (std::size_t first = 0; first < values.size(); first += size) {
    const std::span<float> run = values.subspan(first, size);
    const float most = *std::max_element(run.begin(), run.end());
    float sum = 0;
    for (float& value : run) sum += value = exponential(value - most);
    for (float& value : run) value /= sum;
  }
}

}  // namespace vorhand
