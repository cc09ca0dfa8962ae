// Python's handles of a compiled card player and of a policy.
#pragma once

#include "skat/monte_carlo/players.hpp"
#include "skat/policy/policy.hpp"

namespace vorhand::bindings {

// A factory: each thread that plays creates its own player.
struct Player {
  skat::PlayerMaker make;
};

struct SharedPolicy {
  std::shared_ptr<const skat::Policy> policy;
};

}  // namespace vorhand::bindings
