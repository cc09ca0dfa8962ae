// Python's handle of a compiled bidder.
#pragma once

#include <memory>

#include "skat/kermit/prospects.hpp"

namespace vorhand::bindings {

// A bidder with the network that it uses.
struct Bidder {
  std::shared_ptr<const skat::GameWorth> worth;
  skat::Kermit kermit;
};

}  // namespace vorhand::bindings
