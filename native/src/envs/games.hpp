// The batches of each game.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "belote/deal.hpp"
#include "envs/batch.hpp"
#include "schnapsen/players/players.hpp"
#include "schnapsen/rules.hpp"
#include "skat/deal.hpp"
#include "skat/kermit/prospects.hpp"
#include "skat/monte_carlo/players.hpp"
#include "skat/scoring.hpp"
#include "tricks/deals/deal.hpp"

namespace vorhand::envs {

// An agent that plays whole deals of Skat, by default the rule player.
struct SkatAgent {
  std::shared_ptr<const skat::Kermit> bidder;  // null: the rule player bids
  skat::PlayerMaker cards;                     // null: the rule player plays the cards
};

struct SkatTable {
  skat::Deal first{};  // start of each deal; chance deals the cards that it does not give
  skat::Scoring scoring = skat::Scoring::kSeegerFabian;
  std::array<std::optional<SkatAgent>, skat::kNumPlayers>
      agents{};                       // agents by seat; nullopt: the caller's
  std::optional<SkatAgent> bidder{};  // bids and declares in all seats; deals passed in are redealt
};

// Throw std::invalid_argument for agents that cannot play from this start, if a deal could end
// before the caller acts, or if `bidder` passes in 1,000 deals in succession.
std::unique_ptr<Batch> skat_batch(const SkatTable& table, const Settings& settings);

struct SchnapsenTable {
  schnapsen::Rules rules;
  bool match = false;  // deals are played until a player has the points of the match
  int match_points = 7;
  std::array<int, 2> score{};  // at the start
  bool capped = false;         // a single deal pays no more than its winner still needs
  int leader = 0;              // leader of the first deal
  std::array<schnapsen::PlayerMaker, 2> agents{};  // null: the caller plays
};

// Throw std::invalid_argument for agents at both seats.
std::unique_ptr<Batch> schnapsen_batch(const SchnapsenTable& table, const Settings& settings);

std::unique_ptr<Batch> belote_batch(const belote::Rules& rules, const Settings& settings);

std::unique_ptr<Batch> tricks_batch(std::shared_ptr<const tricks::DealRules> rules,
                                    const Settings& settings);

}  // namespace vorhand::envs
