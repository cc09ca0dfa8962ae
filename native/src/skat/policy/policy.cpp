#include "skat/policy/policy.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace vorhand::skat {

namespace {

// Bound of a row's numbers, so that the longest sum fits in 16 bits.
constexpr int kLargestInRow = INT16_MAX / kMostPolicyRows;

// Powers of 1 / e for integers and 256ths, in units of 2^-31, in integer arithmetic.
constexpr std::size_t kWholeSteps = 22;
struct Powers {
  std::array<std::uint64_t, kWholeSteps> whole;
  std::array<std::uint64_t, kPolicyOne> part;
};
constexpr Powers make_powers() {
  constexpr std::uint64_t kInverse = 790015084;       // e^-1
  constexpr std::uint64_t kInversePart = 2139111443;  // e^(-1/256)
  Powers powers{};
  powers.whole[0] = powers.part[0] = std::uint64_t{1} << 31;
  for (std::size_t i = 1; i < powers.whole.size(); ++i) {
    powers.whole[i] = (powers.whole[i - 1] * kInverse) >> 31;
  }
  for (std::size_t i = 1; i < powers.part.size(); ++i) {
    powers.part[i] = (powers.part[i - 1] * kInversePart) >> 31;
  }
  return powers;
}
constexpr Powers kPowers = make_powers();

// Return e^(-x / kPolicyOne), in units of 2^-31.
std::uint64_t power(std::uint64_t x) {
  const std::uint64_t whole = x / kPolicyOne;
  if (whole >= kWholeSteps) return 0;
  return (kPowers.whole[whole] * kPowers.part[x % kPolicyOne]) >> 31;
}

// Add up rows, a few columns of all rows at a time, so that the sums stay in a register.
void add_up(std::span<const std::uint16_t> rows, const std::int16_t* of, std::size_t size,
            std::int16_t* sums) {
  for (std::size_t first = 0; first < size; first += kPolicyLanes) {
    std::array<std::int16_t, kPolicyLanes> part{};
    for (const std::uint16_t number : rows) {
      const std::int16_t* row = of + number * size + first;
      for (std::size_t k = 0; k < kPolicyLanes; ++k)
        part[k] = static_cast<std::int16_t>(part[k] + row[k]);
    }
    std::copy(part.begin(), part.end(), sums + first);
  }
}

std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t size) {
  std::int32_t total = 0;
  for (std::size_t k = 0; k < size; ++k) total += std::int32_t{a[k]} * std::int32_t{b[k]};
  return total;
}

std::int32_t greatest(const Preferences& found, CardSet legal) {
  std::int32_t most = INT32_MIN;
  while (legal) most = std::max(most, found[static_cast<std::size_t>(pop_lowest(legal))]);
  return most;
}

// Tell whether all weighted sums of the inputs of a layer fit in 32 bits.
bool holds(const std::vector<std::int16_t>& weights, std::size_t inputs, std::int64_t ceiling) {
  std::int64_t most = 0;
  for (const int weight : weights) most = std::max<std::int64_t>(most, std::abs(weight));
  return ceiling > 0 && static_cast<std::int64_t>(inputs) * ceiling * most <= INT32_MAX;
}

void check(const Policy::Net& net) {
  const auto fits = [](std::size_t size, std::size_t most) {
    return size > 0 && size <= most && size % kPolicyLanes == 0;
  };
  const std::size_t hidden = net.hidden_bias.size();
  if (!fits(net.width, kMostPolicyWidth) || !fits(hidden, kMostPolicyHidden)) {
    throw InvalidPolicyError(
        "layers of " + std::to_string(net.width) + " and " + std::to_string(hidden) +
        " numbers: expected multiples of " + std::to_string(kPolicyLanes) + ", at most " +
        std::to_string(kMostPolicyWidth) + " and " + std::to_string(kMostPolicyHidden));
  }
  const auto has = [](const char* what, std::size_t size, std::size_t expected) {
    if (size == expected) return;
    throw InvalidPolicyError(std::string(what) + ": " + std::to_string(size) +
                             " numbers, expected " + std::to_string(expected));
  };
  has("rows", net.rows.size(), kPolicyRows * (net.width + kNumCards));
  has("hidden", net.hidden.size(), hidden * net.width);
  has("out", net.out.size(), kNumCards * hidden);
  if (!holds(net.hidden, net.width, net.ceiling) || !holds(net.out, hidden, net.ceiling)) {
    throw InvalidPolicyError("ceiling " + std::to_string(net.ceiling) +
                             ": expected more than 0, and so little that sums stay within 32 bits");
  }
  for (const int number : net.rows) {
    if (std::abs(number) > kLargestInRow) {
      throw InvalidPolicyError("row with " + std::to_string(number) + ": expected at most " +
                               std::to_string(kLargestInRow));
    }
  }
}

}  // namespace

Policy::Policy(std::vector<Net> nets) : nets_(std::move(nets)) {
  if (nets_.size() != kPolicyNets) {
    throw InvalidPolicyError(std::to_string(nets_.size()) + " networks: expected " +
                             std::to_string(kPolicyNets));
  }
  for (const Net& net : nets_) check(net);
}

Preferences Policy::preferences(const CardPlay& play, CardSet legal) const {
  PolicyRows seen;
  const SuitOrder order = policy_rows(play, seen);
  const Net& net = nets_[static_cast<std::size_t>(policy_net(play))];
  std::array<std::int16_t, kMostPolicyWidth + kNumCards> sums;
  add_up(seen.rows(), net.rows.data(), net.width + kNumCards, sums.data());
  for (std::size_t k = 0; k < net.width; ++k) {
    sums[k] = std::clamp<std::int16_t>(sums[k], 0, net.ceiling);
  }
  const std::size_t size = net.hidden_bias.size();
  std::array<std::int16_t, kMostPolicyHidden> hidden;
  for (std::size_t j = 0; j < size; ++j) {
    const std::int32_t total = dot(sums.data(), net.hidden.data() + j * net.width, net.width);
    hidden[j] = static_cast<std::int16_t>(std::clamp<std::int32_t>(
        (total >> kPolicyWeightBits) + net.hidden_bias[j], 0, net.ceiling));
  }
  Preferences found{};
  while (legal) {
    const Card card = pop_lowest(legal);
    const auto at = static_cast<std::size_t>(order.card(card));
    const std::int32_t total = dot(hidden.data(), net.out.data() + at * size, size);
    found[static_cast<std::size_t>(card)] = (total >> kPolicyWeightBits) + sums[net.width + at];
  }
  return found;
}

Shares Policy::shares(const CardPlay& play, double temperature) const {
  const CardSet legal = play.legal();
  const Preferences found = preferences(play, legal);
  const std::int32_t most = greatest(found, legal);
  Shares shares{};
  double sum = 0;
  for (CardSet rest = legal; rest;) {
    const auto card = static_cast<std::size_t>(pop_lowest(rest));
    sum += shares[card] = std::exp((found[card] - most) / (kPolicyOne * temperature));
  }
  for (CardSet rest = legal; rest;) shares[static_cast<std::size_t>(pop_lowest(rest))] /= sum;
  return shares;
}

Card Policy::best(const CardPlay& play) const {
  const CardSet legal = play.legal();
  if ((legal & (legal - 1)) == 0) return lowest(legal);
  const Preferences found = preferences(play, legal);
  Card best = lowest(legal);
  for (CardSet rest = legal; rest;) {
    const Card card = pop_lowest(rest);
    if (found[static_cast<std::size_t>(card)] > found[static_cast<std::size_t>(best)]) best = card;
  }
  return best;
}

Card Policy::draw(const CardPlay& play, float temperature, Random& random) const {
  const CardSet legal = play.legal();
  if ((legal & (legal - 1)) == 0) return lowest(legal);
  const Preferences found = preferences(play, legal);
  const std::int32_t most = greatest(found, legal);
  const auto colder = static_cast<std::uint64_t>(std::lround(kPolicyOne / temperature));
  std::array<std::uint64_t, kNumCards> weights;
  std::uint64_t sum = 0;
  for (CardSet rest = legal; rest;) {
    const auto card = static_cast<std::size_t>(pop_lowest(rest));
    const auto below = static_cast<std::uint64_t>(most - found[card]);
    weights[card] = power(below * colder / kPolicyOne);
    sum += weights[card];
  }
  std::uint64_t left = random.below(sum);
  for (CardSet rest = legal; rest;) {
    const Card card = pop_lowest(rest);
    const std::uint64_t weight = weights[static_cast<std::size_t>(card)];
    if (left < weight) return card;
    left -= weight;
  }
  return lowest(legal);
}

CardPlayer policy_player(std::shared_ptr<const Policy> policy, float temperature) {
  if (temperature == 0) {
    return
        [policy = std::move(policy)](const CardPlay& play, Random&) { return policy->best(play); };
  }
  return [policy = std::move(policy), temperature](const CardPlay& play, Random& random) {
    return policy->draw(play, temperature, random);
  };
}

}  // namespace vorhand::skat
