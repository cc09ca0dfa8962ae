// A soloist's goals by name.
#pragma once

#include "bindings.hpp"
#include "skat/paranoid/paranoid_search.hpp"

namespace vorhand::bindings {

inline skat::ParanoidGoal goal_of(const std::string& name, skat::Contract contract) {
  const bool null = contract == skat::Contract::kNull;
  if (name == "points" && !null) return skat::ParanoidGoal::kPoints;
  if (name == "every_trick" && !null) return skat::ParanoidGoal::kEveryTrick;
  if (name == "no_trick" && null) return skat::ParanoidGoal::kNoTrick;
  throw std::invalid_argument("goal " + name +
                              ": expected points or every_trick, in null no_trick");
}

}  // namespace vorhand::bindings
