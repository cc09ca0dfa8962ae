// Open-hand values: the outcome of each card when everyone sees all cards and plays perfectly.
#pragma once

#include <array>
#include <span>

#include "skat/monte_carlo/card_play.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

// The precision of open-hand values.
//   exact:  points, schwarz if it can be forced, and in null the trick that the soloist takes
//   levels: the highest of 31, 61 and 90 points that the soloist reaches, or 0; with schwarz
//   announced, whether they take all tricks. Several times cheaper. Null is valued as with exact.
enum class Values : std::uint8_t { kExact, kLevels };

class OpenHand {
 public:
  explicit OpenHand(Values values);

  // Return the outcome of each card of `moves`; kIllegal for the others.
  Outcomes operator()(const CardPlay& play, CardSet moves);

  // Begin a world of a trump game, to be valued by levels. Levels that do not change its worth are
  // skipped.
  void begin_world(const CardPlay& play, Objective objective);
  Outcome after(Card card);
  // Return the level after the best card, given the level `known` after some card. For the soloist
  // the result is at least `known`, for a defender at most.
  Outcome best(Outcome known);
  Outcomes after_each(CardSet cards);

 private:
  void begin(const PlayTable& table);
  Outcomes exact(const PlayTable& table, CardSet moves);
  Outcomes null_outcomes(const CardPlay& play, CardSet moves);
  // Set the outcome of cards that reach at least `low` to the highest level of `above` that they
  // reach, or to `low` if there is none.
  void find_levels(CardSet cards, Outcome low, std::span<const Outcome> above, Outcomes& outcomes);

  // Tell whether it is already certain that the level is reached, or that it is missed.
  bool is_settled(Outcome level) const {
    return level != kTookAll && (level <= points_ || level > most_);
  }
  CardSet reaching(CardSet cards, Outcome level);
  bool best_reaches(Outcome level);
  Outcomes ask(solver::Question question, CardSet moves, int low = 0);
  void answer(solver::Question question, CardSet moves, int low, std::span<Outcome> values);
  void mark(solver::Question question, CardSet moves, Outcome as, Outcomes& outcomes);
  std::span<const Outcome> levels() const { return std::span(levels_).first(size_); }

  Values values_;
  std::array<Outcome, 3> levels_{};  // levels that change the worth, ascending
  std::size_t size_ = 0;
  // The soloist's points now, and if they win all the rest; both with the skat.
  int points_ = 0, most_ = 0;
  bool again_ = false;  // the position is the one of the previous call
  solver::Workspace workspace_;
  solver::Position position_;
};

// Return the card of best mean worth over the worlds, valued by levels: `preferred` if none is
// better, else the lowest of the best. Cards that can no longer be the best are abandoned.
Card best_by_levels(std::span<const CardPlay> worlds, Objective objective, Card preferred,
                    OpenHand& solver);

}  // namespace vorhand::skat
