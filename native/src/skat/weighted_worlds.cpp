// Compiled without fused multiply-add, so that results have the same bits on every processor.
#include "skat/weighted_worlds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "skat/notation.hpp"

namespace vorhand::skat {

namespace {

constexpr double kLog2 = 0.69314718055994530942;
constexpr Scaled kNothing{0, -(1 << 24)};  // the exponent of every other value is greater

// Return 2^power for power <= 0; 0 if it is less than the smallest normal double.
double small_power_of_two(int power) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(std::max(power, -1023) + 1023) << 52);
}

Scaled scaled(double value) {
  if (value == 0) return kNothing;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return {2 * mantissa, exponent - 1};
}

std::string place_name(std::size_t place) {
  return place == kSkatPlace ? "the skat" : seat_name(static_cast<int>(place));
}

}  // namespace

double Scaled::value() const { return std::ldexp(mantissa, exponent); }
double Scaled::log() const { return std::log(mantissa) + exponent * kLog2; }

WeightedWorlds::WeightedWorlds(const Worlds& worlds, const CardTable& weights) : worlds_(worlds) {
  check(weights);
  set_slots();
  set_factors(weights);
  const std::size_t row = static_cast<std::size_t>(capacity_[1]) + 2;
  const std::size_t layer = row * (static_cast<std::size_t>(capacity_[0]) + 2);
  steps_ = {layer - row, layer - 1, layer};
  start_ = layer - 1;
  states_.resize(layer * (cards_.size() + 1));
  sums_ = fill([this](std::size_t index, const Terms& ways) {
    const double sum = ways[0] + ways[1] + ways[2];
    states_[index] = {ways, sum};
    return sum;
  });
  if (sums_[start_].mantissa == 0) {
    throw InvalidWeightsError(
        "weights: no world that the player must reckon with weighs more than 0");
  }
}

void WeightedWorlds::set_slots() {
  const Knowledge& knowledge = worlds_.knowledge();
  for (std::size_t slot = 0, place = 0; place < kNumPlaces; ++place) {
    if (place != static_cast<std::size_t>(knowledge.player)) places_[slot++] = place;
  }
  std::stable_sort(places_.begin(), places_.end(), [&](std::size_t a, std::size_t b) {
    return knowledge.hidden_count[a] < knowledge.hidden_count[b];
  });
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    capacity_[slot] = knowledge.hidden_count[places_[slot]];
    if (places_[slot] == kSkatPlace) skat_slot_ = slot;
    if (knowledge.half_discarded && static_cast<int>(places_[slot]) == knowledge.discarder()) {
      discarder_slot_ = slot;
    }
  }
}

// Tell whether a card cannot be the first of two pushed on before Ramsch: a jack is never pushed.
bool WeightedWorlds::never_pushed(Card card) const {
  const Knowledge& knowledge = worlds_.knowledge();
  return knowledge.half_discarded && knowledge.soloist < 0 && (bit(card) & kJacks);
}

void WeightedWorlds::set_factors(const CardTable& weights) {
  const Knowledge& knowledge = worlds_.knowledge();
  for (Card card = kNumCards - 1; card >= 0; --card) {
    if (knowledge.hidden & bit(card)) cards_.push_back(card);
  }
  std::stable_partition(cards_.begin(), cards_.end(), [&](Card c) { return !never_pushed(c); });
  for (const Card card : cards_) {
    Factors& factors = factors_.emplace_back();
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const bool possible = knowledge.possible[places_[slot]] & bit(card);
      factors[slot] = scaled(possible ? weights[static_cast<std::size_t>(card)][places_[slot]] : 0);
    }
  }
}

void WeightedWorlds::check(const CardTable& weights) const {
  const Knowledge& knowledge = worlds_.knowledge();
  auto refuse = [](const std::string& text) { throw InvalidWeightsError("weights: " + text); };
  for (Card card = 0; card < kNumCards; ++card) {
    double heaviest = 0;
    std::string where;
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      const double weight = weights[static_cast<std::size_t>(card)][place];
      if (!(weight >= 0 && weight <= std::numeric_limits<double>::max())) {
        refuse(card_name(card) + " in " + place_name(place) + " " + std::to_string(weight) +
               ": expected a finite number from 0 up");
      }
      if (knowledge.possible[place] & bit(card)) {
        heaviest = std::max(heaviest, weight);
        where += (where.empty() ? "" : ", ") + place_name(place);
      }
    }
    if (!where.empty() && heaviest == 0) {
      refuse(card_name(card) + " weighs 0 wherever it may lie (" + where +
             "): expected more than 0 somewhere");
    }
  }
  if (worlds_.count() == 0) {
    throw InvalidWeightsError("worlds: none agrees with what the player knows");
  }
}

// Visit all states in which `depth` cards are placed.
template <typename Visit>
void WeightedWorlds::each_state(std::size_t depth, Visit visit) const {
  const int left = static_cast<int>(cards_.size() - depth);
  const std::size_t row = steps_[2] - steps_[0];
  for (int first = 0; first <= std::min(left, capacity_[0]); ++first) {
    const std::size_t index = depth * steps_[2] + (static_cast<std::size_t>(first) + 1) * row + 1;
    const int least = std::max(0, left - first - capacity_[2]);
    for (int second = least; second <= std::min(left - first, capacity_[1]); ++second) {
      visit(index + static_cast<std::size_t>(second), Rooms{first, second, left - first - second});
    }
  }
}

// Tell whether the skat cannot take the next card. The first of two discards is not the highest
// card of its player that may be discarded, so a higher one must already be in the player's hand.
bool WeightedWorlds::barred(std::size_t depth, const Rooms& rooms) const {
  const Card card = cards_[depth];
  if (never_pushed(card)) return true;
  if (rooms[discarder_slot_] < capacity_[discarder_slot_]) return false;
  const Knowledge& knowledge = worlds_.knowledge();
  const CardSet known = knowledge.known[places_[discarder_slot_]];
  return (knowledge.soloist < 0 ? known & ~kJacks : known) < bit(card);
}

// Return a table over all states, from the last card back: 1 at the end, elsewhere the result of
// `combine` for the next states.
template <typename Combine>
std::vector<Scaled> WeightedWorlds::fill(Combine combine) const {
  const bool half_discarded = worlds_.knowledge().half_discarded;
  std::vector<Scaled> table(states_.size(), kNothing);
  const std::size_t end = cards_.size() * steps_[2] + (steps_[2] - steps_[0]) + 1;
  table[end] = {1, 0};
  for (std::size_t depth = cards_.size(); depth-- > 0;) {
    const Factors factors = factors_[depth];
    each_state(depth, [&](std::size_t index, const Rooms& rooms) {
      Terms ways;
      std::array<int, kSlots> exponents;
      for (std::size_t slot = 0; slot < kSlots; ++slot) {
        const Scaled& next = table[index + steps_[slot]];
        ways[slot] = factors[slot].mantissa * next.mantissa;
        exponents[slot] = factors[slot].exponent + next.exponent;
      }
      if (half_discarded && barred(depth, rooms)) {
        ways[skat_slot_] = 0;
        exponents[skat_slot_] = kNothing.exponent;
      }
      const int exponent = std::max({exponents[0], exponents[1], exponents[2]});
      for (std::size_t slot = 0; slot < kSlots; ++slot) {
        ways[slot] *= small_power_of_two(exponents[slot] - exponent);
      }
      const double mantissa = combine(index, ways);
      if (mantissa > 0) table[index] = {mantissa, exponent};
    });
  }
  return table;
}

std::vector<Scaled> WeightedWorlds::best_table() const {
  return fill([](std::size_t, const Terms& ways) { return std::max({ways[0], ways[1], ways[2]}); });
}

Scaled WeightedWorlds::probability(const World& world) const {
  if (!worlds_.contains(world)) return {};
  Scaled product{1, 0};
  for (std::size_t depth = 0; depth < cards_.size(); ++depth) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (world[places_[slot]] & bit(cards_[depth])) {
        product.mantissa *= factors_[depth][slot].mantissa;
        product.exponent += factors_[depth][slot].exponent;
      }
    }
  }
  const Scaled all = normaliser();
  return {product.mantissa / all.mantissa, product.exponent - all.exponent};
}

CardTable WeightedWorlds::marginals() const {
  CardTable marginals{};
  for (std::size_t place = 0; place < kNumPlaces; ++place) {
    for (CardSet left = worlds_.knowledge().known[place]; left;) {
      marginals[static_cast<std::size_t>(pop_lowest(left))][place] = 1;
    }
  }
  std::vector<double> passed(states_.size());  // probability that a draw passes through a state
  passed[start_] = 1;
  for (std::size_t depth = 0; depth < cards_.size(); ++depth) {
    Terms sums{};
    each_state(depth, [&](std::size_t index, const Rooms&) {
      if (passed[index] == 0) return;
      const State& state = states_[index];
      const double scale = passed[index] / state.sum;
      for (std::size_t slot = 0; slot < kSlots; ++slot) {
        const double share = scale * state.ways[slot];
        sums[slot] += share;
        passed[index + steps_[slot]] += share;
      }
    });
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      marginals[static_cast<std::size_t>(cards_[depth])][places_[slot]] = sums[slot];
    }
  }
  return marginals;
}

World WeightedWorlds::draw(Random& random) const {
  std::array<CardSet, kSlots> chosen{};
  std::size_t index = start_;
  for (const Card card : cards_) {
    const State& state = states_[index];
    // Always below the sum: sum * (1 - 2^-53) is never rounded up to it.
    const double position = random.unit() * state.sum;
    const auto slot = static_cast<std::size_t>(position >= state.ways[0]) +
                      static_cast<std::size_t>(position >= state.ways[0] + state.ways[1]);
    chosen[slot] |= bit(card);
    index += steps_[slot];
  }
  World world = worlds_.knowledge().known;
  for (std::size_t slot = 0; slot < kSlots; ++slot) world[places_[slot]] |= chosen[slot];
  return world;
}

World WeightedWorlds::best() const {
  std::vector<Terms> ways(states_.size());
  fill([&](std::size_t index, const Terms& terms) {
    ways[index] = terms;
    return std::max({terms[0], terms[1], terms[2]});
  });
  World world = worlds_.knowledge().known;
  std::size_t index = start_;
  for (const Card card : cards_) {
    const Terms& here = ways[index];
    const auto slot =
        static_cast<std::size_t>(std::max_element(here.begin(), here.end()) - here.begin());
    world[places_[slot]] |= bit(card);
    index += steps_[slot];
  }
  return world;
}

}  // namespace vorhand::skat
