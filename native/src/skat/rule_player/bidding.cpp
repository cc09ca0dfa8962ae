#include "skat/rule_player/bidding.hpp"

#include <algorithm>
#include <limits>

namespace vorhand::skat {

namespace {

// Seeger-Fabian score: a game won earns 50 besides its value; a game lost costs twice its value and
// 50, and each defender gets 40.
constexpr float kWinBonus = 50;
constexpr float kLossMalus = 50 + 40;
// Least expected score for bidding. It is negative because after a pass another player mostly wins
// a game.
constexpr float kWorthPlaying = -12;

CardSet unseen_by(CardSet own) { return kAllCards & ~own; }

// Visit 22 of the 231 skats, such that each unseen card lies in two of them.
template <typename Visit>
void for_each_thinkable_skat(CardSet hand, const Visit& visit) {
  constexpr int kUnseen = kNumCards - kHandSize;
  std::array<Card, kUnseen> cards;
  int n = 0;
  for (CardSet rest = unseen_by(hand); rest;) cards[n++] = pop_lowest(rest);
  for (int i = 0; i < kUnseen; ++i) {
    visit(bit(cards[i]) | bit(cards[(i + 7) % kUnseen]));
  }
}
constexpr float kThinkableSkats = kNumCards - kHandSize;

void keep_better(Plan& best, const Declaration& declaration, CardSet discards, float score) {
  if (score > best.score) best = {declaration, discards, score};
}

Plan no_plan() {
  Plan plan;
  plan.score = std::numeric_limits<float>::lowest();
  return plan;
}

HandQuestion question(CardSet hand, CardSet skat, int seat, bool ouvert = false) {
  return {hand, skat, seat == 0, ouvert};
}

void weigh_contract(Plan& best, Contract contract, CardSet hand, CardSet discards, int seat,
                    int bid, const Taste& taste) {
  if (contract == Contract::kNull) {
    for (const bool ouvert : {false, true}) {
      const Declaration declaration{contract, ouvert ? Level::kOuvert : Level::kPlain, false};
      const auto worth = hand_worth(contract, question(hand, discards, seat, ouvert));
      keep_better(best, declaration, discards,
                  outlook(declaration, 0, worth, bid).score + taste.of(declaration));
    }
    return;
  }
  const Declaration declaration{contract, Level::kPlain, false};
  const auto worth = hand_worth(contract, question(hand, discards, seat));
  const int run = matadors(contract, hand | discards);
  keep_better(best, declaration, discards,
              outlook(declaration, run, worth, bid).score + taste.of(declaration));
}

float best_hand_score(CardSet hand, CardSet skat, int seat, int bid, const Declaration& d) {
  const auto worth = hand_worth(d.contract, question(hand, 0, seat, d.ouvert()));
  return outlook(d, matadors(d.contract, hand | skat), worth, bid).score;
}

float pick_up_score(CardSet hand, int seat, int bid, const Taste& taste) {
  float sum = 0;
  for_each_thinkable_skat(
      hand, [&](CardSet skat) { sum += rule_discards(hand | skat, seat, bid, taste).score; });
  return sum / kThinkableSkats;
}

}  // namespace

Outlook outlook(const Declaration& declaration, int matadors_held, const HandWorth& worth,
                int bid) {
  if (!may_declare(declaration, bid)) return {};
  if (declaration.is_null()) {
    const auto value = static_cast<float>(null_value(declaration.hand, declaration.ouvert()));
    const float wins = worth.chance[kWins];
    return {wins, wins * (value + kWinBonus) - (1 - wins) * (2 * value + kLossMalus)};
  }
  const int base = base_value(declaration.contract);
  const int run = matadors_held < 0 ? -matadors_held : matadors_held;
  const int announced = static_cast<int>(declaration.level);
  const int levels = 1 + run + (declaration.hand ? 1 : 0) + announced;
  // Schneider or schwarz levels that the game must reach to meet the bid and the announcement.
  const int missing = std::max(0, (bid + base - 1) / base - levels);
  const int needed = std::max(missing, std::min(announced, 2));
  if (needed > 2) {
    return {0, -kLossMalus - 2.0f * static_cast<float>(std::max(bid, levels * base))};
  }
  const float wins = worth.chance[static_cast<std::size_t>(needed)];
  // Mean number of levels made in won games (schneider, schwarz), times the chance of winning.
  float win_levels = 0;
  for (int level = kMakesSchneider; level <= kMakesSchwarz; ++level) {
    win_levels += worth.chance[static_cast<std::size_t>(std::max(level, needed))];
  }
  const int lost_value = std::max(base * (levels + std::min(announced, 2)), bid);
  return {wins, wins * (static_cast<float>(base * levels) + kWinBonus) +
                    static_cast<float>(base) * win_levels -
                    (1 - wins) * (2.0f * static_cast<float>(lost_value) + kLossMalus)};
}

CardSet best_discards(Contract contract, CardSet twelve, int seat) {
  const CardSet loose = twelve & ~trump_mask(contract);
  const CardSet choice = count(loose) >= kSkatSize ? loose : twelve;
  return LogOdds(contract, kWins, seat == 0).best_two_away(twelve, choice);
}

Plan rule_discards(CardSet twelve, int seat, int bid, const Taste& taste) {
  Plan best = no_plan();
  int longest = 0;
  for (int suit = 0; suit < 4; ++suit) longest = std::max(longest, count(twelve & suit_mask(suit)));
  for (int c = 0; c < kNumContracts; ++c) {
    const auto contract = static_cast<Contract>(c);
    // A suit at least two cards shorter than the longest is not considered as trumps.
    if (is_suit(contract) && count(twelve & suit_mask(c)) + 1 < longest) continue;
    const CardSet discards = best_discards(contract, twelve, seat);
    weigh_contract(best, contract, twelve & ~discards, discards, seat, bid, taste);
  }
  return best;
}

Plan rule_declares(CardSet hand, CardSet discards, int seat, int bid, const Taste& taste) {
  Plan best = no_plan();
  for (int c = 0; c < kNumContracts; ++c) {
    weigh_contract(best, static_cast<Contract>(c), hand, discards, seat, bid, taste);
  }
  return best;
}

Plan rule_declares_hand(CardSet hand, int seat, int bid, const Taste& taste) {
  Plan best = no_plan();
  for (int c = 0; c < kNumContracts; ++c) {
    for (const Level level : {Level::kPlain, Level::kSchneider, Level::kSchwarz, Level::kOuvert}) {
      const Declaration d{static_cast<Contract>(c), level, true};
      if (!may_declare(d, bid)) continue;
      float sum = 0;
      for_each_thinkable_skat(
          hand, [&](CardSet skat) { sum += best_hand_score(hand, skat, seat, bid, d); });
      keep_better(best, d, 0, sum / kThinkableSkats + taste.of(d));
    }
  }
  return best;
}

bool rule_plays_hand(CardSet hand, int seat, int bid, const Taste& taste) {
  return rule_declares_hand(hand, seat, bid, taste).score > pick_up_score(hand, seat, bid, taste);
}

bool rule_bids(CardSet hand, int seat, int value, const Taste& taste) {
  const float least = kWorthPlaying - taste.playing;
  return pick_up_score(hand, seat, value, taste) > least ||
         rule_declares_hand(hand, seat, value, taste).score > least;
}

}  // namespace vorhand::skat
