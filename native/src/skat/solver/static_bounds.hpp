// The static bounds all together. The search asks them one by one and stops early, so this is apart
// from it, and the compiler can make both of what is best for each.
#pragma once

#include <array>

#include "skat/solver/bounds.hpp"
#include "skat/solver/table.hpp"

namespace vorhand::skat::solver {

// What is known of the soloist's points at the start of a trick without any search.
Table::Bounds static_bounds(const TrumpFacts& trumps, const SuitViews& suits,
                            const std::array<Set, kNumPlayers>& hands, int leader, int tricks,
                            int rest);

}  // namespace vorhand::skat::solver
