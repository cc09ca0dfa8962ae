// The value of a game and the score of each player (International Skat Order, section 5), as pure
// functions.
#pragma once

#include <array>
#include <cstdint>

#include "skat/cards.hpp"
#include "skat/rules.hpp"

namespace vorhand::skat {

inline constexpr int kNumBids = 63;
inline constexpr int kHighestBid = 264;

// Return the official bid values, ascending: suits 9 .. 12 times 2 .. 18 levels, grand 24 times 2
// .. 11, and the four null games.
constexpr std::array<int, kNumBids> official_bids() {
  std::array<bool, kHighestBid + 1> exists{};
  for (int base = 9; base <= 12; ++base) {
    for (int levels = 2; levels <= 18; ++levels)
      exists[static_cast<std::size_t>(base * levels)] = true;
  }
  for (int levels = 2; levels <= 11; ++levels) exists[static_cast<std::size_t>(24 * levels)] = true;
  for (const int value : {23, 35, 46, 59}) exists[static_cast<std::size_t>(value)] = true;

  std::array<int, kNumBids> values{};
  std::size_t next = 0;
  for (int value = 0; value <= kHighestBid; ++value) {
    if (exists[static_cast<std::size_t>(value)]) values[next++] = value;
  }
  return values;
}

inline constexpr std::array<int, kNumBids> kBidValues = official_bids();
static_assert(kBidValues.front() == 18 && kBidValues.back() == kHighestBid);

// Return the index of a value in kBidValues, -1 if it is not official.
int bid_index(int value);

// Announced levels; each one implies those before it. Null has plain and ouvert only.
enum class Level : std::uint8_t { kPlain, kSchneider, kSchwarz, kOuvert };
inline constexpr int kNumLevels = 4;

struct Declaration {
  Contract contract = Contract::kDiamonds;
  Level level = Level::kPlain;
  bool hand = false;
  bool spitze = false;  // the lowest trump must take the last trick

  bool operator==(const Declaration&) const = default;
  constexpr bool is_null() const { return contract == Contract::kNull; }
  constexpr bool schneider_announced() const { return !is_null() && level >= Level::kSchneider; }
  constexpr bool schwarz_announced() const { return !is_null() && level >= Level::kSchwarz; }
  constexpr bool ouvert() const { return level == Level::kOuvert; }
  // Return the card points that the soloist needs to win the game as declared; 61 in null.
  constexpr std::uint8_t target() const {
    return schwarz_announced() ? 120 : schneider_announced() ? 90 : 61;
  }
};

constexpr int base_value(Contract contract) {
  constexpr int kBase[kNumContracts] = {9, 10, 11, 12, 24, 23};
  return kBase[static_cast<int>(contract)];
}

constexpr int null_value(bool hand, bool ouvert) {
  return ouvert ? (hand ? 59 : 46) : (hand ? 35 : 23);
}

// Tell whether the declaration exists and is allowed after the bid (0: no bid). Suit games and
// grand have announced levels in hand games only; a null game must be worth the bid.
constexpr bool may_declare(const Declaration& declaration, int bid) {
  if (declaration.is_null()) {
    if (declaration.level != Level::kPlain && !declaration.ouvert()) return false;
    return null_value(declaration.hand, declaration.ouvert()) >= bid;
  }
  return declaration.hand || declaration.level == Level::kPlain;
}

// Return the matadors of the soloist's twelve cards (hand and skat): the length of the unbroken run
// of trumps from the jack of clubs down. It is positive if the soloist holds the run, negative if
// the soloist lacks it, and 0 in null.
int matadors(Contract contract, CardSet twelve);

// A finished game. `value` is signed: the value of a game that was won, or minus twice that of one
// that was lost, times the multiplier, and doubled in a Bock round.
struct Result {
  int soloist = -1;  // -1: passed in or Ramsch; then other fields of a soloist are undefined
  Declaration declaration;
  int matadors = 0;
  int bid = 0;
  int points = 0;  // soloist's card points, skat included
  int tricks = 0;  // soloist's tricks
  bool won = false;
  bool overbid = false;
  bool schneider = false;  // reached by either side
  bool schwarz = false;
  int multiplier = 1;        // 2 after Kontra, 4 after Re; it is not part of what the bid requires
  bool spitze_made = false;  // Spitze was announced, and the lowest trump took the last trick
  bool bock = false;         // the deal is of a Bock round: values count double
  int value = 0;

  // Only in Ramsch, by seat: the value that it won or lost, its card points and its tricks. In
  // Ramsch the multiplier is 1 if a seat took all tricks. Otherwise it is 2 if somebody took no
  // trick, else 1, and doubles for each time that the skat was pushed on unseen.
  bool ramsch = false;
  std::array<std::int16_t, kNumPlayers> seat_values{};
  std::array<std::uint8_t, kNumPlayers> seat_points{}, seat_tricks{};
  int pushed_unseen = 0;

  bool operator==(const Result&) const = default;
};

// Judge a game by the soloist's points and tricks; the rest are the defenders'. This serves games
// played out, ended by rule, conceded or timed out. A game with Spitze is lost unless it was made.
Result judge(int soloist, const Declaration& declaration, int matadors, int bid, int points,
             int tricks, int multiplier = 1, bool bock = false, bool spitze_made = false);

// Judge Ramsch by the tricks and card points of each seat; the skat counts with the last trick. A
// seat with all tricks wins 120. Otherwise the seat or the two seats with the most card points lose
// this number of points, twice if a seat took no trick; if all three seats have equal points,
// nobody loses (docs/skat-club-rules.md#ramsch). The loss doubles for each time that the skat was
// pushed on unseen. A Bock round doubles what is won or lost.
Result judge_ramsch(const std::array<std::uint8_t, kNumPlayers>& points,
                    const std::array<std::uint8_t, kNumPlayers>& tricks, bool bock = false,
                    int pushed_unseen = 0);

enum class Scoring : std::uint8_t { kSeegerFabian, kGameValue, kZeroSum, kCardPoints };

// Return the score of each seat; all zero for a deal that was passed in.
//   seeger_fabian: soloist value + 50 or value - 50; each defender 40 if the soloist loses
//   game_value:    soloist value; defenders 0
//   zero_sum:      soloist value; each defender -value / 2
//   card_points:   soloist the card points, each defender half of the other 120 - points; in null
//   120 go to the side that wins
// In Ramsch, with the values that the seats win or lose:
//   seeger_fabian, game_value: these values
//   zero_sum:      the value less half of the others' values
//   card_points:   half of the card points that the others took; with all tricks 120, the others 0
std::array<double, kNumPlayers> scores(Scoring scoring, const Result& result);

}  // namespace vorhand::skat
