// Spades, Hearts, Oh Hell and Euchre: dealing and calls as in OpenSpiel, and the payments.
#include <cstdlib>

#include "tricks/deals/deal.hpp"

namespace vorhand::tricks {

namespace {

class Spades final : public DealRules {
 public:
  Spades(const std::vector<Terms>& terms, const SpadesOptions& options)
      : DealRules({.calls = 14}, terms), options_(options) {}

  void begin(Deal& deal, Random& random) const override {
    deal.cards = 13;
    deal_cards(deal, 0, random);
    deal.player = 0;
  }

  Returns returns(const Deal& deal) const override {
    const auto [first, second] = paid({score(deal, 0), score(deal, 1)});
    return {double(first), double(second), double(first), double(second)};
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    const int partners = deal.calls.size() < 2 ? 0 : deal.calls[deal.calls.size() - 2].second;
    return {0, below(14 - partners)};
  }

  void call(Deal& deal, int) const override {
    deal.player = next(deal.player);
    if (deal.calls.size() == 4) start_play(deal, 0, 0);
  }

 private:
  static constexpr int kNil = 100;   // payment for nil
  static constexpr int kBags = 100;  // cost of ten tricks too many

  static int score(const Deal& deal, std::size_t side) {
    const int bid = deal.calls[side].second + deal.calls[side + 2].second;
    const int over = deal.tricks[side] + deal.tricks[side + 2] - bid;
    int score = over < 0 ? -10 * bid : 10 * bid + over - (over >= 10 ? kBags : 0);
    for (const std::size_t seat : {side, side + 2}) {
      if (deal.calls[seat].second == 0) score += deal.tricks[seat] ? -kNil : kNil;
    }
    return score;
  }

  // Add or subtract the bonus for the end of a match. OpenSpiel compares the second side's score
  // with the first side's score after its bonus.
  std::array<int, 2> paid(std::array<int, 2> scores) const {
    for (const std::size_t side : {0u, 1u}) {
      int& own = scores[side];
      const int other = scores[1 - side];
      if (own >= options_.win_threshold && own > other) {
        own += options_.bonus;
      } else if (options_.mercy_threshold && own <= options_.mercy_threshold && own < other) {
        own -= options_.bonus;
      }
    }
    return scores;
  }

  SpadesOptions options_;
};

class Hearts final : public DealRules {
 public:
  Hearts(const std::vector<Terms>& terms, bool pass_cards)
      : DealRules({.gives = true, .most_points = kMoon}, terms), pass_cards_(pass_cards) {}

  void begin(Deal& deal, Random& random) const override {
    deal.direction = pass_cards_ ? static_cast<int>(random.below(4)) : 0;
    deal.history.push_back(deal.direction);
    deal.cards = 13;
    deal_cards(deal, 0, random);
    deal.phase = Phase::kGive;
    deal.player = 0;
    if (deal.direction == 0) start(deal);
  }

  Returns returns(const Deal& deal) const override {
    Returns returns{};
    for (int seat = 0; seat < 4; ++seat) {
      const int points = deal.points(seat);
      if (points == kMoon) {
        returns = {};
        returns[static_cast<std::size_t>(seat)] = kMoon;
        return returns;
      }
      returns[static_cast<std::size_t>(seat)] = kMoon - points;
    }
    return returns;
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    return {deal.hands[static_cast<std::size_t>(deal.player)], 0};
  }

  Set restricted(const Deal& deal, Set cards) const override {
    return deal.plays.empty() ? kFirst : cards;
  }

  void give(Deal& deal, int card) const override {
    const auto player = static_cast<std::size_t>(deal.player);
    deal.hands[player] &= ~bit(card);
    deal.given[player] |= bit(card);
    if (count(deal.given[player]) < kPassed) return;
    if (++deal.player < 4) return;
    for (int seat = 0; seat < 4; ++seat) {
      const auto receiver = static_cast<std::size_t>(next(seat, deal.direction));
      deal.received[receiver] = deal.given[static_cast<std::size_t>(seat)];
      deal.hands[receiver] |= deal.received[receiver];
    }
    start(deal);
  }

 private:
  static constexpr int kMoon = 26, kPassed = 3;
  static constexpr Set kFirst = bit(0);  // the two of clubs, which must be led first

  void start(Deal& deal) const {
    int leader = 0;
    while (!(deal.hands[static_cast<std::size_t>(leader)] & kFirst)) ++leader;
    start_play(deal, 0, leader);
  }

  bool pass_cards_;
};

class OhHell final : public DealRules {
 public:
  OhHell(const std::vector<Terms>& terms, const OhHellOptions& options)
      : DealRules(sizes_of(options), terms), options_(options) {}

  void begin(Deal& deal, Random& random) const override {
    deal.cards = options_.tricks;
    if (deal.cards < 0) {
      deal.cards = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(sizes().cards)));
    }
    deal.dealer = static_cast<int>(random.below(static_cast<std::uint64_t>(sizes().seats)));
    deal.history = {deal.cards, deal.dealer};
    deal_cards(deal, 0, random);
    deal.turned = draw(deal, random);
    deal.trump = deal.turned % options_.suits;
    deal.player = next(deal.dealer);
  }

  Returns returns(const Deal& deal) const override {
    Returns returns{};
    for (const auto& [player, bid] : deal.calls) {
      const auto seat = static_cast<std::size_t>(player);
      const int over = deal.tricks[seat] - bid;
      const int made = options_.points_per_trick * deal.tricks[seat];
      returns[seat] = over == 0          ? made + kMade
                      : options_.penalty ? -options_.points_per_trick * std::abs(over)
                                         : made;
    }
    return returns;
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    Set bids = below(deal.cards + 1);
    // The last player may not bid the tricks that are left, so that not all bids can be met.
    if (static_cast<int>(deal.calls.size()) == sizes().seats - 1) {
      int left = deal.cards;
      for (const auto& [seat, bid] : deal.calls) left -= bid;
      if (left >= 0) bids &= ~bit(left);
    }
    return {0, bids};
  }

  void call(Deal& deal, int) const override {
    deal.player = next(deal.player);
    if (static_cast<int>(deal.calls.size()) < sizes().seats) return;
    start_play(deal, static_cast<std::size_t>(deal.trump), deal.player);
  }

 private:
  static constexpr int kMade = 10;

  static DealSizes sizes_of(const OhHellOptions& options) {
    const int deck = options.suits * options.ranks;
    const int most = options.tricks < 0 ? (deck - 1) / options.seats : options.tricks;
    return {.seats = options.seats,
            .deck = deck,
            .suits = options.suits,
            .calls = most + 1,
            .cards = most,
            .dealer = true};
  }

  OhHellOptions options_;
};

class Euchre final : public DealRules {
 public:
  Euchre(const std::vector<Terms>& terms, bool stick_the_dealer)
      : DealRules(
            {.deck = 24, .calls = 7, .rounds = 3, .cards = kHand, .dealer = true, .gives = true},
            terms),
        stick_the_dealer_(stick_the_dealer) {}

  void begin(Deal& deal, Random& random) const override {
    deal.dealer = static_cast<int>(random.below(4));
    deal.history = {deal.dealer};
    deal.cards = kHand;
    deal_cards(deal, deal.dealer, random);
    deal.turned = draw(deal, random);
    deal.player = next(deal.dealer);
  }

  Returns returns(const Deal& deal) const override {
    Returns returns{};
    if (deal.maker < 0) return returns;
    const auto side = static_cast<std::size_t>(deal.maker % 2);
    const int tricks = deal.tricks[side] + deal.tricks[side + 2];
    const int all = deal.alone ? 4 : 2;
    const int score = tricks < 3 ? -2 : tricks < kHand ? 1 : all;
    for (std::size_t seat = 0; seat < 4; ++seat) returns[seat] = seat % 2 == side ? score : -score;
    return returns;
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    if (deal.phase == Phase::kChoose) return {0, bit(kAlone) | bit(kPartner)};
    if (deal.phase == Phase::kGive) {
      return {deal.hands[static_cast<std::size_t>(deal.player)] & ~bit(deal.turned), 0};
    }
    const Set turned = bit(kFirstSuit + deal.turned % 4), pass = bit(kPass);
    const auto passes = deal.calls.size();
    if (passes < 4) return {0, pass | turned};
    const Set suits = kSuits & ~turned;
    return {0, stick_the_dealer_ && passes == 7 ? suits : pass | suits};
  }

  void call(Deal& deal, int call) const override {
    if (deal.phase == Phase::kChoose) {
      deal.alone = call == kAlone;
      return start(deal);
    }
    if (call == kPass) {
      deal.player = next(deal.player);
      if (deal.calls.size() == 8) end(deal);
      return;
    }
    deal.maker = deal.player;
    deal.trump = call - kFirstSuit;
    deal.phase = Phase::kChoose;
    if (deal.calls.size() > 4) return;
    deal.hands[static_cast<std::size_t>(deal.dealer)] |= bit(deal.turned);
    deal.phase = Phase::kGive;
    deal.player = deal.dealer;
  }

  void give(Deal& deal, int card) const override {
    deal.hands[static_cast<std::size_t>(deal.player)] &= ~bit(card);
    deal.given[static_cast<std::size_t>(deal.player)] |= bit(card);
    deal.phase = Phase::kChoose;
    deal.player = deal.maker;
  }

 private:
  static constexpr int kHand = 5, kPass = 0, kFirstSuit = 1, kAlone = 5, kPartner = 6;
  static constexpr Set kSuits = Set{15} << kFirstSuit;

  void start(Deal& deal) const {
    const int absent = deal.alone ? next(deal.maker, 2) : -1;
    const int first = next(deal.dealer);
    const int terms = deal.trump + (deal.alone ? 4 : 0);
    start_play(deal, static_cast<std::size_t>(terms), first == absent ? next(first) : first,
               absent);
  }

  bool stick_the_dealer_;
};

}  // namespace

std::shared_ptr<const DealRules> spades(const std::vector<Terms>& terms,
                                        const SpadesOptions& options) {
  check_terms(terms, {4});
  return std::make_shared<Spades>(terms, options);
}

std::shared_ptr<const DealRules> hearts(const std::vector<Terms>& terms, bool pass_cards) {
  check_terms(terms, {4});
  return std::make_shared<Hearts>(terms, pass_cards);
}

std::shared_ptr<const DealRules> oh_hell(const std::vector<Terms>& terms,
                                         const OhHellOptions& options) {
  const int most = options.seats > 0 ? (options.suits * options.ranks - 1) / options.seats : 0;
  if (options.seats > kMostSeats || most < 1 || options.suits * options.ranks > 63 ||
      options.tricks == 0 || options.tricks > most) {
    refuse("oh_hell: expected tricks for at most 7 seats from a deck of at most 63 cards");
  }
  check_terms(terms, std::vector(static_cast<std::size_t>(options.suits), options.seats));
  return std::make_shared<OhHell>(terms, options);
}

std::shared_ptr<const DealRules> euchre(const std::vector<Terms>& terms, bool stick_the_dealer) {
  check_terms(terms, {4, 4, 4, 4, 3, 3, 3, 3});
  return std::make_shared<Euchre>(terms, stick_the_dealer);
}

}  // namespace vorhand::tricks
