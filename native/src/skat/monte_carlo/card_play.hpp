// Card play in one world: the table, and the payment for its outcome.
#pragma once

#include <array>
#include <cstdint>

#include "skat/rule_player/playout.hpp"
#include "skat/scoring.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

// The end of a deal as one number. Trump games: the soloist's card points with the skat, 0 .. 120,
// or a constant if the soloist took all tricks or none. Null: 0 if the game was made, else the
// number of the trick, 1 .. 10, that the soloist took.
using Outcome = std::int16_t;
inline constexpr Outcome kTookAll = kTotalPoints + 1;
inline constexpr Outcome kTookNone = kTotalPoints + 2;
inline constexpr Outcome kIllegal = -1;

// Outcomes by card; kIllegal for cards that may not be played.
using Outcomes = std::array<Outcome, kNumCards>;

// The worth of an outcome.
//   score:  the soloist's Seeger-Fabian score less the mean of the defenders', ties broken by card
//   points (null: by the trick in which it is lost)
//   win:    1 if the soloist wins the game as declared, else 0
//   points: the soloist's card points (null: as score)
enum class Objective : std::uint8_t { kScore, kWin, kPoints };

// Small enough that sums over fewer than 100,000 worlds weigh less than one point of score, and a
// power of two, so that sums are exact.
inline constexpr double kTieBreaker = 1.0 / (1 << 24);

// The cards played since forehand's first lead, and the highest value that each seat named or held
// (0 if none). It is incomplete if the play began with a position.
struct PlayHistory {
  bool whole = false;
  std::uint8_t size = 0;
  std::array<std::uint8_t, kNumPlayers * kNumTricks> cards{};
  std::array<std::uint16_t, kNumPlayers> bids{};

  void add(Card card) {
    if (whole && size < cards.size()) cards[size++] = static_cast<std::uint8_t>(card);
  }
};

struct CardPlay {
  PlayTable table;
  Declaration declaration;
  int bid = 0;
  int given_matadors = 0;      // matadors of a position in which they cannot be counted
  int multiplier = 1;          // 2 after Kontra, 4 after Re; doubled in a Bock round
  CardSet soloist_played = 0;  // the soloist's cards played so far
  PlayHistory history;

  int player() const { return table.player(); }
  bool is_over() const { return table.is_over(); }
  int tricks_played() const { return table.soloist_tricks + table.defender_tricks; }
  CardSet legal() const {
    return legal_cards(table.contract, table.hands[table.player()],
                       table.trick_size ? table.trick[0] : -1);
  }
  void play(Card card) {
    if (table.player() == table.soloist) soloist_played |= bit(card);
    table.play(card);
    history.add(card);
  }

  // Return the same play with the cards as in the world.
  CardPlay in_world(const World& world) const;
  Knowledge knowledge() const;
  // Tell whether the worth is settled: the play is over, or the objective is to win and the winner
  // is known. The latter is only found at the start of a trick in trump games.
  bool is_decided(Objective objective) const;
  Outcome outcome() const;
  // Return the worth of an outcome to the soloist; no card may be hidden.
  double worth(Outcome outcome, Objective objective) const;
  // Return the worth of an outcome to the soloist without tie-breakers.
  double pay(Outcome outcome, Objective objective) const;
};

}  // namespace vorhand::skat
