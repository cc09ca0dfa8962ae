#include "schnapsen/policy/policy.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "weights.hpp"

namespace vorhand::schnapsen {

namespace {

constexpr int kCards = 20, kRanks = 5, kTrumpPlace = 3;
constexpr int kPointsStep = 4, kPointsSteps = 17, kRoyal = 40;

int place_of(int trump, int suit) { return suit == trump ? kTrumpPlace : suit - (suit > trump); }

int card_place(int trump, Card card) {
  return kRanks * place_of(trump, suit_of(card)) + rank_of(card);
}

// A writer of facts, group by group.
class Facts {
 public:
  Facts(int trump, std::span<std::uint8_t, kMostFacts> facts) : trump_(trump), facts_(facts) {}

  void cards(CardSet set) {
    while (set) put(card_place(trump_, pop_lowest(set)));
    first_ += kCards;
  }
  // Write one of `size` facts, or none if `which` is negative.
  void one_of(int size, int which) {
    if (which >= 0) put(which);
    first_ += size;
  }
  int size() const { return size_; }

 private:
  void put(int fact) {
    facts_[static_cast<std::size_t>(size_++)] = static_cast<std::uint8_t>(first_ + fact);
  }

  int trump_;
  std::span<std::uint8_t, kMostFacts> facts_;
  int first_ = 0, size_ = 0;
};

Network network_of(std::span<const std::int16_t> numbers) {
  std::vector<Network::Layer> layers{{kFacts, kPolicyWidth, {}, {}},
                                     {kPolicyWidth, kChoices, {}, {}}};
  std::size_t next = 0, needed = 0;
  for (const Network::Layer& layer : layers) needed += (layer.inputs + 1) * layer.outputs;
  if (numbers.size() != needed) {
    throw std::invalid_argument("policy: " + std::to_string(numbers.size()) +
                                " numbers, expected " + std::to_string(needed));
  }
  for (Network::Layer& layer : layers) {
    const auto read = [&](std::vector<float>& values, std::size_t size) {
      for (std::size_t i = 0; i < size; ++i) values.push_back(numbers[next++] * kPolicyUnit);
    };
    read(layer.weights, layer.inputs * layer.outputs);
    read(layer.bias, layer.outputs);
  }
  return Network(std::move(layers));
}

}  // namespace

int facts_seen(const Rules& rules, const Deal& deal, std::span<std::uint8_t, kMostFacts> facts) {
  const int player = deal.to_move(), opponent = 1 - player;
  const auto me = static_cast<std::size_t>(player), other = static_cast<std::size_t>(opponent);
  CardSet unseen = rules.deck.cards() & ~(deal.hands[me] | deal.known[other] | deal.played[0] |
                                          deal.played[1] | deal.excluded[other]);
  if (deal.up != kNoCard) unseen &= ~bit(deal.up);
  Facts seen(deal.trump, facts);
  seen.cards(deal.hands[me]);
  seen.cards(deal.known[other]);
  seen.cards(unseen);
  seen.cards(deal.led == kNoCard ? 0 : bit(deal.led));
  seen.one_of(kRanks, deal.up == kNoCard ? -1 : rank_of(deal.up));
  seen.one_of(10, deal.talon_left());
  seen.one_of(3, deal.closer < 0 ? 0 : deal.closer == player ? 1 : 2);
  seen.one_of(4, static_cast<int>(deal.turn));
  seen.one_of(4, deal.marriage < 0 ? -1 : place_of(deal.trump, deal.marriage));
  for (const std::size_t who : {me, other})
    seen.one_of(kPointsSteps, std::min(kPointsSteps - 1, deal.points[who] / kPointsStep));
  for (const std::size_t who : {me, other})
    seen.one_of(3, deal.pending[who] == 0 ? 0 : deal.pending[who] < kRoyal ? 1 : 2);
  for (const std::size_t who : {me, other}) seen.one_of(1, deal.tricks[who] > 0 ? 0 : -1);
  return seen.size();
}

int choice_of(const Deal& deal, Action action) {
  if (action < kExchange) return card_place(deal.trump, action);
  if (action < kMarriage) return kCards + action - kExchange;
  return kCards + 2 + place_of(deal.trump, action - kMarriage);
}

Policy::Policy(std::span<const std::int16_t> numbers) : network_(network_of(numbers)) {}

int Policy::chances(const Rules& rules, const Deal& deal,
                    std::span<float, kNumActions> result) const {
  thread_local std::vector<float> scratch;
  std::array<std::uint8_t, kMostFacts> facts;
  std::array<float, kFacts> input{};
  std::array<float, kChoices> output;
  const int seen = facts_seen(rules, deal, facts);
  for (int i = 0; i < seen; ++i) input[facts[static_cast<std::size_t>(i)]] = 1;
  network_.forward(input, output, scratch);
  std::size_t size = 0;
  for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1)
    result[size++] = output[static_cast<std::size_t>(choice_of(deal, std::countr_zero(left)))];
  softmax(result.first(size), size);
  return static_cast<int>(size);
}

Action Policy::draw(const Rules& rules, const Deal& deal, Random& random) const {
  ActionSet left = legal_actions(rules, deal);
  if ((left & (left - 1)) == 0) return std::countr_zero(left);
  std::array<float, kNumActions> shares;
  chances(rules, deal, shares);
  double share = random.unit();
  for (std::size_t i = 0; left & (left - 1); ++i, left &= left - 1) {
    share -= shares[i];
    if (share < 0) break;
  }
  return std::countr_zero(left);
}

const Policy& shipped_policy() {
  static const Policy policy = [] {
    auto bytes = weights::bytes("schnapsen_policy.bin");
    std::vector<std::int16_t> numbers(bytes.size() / 2);
    weights::take(bytes, numbers);
    return Policy(numbers);
  }();
  return policy;
}

}  // namespace vorhand::schnapsen
