// OpenSpiel's own Skat, which is simplified: the first player to name a game plays it.
#include "tricks/deals/deal.hpp"

namespace vorhand::tricks {

namespace {

class Skat final : public DealRules {
 public:
  explicit Skat(const std::vector<Terms>& terms)
      : DealRules({.seats = kSeats,
                   .deck = 32,
                   .calls = 1 + kContracts,
                   .cards = 10,
                   .gives = true,
                   .contracts = kContracts,
                   .most_points = kPoints},
                  terms) {}

  void begin(Deal& deal, Random& random) const override {
    deal.cards = sizes().cards;
    for (const int cards : {3, 4, 3}) {
      for (std::size_t seat = 0; seat < kSeats; ++seat) {
        for (int i = 0; i < cards; ++i) deal.hands[seat] |= bit(draw(deal, random));
      }
      while (deal.talon.size() < kSkat) deal.talon.push_back(draw(deal, random));
    }
    deal.player = 0;
  }

  Returns returns(const Deal& deal) const override {
    Returns returns{};
    if (deal.maker < 0) return returns;
    double mine = kNullWorth;
    if (deal.contract != kNull) {
      mine = kPoints / 2.0;
      for (int seat = 0; seat < kSeats; ++seat) {
        if (seat != deal.maker) mine -= deal.points(seat);
      }
      mine /= kPoints;
    } else if (decided(deal)) {
      mine = -mine;
    }
    for (int seat = 0; seat < kSeats; ++seat) {
      returns[static_cast<std::size_t>(seat)] = seat == deal.maker ? mine : -mine / 2;
    }
    return returns;
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    if (deal.phase == Phase::kCalls) return {0, below(sizes().calls)};
    return {deal.hands[static_cast<std::size_t>(deal.player)], 0};
  }

  void call(Deal& deal, int call) const override {
    if (call == kPass) {
      deal.player = next(deal.player);
      if (deal.calls.size() == kSeats) end(deal);
      return;
    }
    deal.maker = deal.player;
    deal.contract = call - 1;
    for (const int card : deal.talon) deal.hands[static_cast<std::size_t>(deal.maker)] |= bit(card);
    deal.phase = Phase::kGive;
  }

  void give(Deal& deal, int card) const override {
    const auto soloist = static_cast<std::size_t>(deal.maker);
    deal.hands[soloist] &= ~bit(card);
    deal.given[soloist] |= bit(card);
    if (count(deal.given[soloist]) < kSkat) return;
    start_play(deal, static_cast<std::size_t>(deal.contract), 0);
  }

  bool decided(const Deal& deal) const override {
    return deal.contract == kNull && deal.tricks[static_cast<std::size_t>(deal.maker)] > 0;
  }

 private:
  static constexpr int kSeats = 3, kContracts = 6, kNull = 5, kPass = 0, kSkat = 2, kPoints = 120;
  static constexpr double kNullWorth = 0.25;
};

}  // namespace

std::shared_ptr<const DealRules> skat(const std::vector<Terms>& terms) {
  check_terms(terms, std::vector(6, 3));
  return std::make_shared<Skat>(terms);
}

}  // namespace vorhand::tricks
