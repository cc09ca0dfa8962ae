#include "skat/kermit/game_worth.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "skat/rule_player/null_book.hpp"
#include "weights.hpp"

namespace vorhand::skat {

namespace {

constexpr CardSet kPlainCards = 0x7F;  // cards of a suit without its jack, shifted down
constexpr int kPlain = 128, kWhole = 256, kJackSets = 16;
constexpr int kSettings = 6;      // seat, hand game or not
constexpr int kBids = 13;         // none, or one of three sizes and four kinds
constexpr int kLosers = 12;       // 0 .. 11
constexpr int kTrumpCounts = 12;  // 0 .. 11
constexpr int kFives = 5;         // 0 .. 4
constexpr int kGaps = 17;         // 0 .. 16: at most four gaps in each of four suits
constexpr int kJacksAway = 3;     // 0 .. 2

// The first row of each feature. Discards have rows of their own.
struct Layout {
  int trumps, side, away_trumps, away_side, counts, setting, left, right, end;
};

constexpr Layout layout(int trumps, int side, int away_trumps, int counts) {
  Layout at{};
  at.side = trumps;
  at.away_trumps = at.side + side;
  at.away_side = at.away_trumps + away_trumps;
  at.counts = at.away_side + side;
  at.setting = at.counts + counts;
  at.left = at.setting + kSettings;
  at.right = at.left + kBids;
  at.end = at.right + kBids;
  return at;
}
constexpr Layout kSuitRows = layout(kJackSets * kPlain, kPlain, kWhole, kTrumpCounts* kLosers);
constexpr Layout kGrandRows = layout(kJackSets, kPlain, kJacksAway, kFives* kFives* kFives);
constexpr Layout kNullRows = layout(0, kWhole, 0, kFives* kGaps);

constexpr const Layout& rows_of(Contract contract) {
  return is_suit(contract) ? kSuitRows : contract == Contract::kGrand ? kGrandRows : kNullRows;
}

int jack_index(CardSet cards) {
  return static_cast<int>((cards >> 7 & 1) | (cards >> 14 & 2) | (cards >> 21 & 4) |
                          (cards >> 28 & 8));
}

int plain(CardSet cards, int suit) { return static_cast<int>(cards >> (8 * suit) & kPlainCards); }

// Return the row of a bid: its size, and the game it suggests.
int bid_row(int value, Contract contract) {
  if (value == 0) return 0;
  const int size = value <= 24 ? 0 : value <= 40 ? 1 : 2;
  const auto base = [&] {
    for (const int b : {12, 11, 10, 9}) {
      if (value % b == 0) return b;
    }
    return 0;  // null
  }();
  enum { kSameSuit, kOtherSuit, kGrandOrClubs, kNullGame };
  const int points_to = base == 0                                           ? kNullGame
                        : value % base_value(Contract::kGrand) == 0         ? kGrandOrClubs
                        : is_suit(contract) && base == base_value(contract) ? kSameSuit
                                                                            : kOtherSuit;
  return 1 + 4 * size + points_to;
}

// Add the rows of a group's cards, held and discarded. Return the part that the group adds to the
// index of the counts row.
int add_trumps(CardSet held, CardSet away, int trump, Rows& rows) {
  const int trumps = plain(held, trump);
  rows.add(kSuitRows.trumps + jack_index(held) * kPlain + trumps);
  if (away) rows.add(kSuitRows.away_trumps + plain(away, trump) + (away & kJacks ? kPlain : 0));
  return count(held) * kLosers;
}

int add_jacks(CardSet held, CardSet away, Rows& rows) {
  rows.add(kGrandRows.trumps + jack_index(held));
  rows.add(kGrandRows.away_trumps + count(away));
  return count(held) * kFives * kFives;
}

int add_side_suit(Contract contract, int suit, CardSet held, CardSet away, Rows& rows) {
  const Layout& at = rows_of(contract);
  const int cards = plain(held, suit);
  rows.add(at.side + cards);
  if (away) rows.add(at.away_side + plain(away, suit));
  const bool ace = cards & bit(kAce), ten = cards & bit(kTen);
  if (contract == Contract::kGrand) return ace * kFives + (ace && ten);
  return count(held) - ace - (ace && ten);
}

int add_null_suit(int suit, CardSet held, CardSet away, Rows& rows) {
  const int cards = null_ordered(held, suit);
  rows.add(kNullRows.side + cards);
  if (away) rows.add(kNullRows.away_side + null_ordered(away, suit));
  const int gaps = cards ? null_gaps(cards, ~cards & 0xFF) : 0;
  return (gaps > 0) * kGaps + gaps;
}

// The logistic function of log odds in units of kUnit; beyond 16 it is 0 or 1 to six digits.
class Logistic {
 public:
  Logistic() {
    for (int i = 0; i < 2 * kEdge; ++i) {
      const double x = (i + 0.5 - kEdge) * kStep * double{GameWorth::kUnit};
      table_[static_cast<std::size_t>(i)] = static_cast<float>(1 / (1 + std::exp(-x)));
    }
  }
  float operator()(int log_odds) const {
    const int step = log_odds >> 2;
    return table_[static_cast<std::size_t>(std::clamp(step + kEdge, 0, 2 * kEdge - 1))];
  }

 private:
  static constexpr int kStep = 4, kEdge = 1024;
  std::array<float, std::size_t{2 * kEdge}> table_;
};

const Logistic& logistic() {
  static const Logistic table;
  return table;
}

}  // namespace

GameKind kind_of(const GameType& type) {
  if (type.contract == Contract::kNull)
    return type.ouvert ? GameKind::kNullOuvert : GameKind::kNull;
  return type.contract == Contract::kGrand ? GameKind::kGrand : GameKind::kSuit;
}

std::array<int, kNumKinds> worth_rows() {
  return {kSuitRows.end, kGrandRows.end, kNullRows.end, kNullRows.end};
}

void add_setting(const GameType& type, bool hand_game, const Setting& setting, Rows& rows) {
  const Layout& at = rows_of(type.contract);
  rows.add(at.setting + 2 * setting.seat + hand_game);
  rows.add(at.left + bid_row(setting.left_bid, type.contract));
  rows.add(at.right + bid_row(setting.right_bid, type.contract));
}

CardSet group_mask(Contract contract, int group) {
  if (contract == Contract::kNull) return group < 4 ? suit_mask(group) : 0;
  if (group == kTrumpsAt) return trump_mask(contract);
  return suit_mask(group) & ~trump_mask(contract);
}

int add_group(Contract contract, int group, CardSet held, CardSet away, Rows& rows) {
  if (contract == Contract::kNull) return add_null_suit(group, held, away, rows);
  if (group != kTrumpsAt) {
    return add_side_suit(contract, group, held, away, rows);
  }
  return contract == Contract::kGrand ? add_jacks(held, away, rows)
                                      : add_trumps(held, away, static_cast<int>(contract), rows);
}

int counts_row(Contract contract, int counts) { return rows_of(contract).counts + counts; }

void add_cards(const GameType& type, CardSet hand, CardSet away, Rows& rows) {
  int counts = 0;
  for (int group = 0; group < kCardGroups; ++group) {
    if (const CardSet mask = group_mask(type.contract, group)) {
      counts += add_group(type.contract, group, hand & mask, away & mask, rows);
    }
  }
  rows.add(counts_row(type.contract, counts));
}

namespace {

[[noreturn]] void refuse_size(const char* what, std::size_t bytes, std::size_t numbers) {
  throw std::invalid_argument(std::string(what) + ": " + std::to_string(bytes) +
                              " bytes, expected " + std::to_string(2 * numbers));
}

// Return the number of parameters of four nets of this width, curves included.
std::size_t numbers_of(std::size_t width) {
  std::size_t numbers = std::size_t{kNumKinds} * kNumSuccesses * kKnots;
  for (const int rows : worth_rows())
    numbers += static_cast<std::size_t>(rows + kNumSuccesses) * width;
  return numbers;
}

// Return the width of the nets in a file of this size.
std::size_t width_of(std::size_t bytes) {
  for (std::size_t width = 1; width <= kWorthWidth; ++width) {
    if (bytes == 2 * numbers_of(width)) return width;
  }
  refuse_size("worth of games", bytes, numbers_of(kWorthWidth));
}

}  // namespace

GameWorth::GameWorth(std::span<const unsigned char> bytes,
                     std::optional<std::span<const unsigned char>> curves) {
  const std::size_t width = width_of(bytes.size());
  if (constexpr std::size_t numbers = std::size_t{kNumKinds} * kNumSuccesses * kKnots;
      curves && curves->size() != 2 * numbers) {
    refuse_size("curves of chances", curves->size(), numbers);
  }
  const auto take = [&](Sums& sums) {
    weights::take(bytes, std::span<std::int16_t>(sums).first(width));
  };
  const auto rows = worth_rows();
  for (std::size_t kind = 0; kind < nets_.size(); ++kind) {
    nets_[kind].rows.resize(static_cast<std::size_t>(rows[kind]));
    for (Sums& row : nets_[kind].rows) take(row);
    for (Sums& out : nets_[kind].out) take(out);
    for (Curve& curve : nets_[kind].curves) weights::take(bytes, curve.at);
  }
  if (!curves) return;
  for (Net& net : nets_) {
    for (Curve& curve : net.curves) weights::take(*curves, curve.at);
  }
}

int GameWorth::Curve::operator()(int log_odds) const {
  constexpr int kStep = static_cast<int>(1 / kUnit), kEdge = kKnots / 2 * kStep;
  const int inside = std::clamp(log_odds, -kEdge, kEdge - 1);
  const int from_left = inside + kEdge;
  const auto knot = static_cast<std::size_t>(from_left / kStep);
  const int rise = at[knot + 1] - at[knot];
  return at[knot] + (rise * (from_left % kStep)) / kStep + (log_odds - inside);
}

void GameWorth::Net::add(const Rows& what, Sums& sums) const {
  for (int i = 0; i < what.size; ++i) {
    const Sums& row = rows[what.row[static_cast<std::size_t>(i)]];
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] = static_cast<std::int16_t>(sums[k] + row[k]);
    }
  }
}

GameWorth::Question::Question(const GameWorth& worth, const GameType& type, bool hand_game,
                              const Setting& setting)
    : net_(worth.nets_[static_cast<std::size_t>(kind_of(type))]), type_(type) {
  Rows rows;
  add_setting(type, hand_game, setting, rows);
  net_.add(rows, common_);
}

GameWorth::Sums GameWorth::Question::sums(CardSet hand, CardSet away) const {
  Rows rows;
  add_cards(type_, hand, away, rows);
  Sums sums = common_;
  net_.add(rows, sums);
  return sums;
}

HandWorth GameWorth::Question::chances(const Sums& sums) const {
  HandWorth worth;
  const auto chance = [&](std::size_t success) {
    return logistic()(net_.curves[success](net_.log_odds(sums, success)));
  };
  worth.chance[kWins] = chance(kWins);
  if (type_.contract == Contract::kNull) return worth;
  for (const std::size_t level : {std::size_t{kMakesSchneider}, std::size_t{kMakesSchwarz}}) {
    worth.chance[level] = std::min(worth.chance[level - 1], chance(level));
  }
  return worth;
}

GameWorth::Discards::Discards(const Question& question, CardSet twelve)
    : question_(question), all_(question.common_) {
  const Contract contract = question.type_.contract;
  for (int group = 0; group < kCardGroups; ++group) {
    const CardSet held = twelve & group_mask(contract, group);
    if (!held) {
      if (group_mask(contract, group)) join(all_, part(group, 0, 0), all_counts_);
      continue;
    }
    const Part whole = part(group, held, 0);
    join(all_, whole, all_counts_);
    for (CardSet rest = held; rest;) {
      const CardSet first = bit(pop_lowest(rest));
      const Part one = less(part(group, held & ~first, first), whole);
      singles_[static_cast<std::size_t>(num_cards_)] = {first, group, one};
      ++num_cards_;
      for (CardSet others = rest; others;) {
        const CardSet two = first | bit(pop_lowest(others));
        pairs_[static_cast<std::size_t>(num_pairs_++)] = {
            two, group, less(part(group, held & ~two, two), whole)};
      }
    }
  }
}

GameWorth::Discards::Part GameWorth::Discards::part(int group, CardSet held, CardSet away) const {
  Rows rows;
  Part found{};
  found.counts = add_group(question_.type_.contract, group, held, away, rows);
  question_.net_.add(rows, found.sums);
  return found;
}

const GameWorth& shipped_game_worth() {
  static const auto shipped = std::make_unique<const GameWorth>(weights::bytes("game_worth.bin"));
  return *shipped;
}

}  // namespace vorhand::skat
