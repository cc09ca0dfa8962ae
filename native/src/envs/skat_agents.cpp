#include "envs/skat_agents.hpp"

#include "skat/card_location/self_play.hpp"
#include "skat/kermit/match.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::envs {

namespace {

bool is_bidding(const skat::Deal& deal) {
  return !deal.is_over() && deal.phase() < skat::Phase::kPlay;
}

}  // namespace

SkatAgents::SkatAgents(const SkatTable& table) : agents_(table.agents), bidder_(table.bidder) {
  const skat::Start& start = table.first.start();
  const auto refuse = [](const char* what) { throw std::invalid_argument(what); };
  if (bidder_ && start.declared) refuse("bidder: expected a start before the bidding");
  std::size_t seats = 0;
  for (const auto& agent : agents_) {
    if (!agent) continue;
    ++seats;
    const skat::TableRules& rules = start.table;
    if (rules.claims || rules.kontra || rules.ramsch || rules.spitze) {
      refuse(
          "agents: none answers claims or Kontra or plays Ramsch or Spitze in the core, expected "
          "none");
    }
    if (agent->cards && start.declared) refuse("agents: expected a start before the bidding");
  }
  // Every seat acts at least once, unless the deal starts within a trick.
  if (seats == skat::kNumPlayers || (seats && start.trick_size > 0)) {
    refuse("agents: expected a start after which the caller will act");
  }
}

bool SkatAgents::begin(skat::Deal& deal, Memory& memory, Random random) {
  memory.seen = 0;
  memory.random = Random(~random.next(), memory.games++);
  if (bidder_) {
    while (is_bidding(deal)) skat::bid_on(deal, bidder_->bidder.get());
    if (deal.is_over()) return false;
  }
  play(deal, memory);
  return true;
}

void SkatAgents::play(skat::Deal& deal, Memory& memory) {
  while (!deal.is_over()) {
    const auto& agent = agents_[static_cast<std::size_t>(deal.player())];
    if (!agent) return;
    if (is_bidding(deal)) {
      skat::bid_on(deal, agent->bidder.get());
    } else {
      deal.advance(agent->cards ? card(deal, memory) : skat::rule_action(deal));
    }
  }
}

skat::Card SkatAgents::card(const skat::Deal& deal, Memory& memory) {
  if (memory.seen == 0) {
    const skat::PlayedDeal played = skat::played_deal(deal);
    memory.play = skat::card_play(played, played.num_plays);
  } else {
    for (int i = memory.seen; i < deal.history_size(); ++i) memory.play.play(deal.history(i));
  }
  memory.seen = deal.history_size();
  const auto make = [this] {
    Players players;
    for (std::size_t seat = 0; seat < agents_.size(); ++seat) {
      if (agents_[seat] && agents_[seat]->cards) players[seat] = agents_[seat]->cards();
    }
    return players;
  };
  return players_.with(make, [&](const Players& players) {
    return players[static_cast<std::size_t>(deal.player())](memory.play, memory.random);
  });
}

}  // namespace vorhand::envs
