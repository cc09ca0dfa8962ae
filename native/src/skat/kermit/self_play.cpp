#include "skat/kermit/self_play.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "random.hpp"
#include "skat/card_location/self_play.hpp"
#include "skat/kermit/pairs.hpp"
#include "skat/rule_player/bidding.hpp"
#include "skat/rule_player/match.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

namespace {

constexpr int kPickUps = 16, kHandGames = 6;  // most games per seat
constexpr int kPairs = 66;
constexpr float kBidsFrom = 0.6f;
constexpr int kStride = 11;  // every eleventh of the 231 skats
// Cumulative percentages for the choice of discards: the best, or nearly as good ones (the rest:
// any). Then the percentage of hopeless games that are played.
constexpr std::uint64_t kBestDiscards = 45, kGoodDiscards = 85, kHopeless = 12;
// Cumulative percentages for the choice of the contract: by the odds, grand, or null (the rest: any
// suit).
constexpr std::uint64_t kGoodContract = 50, kGrand = 70, kNull = 85;
constexpr float kNearlyAsGood = 0.7f;  // temperature of good discards, in log odds
constexpr float kLost = -2.0f;         // log odds up to which a game is hopeless

using TypeOdds = std::array<float, kGameTypes.size()>;

// Log odds of winning by the bidder's evaluation, or without one by the rule player's.
class Guess {
 public:
  Guess(const GameWorth* worth, const GameType& type, bool hand_game, const Setting& setting)
      : type_(type), forehand_(setting.seat == 0) {
    if (worth) question_.emplace_back(*worth, type, hand_game, setting);
  }
  float operator()(CardSet hand, CardSet away) const {
    if (question_.empty()) {
      return win_log_odds(type_.contract, {hand, away, forehand_, type_.ouvert});
    }
    const GameWorth::Question& question = question_.front();
    return static_cast<float>(question.log_odds(question.sums(hand, away))) * GameWorth::kUnit;
  }

 private:
  GameType type_;
  bool forehand_;
  std::vector<GameWorth::Question> question_;  // the bidder's; empty: the rule player's odds
};

// Choose an index with probabilities exponential in the log odds.
std::size_t choose(std::span<const float> odds, float temperature, Random& random) {
  const float top = *std::max_element(odds.begin(), odds.end());
  const auto weight = [&](float x) { return std::exp(double{(x - top) / temperature}); };
  double sum = 0;
  for (const float x : odds) sum += weight(x);
  double left = random.unit() * sum;
  for (std::size_t i = 0; i + 1 < odds.size(); ++i) {
    left -= weight(odds[i]);
    if (left < 0) return i;
  }
  return odds.size() - 1;
}

// Choose a contract by the odds, or one of a random kind, so that every kind occurs often enough.
std::size_t choose_type(const TypeOdds& best, Random& random) {
  constexpr std::size_t kGrandType = 4, kNullType = 5;
  const auto roll = random.below(100);
  if (roll < kGoodContract) return choose(best, 1.0f, random);
  if (roll < kGrand) return kGrandType;
  return roll < kNull ? kNullType + random.below(2) : random.below(kGrandType);
}

std::array<CardSet, kPairs> pairs_of(CardSet twelve) {
  std::array<CardSet, kPairs> pairs;
  std::size_t n = 0;
  for_each_pair(twelve, [&](CardSet pair) { pairs[n++] = pair; });
  return pairs;
}

int rule_limit(CardSet hand, int seat) {
  int reached = 0;
  for (const int value : kBidValues) {
    if (!rule_bids(hand, seat, value)) break;
    reached = value;
  }
  return reached;
}

// Bidders by seat; nullptr: the rule player.
using Bidders = std::array<const Kermit*, kNumPlayers>;

// Return a deal after its auction, in which one seat never passes.
Deal auctioned(Deal deal, int seat, const Bidders& bidders) {
  while (deal.phase() == Phase::kBidding) {
    const int turn = deal.player();
    const Kermit* bidder = bidders[static_cast<std::size_t>(turn)];
    deal.apply(turn == seat ? stays_in(deal).action
               : bidder     ? bidder->action(deal)
                            : rule_action(deal));
  }
  return deal;
}

class Teacher {
 public:
  Teacher(const GameWorth* worth, const CardPlayer& player, const WorthRecipe& recipe,
          WorthLessons& lessons)
      : worth_(worth), player_(player), recipe_(recipe), lessons_(lessons) {
    if (worth) kermit_.emplace(*worth, kBidsFrom, kStride);
  }

  void deal(std::uint64_t seed, std::uint64_t number) {
    const Deal deal = shuffled_deal(seed, number);
    Random random(~seed, number);
    number_ = static_cast<std::uint32_t>(number);
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      hands_[static_cast<std::size_t>(seat)] = deal.hand(seat);
    }
    skat_ = deal.skat();
    const auto heard = recipe_.auctions ? after_auctions(deal, random) : at_the_limits();
    for (const Heard& one : heard) {
      bids_ = one.bids;
      pick_up(one.setting, random);
      from_hand(one.setting, random);
    }
  }

 private:
  // A soloist's knowledge, and the bids that card players see.
  struct Heard {
    Setting setting;
    std::array<std::uint16_t, kNumPlayers> bids{};
  };
  using BySeat = std::array<Heard, kNumPlayers>;

  // Return the bids that each seat hears if it outbids both other players, who bid like Kermit or
  // like the rule player.
  BySeat after_auctions(const Deal& deal, Random& random) const {
    Bidders bidders{};
    for (const Kermit*& bidder : bidders) {
      if (kermit_ && random.below(2)) bidder = &*kermit_;
    }
    BySeat heard;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      const Deal over = auctioned(deal, seat, bidders);
      heard[static_cast<std::size_t>(seat)] = {setting_of(over, seat), bids_by_seat(over)};
    }
    return heard;
  }

  BySeat at_the_limits() const {
    std::array<int, kNumPlayers> limits;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      const CardSet hand = hands_[static_cast<std::size_t>(seat)];
      limits[static_cast<std::size_t>(seat)] =
          kermit_ ? kermit_->limit(hand, seat) : rule_limit(hand, seat);
    }
    BySeat heard;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      const Setting setting{seat, limits[static_cast<std::size_t>((seat + 1) % kNumPlayers)],
                            limits[static_cast<std::size_t>((seat + 2) % kNumPlayers)]};
      heard[static_cast<std::size_t>(seat)] = {setting, shown_bids(setting)};
    }
    return heard;
  }

  void pick_up(const Setting& setting, Random& random) {
    const CardSet twelve = hands_[static_cast<std::size_t>(setting.seat)] | skat_;
    const auto pairs = pairs_of(twelve);
    std::array<std::array<float, kPairs>, kGameTypes.size()> odds;
    TypeOdds best;
    for (std::size_t t = 0; t < kGameTypes.size(); ++t) {
      const Guess guess(worth_, kGameTypes[t], false, setting);
      std::transform(pairs.begin(), pairs.end(), odds[t].begin(),
                     [&](CardSet away) { return guess(twelve & ~away, away); });
      best[t] = *std::max_element(odds[t].begin(), odds[t].end());
    }
    for (int game = 0; game < kPickUps; ++game) {
      if (left_out(random)) continue;
      const std::size_t type = choose_type(best, random);
      if (!worth_a_game(best[type], random)) continue;
      const auto roll = random.below(100);
      const auto top = std::max_element(odds[type].begin(), odds[type].end());
      const std::size_t pair = roll < kBestDiscards || recipe_.best_discards
                                   ? static_cast<std::size_t>(top - odds[type].begin())
                               : roll < kGoodDiscards ? choose(odds[type], kNearlyAsGood, random)
                                                      : random.below(pairs.size());
      play(kGameTypes[type], setting, twelve & ~pairs[pair], pairs[pair], false, random);
    }
  }

  void from_hand(const Setting& setting, Random& random) {
    const CardSet hand = hands_[static_cast<std::size_t>(setting.seat)];
    TypeOdds odds;
    for (std::size_t t = 0; t < kGameTypes.size(); ++t) {
      odds[t] = Guess(worth_, kGameTypes[t], true, setting)(hand, 0);
    }
    for (int game = 0; game < kHandGames; ++game) {
      if (left_out(random)) continue;
      const std::size_t type = choose_type(odds, random);
      if (worth_a_game(odds[type], random))
        play(kGameTypes[type], setting, hand, skat_, true, random);
    }
  }

  bool left_out(Random& random) const {
    return recipe_.one_in > 1 && random.below(static_cast<std::uint64_t>(recipe_.one_in)) > 0;
  }

  static bool worth_a_game(float odds, Random& random) {
    return odds > kLost || random.below(100) < kHopeless;
  }

  void play(const GameType& type, const Setting& setting, CardSet hand, CardSet skat,
            bool hand_game, Random& random) {
    const bool null = type.contract == Contract::kNull;
    if (recipe_.games == (null ? WorthRecipe::kTrumpGames : WorthRecipe::kNullGames)) return;
    PlayedDeal begun;
    std::copy(hands_.begin(), hands_.end(), begun.cards.begin());
    begun.cards[static_cast<std::size_t>(setting.seat)] = hand;
    begun.cards[kNumPlayers] = skat;
    begun.contract = static_cast<std::int8_t>(type.contract);
    begun.level = static_cast<std::int8_t>(type.ouvert ? Level::kOuvert : Level::kPlain);
    begun.hand_game = hand_game;
    begun.soloist = static_cast<std::int8_t>(setting.seat);
    CardPlay game = card_play(begun, 0);  // no bid, so that no game is overbid
    game.history.bids = bids_;
    while (!game.is_over()) game.play(player_(game, random));
    const int points = game.table.points_with_skat();
    const bool won = null ? game.table.soloist_tricks == 0 : points >= 61;
    const int outcome =
        won + 2 * (!null && points >= 90) + 4 * (!null && !game.table.defender_tricks);
    Rows rows;
    add_setting(type, hand_game, setting, rows);
    add_cards(type, hand, hand_game ? 0 : skat, rows);
    std::array<std::uint16_t, kMostGameRows> row;
    row.fill(kNoRow);
    std::copy_n(rows.row.begin(), rows.size, row.begin());
    lessons_.kind.push_back(static_cast<std::uint8_t>(kind_of(type)));
    lessons_.rows.insert(lessons_.rows.end(), row.begin(), row.end());
    lessons_.outcome.push_back(static_cast<std::uint8_t>(outcome));
    lessons_.deal.push_back(number_);
  }

  const GameWorth* worth_;
  std::optional<Kermit> kermit_;  // bids by the fitted evaluation
  const CardPlayer& player_;
  const WorthRecipe& recipe_;
  WorthLessons& lessons_;
  std::array<CardSet, kNumPlayers> hands_{};
  CardSet skat_ = 0;
  std::array<std::uint16_t, kNumPlayers> bids_{};  // bids as card players see them
  std::uint32_t number_ = 0;
};

}  // namespace

std::array<std::uint16_t, kNumPlayers> shown_bids(const Setting& setting) {
  std::array<std::uint16_t, kNumPlayers> bids;
  const int own = std::max({kBidValues.front(), setting.left_bid, setting.right_bid});
  const std::array<int, kNumPlayers> from_own{own, setting.left_bid, setting.right_bid};
  for (int k = 0; k < kNumPlayers; ++k) {
    bids[static_cast<std::size_t>((setting.seat + k) % kNumPlayers)] =
        static_cast<std::uint16_t>(from_own[static_cast<std::size_t>(k)]);
  }
  return bids;
}

WorthLessons worth_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                           const GameWorth* worth, const CardPlayer& player,
                           const WorthRecipe& recipe) {
  WorthLessons lessons;
  Teacher teacher(worth, player, recipe, lessons);
  for (std::uint64_t number = first; number < first + n; ++number) teacher.deal(seed, number);
  return lessons;
}

}  // namespace vorhand::skat
