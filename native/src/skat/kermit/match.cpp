#include "skat/kermit/match.hpp"

#include "skat/rule_player/match.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

Result bid_and_played_by_rule(std::uint64_t seed, std::uint64_t number,
                              const std::array<const Kermit*, kNumPlayers>& bidders) {
  Deal deal = shuffled_deal(seed, number);
  while (!deal.is_over()) {
    const Kermit* bidder = bidders[static_cast<std::size_t>(deal.player())];
    deal.apply(bidder && deal.phase() != Phase::kPlay ? bidder->action(deal) : rule_action(deal));
  }
  return deal.result();
}

}  // namespace vorhand::skat
