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

// The information by which nodes of the tree are distinguished.
//   single:   the public history: one tree as the searching player sees it, in which
//             others choose among all cards they may hold (SO-ISMCTS);
//   multiple: what the player to move sees: the public history and their own cards
//             (MO-ISMCTS; all card play is public, so the players' trees differ in no more).
enum class Observers : std::uint8_t { kSingle, kMultiple };

struct IsMctsOptions {
  std::uint64_t iterations = 1600;
  double exploration = 0.7;  // of rewards scaled to 0 .. 1 (section V-A of the paper)
  Observers observers = Observers::kSingle;
  Objective objective = Objective::kScore;
};

// Statistics of the root's moves, by card.
struct IsMctsResult {
  std::array<std::uint32_t, kNumCards> visits{};
  std::array<std::uint32_t, kNumCards> available{};
  std::array<double, kNumCards> reward{};  // mean, 0 .. 1, of the searching player
  std::size_t nodes = 0;
  // The card visited most, the lowest of equals.
  Card best(CardSet legal) const;
};

// A function that plays the rest of a deal, given the world as it lies at the root, the cards
// played from there to a new node, and the card play at that node, which is not over.
using PlayOut =
    std::function<Outcome(const World& world, std::span<const Card> path, CardPlay& here)>;

// Draws the world of an iteration.
using Draw = std::function<World(Random&)>;

// Any world that agrees with what the player to move knows, all alike.
Draw any_world(const CardPlay& play);
// One of these, each as often as its share of the weights says. Throws std::invalid_argument if
// these are no weights.
Draw one_of(std::vector<World> worlds, std::span<const double> weights);

// Searches for the player to move. Each iteration draws a world, walks down the tree by
// UCB1 on availability counts, adds a node and plays out from there. `keep_going` is called now and
// then; once it returns false the statistics so far are returned.
IsMctsResult ismcts(const CardPlay& play, const IsMctsOptions& options, const Draw& draw,
                    const PlayOut& playout, Random& random,
                    const std::function<bool()>& keep_going);

// A player plays the rest in all seats.
PlayOut rest_by(const CardPlayer& player, Random& random);

// Draws any world, or with a sampler those that it gives, one an iteration.
CardPlayer ismcts_player(IsMctsOptions options, CardPlayer playout, Sampler sampler = {});

}  // namespace vorhand::skat
