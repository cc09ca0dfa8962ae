// Comparison of discards and declarations by playouts in common worlds, like IIMC for cards (Furtak
// and Buro, CIG 2013). The better half of the candidates continues in another round with twice as
// many worlds, and so on.
#pragma once

#include <utility>
#include <vector>

#include "skat/kermit/prospects.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

class Tryout {
 public:
  inline static constexpr int kRounds = 3;
  inline static constexpr int kWorlds = 64;    // worlds in the first round
  inline static constexpr double kPrior = 60;  // weight of the bidder's estimate, in worlds

  // `size` candidates compete; the created player plays in all seats.
  Tryout(int size, PlayerMaker player) : size_(size), player_(std::move(player)) {}

  int size() const { return size_; }

  // Return the best candidate of every declaration, ordered by the last round that it reached, then
  // by falling expected score. Null games count as candidates of the last round and keep their
  // estimate, because policies defend null badly. Entries of `ways` beyond the size take part only
  // in the first round. The two defenders' cards are dealt at random, regardless of bids; the deals
  // depend only on the twelve cards and the seat.
  std::vector<Prospect> operator()(const std::vector<Prospect>& ways, CardSet twelve, int bid,
                                   const Setting& setting) const;

 private:
  int size_;
  PlayerMaker player_;
};

}  // namespace vorhand::skat
