// Compiled agents in seats of many deals of Skat, on any number of threads.
#pragma once

#include <array>
#include <optional>

#include "envs/games.hpp"
#include "envs/idle_pool.hpp"

namespace vorhand::envs {

class SkatAgents {
 public:
  // The state of one deal's agents between their turns.
  struct Memory {
    Random random{0};
    std::uint64_t games = 0;  // games begun, including those that SkatTable::bidder passed in
    skat::CardPlay play;
    int seen = 0;  // actions of the deal that are part of `play`; 0: none
  };

  // Throw std::invalid_argument for agents that cannot play from the start, or if a deal could end
  // before the caller acts.
  explicit SkatAgents(const SkatTable& table);

  // Begin a deal whose cards are dealt, and play until the caller acts; return false if
  // SkatTable::bidder passed it in. The agents are seeded from `random` without drawing from it, so
  // that all deals have the same cards as without agents; and from the number of the game, since a
  // start may fix all cards.
  bool begin(skat::Deal& deal, Memory& memory, Random random);
  // Play until the caller acts, or the deal is over.
  void play(skat::Deal& deal, Memory& memory);

 private:
  // A player for each seat that has one. They serve one thread at a time.
  using Players = std::array<skat::CardPlayer, skat::kNumPlayers>;

  skat::Card card(const skat::Deal& deal, Memory& memory);

  std::array<std::optional<SkatAgent>, skat::kNumPlayers> agents_;
  std::optional<SkatAgent> bidder_;
  IdlePool<Players> players_;
};

}  // namespace vorhand::envs
