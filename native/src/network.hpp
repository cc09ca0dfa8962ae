// A small dense network, evaluated with the same bits on every processor: sums in a fixed
// order, no fused multiply-add, and an exponential function of its own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vorhand {

// e^x within one unit in the last place; 0 below -87.
float exponential(float x);

// x where it is positive, else e^x - 1.
void elu(std::span<float> values);

class Network {
 public:
  // One layer: outputs = inputs x weights + bias; weights by input, then output.
  struct Layer {
    std::size_t inputs = 0, outputs = 0;
    std::vector<float> weights;
    std::vector<float> bias;
  };

  // Each layer takes what the one before gives. ELU follows each but the last.
  explicit Network(std::vector<Layer> layers);

  std::size_t inputs() const { return layers_.front().inputs; }
  std::size_t outputs() const { return layers_.back().outputs; }

  // Compute the output of the last layer; `scratch` is memory that successive calls may share.
  // Inputs that are 0 cost nothing.
  void forward(std::span<const float> input, std::span<float> output,
               std::vector<float>& scratch) const;

 private:
  std::vector<Layer> layers_;
  std::size_t widest_ = 0;
};

// Turns each run of `size` numbers into shares that add up to 1.
void softmax(std::span<float> values, std::size_t size);

}  // namespace vorhand
