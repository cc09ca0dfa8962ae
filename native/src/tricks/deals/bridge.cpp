// Bridge as OpenSpiel plays it: the auction, then the play, in which the declarer plays dummy's
// cards.
#include <algorithm>

#include "tricks/deals/deal.hpp"

namespace vorhand::tricks {

namespace {

class Bridge final : public DealRules {
 public:
  Bridge(const std::vector<Terms>& terms, const BridgeOptions& options)
      : DealRules({.calls = kCalls, .contracts = kBids, .dummy = true}, terms), options_(options) {}

  void begin(Deal& deal, Random& random) const override {
    deal.cards = sizes().cards;
    deal_cards(deal, 0, random);
    deal.player = options_.dealer;
  }

  Returns returns(const Deal& deal) const override {
    Returns returns{};
    if (deal.contract < 0) return returns;
    const int score = score_of(deal);
    for (int seat = 0; seat < sizes().seats; ++seat) {
      returns[static_cast<std::size_t>(seat)] = same_side(seat, deal.maker) ? score : -score;
    }
    return returns;
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    Set calls = bit(kPass) | (below(kCalls) & ~below(kFirstBid + deal.contract + 1));
    if (deal.contract >= 0) {
      const bool ours = same_side(deal.player, deal.maker);
      if (!ours && deal.doubled == 0) calls |= bit(kDouble);
      if (ours && deal.doubled == 1) calls |= bit(kRedouble);
    }
    return {0, calls};
  }

  void call(Deal& deal, int call) const override {
    if (call == kDouble || call == kRedouble) deal.doubled = call - kDouble + 1;
    if (call >= kFirstBid) {
      deal.contract = call - kFirstBid;
      deal.doubled = 0;
      deal.maker = declarer(deal);
    }
    deal.player = next(deal.player);
    const bool bid = deal.contract >= 0;
    if (passes(deal) < (bid ? 3 : 4)) return;
    if (!bid) return end(deal);
    start_play(deal, static_cast<std::size_t>(deal.contract % kStrains), next(deal.maker));
  }

  int actor(const Deal& deal, int seat) const override {
    return same_side(seat, deal.maker) ? deal.maker : seat;
  }

 private:
  static constexpr int kPass = 0, kDouble = 1, kRedouble = 2, kFirstBid = 3;
  static constexpr int kStrains = 5, kNoTrump = 4, kBids = 7 * kStrains, kCalls = kFirstBid + kBids;
  static constexpr int kBook = 6;  // tricks that are not counted in bids

  static bool same_side(int seat, int other) { return (seat - other) % 2 == 0; }

  static int passes(const Deal& deal) {
    int passes = 0;
    for (auto call = deal.calls.rbegin(); call != deal.calls.rend() && call->second == kPass;
         ++call) {
      ++passes;
    }
    return passes;
  }

  // Return the seat that was first on the bidder's side to name the strain of the highest bid.
  static int declarer(const Deal& deal) {
    const auto first = std::find_if(deal.calls.begin(), deal.calls.end(), [&](const auto& made) {
      return made.second >= kFirstBid && same_side(made.first, deal.player) &&
             (made.second - kFirstBid) % kStrains == deal.contract % kStrains;
    });
    return first->first;
  }

  // Return the score of the declarer's side (Laws of Duplicate Bridge, 2017, law 77).
  int score_of(const Deal& deal) const {
    const bool dealers = same_side(deal.maker, options_.dealer);
    const bool vulnerable = dealers ? options_.dealer_vulnerable : options_.others_vulnerable;
    const auto maker = static_cast<std::size_t>(deal.maker);
    const int level = deal.contract / kStrains + 1, strain = deal.contract % kStrains;
    const int over = deal.tricks[maker] + deal.tricks[(maker + 2) % 4] - kBook - level;
    const int factor = 1 << deal.doubled;
    if (over < 0) return -penalty(-over, factor, vulnerable);
    const int each = strain < 2 ? 20 : 30;
    const int below = (level * each + (strain == kNoTrump ? 10 : 0)) * factor;
    int bonus = below < 100 ? 50 : vulnerable ? 500 : 300;
    if (level > 5) bonus += (vulnerable ? 750 : 500) * (level - 5);
    if (factor > 1) bonus += 25 * factor;
    const int further = factor == 1 ? each : 50 * factor * (vulnerable ? 2 : 1);
    return below + bonus + over * further;
  }

  static int penalty(int under, int factor, bool vulnerable) {
    if (factor == 1) return (vulnerable ? 100 : 50) * under;
    const int first = vulnerable ? 200 : 100, second = vulnerable ? 300 : 200;
    const int doubled = first + second * std::min(under - 1, 2) + 300 * std::max(under - 3, 0);
    return doubled * factor / 2;
  }

  BridgeOptions options_;
};

}  // namespace

std::shared_ptr<const DealRules> bridge(const std::vector<Terms>& terms,
                                        const BridgeOptions& options) {
  if (options.dealer < 0 || options.dealer > 3) refuse("dealer: expected 0 to 3");
  check_terms(terms, std::vector(5, 4));
  return std::make_shared<Bridge>(terms, options);
}

}  // namespace vorhand::tricks
