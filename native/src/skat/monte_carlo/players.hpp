// Card players as plain callables, and their evaluators: the outcome of each move in one world.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "random.hpp"
#include "skat/card_location/locations.hpp"
#include "skat/monte_carlo/card_play.hpp"
#include "skat/monte_carlo/open_hand.hpp"

namespace vorhand::skat {

// Choose a card for the player to move. It gets the whole table and must use only what that player
// knows: SeatView, or worlds drawn from CardPlay::knowledge().
using CardPlayer = std::function<Card(const CardPlay&, Random&)>;

// Return the outcomes of some legal moves of the player to move in the world; other entries are
// undefined.
using Evaluator = std::function<Outcomes(const CardPlay&, CardSet moves, Random&)>;

// Factories: a player or an evaluator owns its memory, so each thread creates its own.
using PlayerMaker = std::function<CardPlayer()>;
using EvaluatorMaker = std::function<Evaluator()>;

CardPlayer rule_player();
CardPlayer random_player();
CardPlayer by_role(CardPlayer alone, CardPlayer defence);

// Evaluate by perfect play with open cards.
Evaluator open_hand(Values values);
// Evaluate by playouts of `player` in all seats (imperfect information Monte Carlo, Furtak and
// Buro, CIG 2013), until the worth by `objective` is settled.
Evaluator played_out(CardPlayer player, Objective objective);

// Draw worlds consistent with the knowledge of the player to move.
using Sampler = std::function<std::vector<World>(const CardPlay&, int worlds, Random&)>;

// Draw distinct worlds uniformly; return all if there are fewer.
Sampler uniform_worlds();
// Draw by the networks' probabilities, but a share `caution` of the worlds uniformly; all of them
// uniformly if the history is incomplete.
Sampler located_worlds(std::shared_ptr<const CardLocations> locations);

// Play the move of best mean worth over `worlds` worlds; among equals the lowest. With `played_out`
// this is IIMC.
CardPlayer monte_carlo(int worlds, Objective objective, Evaluator evaluator, Sampler sampler);

// Play by open hands (PIMC). Among the best cards it plays the rule player's choice if values are
// levels and the choice is one of them, otherwise the lowest.
CardPlayer pimc_player(int worlds, Objective objective, Values values, Sampler sampler);

// PIMC with playouts as tie-breaker: of the cards that trail the best one by at most `errors`
// standard errors of the difference, play the one that does best in playouts of the same worlds.
struct Doubt {
  double errors;
  Evaluator played_out;
};
CardPlayer doubting_player(int worlds, Objective objective, Evaluator open_hand, Doubt doubt,
                           Sampler sampler);

// A weighted mean of open-hand values and of playouts. Playouts are cheaper, so they may use more
// worlds; `share` is their weight.
struct Blend {
  double share;
  int worlds;
  Evaluator played_out;
};
CardPlayer blended_player(int worlds, Objective objective, Evaluator open_hand, Blend blend,
                          Sampler sampler);

// Evaluate the moves in the worlds first, first + 1, ... on several threads. Each row of `outcomes`
// depends only on the seed and on its world and number. `keep_going` is polled from the calling
// thread; once it returns false the call ends early and returns false.
struct Batch {
  std::span<const World> worlds;
  std::uint64_t first = 0;
  CardSet moves = kAllCards;
  std::uint64_t seed = 0;
  int threads = 1;
};
bool evaluate(const CardPlay& play, const Batch& batch, const EvaluatorMaker& maker,
              std::span<Outcomes> outcomes, const std::function<bool()>& keep_going);

}  // namespace vorhand::skat
