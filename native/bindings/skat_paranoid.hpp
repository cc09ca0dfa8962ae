// A soloist's goals by name, and searches that can be interrupted.
#pragma once

#include "asking.hpp"
#include "bindings.hpp"
#include "keep_going.hpp"
#include "skat/paranoid/paranoid_search.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::bindings {

inline skat::ParanoidGoal goal_of(const std::string& name, skat::Contract contract) {
  const bool null = contract == skat::Contract::kNull;
  if (name == "points" && !null) return skat::ParanoidGoal::kPoints;
  if (name == "every_trick" && !null) return skat::ParanoidGoal::kEveryTrick;
  if (name == "no_trick" && null) return skat::ParanoidGoal::kNoTrick;
  throw std::invalid_argument("goal " + name +
                              ": expected points or every_trick, in null no_trick");
}

// Return the result of `search`, run without the interpreter lock; an interrupt ends it.
template <class Search>
auto interruptibly(Search&& search) {
  Asking asking;
  try {
    const nb::gil_scoped_release released;
    return search(KeepGoing([&] { return asking(); }));
  } catch (const skat::solver::Cancelled&) {
    asking.rethrow();
    throw;
  }
}

}  // namespace vorhand::bindings
