// Facts about one suit, from its cards left: its part of the table key, what a leader can cash in
// it, which of its cards need to be tried, and its part of the move ordering.
//
// A suit's state is fixed by the deal (who owns each card) and the subset of cards left, so the
// facts of each subset are computed only once per deal.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/solver/layout.hpp"
#include "skat/solver/ordering.hpp"

namespace vorhand::skat::solver {

inline constexpr int kSuitSubsets = 1 << kSuitCards;
inline constexpr int kTrumpSubsets = 1 << 11;

// Playing a suit from the top: rounds that its leader surely wins, and their points. The counts
// share a word (one byte each, `thrown` seven bits), so that suits are summed in one addition.
class Cash {
 public:
  struct Parts {
    int points = 0;  // own points and the least that the others must add
    int own = 0;     // points of the leader's side
    int rounds = 0;
    int thrown = 0;      // rounds in which a defender's partner discards
    bool entry = false;  // the partner holds a card to lead to the first of these rounds
  };
  constexpr Cash() = default;
  constexpr explicit Cash(const Parts& parts)
      : word_(static_cast<std::uint32_t>(parts.points | parts.own << 8 | parts.rounds << 16 |
                                         parts.thrown << 24) |
              (parts.entry ? kEntry : 0)) {}

  constexpr int points() const { return word_ & 0xFF; }
  constexpr int own() const { return word_ >> 8 & 0xFF; }
  constexpr int rounds() const { return word_ >> 16 & 0xFF; }
  constexpr int thrown() const { return word_ >> 24 & 0x7F; }
  constexpr bool entry() const { return (word_ & kEntry) != 0; }  // undefined for a sum of suits
  // Add points of the leader's side.
  constexpr Cash with(int more) const {
    return Cash(word_ + static_cast<std::uint32_t>(more) * 0x101);
  }
  constexpr Cash operator+(Cash other) const { return Cash(word_ + other.word_); }

 private:
  static constexpr std::uint32_t kEntry = 1u << 31;
  constexpr explicit Cash(std::uint32_t word) : word_(word) {}

  std::uint32_t word_ = 0;
};

// The cards that need to be tried (moves.hpp), by seat, as ranks of the suit: one of each set of
// equivalent cards, the most and the least valuable of each run, and the unbeatable ones.
template <class Ranks>
struct Choices {
  std::array<Ranks, kNumPlayers> distinct{};
  std::array<Ranks, kNumPlayers> dearest{};
  std::array<Ranks, kNumPlayers> cheapest{};
  std::array<Ranks, kNumPlayers> sure{};
};

// Facts of a side suit, in one cache line. Opponents of the leader who still hold trumps limit the
// rounds to those in which they must follow: `soloist_cash` has an entry for each set of such
// opponents (bit 0 for seat 1, bit 1 for seat 2), `defender_cash` for a soloist without and with
// trumps.
struct alignas(64) SuitFacts {
  const SuitScores* scores = nullptr;  // scores of its cards for move ordering
  std::array<Cash, 4> soloist_cash{};
  std::array<std::array<Cash, 2>, 2> defender_cash{};  // by seat - 1
  std::uint16_t key = 0;                               // sequence of owners, lowest first; < 2^12
  std::uint8_t voids = 0;  // seats without a card of the suit, a bit each
  Choices<std::uint8_t> choices;
  // Points of each seat's unbeatable cards, and their number.
  std::array<std::uint8_t, kNumPlayers> top_points{};
  std::array<std::uint8_t, kNumPlayers> top_count{};
};
static_assert(sizeof(SuitFacts) == 64);

struct TrumpFacts {
  std::uint32_t key = 0;  // below 2^19; in grand below 2^7
  std::array<Cash, kNumPlayers> cash{};
  std::array<std::uint8_t, kNumPlayers> ruffs{};  // bits of opponents with trumps after cashing
  // Trumps that a seat keeps after the leader has cashed. A player who holds nothing else must ruff
  // the partner's trick.
  std::array<std::array<std::uint8_t, kNumPlayers>, kNumPlayers> left{};
  std::uint8_t holders = 0;  // seats that hold trumps, a bit each
  std::array<std::uint8_t, kNumPlayers> count{};
  // Points in trumps that a side wins with any play.
  std::uint8_t sure_soloist = 0;
  std::uint8_t sure_defenders = 0;
  // The least number of tricks that trumps win with any play, for the soloist and for the defender
  // who wins more of them. `spent`: the other side's trumps, as ranks, that must all be played to
  // keep the number that low.
  std::array<std::uint8_t, 2> sure_tricks{};
  std::array<std::uint16_t, 2> spent{};
  bool ready = false;
  std::uint8_t scored = 0;                   // seats with scores, a bit each
  std::array<std::int8_t, 11> lead_score{};  // score in move ordering, by rank, for these seats
  Choices<std::uint16_t> choices;
};

// All facts of one deal, indexed by the subset of the suit's cards left.
class DealFacts {
 public:
  // Prepare the subsets of the cards in `frame`; `ordering` must outlive the deal.
  void begin(const Frame& frame, const Ordering& ordering);

  const SuitFacts& suit(int index, Set cards) const {
    return suits_[index][(cards >> (8 * index)) & (kSuitSubsets - 1)];
  }
  const TrumpFacts& trumps(Set cards) {
    const auto subset = static_cast<std::uint32_t>(cards >> kTrumpShift);
    TrumpFacts& facts = trumps_[subset];
    if (!facts.ready) [[unlikely]]
      compute(facts, cards & kTrumps);
    return facts;
  }
  const std::int8_t* trump_scores(Set cards, int leader) {
    TrumpFacts& facts = trumps_[static_cast<std::uint32_t>(cards >> kTrumpShift)];
    if (!(facts.scored >> leader & 1)) [[unlikely]]
      score(facts, cards & kTrumps, leader);
    return facts.lead_score.data();
  }

 private:
  void compute(TrumpFacts& facts, Set trumps) const;
  void score(TrumpFacts& facts, Set trumps, int leader) const;

  std::array<std::array<SuitFacts, kSuitSubsets>, kSideSuits> suits_;
  std::vector<TrumpFacts> trumps_ = std::vector<TrumpFacts>(kTrumpSubsets);
  std::array<Set, kNumPlayers> owned_{};
  const Ordering* ordering_ = nullptr;
};

// Increase of the worth of a suit's cards. [from][to] is the sum of the amounts by which the cards
// of `to` are worth more than those of `from`, compared card by card from the lowest. Both have the
// same number of cards.
using SuitIncrease = std::array<std::array<std::uint8_t, kSuitSubsets>, kSuitSubsets>;
extern const SuitIncrease kSuitIncrease;

// Return the increase of the worth of trumps, defined like `kSuitIncrease`.
int trump_increase(unsigned from, unsigned to);

}  // namespace vorhand::skat::solver
