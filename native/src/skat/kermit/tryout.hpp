// Discards and declarations compared as IIMC compares cards (Furtak and Buro, CIG 2013): each is
// played out in the same worlds. Half of them go on to a round of twice as many worlds, and so on.
#pragma once

#include <vector>

#include "skat/kermit/prospects.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

class Tryout {
 public:
  inline static constexpr int kRounds = 3;
  inline static constexpr int kWorlds = 64;    // in the first round
  inline static constexpr double kPrior = 60;  // worlds for which the bidder's estimate counts

  // At first the `ways` most promising ones are played out; the player made plays in all seats.
  Tryout(int ways, PlayerMaker player) : ways_(ways), player_(std::move(player)) {}

  // Those of the last round as they came out, and null games as Kermit thinks of them (policies
  // defend these badly), the highest expected score first. The others' cards are dealt at random,
  // whatever they bid: the same for the same twelve cards and seat.
  std::vector<Prospect> operator()(const Kermit& kermit, CardSet twelve, int bid,
                                   const Setting& setting) const;

 private:
  int ways_;
  PlayerMaker player_;
};

}  // namespace vorhand::skat
