#include "skat/policy/policy.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace vorhand::skat {

namespace {

// The longest sum of rows must fit in 16 bits.
constexpr int kLargestInRow = INT16_MAX / kMostPolicyRows;

// Powers of 1 / e by whole steps and by 256ths, in units of 2^-31, by integers alone.
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

// e^(-x / kPolicyOne), in units of 2^-31.
std::uint64_t power(std::uint64_t x) {
  const std::uint64_t whole = x / kPolicyOne;
  if (whole >= kWholeSteps) return 0;
  return (kPowers.whole[whole] * kPowers.part[x % kPolicyOne]) >> 31;
}

// Adds up rows, a few numbers of all rows at a time, which stay in a register.
using Sums = std::array<std::int16_t, kPolicyRow>;
Sums sum(std::span<const std::uint16_t> rows, const std::vector<Sums>& of) {
  constexpr std::size_t kAtOnce = 16;
  Sums sums;
  for (std::size_t first = 0; first < kPolicyRow; first += kAtOnce) {
    std::array<std::int16_t, kAtOnce> part{};
    for (const std::uint16_t number : rows) {
      const std::int16_t* row = of[number].data() + first;
      for (std::size_t k = 0; k < kAtOnce; ++k)
        part[k] = static_cast<std::int16_t>(part[k] + row[k]);
    }
    std::copy(part.begin(), part.end(), sums.begin() + first);
  }
  return sums;
}

std::int32_t greatest(const Preferences& found, CardSet legal) {
  std::int32_t most = INT32_MIN;
  while (legal) most = std::max(most, found[static_cast<std::size_t>(pop_lowest(legal))]);
  return most;
}

int cut(int value) { return std::clamp(value, 0, kPolicyOne); }

}  // namespace

Policy::Policy(std::vector<Net> nets) : nets_(std::move(nets)) {
  if (nets_.size() != kPolicyNets) {
    throw InvalidPolicyError(std::to_string(nets_.size()) + " networks: expected " +
                             std::to_string(kPolicyNets));
  }
  for (const Net& net : nets_) {
    if (net.rows.size() != kPolicyRows) {
      throw InvalidPolicyError(std::to_string(net.rows.size()) + " rows: expected " +
                               std::to_string(kPolicyRows));
    }
    for (const auto& row : net.rows) {
      for (const int number : row) {
        if (std::abs(number) > kLargestInRow) {
          throw InvalidPolicyError("row with " + std::to_string(number) + ": expected at most " +
                                   std::to_string(kLargestInRow));
        }
      }
    }
  }
}

Preferences Policy::preferences(const CardPlay& play, CardSet legal) const {
  PolicyRows seen;
  const SuitOrder order = policy_rows(play, seen);
  const Net& net = nets_[static_cast<std::size_t>(policy_net(play))];
  Sums sums = sum(seen.rows(), net.rows);
  for (std::size_t k = 0; k < kPolicyWidth; ++k) sums[k] = static_cast<std::int16_t>(cut(sums[k]));
  std::array<std::int16_t, kPolicyHidden> hidden;
  for (std::size_t j = 0; j < kPolicyHidden; ++j) {
    std::int32_t total = 0;
    for (std::size_t k = 0; k < kPolicyWidth; ++k) {
      total += std::int32_t{sums[k]} * std::int32_t{net.hidden[j][k]};
    }
    hidden[j] = static_cast<std::int16_t>(cut((total >> kPolicyWeightBits) + net.hidden_bias[j]));
  }
  Preferences found{};
  while (legal) {
    const Card card = pop_lowest(legal);
    const auto at = static_cast<std::size_t>(order.card(card));
    std::int32_t total = 0;
    for (std::size_t j = 0; j < kPolicyHidden; ++j) {
      total += std::int32_t{hidden[j]} * std::int32_t{net.out[at][j]};
    }
    found[static_cast<std::size_t>(card)] = (total >> kPolicyWeightBits) + sums[kPolicyWidth + at];
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
