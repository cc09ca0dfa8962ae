// Python's handle of a compiled agent of Schnapsen.
#pragma once

#include <memory>
#include <mutex>

#include "schnapsen/players/players.hpp"

namespace vorhand::bindings {

// A factory of players, and one player that is created at first use.
struct SchnapsenPlayer {
  struct Own {
    std::mutex mutex;
    schnapsen::Player player;
  };
  schnapsen::Rules rules;
  schnapsen::PlayerMaker make;
  std::shared_ptr<Own> own = std::make_shared<Own>();
};

}  // namespace vorhand::bindings
