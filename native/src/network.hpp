// A small dense network whose results have the same bits on every processor: fixed order of
// summation, no fused multiply-add, its own exponential function.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vorhand {

// Return e^x within one unit in the last place; 0 for x up to -87, e^88 for x above 88.
float exponential(float x);

// Replace each negative x by e^x - 1.
void elu(std::span<float> values);

class Network {
 public:
  // A layer: outputs = inputs x weights + bias; weights by input, then output.
  struct Layer {
    std::size_t inputs = 0, outputs = 0;
    std::vector<float> weights;
    std::vector<float> bias;
  };

  // Chain the layers; ELU follows each but the last.
  explicit Network(std::vector<Layer> layers);

  std::size_t inputs() const { return layers_.front().inputs; }
  std::size_t outputs() const { return layers_.back().outputs; }

  // Compute the output of the last layer. `scratch` is memory for successive calls. Inputs of 0
  // cost nothing.
  void forward(std::span<const float> input, std::span<float> output,
               std::vector<float>& scratch) const;

 private:
  std::vector<Layer> layers_;
  std::size_t widest_ = 0;
};

// Turn each run of `size` numbers into probabilities.
void softmax(std::span<float> values, std::size_t size);

}  // namespace vorhand
