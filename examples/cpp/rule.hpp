// Simple rules for bids and cards at Skat and Schnapsen, from the plain view of an observation.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "vorhand/v1/observation.pb.h"

namespace rule {
using vorhand::v1::Action;
using Actions = std::vector<Action>;

inline int place_in(std::string_view order, char letter) {
  return static_cast<int>(order.find(letter));
}

inline int points(const std::string& card) {
  constexpr int kPoints[] = {0, 0, 0, 2, 3, 4, 10, 11};
  return kPoints[place_in("789JQKTA", card[1])];
}

inline Action lowest(const Actions& actions, auto worth) {
  return *std::ranges::min_element(actions, {}, [&](const Action& a) { return worth(a.name()); });
}

inline Actions those(Actions actions, auto wanted) {
  std::erase_if(actions, [&](const Action& a) { return !wanted(a.name()); });
  return actions;
}

// Lead a high card as the soloist, a cheap one as a defender; later play the lowest winner or the
// cheapest card.
inline Action skat(const vorhand::v1::SkatView& view, int seat, const Actions& legal) {
  if (view.phase() != vorhand::v1::SKAT_PHASE_PLAY) return legal.front();
  const int contract = view.contract();  // 1 to 4: a suit is trump
  const char trump = contract >= 1 && contract <= 4 ? "DHSC"[contract - 1] : ' ';
  const auto power = [&](const std::string& card) {
    if (card[1] == 'J') return 200 + place_in("DHSC", card[0]);
    const bool follows = view.trick().empty() || card[0] == view.trick(0)[0];
    return (card[0] == trump ? 100 : follows ? 0 : -100) + place_in("789QKTA", card[1]);
  };
  if (view.trick().empty())
    return lowest(legal, [&](auto& c) { return view.soloist() == seat ? -power(c) : points(c); });
  const auto best = std::ranges::max_element(view.trick(), {}, power);
  const Actions winners = those(legal, [&](auto& card) { return power(card) > power(*best); });
  return winners.empty() ? lowest(legal, points) : lowest(winners, power);
}

// Return the cheapest card; a trump counts as expensive.
inline Action schnapsen(const vorhand::v1::SchnapsenDeal& deal, const Actions& legal) {
  return lowest(those(legal, [](auto& name) { return name.size() == 2; }),
                [&](auto& card) { return points(card) + (card[0] == deal.trump()[0] ? 20 : 0); });
}

// Return one of the legal actions; pass, exchange and announce marriages if possible.
inline Action choose(const vorhand::v1::Observation& seen) {
  const Actions legal(seen.legal_actions().begin(), seen.legal_actions().end());
  for (auto wish : {"pass", "exchange", "marriage"})
    for (const Action& action : legal)
      if (action.name().starts_with(wish)) return action;
  if (seen.has_skat()) return skat(seen.skat(), seen.seat(), legal);
  return seen.has_schnapsen() ? schnapsen(seen.schnapsen().deal(), legal) : legal.front();
}
}  // namespace rule
