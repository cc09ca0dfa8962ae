// Card players as plain callables, and the evaluators they are made from: what each move
// leads to in one world.
#pragma once

#include <functional>
#include <span>

#include "random.hpp"
#include "skat/monte_carlo/card_play.hpp"

namespace vorhand::skat {

// Chooses a card for the player to move. It is handed the whole table and must look only
// at what that player knows: SeatView, or worlds drawn from CardPlay::knowledge().
using CardPlayer = std::function<Card(const CardPlay&, Random&)>;

// What every legal move of the player to move leads to in the world as it lies.
using Evaluator = std::function<Outcomes(const CardPlay&, Random&)>;

// A player or an evaluator owns its memory and serves one thread.
using PlayerMaker = std::function<CardPlayer()>;
using EvaluatorMaker = std::function<Evaluator()>;

CardPlayer rule_player();
CardPlayer random_player();

// How closely open-hand play is looked at.
//   exact:  points, schwarz where it can be forced, and in null the trick that is lost;
//   levels: only which of 31, 61 and 90 points the soloist reaches (what is announced first;
//           the next level only where it is the same for all cards), as the least number of
//           points at that level. Several times cheaper; null as before.
enum class Values : std::uint8_t { kExact, kLevels };

// All cards open, perfect play by everyone.
Evaluator open_hand(Values values);
// Each move played out by `player` in all seats (imperfect information Monte Carlo,
// Furtak and Buro, CIG 2013).
Evaluator played_out(CardPlayer player);

// Best mean worth over `worlds` different worlds, or all if there are fewer: with
// `open_hand` PIMC, with `played_out` IIMC. Of equal moves the rule player's or the lowest.
enum class Ties : std::uint8_t { kLowest, kRule };
CardPlayer monte_carlo(int worlds, Objective objective, Evaluator evaluator, Ties ties);

// Evaluates many worlds on some threads. Row i depends on seed and i alone. `keep_going`
// is called now and then from the calling thread; false ends the call early, and then
// false is returned.
bool evaluate(const CardPlay& play, std::span<const World> worlds, const EvaluatorMaker& maker,
              std::uint64_t seed, int threads, std::span<Outcomes> outcomes,
              const std::function<bool()>& keep_going);

}  // namespace vorhand::skat
