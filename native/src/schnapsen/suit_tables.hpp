// Facts about one suit, from two patterns of at most five cards.
//
// The solver packs a set of cards into 20 bits, five per suit, trumps uppermost. Adjacent cards win
// or lose alike: once the winner of the trick is settled, only the most valuable (own trick) or the
// least valuable (lost trick) matters. King and queen of a marriage that may still be announced are
// worth more than their points, so they are distinguished from their neighbours.
#pragma once

#include <array>
#include <cstdint>

#include "schnapsen/rules.hpp"
#include "suit_order.hpp"

namespace vorhand::schnapsen {

using Pattern = std::uint32_t;  // a set of cards of one suit, a bit for each of the five

struct SuitTables {
  // `pair_low` is the queen, as a pattern, if marriages may be announced; else 0.
  SuitTables(const Deck& deck, Pattern pair_low);

  // Highest and lowest cards of each run of `mine` that is not broken by `theirs`; [marriage kept
  // apart][mine][theirs].
  std::uint8_t high[2][32][32];
  std::uint8_t low[2][32][32];
  // Runs under strict play, where only pairs in the hand are kept apart; [mine][theirs].
  std::uint8_t winning[32][32], losing[32][32];
  // Cards to lead: the highest of winning runs, the lowest of losing ones; [the other
  // ruffs][mine][theirs].
  std::uint8_t lead[2][32][32];
  std::uint8_t higher[32][32];  // [theirs][mine]: mine above all of theirs
  std::uint8_t points[32];
  // Points that the leader certainly wins by playing the suit from the top: [opponent is out of
  // trumps][leader's cards][opponent's cards].
  std::uint8_t cash[2][32][32];
  // Points of the trumps that are above all of the other player's; they are won whoever leads.
  std::uint8_t top_points[32][32];
};

inline SuitTables::SuitTables(const Deck& deck, Pattern pair_low) {
  const int low_rank = deck.marriage_low;
  for (Pattern mine = 0; mine < 32; ++mine) {
    points[mine] = static_cast<std::uint8_t>(deck.points(mine));
    for (Pattern theirs = 0; theirs < 32; ++theirs) {
      for (int apart = 0; apart < 2; ++apart) {
        Pattern highs = 0, lows = 0;
        int run_top = -1;
        for (int rank = 4; rank >= -1; --rank) {
          const bool held = rank >= 0 && (mine >> rank & 1);
          const bool theirs_between = rank >= 0 && (theirs >> rank & 1);
          const bool cut = apart && low_rank >= 0 && (rank == low_rank + 1 || rank == low_rank - 1);
          if (run_top >= 0 && (theirs_between || cut || rank < 0)) {
            // End the run above this rank.
            const Pattern run =
                mine & ((Pattern{2} << run_top) - 1) & ~((Pattern{1} << (rank + 1)) - 1);
            highs |= Pattern{1} << run_top;
            lows |= run & (~run + 1);
            run_top = -1;
          }
          if (held && run_top < 0) run_top = rank;
        }
        high[apart][mine][theirs] = static_cast<std::uint8_t>(highs);
        low[apart][mine][theirs] = static_cast<std::uint8_t>(lows);
      }
      const Pattern top = above_all(mine, theirs);
      higher[theirs][mine] = static_cast<std::uint8_t>(top);
      const int apart = (mine & (mine >> 1) & pair_low) != 0;
      const Pattern highs = high[apart][mine][theirs], lows = low[apart][mine][theirs];
      winning[mine][theirs] = static_cast<std::uint8_t>(highs);
      losing[mine][theirs] = static_cast<std::uint8_t>(lows);
      // Runs never join winners and losers: a card of the opponent lies between.
      lead[0][mine][theirs] = static_cast<std::uint8_t>((highs & top) | (lows & ~top));
      lead[1][mine][theirs] = static_cast<std::uint8_t>(lows);
      top_points[mine][theirs] = static_cast<std::uint8_t>(deck.points(top));
      for (int free = 0; free < 2; ++free) {
        int sum = 0;
        Pattern left = top, follow = theirs, all = mine;
        while (left && follow) {
          const int best = std::bit_width(left) - 1;
          sum += deck.values[best] + deck.values[std::countr_zero(follow)];
          left &= ~(Pattern{1} << best);
          all &= ~(Pattern{1} << best);
          follow &= follow - 1;
        }
        if (free && !follow) sum += deck.points(all);
        cash[free][mine][theirs] = static_cast<std::uint8_t>(sum);
      }
    }
  }
}

}  // namespace vorhand::schnapsen
