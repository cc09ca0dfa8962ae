// Card play in one world: the table, and what the deal pays for how it ends.
#pragma once

#include <array>
#include <cstdint>

#include "skat/rule_player/playout.hpp"
#include "skat/scoring.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

// The end of a deal as one number. Trump games: the soloist's card points with the skat, 0 .. 120,
// or that the soloist took all tricks or none. Null: 0 if it is made, else the trick, 1 .. 10, that
// the soloist took.
using Outcome = std::int16_t;
inline constexpr Outcome kTookAll = kTotalPoints + 1;
inline constexpr Outcome kTookNone = kTotalPoints + 2;
inline constexpr Outcome kIllegal = -1;

// Outcomes by card; kIllegal where the card may not be played.
using Outcomes = std::array<Outcome, kNumCards>;

// The worth of an outcome.
//   score:  the soloist's Seeger-Fabian score less the mean of the defenders', with card
//           points (null: the trick in which it is lost) to break ties;
//   win:    1 if the soloist wins the game as declared, else 0;
//   points: the soloist's card points (null: as score).
enum class Objective : std::uint8_t { kScore, kWin, kPoints };

// An amount so small that no sum over fewer than 100,000 worlds outweighs one point of score, and a
// power of two, so that sums of worths are exact.
inline constexpr double kTieBreaker = 1.0 / (1 << 24);

// The cards played since the first lead, forehand's, and the highest value that each seat named
// or held, 0: none. Not whole where the play began with a position.
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
  int given_matadors = 0;      // of a position in which they cannot be counted
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

  // The same play with the cards lying as in the world.
  CardPlay in_world(const World& world) const;
  // Return the knowledge of the player to move.
  Knowledge knowledge() const;
  // Tell whether nothing can change the worth any more: the play is over, or the objective is to
  // win and that is settled.
  bool is_decided(Objective objective) const;
  // The outcome, once the play is decided.
  Outcome outcome() const;
  // Return the worth of an outcome to the soloist; all cards must lie somewhere.
  double worth(Outcome outcome, Objective objective) const;
  // The same without what breaks ties.
  double pay(Outcome outcome, Objective objective) const;
};

}  // namespace vorhand::skat
