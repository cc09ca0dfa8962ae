// Slovenian Tarok as OpenSpiel plays and scores it, for three or four players.
//
// Actions are numbers of cards, of bids in the auction, and of sets of talon cards. OpenSpiel
// accepts any four cards as the four kings, and never finds the trula.
#include <algorithm>
#include <random>

#include "tricks/deals/deal.hpp"

namespace vorhand::tricks {

namespace {

enum Bid {
  kPass,
  kKlop,
  kThree,
  kTwo,
  kOne,
  kSoloThree,
  kSoloTwo,
  kSoloOne,
  kBeggar,
  kSoloWithout,
  kOpenBeggar,
  kColourValat,
  kValat,
  kTarokBids,
};

constexpr std::array kStakes{0, 70, 10, 20, 30, 40, 50, 60, 70, 80, 90, 125, 500};
// Number of cards taken up from the talon, by contract.
constexpr std::array kTaken{0, 0, 3, 2, 1, 3, 2, 1, 0, 0, 0, 0, 0};

constexpr int kDeck = 54, kTaroks = 22, kTalon = 6, kPagat = 0, kMond = 20, kSkis = 21;
constexpr int kHalf = 35, kThirds = 210;  // half of the card points; all of them, in thirds
constexpr int kFine = 20, kKingLast = 10, kPagatLast = 25, kFourKings = 10, kAllTricks = 250;
constexpr Set kKings = bit(29) | bit(37) | bit(45) | bit(53);
constexpr Set kTrula = bit(kPagat) | bit(kMond) | bit(kSkis);

constexpr int points_of(int card) {
  if ((kTrula | kKings) & bit(card)) return 5;
  return card < kTaroks ? 1 : std::max(1, (card - kTaroks) % 8 - 2);
}

int count_points(const std::vector<int>& cards) {
  int thirds = 1;
  for (const int card : cards) thirds += 3 * points_of(card) - 2;
  return thirds / 3;
}

bool contains(const std::vector<int>& cards, int card) {
  return std::find(cards.begin(), cards.end(), card) != cards.end();
}

bool is_negative(int bid) { return bid == kKlop || bid == kBeggar || bid == kOpenBeggar; }

// The cards of all seats at the end, in the order in which they were taken.
struct Taken {
  std::array<std::vector<int>, kMostSeats> of_seats;
  int fined = -1;   // seat that lost the mond
  int winner = -1;  // winner of the last trick

  // Return the cards of the declarer and the partner together, and those of all others.
  std::array<std::vector<int>, 2> of_sides(int declarer, int partner, int seats) const {
    std::array<std::vector<int>, 2> sides;
    for (int seat = 0; seat < seats; ++seat) {
      const auto& cards = of_seats[static_cast<std::size_t>(seat)];
      auto& side = sides[seat == declarer || seat == partner ? 0 : 1];
      side.insert(side.end(), cards.begin(), cards.end());
    }
    return sides;
  }
};

class TarokDeals final : public DealRules {
 public:
  TarokDeals(const std::vector<Terms>& terms, int seats)
      : DealRules({.seats = seats,
                   .deck = kDeck,
                   .calls = kTarokBids,
                   .cards = 48 / seats,
                   .gives = true,
                   .contracts = kTarokBids,
                   .most_points = kThirds,
                   .phases = 5,
                   .apart = false,
                   .talon = kTalon},
                  terms) {}

  // Deal the cards of OpenSpiel's first deal with a random seed, which begins the history.
  void begin(Deal& deal, Random& random) const override {
    const auto seed = static_cast<unsigned>(random.below(1u << 31));
    deal.history = {static_cast<int>(seed)};
    deal.cards = sizes().cards;
    std::mt19937 seeds(seed);
    do {
      deal_with(deal, std::mt19937(seeds()));
    } while (!all_have_taroks(deal));
    deal.player = 1;
  }

  Returns returns(const Deal& deal) const override {
    const Taken taken = taken_in(deal);
    Returns returns{};
    if (deal.contract == kKlop) {
      returns = klop(taken);
    } else {
      const auto maker = static_cast<std::size_t>(deal.maker);
      const int partner = kTaken[index(deal.contract)] ? partner_of(deal) : -1;
      returns[maker] = kTaken[index(deal.contract)] ? normal(deal, taken, partner)
                                                    : higher(deal, taken.of_seats[maker]);
      if (partner >= 0) returns[static_cast<std::size_t>(partner)] = returns[maker];
    }
    if (taken.fined >= 0) returns[static_cast<std::size_t>(taken.fined)] -= kFine;
    return returns;
  }

 protected:
  Legal legal_before(const Deal& deal) const override {
    if (deal.phase == Phase::kCalls) return {legal_bids(deal), 0};
    if (deal.phase == Phase::kChoose) return {kKings, 0};
    if (deal.phase == Phase::kTake) return {below(kTalon / kTaken[index(deal.contract)]), 0};
    const Set hand = deal.hands[static_cast<std::size_t>(deal.player)];
    const Set plain = hand & ~below(kTaroks) & ~kKings;
    return {plain ? plain : hand & ~kTrula & ~kKings, 0};
  }

  void call(Deal& deal, int bid) const override {
    const auto last = last_bids(deal);
    if (!others_passed(deal, last)) {
      do {
        deal.player = next(deal.player);
      } while (last[static_cast<std::size_t>(deal.player)] == kPass);
      return;
    }
    deal.maker = deal.player;
    deal.contract = bid;
    if (!kTaken[index(bid)]) return start(deal);
    if (sizes().seats != 4 || bid > kOne) return show_talon(deal);
    deal.phase = Phase::kChoose;
  }

  void choose(Deal& deal, int action) const override {
    if (deal.phase == Phase::kChoose) {
      deal.king = action;
      return show_talon(deal);
    }
    const int size = kTaken[index(deal.contract)];
    for (int place = action * size; place < (action + 1) * size; ++place) {
      deal.taken |= bit(deal.talon[static_cast<std::size_t>(place)]);
    }
    deal.hands[static_cast<std::size_t>(deal.maker)] |= deal.taken;
    deal.phase = Phase::kGive;
  }

  void give(Deal& deal, int card) const override {
    const auto maker = static_cast<std::size_t>(deal.maker);
    deal.hands[maker] &= ~bit(card);
    deal.given[maker] |= bit(card);
    if (card < kTaroks) deal.shown |= bit(card);
    if (count(deal.given[maker]) == kTaken[index(deal.contract)]) start(deal);
  }

  void after_trick(Deal& deal) const override {
    if (deal.contract == kKlop && deal.open_talon < kTalon) ++deal.open_talon;
  }

  bool decided(const Deal& deal) const override {
    const int mine = deal.tricks[static_cast<std::size_t>(deal.maker)];
    if (deal.contract == kBeggar || deal.contract == kOpenBeggar) return mine > 0;
    const bool all = deal.contract == kColourValat || deal.contract == kValat;
    return all && deal.turn() != deal.maker;
  }

 private:
  static std::size_t index(int bid) { return static_cast<std::size_t>(bid); }

  static void show_talon(Deal& deal) {
    deal.open_talon = kTalon;
    deal.phase = Phase::kTake;
  }

  void deal_with(Deal& deal, std::mt19937 random) const {
    std::vector<int> cards(kDeck);
    for (int card = 0; card < kDeck; ++card) cards[static_cast<std::size_t>(card)] = card;
    for (std::size_t last = kDeck - 1; last > 0; --last) {
      std::swap(cards[last], cards[random() % (last + 1)]);
    }
    deal.talon.assign(cards.begin(), cards.begin() + kTalon);
    deal.hands = {};
    for (int i = kTalon; i < kDeck; ++i) {
      const auto seat = static_cast<std::size_t>((i - kTalon) / deal.cards);
      deal.hands[seat] |= bit(cards[static_cast<std::size_t>(i)]);
    }
  }

  bool all_have_taroks(const Deal& deal) const {
    const auto end = deal.hands.begin() + sizes().seats;
    return std::all_of(deal.hands.begin(), end,
                       [](Set hand) { return (hand & below(kTaroks)) != 0; });
  }

  // Return the last bid of each seat, -1 before the first.
  static std::array<int, kMostSeats> last_bids(const Deal& deal) {
    std::array<int, kMostSeats> last;
    last.fill(-1);
    for (const auto& [seat, bid] : deal.calls) last[static_cast<std::size_t>(seat)] = bid;
    return last;
  }

  bool others_passed(const Deal& deal, const std::array<int, kMostSeats>& last) const {
    for (int seat = 0; seat < sizes().seats; ++seat) {
      if (seat != deal.player && last[static_cast<std::size_t>(seat)] != kPass) return false;
    }
    return true;
  }

  // In the first round forehand bids last, and must play if all others have passed. A seat may also
  // name the highest bid itself if a seat with a greater number made it.
  Set legal_bids(const Deal& deal) const {
    const auto last = last_bids(deal);
    const auto highest = std::max_element(last.begin(), last.end());
    const bool passed = others_passed(deal, last);
    Set bids = passed ? 0 : bit(kPass);
    if (passed && deal.player == 0 && last[0] < 0) bids = bit(kKlop) | bit(kThree);
    for (int bid = kTwo; bid < kTarokBids; ++bid) {
      if (sizes().seats == 3 && bid >= kSoloThree && bid <= kSoloOne) continue;
      const bool first = deal.player <= highest - last.begin();
      if (bid > *highest || (bid == *highest && first)) bids |= bit(bid);
    }
    return bids;
  }

  void start(Deal& deal) const {
    const bool leads = deal.contract >= kBeggar;
    const std::size_t terms = is_negative(deal.contract)      ? 0
                              : deal.contract == kColourValat ? 2
                                                              : 1;
    start_play(deal, terms, leads ? deal.maker : 0);
  }

  int partner_of(const Deal& deal) const {
    if (deal.king < 0) return -1;
    for (const auto& [seat, card] : deal.plays) {
      if (card == deal.king) return seat == deal.maker ? -1 : seat;
    }
    return -1;  // the king lies in the rest of the talon
  }

  Taken taken_in(const Deal& deal) const {
    Taken taken;
    const auto maker = static_cast<std::size_t>(deal.maker);
    if (kTaken[index(deal.contract)]) {
      for (Set cards = deal.given[maker]; cards;) {
        taken.of_seats[maker].push_back(pop_lowest(cards));
      }
      if (contains(deal.talon, kMond) && !(deal.taken & bit(kMond))) taken.fined = deal.maker;
    }
    const auto seats = static_cast<std::size_t>(sizes().seats);
    for (std::size_t end = seats; end <= deal.plays.size(); end += seats) {
      taken.winner = end < deal.plays.size() ? deal.plays[end].first : deal.turn();
      take_trick(deal, std::span(deal.plays).subspan(end - seats, seats), end / seats - 1, taken);
    }
    return taken;
  }

  void take_trick(const Deal& deal, std::span<const Deal::Move> trick, std::size_t number,
                  Taken& taken) const {
    auto& cards = taken.of_seats[static_cast<std::size_t>(taken.winner)];
    int best = -1, mond_by = -1;
    for (const auto& [seat, card] : trick) {
      cards.push_back(card);
      if (seat == taken.winner) best = card;
      if (card == kMond) mond_by = seat;
    }
    if (deal.contract == kKlop) {
      if (number < kTalon) cards.push_back(deal.talon[number]);
    } else if (best == deal.king && contains(deal.talon, best)) {
      for (const int card : deal.talon) {
        if (deal.taken & bit(card)) continue;
        cards.push_back(card);
        if (card == kMond) taken.fined = -1;
      }
    } else if (mond_by >= 0 && (best == kSkis || best == kPagat) &&
               (kTaken[index(deal.contract)] || deal.contract == kSoloWithout)) {
      taken.fined = mond_by;
    }
  }

  Returns klop(const Taken& taken) const {
    Returns scores{};
    bool decided = false;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(sizes().seats); ++seat) {
      const int points = count_points(taken.of_seats[seat]);
      const bool extreme = points == 0 || points > kHalf;
      decided |= extreme;
      scores[seat] = points == 0 ? kStakes[kKlop] : extreme ? -kStakes[kKlop] : -points;
    }
    for (double& score : scores) {
      if (decided && score != kStakes[kKlop] && score != -kStakes[kKlop]) score = 0;
    }
    return scores;
  }

  int normal(const Deal& deal, const Taken& taken, int partner) const {
    const auto [ours, theirs] = taken.of_sides(deal.maker, partner, sizes().seats);
    if (ours.size() == 48) return kAllTricks;
    if (theirs.size() == 48) return -kAllTricks;
    const int points = count_points(ours), stake = kStakes[index(deal.contract)];
    int score = points - kHalf + (points > kHalf ? stake : -stake);
    if (ours.size() == 4) {
      score += kFourKings;
    } else if (theirs.size() == 4) {
      score -= kFourKings;
    }
    const auto& cards = taken.of_seats[static_cast<std::size_t>(taken.winner)];
    const std::vector<int> last(cards.end() - sizes().seats, cards.end());
    const int bonus = contains(last, deal.king) ? kKingLast
                      : contains(last, kPagat)  ? kPagatLast
                                                : 0;
    return score + (taken.winner == deal.maker || taken.winner == partner ? bonus : -bonus);
  }

  static int higher(const Deal& deal, const std::vector<int>& mine) {
    const int stake = kStakes[index(deal.contract)];
    if (deal.contract == kSoloWithout) return count_points(mine) > kHalf ? stake : -stake;
    return mine.size() == (is_negative(deal.contract) ? 0 : 48) ? stake : -stake;
  }
};

}  // namespace

std::shared_ptr<const DealRules> tarok(const std::vector<Terms>& terms, int seats) {
  if (seats != 3 && seats != 4) refuse("tarok: expected 3 or 4 seats");
  check_terms(terms, std::vector(3, seats));
  return std::make_shared<TarokDeals>(terms, seats);
}

}  // namespace vorhand::tricks
