// Open-hand play of a world: what each card leads to when everyone sees all cards and plays
// perfectly.
#pragma once

#include <array>
#include <span>

#include "skat/monte_carlo/card_play.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

// The precision of open-hand values. exact: points, schwarz where it can be forced, and in null the
// trick that is lost; levels: only which of 31, 61 and 90 points the soloist reaches, as that
// number or 0; with schwarz announced, only whether they take all tricks. Levels are several times
// cheaper; null as before.
enum class Values : std::uint8_t { kExact, kLevels };

class OpenHand {
 public:
  explicit OpenHand(Values values);

  // Return the outcome of each of some moves; kIllegal for the others.
  Outcomes operator()(const CardPlay& play, CardSet moves);

  // Trump games by levels. Takes up a world; levels that do not change its worth are skipped from
  // then on.
  void take_up(const CardPlay& play, Objective objective);
  // The level that a legal card leads to.
  Outcome after(Card card);
  // The level that the best card leads to, where a card is known to lead to `known`.
  Outcome best(Outcome known);
  // The levels that some legal cards lead to.
  Outcomes after_each(CardSet cards);

 private:
  void begin(const PlayTable& table);
  Outcomes exact(const PlayTable& table, CardSet moves);
  Outcomes null_outcomes(const CardPlay& play, CardSet moves);
  // Sets the outcome of some cards, known to lead to `low` at least, to the highest of the
  // levels above it that they reach.
  void find_levels(CardSet cards, Outcome low, std::span<const Outcome> above, Outcomes& outcomes);

  // Tell whether no play changes that a level is reached, or that it is not.
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
  std::array<Outcome, 3> levels_{};  // those that matter, ascending
  std::size_t size_ = 0;
  int points_ = 0, most_ = 0;  // the soloist's so far, with the skat, and if they get all the rest
  bool again_ = false;         // the position is the one asked last
  solver::Workspace workspace_;
  solver::Position position_;
};

// The card of best mean worth over some worlds, by levels: `preferred` if none is better, else
// the lowest of the best. Cards that can no longer beat it are not looked at further.
Card best_by_levels(std::span<const CardPlay> worlds, Objective objective, Card preferred,
                    OpenHand& solver);

}  // namespace vorhand::skat
