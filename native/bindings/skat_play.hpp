// World arrays and option names shared by the bindings of Monte Carlo players and searches.
#pragma once

#include "arrays.hpp"
#include "asking.hpp"
#include "bindings.hpp"
#include "skat/monte_carlo/open_hand.hpp"

namespace vorhand::bindings {

using namespace vorhand::skat;

using WorldArray =
    nb::ndarray<const std::uint32_t, nb::shape<-1, kNumPlaces>, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<nb::numpy, T, nb::shape<-1, kNumCards>, nb::c_contig>;
template <class T>
using Row = nb::ndarray<nb::numpy, T, nb::shape<kNumCards>, nb::c_contig>;

inline Objective parse_objective(const std::string& name) {
  if (name == "score") return Objective::kScore;
  if (name == "win") return Objective::kWin;
  if (name == "points") return Objective::kPoints;
  throw std::invalid_argument("objective '" + name + "': expected score, win or points");
}

inline Values parse_values(const std::string& name) {
  if (name == "exact") return Values::kExact;
  if (name == "levels") return Values::kLevels;
  throw std::invalid_argument("values '" + name + "': expected exact or levels");
}

inline int at_least_one(int number, const char* name) {
  if (number < 1) {
    throw std::invalid_argument(std::string(name) + " " + std::to_string(number) +
                                ": expected at least 1");
  }
  return number;
}

// Return the rows as worlds. Throw std::invalid_argument for the first that does not fit the play.
// With `impossible`, players may hold cards that their plays rule out.
inline std::vector<World> to_worlds(const CardPlay& play, const WorldArray& rows,
                                    bool impossible = false) {
  const auto seat = static_cast<std::size_t>(play.player());
  std::vector<World> worlds(rows.shape(0));
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    CardSet seen = play.table.played;
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      worlds[i][place] = rows(i, place);
      if (worlds[i][place] & seen) {
        throw std::invalid_argument("world " + std::to_string(i) +
                                    ": a card is in two places, or played");
      }
      seen |= worlds[i][place];
    }
    bool sizes = worlds[i][seat] == play.table.hands[seat];
    for (std::size_t other = 0; other < kNumPlayers; ++other) {
      if (!impossible && other != seat && (worlds[i][other] & play.table.missing[other])) {
        throw std::invalid_argument("world " + std::to_string(i) +
                                    ": a card that its holder has shown not to hold");
      }
    }
    for (int k = 0; k < kNumPlayers; ++k) {
      const int other = (play.table.leader + k) % kNumPlayers;
      const int more = k < play.table.trick_size ? -1 : 0;
      sizes &=
          count(worlds[i][static_cast<std::size_t>(other)]) == count(play.table.hands[seat]) + more;
    }
    if (!sizes || seen != kAllCards) {
      throw std::invalid_argument("world " + std::to_string(i) +
                                  ": hands do not fit the player's hand and the table");
    }
  }
  return worlds;
}

}  // namespace vorhand::bindings
