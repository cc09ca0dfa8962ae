// A simple card rule for Skat and Schnapsen, from the plain view of an observation alone.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "vorhand/v1/observation.pb.h"

namespace rule {

using vorhand::v1::Observation;
using Action = vorhand::v1::Action;
using Actions = std::vector<Action>;
using Worth = std::function<int(const std::string&)>;  // of a card

inline int points(const std::string& card) {
  switch (card[1]) {
    case 'A':
      return 11;
    case 'T':
      return 10;
    case 'K':
      return 4;
    case 'Q':
      return 3;
    case 'J':
      return 2;
    default:
      return 0;
  }
}

inline bool is_card(const std::string& name) {
  return name.size() == 2 && std::string_view("DHSC").find(name[0]) != std::string_view::npos;
}

inline Action lowest(const Actions& actions, const Worth& worth) {
  return *std::ranges::min_element(actions, {}, [&](const Action& a) { return worth(a.name()); });
}

inline const Action* named(const Actions& legal, std::string_view start) {
  auto found = std::ranges::find_if(legal, [&](auto& a) { return a.name().starts_with(start); });
  return found == legal.end() ? nullptr : &*found;
}

// Passes if it may, else picks up the skat and declares the suit it holds most of; wins tricks
// that are worth it, cheaply.
inline Action skat(const vorhand::v1::SkatView& view, int seat, const Actions& legal) {
  if (const Action* pass = named(legal, "pass")) return *pass;
  if (const Action* pick_up = named(legal, "pick up")) return *pick_up;
  const bool soloist = view.has_soloist() && view.soloist() == seat;
  const auto trump_suit = [&]() -> char {
    const int contract = view.contract();
    return contract >= 1 && contract <= 4 ? "DHSC"[contract - 1] : ' ';
  }();
  const bool grand_or_suit = view.contract() != vorhand::v1::SKAT_CONTRACT_NULL;
  const std::string led = view.trick_size() > 0 ? view.trick(0) : "";
  const auto power = [&](const std::string& card) {
    const int rank = static_cast<int>(std::string_view("789QKTA").find(card[1]));
    if (grand_or_suit && card[1] == 'J')
      return 200 + static_cast<int>(std::string_view("DHSC").find(card[0]));
    if (grand_or_suit && card[0] == trump_suit) return 100 + rank;
    return led.empty() || card[0] == led[0] ? rank : -1;
  };
  if (!is_card(legal.front().name())) return legal.front();  // a declaration
  if (view.trick_size() == 0)
    return lowest(legal, [&](auto& card) { return soloist ? -power(card) : points(card); });
  int best = -1, best_place = 0, worth = 0;
  for (int place = 0; place < view.trick_size(); ++place) {
    worth += points(view.trick(place));
    if (power(view.trick(place)) > best) best = power(view.trick(place)), best_place = place;
  }
  const int winner = (view.leader() + best_place) % 3;
  if (!soloist && winner != view.soloist() && view.trick_size() == 2) {
    return lowest(legal, [](auto& card) { return -points(card); });  // the partner has the trick
  }
  Actions winners;
  std::ranges::copy_if(legal, std::back_inserter(winners),
                       [&](auto& a) { return power(a.name()) > best; });
  if (!winners.empty() && worth > 3) return lowest(winners, power);
  return lowest(legal, [](auto& card) { return points(card); });
}

// Exchanges and announces when it can; wins tens and aces, else throws its cheapest card.
inline Action schnapsen(const vorhand::v1::SchnapsenDeal& deal, const Actions& legal) {
  if (const Action* exchange = named(legal, "exchange")) return *exchange;
  if (const Action* marriage = named(legal, "marriage")) return *marriage;
  Actions cards, winners;
  std::ranges::copy_if(legal, std::back_inserter(cards), [](auto& a) { return is_card(a.name()); });
  const auto keep = [&](const std::string& card) {
    return points(card) + (deal.trump().starts_with(card[0]) ? 20 : 0);
  };
  if (!deal.led().empty() && points(deal.led()) >= 10) {
    std::ranges::copy_if(cards, std::back_inserter(winners), [&](auto& a) {
      const std::string& card = a.name();
      return card[0] == deal.led()[0] ? points(card) > points(deal.led())
                                      : deal.trump().starts_with(card[0]);
    });
  }
  return lowest(winners.empty() ? cards : winners, keep);
}

// The action to take, one of the legal ones.
inline Action choose(const Observation& seen) {
  const Actions legal(seen.legal_actions().begin(), seen.legal_actions().end());
  if (legal.size() > 1 && seen.has_skat()) return skat(seen.skat(), seen.seat(), legal);
  if (legal.size() > 1 && seen.has_schnapsen()) return schnapsen(seen.schnapsen().deal(), legal);
  return legal.front();
}

}  // namespace rule
