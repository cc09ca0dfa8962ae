// The batches of each game.
#pragma once

#include <array>
#include <memory>

#include "belote/deal.hpp"
#include "envs/batch.hpp"
#include "schnapsen/rules.hpp"
#include "skat/deal.hpp"
#include "skat/scoring.hpp"

namespace vorhand::envs {

// Deals that begin as `first` does; chance deals the cards that it does not give. The rule player
// plays the seats of a set, and the caller the others. Throw std::invalid_argument if a deal could
// end before the caller acts, or if they begin in the middle of a trick beside the rule player.
std::unique_ptr<Batch> skat_batch(const skat::Deal& first, skat::Scoring scoring,
                                  std::uint32_t rule_seats, const Settings& settings);

struct SchnapsenTable {
  schnapsen::Rules rules;
  bool match = false;  // deals are played until a player has the points of the match
  int match_points = 7;
  std::array<int, 2> score{};  // at the start
  bool capped = false;         // a single deal pays no more than its winner still needs
  int leader = 0;              // of the first deal
};

std::unique_ptr<Batch> schnapsen_batch(const SchnapsenTable& table, const Settings& settings);

std::unique_ptr<Batch> belote_batch(const belote::Rules& rules, const Settings& settings);

}  // namespace vorhand::envs
