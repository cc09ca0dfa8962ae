#include "skat/rule_player/lessons.hpp"

#include <algorithm>

#include "random_member.hpp"
#include "skat/rule_player/bidding.hpp"
#include "skat/rule_player/book.hpp"
#include "skat/rule_player/match.hpp"
#include "skat/rule_player/null_book.hpp"
#include "skat/rule_player/player.hpp"
#include "skat/rule_player/playout.hpp"

namespace vorhand::skat {

namespace {

// Decisions with smaller differences in value are left out.
constexpr float kTrumpMatters = 0.02f;
constexpr float kNullMatters = 0.5f;
// Percentage of random cards, so that unusual positions occur too.
constexpr std::uint64_t kOddCardsPerHundred = 8;
// Null games and lessons about hands need a chance to win above about a quarter.
constexpr float kThinkable = -1.0f;

constexpr std::size_t kAllTrumpTraits =
    std::size_t{kNumTrumpTraits} + std::size_t{kNumSideTraits} + std::size_t{kNumDealTraits};

// Winning counts most, then schneider and schwarz, then card points.
float value_to_soloist(const PlayTable& table) {
  if (table.contract == Contract::kNull) {
    if (table.soloist_tricks == 0) return 1.0f;
    return -1.0f - 0.02f * static_cast<float>(kNumTricks - table.defender_tricks);
  }
  const int points = table.points_with_skat();
  float value = points >= table.target ? 1.0f : -1.3f;
  if (points >= 90) value += 0.12f;
  if (points <= 30) value -= 0.2f;
  if (table.defender_tricks == 0) value += 0.1f;
  return value + 0.004f * static_cast<float>(points - 60);
}

PlayTable dealt_table(std::uint64_t seed, std::uint64_t number) {
  const Deal deal = shuffled_deal(seed, number);
  PlayTable table;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    table.hands[static_cast<std::size_t>(seat)] = deal.hand(seat);
  }
  table.skat = deal.skat();
  return table;
}

void declare(PlayTable& table, int soloist, const Declaration& declaration, CardSet discards) {
  table.soloist = static_cast<std::int8_t>(soloist);
  table.contract = declaration.contract;
  table.hand_game = declaration.hand;
  table.lies_open = declaration.ouvert();
  if (declaration.schneider_announced()) table.target = 90;
  if (declaration.hand) return;
  CardSet& hand = table.hands[static_cast<std::size_t>(soloist)];
  hand = (hand | table.skat) & ~discards;
  table.skat = discards;
}

// Set the table as the rule players bid and declare it; return false if they pass or play null.
bool bid_trump_table(std::uint64_t seed, std::uint64_t number, PlayTable& table) {
  Deal deal = shuffled_deal(seed, number);
  while (!deal.is_over() && deal.phase() != Phase::kPlay) deal.apply(rule_action(deal));
  if (deal.is_over() || deal.declaration().is_null()) return false;
  table = dealt_table(seed, number);
  declare(table, deal.soloist(), deal.declaration(), deal.discards());
  return true;
}

// Set up a null game for the seat whose hand suits it best; return false if no hand does.
bool null_table(std::uint64_t seed, std::uint64_t number, PlayTable& table) {
  const bool ouvert = number % 2;
  table = dealt_table(seed, number);
  int soloist = -1;
  CardSet discards = 0;
  float best = kThinkable;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    const CardSet twelve = table.hands[static_cast<std::size_t>(seat)] | table.skat;
    const CardSet two = best_discards(Contract::kNull, twelve, seat);
    const float odds = win_log_odds(Contract::kNull, {twelve & ~two, two, seat == 0, ouvert});
    if (odds > best) {
      best = odds;
      soloist = seat;
      discards = two;
    }
  }
  if (soloist < 0) return false;
  declare(table, soloist, {Contract::kNull, ouvert ? Level::kOuvert : Level::kPlain, false},
          discards);
  return true;
}

GameKind kind_of(const PlayTable& table) {
  if (table.contract == Contract::kNull) {
    return table.lies_open ? GameKind::kNullOuvert : GameKind::kNull;
  }
  return is_suit(table.contract) ? GameKind::kSuit : GameKind::kGrand;
}

void add_verdicts(const Sight& sight, Card card, CardLessons& lessons) {
  if (sight.view.contract == Contract::kNull) {
    NullVerdicts verdicts;
    judge_null_card(sight, card, verdicts);
    lessons.verdicts.insert(lessons.verdicts.end(), verdicts.begin(), verdicts.end());
  } else {
    TrumpVerdicts verdicts;
    judge_trump_card(sight, card, verdicts);
    lessons.verdicts.insert(lessons.verdicts.end(), verdicts.begin(), verdicts.end());
  }
}

void learn_decision(const PlayTable& table, CardLessons& lessons) {
  const SeatView view = table.view();
  const Sight sight(view);
  std::array<float, kHandSize> values;
  std::size_t n = 0;
  for (CardSet rest = sight.legal; rest;) {
    PlayTable after = table;
    after.play(pop_lowest(rest));
    play_out_by_rule(after);
    values[n++] = sight.is_soloist ? value_to_soloist(after) : -value_to_soloist(after);
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.begin() + n);
  const bool null = table.contract == Contract::kNull;
  if (*high - *low < (null ? kNullMatters : kTrumpMatters)) return;
  lessons.kind.push_back(static_cast<std::int32_t>(kind_of(table)));
  lessons.situation.push_back(situation_of(sight));
  for (CardSet rest = sight.legal; rest;) add_verdicts(sight, pop_lowest(rest), lessons);
  lessons.value.insert(lessons.value.end(), values.begin(), values.begin() + n);
  lessons.first_row.push_back(static_cast<std::int64_t>(lessons.value.size()));
}

void learn_deal(PlayTable table, Random& random, CardLessons& lessons) {
  while (!table.is_over()) {
    const int player = table.player();
    const CardSet legal = legal_cards(table.contract, table.hands[static_cast<std::size_t>(player)],
                                      table.trick_size ? table.trick[0] : -1);
    Card card = rule_card(table.view());
    if (count(legal) > 1) {
      learn_decision(table, lessons);
      if (random.below(100) < kOddCardsPerHundred) card = random_member(legal, random);
    }
    table.play(card);
  }
}

template <std::size_t N>
void add(std::vector<float>& row, std::size_t at, const std::array<float, N>& traits) {
  for (std::size_t i = 0; i < N; ++i) row[at + i] += traits[i];
}

std::vector<float> traits_of(const PlayTable& table) {
  const CardSet hand = table.hands[static_cast<std::size_t>(table.soloist)];
  const float forehand = table.soloist == 0 ? 1.0f : 0.0f;
  if (table.contract == Contract::kNull) {
    std::vector<float> row(kNumNullTraits + 2);
    for (int suit = 0; suit < 4; ++suit) add(row, 0, null_traits(null_ordered(hand, suit)));
    row[kNumNullTraits] = 1;
    row[kNumNullTraits + 1] = forehand;
    return row;
  }
  std::vector<float> row(kAllTrumpTraits);
  CardSet trumps = hand & kJacks;
  for (int suit = 0; suit < 4; ++suit) {
    const CardSet plain = hand >> (8 * suit) & 0x7F;
    if (static_cast<int>(table.contract) == suit) {
      trumps |= plain;
    } else {
      add(row, kNumTrumpTraits, side_traits(plain));
    }
  }
  add(row, 0, trump_traits(trumps));
  add(row, kAllTrumpTraits - kNumDealTraits,
      deal_traits(table.hand_game ? 0 : table.skat, table.soloist == 0));
  return row;
}

// Declare the best game of the kind for a random seat; return false if its odds are too low. In
// half of the games with a pickup one discard is changed, so that worse hands occur too.
bool try_game(PlayTable& table, GameKind kind, Random& random) {
  const int seat = static_cast<int>(random.below(kNumPlayers));
  const bool hand_game = random.below(5) == 0;
  const CardSet hand = table.hands[static_cast<std::size_t>(seat)];
  const bool null = kind == GameKind::kNull || kind == GameKind::kNullOuvert;
  const bool ouvert = kind == GameKind::kNullOuvert;
  Contract best = Contract::kNull;
  CardSet best_two = 0;
  float best_odds = kThinkable;
  for (int c = 0; c < kNumContracts; ++c) {
    const auto contract = static_cast<Contract>(c);
    if (null != (contract == Contract::kNull)) continue;
    if (!null && is_suit(contract) != (kind == GameKind::kSuit)) continue;
    const CardSet two = hand_game ? 0 : best_discards(contract, hand | table.skat, seat);
    const CardSet ten = hand_game ? hand : (hand | table.skat) & ~two;
    const float odds = win_log_odds(contract, {ten, two, seat == 0, ouvert});
    if (odds > best_odds) {
      best = contract;
      best_two = two;
      best_odds = odds;
    }
  }
  if (best_odds == kThinkable) return false;
  declare(table, seat, {best, ouvert ? Level::kOuvert : Level::kPlain, hand_game}, best_two);
  if (!hand_game && random.below(2)) {
    const CardSet trumps = trump_mask(best);
    CardSet& ten = table.hands[static_cast<std::size_t>(seat)];
    if (const CardSet side = ten & ~trumps) {
      const CardSet in = bit(random_member(side, random));
      const CardSet out = bit(lowest(table.skat));
      ten = (ten & ~in) | out;
      table.skat = (table.skat & ~out) | in;
    }
  }
  return true;
}

}  // namespace

CardLessons card_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, bool null) {
  CardLessons lessons;
  lessons.width = null ? int{kNumNullRules} : int{kNumTrumpRules};
  lessons.first_row.push_back(0);
  for (std::uint64_t number = first; number < first + n; ++number) {
    PlayTable table;
    Random random(~seed, number);
    if (null ? null_table(seed, number, table) : bid_trump_table(seed, number, table)) {
      learn_deal(table, random, lessons);
    }
  }
  return lessons;
}

HandLessons hand_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, GameKind kind) {
  HandLessons lessons;
  const bool null = kind == GameKind::kNull || kind == GameKind::kNullOuvert;
  lessons.num_outcomes = null ? 1 : int{kNumSuccesses};
  lessons.num_traits = null ? kNumNullTraits + 2 : static_cast<int>(kAllTrumpTraits);
  for (std::uint64_t number = first; number < first + n; ++number) {
    Random random(~seed, number);
    PlayTable table = dealt_table(seed, number);
    if (!try_game(table, kind, random)) continue;
    const std::vector<float> traits = traits_of(table);
    lessons.rows.insert(lessons.rows.end(), traits.begin(), traits.end());
    play_out_by_rule(table);
    const auto outcome = [&](bool reached) { lessons.rows.push_back(reached ? 1.0f : 0.0f); };
    if (null) {
      outcome(table.soloist_tricks == 0);
    } else {
      outcome(table.points_with_skat() >= 61);
      outcome(table.points_with_skat() >= 90);
      outcome(table.defender_tricks == 0);
    }
  }
  return lessons;
}

}  // namespace vorhand::skat
