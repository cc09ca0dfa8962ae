// Information set Monte Carlo tree search (Cowling, Powley and Whitehouse, IEEE T-CIAIG
// 4(2), 2012, sections IV-C to IV-E).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

// The information that distinguishes nodes of the tree.
//   single:   the public history: one tree of the searching player, in which others choose among
//   all cards they may hold (SO-ISMCTS)
//   multiple: the view of the player to move: the public history and their own cards (MO-ISMCTS;
//   all card play is public, so the players' trees differ only in this)
enum class Observers : std::uint8_t { kSingle, kMultiple };

struct IsMctsOptions {
  std::uint64_t iterations = 1600;
  double exploration = 0.7;  // weight, for rewards scaled to 0 .. 1 (section V-A of the paper)
  Observers observers = Observers::kSingle;
  Objective objective = Objective::kScore;
};

struct IsMctsResult {
  std::array<std::uint32_t, kNumCards> visits{};
  std::array<std::uint32_t, kNumCards> available{};
  std::array<double, kNumCards> reward{};  // mean, 0 .. 1, for the searching player
  std::size_t nodes = 0;
  // Return the card visited most; among equals the lowest.
  Card best(CardSet legal) const;
};

// A function that plays the rest of a deal. It gets the world at the root, the cards played from
// there to a new node, and the card play at that node, which is not over.
using PlayOut =
    std::function<Outcome(const World& world, std::span<const Card> path, CardPlay& here)>;

// A sampler of the world for one iteration.
using Draw = std::function<World(Random&)>;

// Draw uniformly from the worlds consistent with the knowledge of the player to move.
Draw any_world(const CardPlay& play);
// Draw one of these worlds by weight. Throw std::invalid_argument for invalid weights.
Draw one_of(std::vector<World> worlds, std::span<const double> weights);

// Search for the player to move. Each iteration draws a world, descends by UCB1 on availability
// counts, adds a node and plays out. `keep_going` is polled; once it returns false the search
// returns its statistics so far.
IsMctsResult ismcts(const CardPlay& play, const IsMctsOptions& options, const Draw& draw,
                    const PlayOut& playout, Random& random,
                    const std::function<bool()>& keep_going);

PlayOut rest_by(const CardPlayer& player, Random& random);

// Return a player that draws one world per iteration, uniformly or from a sampler.
CardPlayer ismcts_player(IsMctsOptions options, CardPlayer playout, Sampler sampler = {});

}  // namespace vorhand::skat
