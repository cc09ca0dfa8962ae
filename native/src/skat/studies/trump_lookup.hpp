// Search of trump games that looks small positions up instead of searching them.
#pragma once

#include <array>
#include <optional>

#include "skat/solver/trump_solver.hpp"
#include "skat/studies/trump_tables.hpp"

namespace vorhand::skat::solver {

class TrumpLookup : public Playing {
 public:
  // The tables of suit games and of grand, or nullptr. Not owned: they must exist as long as the
  // solver searches.
  std::array<const TrumpTables*, 2> tables{};

  std::optional<Known> known(const TrickStart& start) const {
    const bool grand = (start.cards & kTrumps & ~kJackBits) == 0;
    const TrumpTables* const table = tables[grand ? 1 : 0];
    if (!table || start.tricks > table->cards()) return {};
    const auto value =
        table->value(table->place(start.suits, start.trumps, start.cards, start.leader));
    if (!value) return {};
    return Known{*value, true};
  }
};

extern template class TrumpSolver<TrumpLookup>;

}  // namespace vorhand::skat::solver
