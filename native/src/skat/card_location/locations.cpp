// Compiled without fused multiply-add, so that results have the same bits on every processor.
#include "skat/card_location/locations.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vorhand::skat {

namespace {

constexpr std::size_t kOutputs = std::size_t{kNumCards} * kNumPlaces;

void check(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw InvalidLocationsError(std::string(what) + " " + std::to_string(found) + ", expected " +
                              std::to_string(expected));
}

}  // namespace

CardLocations::CardLocations(std::vector<Net> by_game_type, float trust, double caution)
    : nets_(std::move(by_game_type)), trust_(trust), caution_(caution) {
  check("networks", nets_.size(), kNumGameTypes);
  for (const Net& net : nets_) {
    if (net.sequence) check("inputs of the sequence", net.sequence->inputs(), kNumInputs - kTricks);
    check("inputs of the network", net.trunk.inputs(),
          net.sequence ? kTricks + net.sequence->outputs() : kPlayed);
    check("outputs of the network", net.trunk.outputs(), kOutputs);
  }
}

CardTable CardLocations::shares(const CardPlay& play, const Knowledge& knowledge,
                                Memory& memory) const {
  const Net& net = nets_[static_cast<std::size_t>(game_type(play.table.contract))];
  location_inputs(play, memory.inputs);
  std::span<const float> inputs = std::span(memory.inputs).first(kPlayed);
  if (net.sequence) {
    memory.joined.resize(net.trunk.inputs());
    std::copy_n(memory.inputs.begin(), kTricks, memory.joined.begin());
    const auto outputs = std::span(memory.joined).subspan(kTricks);
    net.sequence->forward(std::span(memory.inputs).subspan(kTricks), outputs, memory.scratch);
    elu(outputs);
    inputs = memory.joined;
  }
  std::array<float, kOutputs> outputs;
  net.trunk.forward(inputs, outputs, memory.scratch);
  for (float& output : outputs) output *= trust_;
  const Choices choices = location_choices(play, knowledge);
  shares_of(choices, outputs);
  const Turn turn(play);
  CardTable table;
  for (auto& row : table) row.fill(1);
  for (Card card = 0; card < kNumCards; ++card) {
    if (!choices[static_cast<std::size_t>(card)]) continue;
    auto& row = table[static_cast<std::size_t>(turn.card(card))];
    for (int place = 0; place < kNumPlaces; ++place) {
      row[static_cast<std::size_t>(turn.place(place))] =
          outputs[static_cast<std::size_t>(card * kNumPlaces + place)];
    }
  }
  return table;
}

void shares_of(const Choices& choices, std::span<float> outputs) {
  for (std::size_t card = 0; card < kNumCards; ++card) {
    if (!choices[card]) continue;
    const auto row = outputs.subspan(card * kNumPlaces, kNumPlaces);
    const auto possible = [&](std::size_t place) { return (choices[card] >> place & 1) != 0; };
    float most = -1e30f, sum = 0;
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      if (possible(place)) most = std::max(most, row[place]);
    }
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      row[place] = possible(place) ? exponential(row[place] - most) : 0;
      sum += row[place];
    }
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      if (possible(place)) row[place] = std::max(row[place] / sum, kLeastShare);
    }
  }
}

}  // namespace vorhand::skat
