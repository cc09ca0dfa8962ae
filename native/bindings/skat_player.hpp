// A compiled card player of Skat, and a policy, as Python holds them.
#pragma once

#include <memory>

#include "skat/monte_carlo/players.hpp"
#include "skat/policy/policy.hpp"

namespace vorhand::bindings {

// A recipe: every thread and every game makes its own.
struct Player {
  skat::PlayerMaker make;
};

struct SharedPolicy {
  std::shared_ptr<const skat::Policy> policy;
};

}  // namespace vorhand::bindings
