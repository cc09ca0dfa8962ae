#include "skat/rule_player/hand_worth.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "skat/rule_player/hand_prices.hpp"
#include "skat/rule_player/null_book.hpp"

namespace vorhand::skat {

namespace {

constexpr CardSet kPlainCards = 0x7F;  // cards of a suit without its jack, shifted down
constexpr float kPointsOfUnseenSkat = 7.5f;
constexpr std::size_t kMostSkatPoints = 22;
// Index of an unknown skat in tables by the skat's points.
constexpr std::size_t kUnseenSkat = kMostSkatPoints + 1;

template <std::size_t N>
float dot(const std::array<float, N>& traits, const std::array<float, N>& prices) {
  float sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += traits[i] * prices[i];
  return sum;
}

std::array<float, kNumDealTraits> traits_by_points(std::size_t points, bool forehand) {
  std::array<float, kNumDealTraits> v{};
  const bool unseen = points == kUnseenSkat;
  v[kAnyDeal] = 1;
  v[kSoloistIsForehand] = flag(forehand);
  v[kSkatPoints] = 0.1f * (unseen ? kPointsOfUnseenSkat : static_cast<float>(points));
  v[kFromTheHand] = flag(unseen);
  return v;
}

std::size_t skat_points(CardSet skat) {
  return skat ? static_cast<std::size_t>(card_points(skat)) : kUnseenSkat;
}

// Sums of weights for every holding, so that a hand costs at most six look-ups.
struct Tables {
  const HandPrices& prices = hand_prices();
  // Index: four jacks (diamonds = bit 0) and the seven trumps below them, shifted up by 4.
  std::array<std::array<float, 2048>, kNumSuccesses> suit_trumps;
  std::array<std::array<float, 16>, kNumSuccesses> grand_trumps;
  std::array<std::array<std::array<float, 128>, kNumSuccesses>, 2> side;  // by suit games, grand
  std::array<std::array<float, 256>, 2> null_suit;                        // null, null ouvert
  // Sums by points of the skat: [suit games, grand][success][not forehand, forehand].
  using ByPoints = std::array<float, kUnseenSkat + 1>;
  std::array<std::array<std::array<ByPoints, 2>, kNumSuccesses>, 2> deal;
  std::array<std::array<ByPoints, 2>, 2> null_deal;

  Tables() {
    for (std::size_t level = 0; level < kNumSuccesses; ++level) {
      for (std::size_t i = 0; i < 2048; ++i) {
        const CardSet trumps =
            jacks_of(static_cast<CardSet>(i & 15)) | static_cast<CardSet>(i >> 4);
        suit_trumps[level][i] = dot(trump_traits(trumps), prices.trumps[0][level]);
        if (i < 16) grand_trumps[level][i] = dot(trump_traits(trumps), prices.trumps[1][level]);
      }
      for (std::size_t grand = 0; grand < 2; ++grand) {
        for (CardSet suit = 0; suit < 128; ++suit) {
          side[grand][level][suit] = dot(side_traits(suit), prices.side[grand][level]);
        }
        for (std::size_t points = 0; points <= kUnseenSkat; ++points) {
          for (const bool forehand : {false, true}) {
            deal[grand][level][forehand][points] =
                dot(traits_by_points(points, forehand), prices.deal[grand][level]);
          }
        }
      }
    }
    for (std::size_t ouvert = 0; ouvert < 2; ++ouvert) {
      for (CardSet suit = 0; suit < 256; ++suit) {
        null_suit[ouvert][suit] = dot(null_traits(null_ordered(suit, 0)), prices.null_suit[ouvert]);
      }
      for (const bool forehand : {false, true}) {
        const auto& price = prices.null_deal[ouvert];
        null_deal[ouvert][forehand].fill(price[kAnyDeal] +
                                         (forehand ? price[kSoloistIsForehand] : 0));
      }
    }
  }

  static CardSet jacks_of(CardSet four) {
    CardSet jacks = 0;
    for (int suit = 0; suit < 4; ++suit) {
      if (four >> suit & 1) jacks |= bit(make_card(suit, kJack));
    }
    return jacks;
  }
};

const Tables& tables() {
  static const auto built = std::make_unique<const Tables>();
  return *built;
}

std::size_t jack_index(CardSet hand) {
  return (hand >> 7 & 1) | (hand >> 14 & 2) | (hand >> 21 & 4) | (hand >> 28 & 8);
}

float log_odds(Contract contract, const HandQuestion& q, std::size_t level) {
  return LogOdds(contract, static_cast<Success>(level), q.forehand, q.ouvert)(q.hand, q.skat);
}

float logistic(float x) { return 1.0f / (1.0f + std::exp(-x)); }

}  // namespace

LogOdds::LogOdds(Contract contract, Success success, bool forehand, bool ouvert) {
  const Tables& t = tables();
  if (contract == Contract::kNull) {
    deal_ = t.null_deal[ouvert][forehand].data();
    side_ = t.null_suit[ouvert].data();
    return;
  }
  const bool grand = contract == Contract::kGrand;
  deal_ = t.deal[grand][success][forehand].data();
  side_ = t.side[grand][success].data();
  side_cards_ = kPlainCards;
  if (grand) {
    jacks_ = t.grand_trumps[success].data();
  } else {
    trump_suit_ = static_cast<int>(contract);
    trumps_ = t.suit_trumps[success].data();
  }
}

float LogOdds::operator()(CardSet hand, CardSet skat) const {
  const std::size_t jacks = jack_index(hand);
  float sum = deal_[skat_points(skat)];
  for (int suit = 0; suit < 4; ++suit) {
    const std::size_t held = hand >> (8 * suit) & side_cards_;
    sum += suit == trump_suit_ ? trumps_[held << 4 | jacks] : side_[held];
  }
  return jacks_ ? sum + jacks_[jacks] : sum;
}

CardSet LogOdds::best_two_away(CardSet twelve, CardSet choice) const {
  CardSet best = 0;
  float best_odds = 0;
  for (CardSet rest = choice; rest;) {
    const CardSet first = bit(pop_lowest(rest));
    for (CardSet others = rest; others;) {
      const CardSet two = first | bit(pop_lowest(others));
      const float odds = (*this)(twelve & ~two, two);
      if (!best || odds > best_odds) {
        best = two;
        best_odds = odds;
      }
    }
  }
  return best;
}

std::array<float, kNumTrumpTraits> trump_traits(CardSet trumps) {
  std::array<float, kNumTrumpTraits> v{};
  const CardSet suit = trumps & ~kJacks;
  const float n = static_cast<float>(count(trumps));
  const float jacks = static_cast<float>(count(trumps & kJacks));
  const bool clubs = trumps & bit(make_card(3, kJack));
  const bool spades = trumps & bit(make_card(2, kJack));
  const bool ace = suit & bit(kAce);
  const bool ten = suit & bit(kTen);
  v[kTrumpCount] = n;
  v[kTrumpCountSquared] = n * n * 0.1f;
  v[kJackOfClubs] = flag(clubs);
  v[kJackOfSpades] = flag(spades);
  v[kJackOfHearts] = flag(trumps & bit(make_card(1, kJack)));
  v[kJackOfDiamonds] = flag(trumps & bit(make_card(0, kJack)));
  v[kBothBlackJacks] = flag(clubs && spades);
  v[kJackCountSquared] = jacks * jacks * 0.1f;
  v[kTrumpAce] = flag(ace);
  v[kTrumpTen] = flag(ten);
  v[kTrumpAceAndTen] = flag(ace && ten);
  v[kTrumpKing] = flag(suit & bit(kKing));
  return v;
}

std::array<float, kNumSideTraits> side_traits(CardSet suit) {
  std::array<float, kNumSideTraits> v{};
  const int n = count(suit);
  const bool ace = suit & bit(kAce);
  const bool ten = suit & bit(kTen);
  const bool king = suit & bit(kKing);
  const int losers = n - (ace ? 1 : 0) - (ten ? 1 : 0);
  v[kVoid] = flag(n == 0);
  v[kSideAce] = flag(ace);
  v[kAceTen] = flag(ace && ten);
  v[kAceTenKing] = flag(ace && ten && king);
  v[kAceKing] = flag(ace && king && !ten);
  v[kSecondTen] = flag(ten && !ace && n == 2);
  v[kThirdTen] = flag(ten && !ace && n > 2);
  v[kBareTenHeld] = flag(ten && n == 1);
  v[kSecondKing] = flag(king && !ace && !ten && n > 1);
  v[kBareKing] = flag(n == 1 && (suit & (bit(kKing) | bit(kQueen))));
  v[kBareLow] = flag(n == 1 && (suit & 7));
  v[kLosers] = static_cast<float>(losers);
  v[kLosersUnderAce] = ace ? static_cast<float>(losers) : 0.0f;
  v[kLongSuit] = static_cast<float>(std::max(0, n - 3));
  return v;
}

std::array<float, kNumDealTraits> deal_traits(CardSet skat, bool forehand) {
  return traits_by_points(skat_points(skat), forehand);
}

std::array<float, kNumNullTraits> null_traits(int ordered) {
  std::array<float, kNumNullTraits> v{};
  if (ordered == 0) return v;
  const int n = count(static_cast<CardSet>(ordered));
  const int low = lowest(static_cast<CardSet>(ordered));
  const int rest = ordered & (ordered - 1);
  const int gaps = null_gaps(ordered, ~ordered & 0xFF);
  v[kNullCards] = static_cast<float>(n);
  v[kNullGapsHeld] = static_cast<float>(gaps);
  v[kNullGapsSquared] = static_cast<float>(gaps * gaps);
  v[kNullNoSeven] = flag(low > 0);
  v[kNullNoEight] = flag(low > 1);
  v[kNullNoNine] = flag(low > 2);
  v[kNullSingleRank] = n == 1 ? static_cast<float>(low) : 0.0f;
  v[kNullSecondRank] = rest ? static_cast<float>(lowest(static_cast<CardSet>(rest))) : 0.0f;
  v[kNullTwoGaps] = flag(gaps >= 2);
  v[kNullSingleGap] = flag(n == 1 && gaps == 1);
  return v;
}

float win_log_odds(Contract contract, const HandQuestion& question) {
  return log_odds(contract, question, kWins);
}

HandWorth hand_worth(Contract contract, const HandQuestion& question) {
  HandWorth worth;
  worth.chance[kWins] = logistic(log_odds(contract, question, kWins));
  if (contract == Contract::kNull) return worth;
  for (const std::size_t level : {std::size_t{kMakesSchneider}, std::size_t{kMakesSchwarz}}) {
    worth.chance[level] =
        std::min(worth.chance[level - 1], logistic(log_odds(contract, question, level)));
  }
  return worth;
}

}  // namespace vorhand::skat
