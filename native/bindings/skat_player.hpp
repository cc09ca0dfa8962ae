// A compiled card player of Skat as Python holds it.
#pragma once

#include "skat/monte_carlo/players.hpp"

namespace vorhand::bindings {

// A recipe: every thread and every game makes its own.
struct Player {
  skat::PlayerMaker make;
};

}  // namespace vorhand::bindings
