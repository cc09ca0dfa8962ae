// Schieberamsch: the cards that seats take up and push on before the first lead, and what a seat
// knows about them. A seat that took up the skat pushed two cards on, and these were no jacks. The
// cards pushed on by the last seat that took up are the skat.
#pragma once

#include <array>
#include <cstdint>

#include "skat/cards.hpp"
#include "skat/rules.hpp"

namespace vorhand::skat {

// The cards that each seat took up and pushed on; none for a seat that pushed the skat on unseen.
struct Pushes {
  std::array<CardSet, kNumPlayers> received{}, pushed{};

  bool operator==(const Pushes&) const = default;
  bool took_up(int seat) const { return received[static_cast<std::size_t>(seat)] != 0; }
  // Return the nearest seat before this one that took up the skat, -1 if there is none.
  int last_before(int seat) const {
    while (--seat >= 0 && !took_up(seat)) {
    }
    return seat;
  }
  int last() const { return last_before(kNumPlayers); }
};

// A seat's knowledge of the places of other cards, which follows from the pushes.
struct PushKnowledge {
  CardSet in_skat = 0;                                // cards that it knows to lie in the skat
  std::array<CardSet, kNumPlayers + 1> impossible{};  // cards that cannot lie in a hand or the skat
};
PushKnowledge push_knowledge(const Pushes& pushes, int seat);

// Return all pushes of a deal with these cards: each seat's hand with the cards it played, and the
// skat. The seats that took up are those of `pushes`, and a `player` other than -1 keeps its own
// cards of `pushes`. choose(cards, required) returns two of `cards`, among them those required,
// where several pairs are possible.
template <typename Choose>
Pushes trace_pushes(const Pushes& pushes, int player, const std::array<CardSet, kNumPlayers>& owned,
                    CardSet skat, Choose choose) {
  const auto at = [](int seat) { return static_cast<std::size_t>(seat); };
  Pushes traced;
  const auto known_pushed = player < 0 ? 0 : pushes.pushed[at(player)];
  for (int seat = pushes.last(); seat >= 0; seat = pushes.last_before(seat)) {
    const CardSet twelve = owned[at(seat)] | skat;
    const int before = pushes.last_before(seat);
    traced.pushed[at(seat)] = skat;
    if (seat == player) {
      skat = pushes.received[at(seat)];
    } else if (before >= 0 && before == player) {
      skat = known_pushed;
    } else {
      const bool earlier = player >= 0 && player < before;
      skat = choose(before < 0 ? twelve : twelve & ~kJacks, earlier ? known_pushed & twelve : 0);
    }
    traced.received[at(seat)] = skat;
  }
  return traced;
}

// The number of ways to trace the pushes, and its upper bound over all worlds of a player.
struct WaysToPush {
  std::uint64_t ways = 1, most = 1;
};
WaysToPush ways_to_push(const Pushes& pushes, int player,
                        const std::array<CardSet, kNumPlayers>& owned, CardSet skat);

// Return the pushes in which the lowest possible cards were pushed on.
Pushes lowest_pushes(const Pushes& pushes, int player,
                     const std::array<CardSet, kNumPlayers>& owned, CardSet skat);

}  // namespace vorhand::skat
