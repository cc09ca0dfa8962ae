#include "schnapsen/policy/hand_inference.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "random_member.hpp"

namespace vorhand::schnapsen {

namespace {

// A reconstruction of the opponent's earlier hands from their present hand.
class Reader {
 public:
  Reader(const Rules& rules, const Policy& policy, const std::vector<Moment>& past, int opponent,
         double floor)
      : rules_(rules), policy_(policy), past_(past), opponent_(opponent), floor_(floor) {}

  // Return the probability of the opponent's actions in one random history of the hand.
  double chance(CardSet hand, Random& random) const {
    double chance = 1;
    for (std::size_t i = past_.size() - 1; i-- > 0 && chance > 0;) {
      const auto& [deal, action] = past_[i];
      const bool theirs = deal.to_move() == opponent_;
      if (drew_unseen(deal, past_[i + 1].deal)) {
        hand = without_one(hand, deal.known[other()] & ~(theirs ? bit(action) : 0), random);
      } else if (took_up(deal, past_[i + 1].deal)) {
        hand &= ~bit(deal.up);
      }
      if (!theirs) continue;
      if (action < kExchange) hand |= bit(action);
      if (action == kExchange) hand ^= bit(deal.up) | bit(make_card(deal.trump, 0));
      chance *= of_action(deal, hand, action);
    }
    return chance;
  }

 private:
  std::size_t other() const { return static_cast<std::size_t>(opponent_); }

  bool drew_unseen(const Deal& before, const Deal& after) const {
    return before.next != after.next && (after.leader == opponent_ || after.up != kNoCard);
  }
  bool took_up(const Deal& before, const Deal& after) const {
    return before.next != after.next && after.leader != opponent_ && after.up == kNoCard;
  }

  // Return the hand without the card drawn: a random one of those not shown before the draw.
  static CardSet without_one(CardSet hand, CardSet shown, Random& random) {
    return hand & ~bit(random_member(hand & ~shown, random));
  }

  double of_action(Deal deal, CardSet hand, Action action) const {
    deal.hands[other()] = hand;
    const ActionSet legal = legal_actions(rules_, deal);
    if (!(legal & action_bit(action))) return 0;
    const int size = std::popcount(legal);
    if (size == 1) return 1;
    std::array<float, kNumActions> chances;
    policy_.chances(rules_, deal, chances);
    const int place = std::popcount(legal & (action_bit(action) - 1));
    return floor_ / size + (1 - floor_) * double(chances[static_cast<std::size_t>(place)]);
  }

  const Rules& rules_;
  const Policy& policy_;
  const std::vector<Moment>& past_;
  int opponent_;
  double floor_;
};

}  // namespace

std::vector<Moment> moments(const Rules& rules, const std::vector<Card>& dealt,
                            const std::vector<Action>& actions, int leader) {
  Deal deal = deal_pack(rules, dealt, leader);
  std::vector<Moment> past;
  for (const Action action : actions) {
    check_legal(rules, deal, action);
    past.push_back({deal, action});
    apply(rules, deal, action);
  }
  past.push_back({deal, -1});
  return past;
}

std::vector<double> hand_chances(const Rules& rules, const Policy& policy,
                                 const std::vector<Moment>& past, int player,
                                 const Reading& reading, Random& random) {
  const int opponent = 1 - player;
  const Worlds worlds(rules, view_of(past.back().deal, player), player);
  const Reader reader(rules, policy, past, opponent, reading.floor);
  std::vector<double> result;
  for (std::uint64_t number = 0; number < worlds.hands(); ++number) {
    const Deal world = worlds.world(number * worlds.orders());
    double sum = 0;
    for (int i = 0; i < reading.pasts; ++i)
      sum += reader.chance(world.hands[static_cast<std::size_t>(opponent)], random);
    result.push_back(sum);
  }
  const double all = std::accumulate(result.begin(), result.end(), 0.0);
  if (all <= 0) return std::vector<double>(result.size(), 1.0 / double(result.size()));
  for (double& chance : result) chance /= all;
  return result;
}

}  // namespace vorhand::schnapsen
