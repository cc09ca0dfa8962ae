#include "skat/studies/estimate_features.hpp"

#include <algorithm>

namespace vorhand::skat::solver {
namespace {

constexpr int kOwners = 4;        // owners of a card: nobody, soloist, next player, last player
constexpr int kSideRanks = 7;     // ranks of a suit without its jack
constexpr int kJackOrders = 121;  // owners of up to four cards in order: 1 + 3 + 9 + 27 + 81
constexpr int kBlankOrders = 40;  // owners of up to three cards in order
constexpr int kPairOrders = 13;   // owners of up to two cards in order
constexpr int kCounts = 120;      // triples of numbers with a sum of at most seven
constexpr int kTwoCounts = 36;    // pairs of numbers with a sum of at most seven
constexpr int kPair = kOwners * kOwners;
constexpr int kPictures = kPair * kPair;  // owners of ace, ten, king, queen

// Numbers of multisets of two, three, four out of n kinds.
constexpr std::uint32_t twos(std::uint32_t n) { return n * (n + 1) / 2; }
constexpr std::uint32_t threes(std::uint32_t n) { return n * (n + 1) * (n + 2) / 6; }
constexpr std::uint32_t fours(std::uint32_t n) { return n * (n + 1) * (n + 2) * (n + 3) / 24; }

constexpr std::array<EstimateTable, 15> kSuitTables{{
    {"jacks, trump ace, side aces and tens", kJackOrders* kOwners* threes(kPair), 1},
    {"aces and tens", kPair* threes(kPair), 1},
    {"trumps", kJackOrders* kPairOrders* kPairOrders* kBlankOrders, 1},
    {"soloist's aces and tens, next player's trumps", threes(4) << 11, 1},
    {"soloist's aces and tens, last player's trumps", threes(4) << 11, 1},
    {"next player's aces and tens, soloist's trumps", threes(4) << 11, 1},
    {"next player's aces and tens, last player's trumps", threes(4) << 11, 1},
    {"last player's aces and tens, soloist's trumps", threes(4) << 11, 1},
    {"last player's aces and tens, next player's trumps", threes(4) << 11, 1},
    {"soloist's jacks and high cards, defenders' length", 256 * kTwoCounts * 4, 3},
    {"a side suit", 1 << (2 * kSideRanks), 3},
    {"sevens to nines", kBlankOrders* threes(kBlankOrders), 1},
    {"lengths of side suits", threes(kCounts), 1},
    {"voids, side aces, jacks, trump ace", threes(8) * threes(kOwners) * kJackOrders* kOwners, 1},
    {"length of a side suit, jacks, trumps without", kCounts* kJackOrders* kCounts, 3},
}};
constexpr std::array<EstimateTable, 3> kGrandTables{{
    {"jacks and a suit", kJackOrders* kPictures* kBlankOrders, 4},
    {"jacks, aces and tens", kJackOrders* fours(kPair), 1},
    {"points left", kTotalPoints + 1, 1},
}};

template <std::size_t kSize>
constexpr std::uint32_t total(const std::array<EstimateTable, kSize>& tables) {
  std::uint32_t sum = 0;
  for (const EstimateTable& table : tables) sum += table.size;
  return sum;
}

// Indices of the ways to divide a group of at most seven cards: by the numbers of cards of all
// three seats, and by those of the last two.
struct CountNumbers {
  std::array<std::array<std::array<std::uint8_t, 8>, 8>, 8> three{};
  std::array<std::array<std::uint8_t, 8>, 8> two{};
  constexpr CountNumbers() {
    std::uint8_t next = 0, next_two = 0;
    for (std::size_t a = 0; a < 8; ++a) {
      for (std::size_t b = 0; a + b < 8; ++b) {
        two[a][b] = next_two++;
        for (std::size_t c = 0; a + b + c < 8; ++c) three[a][b][c] = next++;
      }
    }
  }
};
constexpr CountNumbers kCountNumbers;

std::uint32_t unordered(std::array<std::uint32_t, 3> a) {
  std::sort(a.begin(), a.end());
  return threes(a[2]) + twos(a[1]) + a[0];
}
std::uint32_t unordered(std::array<std::uint32_t, 4> a) {
  std::sort(a.begin(), a.end());
  return fours(a[3]) + threes(a[2]) + twos(a[1]) + a[0];
}

// Access to the hands by suit or by rank.
class View {
 public:
  explicit View(const std::array<Set, kNumPlayers>& hands) : hands_(hands) {
    for (std::size_t seat = 0; seat < kNumPlayers; ++seat) {
      for (Set left = hands[seat]; left; left &= left - 1) {
        owner_[static_cast<std::size_t>(low(left))] = static_cast<std::uint8_t>(seat + 1);
      }
    }
  }

  std::uint32_t owner(int b) const { return owner_[static_cast<std::size_t>(b)]; }
  // Return the owners of the cards first .. first + n - 1, in base 4.
  std::uint32_t owners(int first, int n) const {
    std::uint32_t number = 0;
    for (int b = first + n; b-- > first;) number = number * kOwners + owner(b);
    return number;
  }
  // Return the owners of the cards first .. first + n - 1 that are still in play, in order.
  std::uint32_t order(int first, int n) const {
    std::uint32_t number = 0, fewer = 0, power = 1;
    for (int b = first; b < first + n; ++b) {
      if (owner(b) == 0) continue;
      number = number * kNumPlayers + owner(b) - 1;
      fewer += power;
      power *= kNumPlayers;
    }
    return fewer + number;
  }
  std::uint32_t lengths(Set group) const {
    return kCountNumbers.three[count(0, group)][count(1, group)][count(2, group)];
  }
  std::uint32_t defenders_lengths(Set group) const {
    return kCountNumbers.two[count(1, group)][count(2, group)];
  }
  std::size_t count(std::size_t seat, Set group) const {
    return static_cast<std::size_t>(size(hands_[seat] & group));
  }
  // Return the set of seats without a card of the group.
  std::uint32_t voids(Set group) const {
    std::uint32_t seats = 0;
    for (std::size_t seat = 0; seat < kNumPlayers; ++seat) {
      seats |= std::uint32_t{(hands_[seat] & group) == 0} << seat;
    }
    return seats;
  }
  std::uint32_t held(std::size_t seat, int first, int n) const {
    return static_cast<std::uint32_t>(hands_[seat] >> first) & ((1u << n) - 1);
  }

 private:
  const std::array<Set, kNumPlayers>& hands_;
  std::array<std::uint8_t, kBits> owner_{};
};

class Adding {
 public:
  Adding(EstimateFeatures& features, std::span<const EstimateTable> tables)
      : features_(features), tables_(tables) {}
  // Add a feature by its index in the current table.
  void look(std::uint32_t index) {
    features_.index[static_cast<std::size_t>(features_.size++)] = first_ + index;
  }
  void next_table() {
    first_ += tables_.front().size;
    tables_ = tables_.subspan(1);
  }
  void only(std::uint32_t index) {
    look(index);
    next_table();
  }

 private:
  EstimateFeatures& features_;
  std::span<const EstimateTable> tables_;
  std::uint32_t first_ = 0;
};

constexpr int kSuitGameSides = kSideSuits - 1;
constexpr Set kTrumpSuit = kTrumps & ~kJackBits;

template <std::size_t kSuits, class Of>
std::array<std::uint32_t, kSuits> by_suit(Of&& of) {
  std::array<std::uint32_t, kSuits> numbers;
  for (std::size_t suit = 0; suit < kSuits; ++suit) numbers[suit] = of(8 * static_cast<int>(suit));
  return numbers;
}

void add_suit_game(const View& view, Adding& add) {
  const auto sides = [&](auto&& of) { return unordered(by_suit<kSuitGameSides>(of)); };
  const auto suit_cards = [](int shift) { return Set{0x7F} << shift; };
  const std::uint32_t jacks = view.order(kJackShift, 4);
  const std::uint32_t jacks_and_ace = jacks * kOwners + view.owner(kTrumpShift + kAce);
  const std::uint32_t aces_and_tens =
      sides([&](int shift) { return view.owners(shift + kTen, 2); });
  add.only(jacks_and_ace * threes(kPair) + aces_and_tens);
  add.only(view.owners(kTrumpShift + kTen, 2) * threes(kPair) + aces_and_tens);
  const std::uint32_t high = view.order(kTrumpShift + kTen, 2);
  const std::uint32_t middle = view.order(kTrumpShift + kQueen, 2);
  add.only(((jacks * kPairOrders + high) * kPairOrders + middle) * kBlankOrders +
           view.order(kTrumpShift, 3));
  for (std::size_t one = 0; one < kNumPlayers; ++one) {
    const std::uint32_t held = sides([&](int shift) { return view.held(one, shift + kTen, 2); });
    for (std::size_t other = 0; other < kNumPlayers; ++other) {
      if (other != one) add.only(held << 11 | view.held(other, kTrumpShift, 11));
    }
  }
  const std::uint32_t trumpless = view.voids(kTrumps) >> 1;
  for (int shift = 0; shift < 8 * kSuitGameSides; shift += 8) {
    const std::uint32_t strong = view.held(0, kJackShift, 4) << 4 | view.held(0, shift + kQueen, 4);
    add.look((strong * kTwoCounts + view.defenders_lengths(suit_cards(shift))) * 4 + trumpless);
  }
  add.next_table();
  for (int shift = 0; shift < 8 * kSuitGameSides; shift += 8) add.look(view.owners(shift, 7));
  add.next_table();
  add.only(view.order(kTrumpShift, 3) * threes(kBlankOrders) +
           sides([&](int shift) { return view.order(shift, 3); }));
  add.only(sides([&](int shift) { return view.lengths(suit_cards(shift)); }));
  const std::uint32_t voids = sides([&](int shift) { return view.voids(suit_cards(shift)); });
  const std::uint32_t aces = sides([&](int shift) { return view.owner(shift + kAce); });
  add.only((voids * threes(kOwners) + aces) * kJackOrders * kOwners + jacks_and_ace);
  const std::uint32_t others = view.lengths(kTrumpSuit);
  for (int shift = 0; shift < 8 * kSuitGameSides; shift += 8) {
    add.look((view.lengths(suit_cards(shift)) * kJackOrders + jacks) * kCounts + others);
  }
}

void add_grand(const View& view, Adding& add, int rest) {
  const std::uint32_t jacks = view.order(kJackShift, 4);
  for (int shift = 0; shift < 8 * kSideSuits; shift += 8) {
    add.look((jacks * kPictures + view.owners(shift + kQueen, 4)) * kBlankOrders +
             view.order(shift, 3));
  }
  add.next_table();
  const auto pairs = by_suit<kSideSuits>([&](int shift) { return view.owners(shift + kTen, 2); });
  add.only(jacks * fours(kPair) + unordered(pairs));
  add.only(static_cast<std::uint32_t>(rest));
}

}  // namespace

std::span<const EstimateTable> estimate_tables(bool grand) {
  if (grand) return kGrandTables;
  return kSuitTables;
}

std::uint32_t estimate_weights(bool grand) {
  return grand ? total(kGrandTables) : total(kSuitTables);
}

EstimateFeatures estimate_features(const std::array<Set, kNumPlayers>& hands, bool grand,
                                   int rest) {
  EstimateFeatures features;
  Adding add(features, estimate_tables(grand));
  const View view(hands);
  if (grand) {
    add_grand(view, add, rest);
  } else {
    add_suit_game(view, add);
  }
  return features;
}

}  // namespace vorhand::skat::solver
