// Plain minimax, one card at a time without pruning: the reference of the solvers, for endings.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "permutation.hpp"
#include "skat/solver/position.hpp"

namespace vorhand::skat::solver {

enum class Goal {
  kPoints,      // soloist's card points still to come, including the current trick
  kTakesAll,    // 1 if the soloist can take every trick left
  kTakesNone,   // 1 if the defenders can take every trick left
  kTimeToLive,  // null: trick (1 = current) that the soloist is forced to win, 0 if none
};

// Memory of values at the start of a trick, keyed by hands and leader, for one contract, soloist
// and goal. Without such a memory minimax is practical for five cards a hand, with it for eight.
using MemoryKey = std::array<std::uint32_t, kNumPlayers + 1>;
struct MemoryHash {
  std::size_t operator()(const MemoryKey& key) const {
    const std::uint64_t low = mix64(key[0] | std::uint64_t{key[1]} << 32);
    return static_cast<std::size_t>(mix64(low ^ (key[2] | std::uint64_t{key[3]} << 32)));
  }
};
using Memory = std::unordered_map<MemoryKey, int, MemoryHash>;

int minimax(const Position& position, Goal goal, Memory* memory = nullptr);

// Return the value after a legal card; a time to live still counts from this trick.
int minimax_after(const Position& position, Card card, Goal goal, Memory* memory = nullptr);

}  // namespace vorhand::skat::solver
