#include "schnapsen/worlds.hpp"

#include <stdexcept>
#include <string>

#include "subsets.hpp"

namespace vorhand::schnapsen {

namespace {

std::uint64_t factorial(int n) {
  std::uint64_t result = 1;
  for (int i = 2; i <= n; ++i) result *= std::uint64_t(i);
  return result;
}

}  // namespace

Deal view_of(const Deal& deal, int player) {
  Deal view = deal;
  const auto opponent = static_cast<std::size_t>(1 - player);
  view.hands[opponent] = deal.known[opponent];
  for (std::size_t i = 0; i < view.talon.size(); ++i) view.talon[i] = kNoCard;
  return view;
}

Worlds::Worlds(const Rules& rules, const Deal& view, int player)
    : view_(view), opponent_(1 - player) {
  const auto other = static_cast<std::size_t>(opponent_);
  const CardSet own = view.hands[static_cast<std::size_t>(player)];
  const CardSet known = view.hands[other];
  const int at_lead = view.led == kNoCard ? 0 : view.leader == player ? 1 : -1;
  hidden_ = count(own) + at_lead - count(known);
  unseen_ = rules.deck.cards() & ~(own | known | view.played[0] | view.played[1]);
  if (view.up != kNoCard) unseen_ &= ~bit(view.up);
  possible_ = unseen_ & ~view.excluded[other];
  if (hidden_ < 0 || count(unseen_) != hidden_ + view.talon_left()) {
    throw std::invalid_argument("view: " + std::to_string(count(unseen_)) +
                                " unseen cards do not fit the places left for them");
  }
  hands_ = binomial(count(possible_), hidden_);
  orders_ = view.closer >= 0 ? 1 : factorial(view.talon_left());
  if (hands_ == 0) throw std::invalid_argument("view: no world is consistent with the play");
}

Deal Worlds::world(std::uint64_t index) const {
  Deal deal = view_;
  const CardSet chosen = numbered_subset(possible_, hidden_, index / orders_);
  deal.hands[static_cast<std::size_t>(opponent_)] |= chosen;
  Card rest[32];
  int n = 0;
  for (CardSet left = unseen_ & ~chosen; left;) rest[n++] = pop_lowest(left);
  std::uint64_t order = index % orders_;
  const bool shuffled = orders_ > 1;
  for (int i = deal.next; i < deal.talon_size; ++i, --n) {
    const int pick = shuffled ? static_cast<int>(order % std::uint64_t(n)) : 0;
    if (shuffled) order /= std::uint64_t(n);
    deal.talon[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(rest[pick]);
    for (int j = pick; j + 1 < n; ++j) rest[j] = rest[j + 1];
  }
  return deal;
}

}  // namespace vorhand::schnapsen
