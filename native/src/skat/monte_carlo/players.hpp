// Card players as plain callables, and the evaluators they are made from: what each move
// leads to in one world.
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

// Chooses a card for the player to move. It is handed the whole table and must look only
// at what that player knows: SeatView, or worlds drawn from CardPlay::knowledge().
using CardPlayer = std::function<Card(const CardPlay&, Random&)>;

// A function that returns the outcome of each of some legal moves of the player to move in the
// world as it lies; other entries mean nothing.
using Evaluator = std::function<Outcomes(const CardPlay&, CardSet moves, Random&)>;

// A player or an evaluator owns its memory and serves one thread.
using PlayerMaker = std::function<CardPlayer()>;
using EvaluatorMaker = std::function<Evaluator()>;

CardPlayer rule_player();
CardPlayer random_player();
// One player as soloist, another as defender.
CardPlayer by_role(CardPlayer alone, CardPlayer defence);

// All cards open, perfect play by everyone.
Evaluator open_hand(Values values);
// Each move played out by `player` in all seats (imperfect information Monte Carlo,
// Furtak and Buro, CIG 2013), until nothing is left that changes its worth by `objective`.
Evaluator played_out(CardPlayer player, Objective objective);

// Worlds that agree with what the player to move knows.
using Sampler = std::function<std::vector<World>(const CardPlay&, int worlds, Random&)>;

// Different ones, all equally likely; all if there are fewer.
Sampler uniform_worlds();
// Drawn one by one, as likely as the cards' shares say; uniform where the history is not whole.
Sampler located_worlds(std::shared_ptr<const CardLocations> locations);

// Best mean worth over `worlds` worlds; of equal moves the lowest card. With `played_out` it is
// IIMC.
CardPlayer monte_carlo(int worlds, Objective objective, Evaluator evaluator, Sampler sampler);

// The same with open hands (PIMC). Cards equal in levels are left to the rule player.
CardPlayer pimc_player(int worlds, Objective objective, Values values, Sampler sampler);

// PIMC that leaves to playouts what open hands do not settle: of the cards that trail the best one
// by at most `doubt` standard errors of the difference, the one that does best in the same worlds
// played out.
struct Doubt {
  double errors;
  Evaluator played_out;
};
CardPlayer doubting_player(int worlds, Objective objective, Evaluator open_hand, Doubt doubt,
                           Sampler sampler);

// A mean of open hands and of playouts in more worlds, since these cost less; `share` is that of
// the playouts.
struct Blend {
  double share;
  int worlds;
  Evaluator played_out;
};
CardPlayer blended_player(int worlds, Objective objective, Evaluator open_hand, Blend blend,
                          Sampler sampler);

// Evaluates the moves in worlds number first, first + 1, ... on some threads. A row depends
// on seed, number and world alone. `keep_going` is called now and then from the calling
// thread; false ends the call early, and then false is returned.
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
