#include "tricks/deals/deal.hpp"

#include <algorithm>

#include "random_member.hpp"

namespace vorhand::tricks {

int Deal::points(int seat) const {
  const auto place = std::find(seats.begin(), seats.end(), seat);
  if (place == seats.end()) return 0;
  return position.taken[static_cast<std::size_t>(place - seats.begin())];
}

DealRules::DealRules(const DealSizes& sizes, const std::vector<Terms>& terms) : sizes_(sizes) {
  for (const Terms& each : terms) {
    const CardOrder order = order_of(each);
    if (order.all() != below(sizes.deck)) refuse("terms: expected the cards of the deck");
    plays_.push_back({order, contract_of(each, order, sizes.cards)});
  }
}

Legal DealRules::legal(const Deal& deal) const {
  if (deal.phase != Phase::kPlay) return legal_before(deal);
  const auto& [order, contract] = *deal.terms;
  return {restricted(deal, order.cards(legal_cards(contract, deal.position))), 0};
}

void DealRules::apply(Deal& deal, int action) const {
  deal.history.push_back(action);
  if (deal.phase == Phase::kPlay) return play(deal, action);
  if (deal.phase == Phase::kGive) return give(deal, action);
  if (!sizes_.apart && deal.phase != Phase::kCalls) return choose(deal, action);
  const int number = sizes_.apart ? action - sizes_.deck : action;
  deal.calls.emplace_back(deal.player, number);
  call(deal, number);
}

void DealRules::deal_cards(Deal& deal, int first, Random& random) const {
  for (int i = 0; i < deal.cards * sizes_.seats; ++i) {
    const int card = draw(deal, random);
    deal.hands[static_cast<std::size_t>(next(first, i))] |= bit(card);
  }
}

int DealRules::draw(Deal& deal, Random& random) const {
  Set left = below(sizes_.deck);
  for (const Set hand : deal.hands) left &= ~hand;
  for (const int card : deal.talon) left &= ~bit(card);
  deal.history.push_back(random_member(left, random));
  return deal.history.back();
}

void DealRules::end(Deal& deal) const {
  deal.phase = Phase::kOver;
  deal.player = -1;
}

void DealRules::start_play(Deal& deal, std::size_t terms, int leader, int absent) const {
  deal.phase = Phase::kPlay;
  deal.player = leader;
  deal.terms = &plays_[terms];
  for (int seat = 0; seat < sizes_.seats; ++seat) {
    if (seat == absent) continue;
    if (seat == leader) deal.position.player = static_cast<int>(deal.seats.size());
    deal.position.hands[deal.seats.size()] =
        deal.terms->order.places(deal.hands[static_cast<std::size_t>(seat)]);
    deal.seats.push_back(seat);
  }
  deal.position.to_play = deal.cards * static_cast<int>(deal.seats.size());
}

void DealRules::play(Deal& deal, int card) const {
  const int owner = deal.turn();
  deal.hands[static_cast<std::size_t>(owner)] &= ~bit(card);
  deal.plays.emplace_back(owner, card);
  tricks::play(deal.terms->contract, deal.position, deal.terms->order.place(card));
  deal.player = actor(deal, deal.turn());
  if (deal.position.trick.size > 0) return;
  ++deal.tricks[static_cast<std::size_t>(deal.turn())];
  deal.last_start = std::exchange(deal.trick_start, deal.plays.size());
  after_trick(deal);
  if (deal.position.to_play == 0 || decided(deal)) end(deal);
}

void check_terms(const std::vector<Terms>& terms, const std::vector<int>& seats) {
  if (terms.size() != seats.size()) {
    refuse(std::to_string(terms.size()) + " terms: expected " + std::to_string(seats.size()));
  }
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (terms[i].seats == seats[i]) continue;
    refuse("terms: expected " + std::to_string(seats[i]) + " seats");
  }
}

}  // namespace vorhand::tricks
