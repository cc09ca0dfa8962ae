#include "skat/pushes.hpp"

#include "subsets.hpp"

namespace vorhand::skat {

namespace {

// Return two cards, those required and then the lowest.
CardSet lowest_pair(CardSet cards, CardSet required) {
  CardSet pair = required;
  for (cards &= ~required; cards && count(pair) < kSkatSize;) pair |= bit(pop_lowest(cards));
  return pair;
}

}  // namespace

PushKnowledge push_knowledge(const Pushes& pushes, int seat) {
  PushKnowledge knowledge;
  const int last = pushes.last();
  if (last >= 0) knowledge.impossible[kNumPlayers] = kJacks;
  if (!pushes.took_up(seat)) return knowledge;
  const CardSet pushed = pushes.pushed[static_cast<std::size_t>(seat)];
  if (seat == last) {
    knowledge.in_skat = pushed;
  } else if (pushes.last_before(last) == seat) {
    // The last one to take up the skat is the only other seat that has had these cards.
    for (int other = 0; other < kNumPlayers; ++other) {
      if (other != seat && other != last) {
        knowledge.impossible[static_cast<std::size_t>(other)] = pushed;
      }
    }
  }
  return knowledge;
}

WaysToPush ways_to_push(const Pushes& pushes, int player,
                        const std::array<CardSet, kNumPlayers>& owned, CardSet skat) {
  WaysToPush found;
  // The numbers of ways are the same whichever cards are chosen, as pushed cards are no jacks.
  trace_pushes(pushes, player, owned, skat, [&](CardSet cards, CardSet required) {
    const int free = kSkatSize - count(required);
    found.ways *= binomial(count(cards & ~required), free);
    found.most *= binomial(kHandSize + kSkatSize, kSkatSize);
    return lowest_pair(cards, required);
  });
  return found;
}

Pushes lowest_pushes(const Pushes& pushes, int player,
                     const std::array<CardSet, kNumPlayers>& owned, CardSet skat) {
  return trace_pushes(pushes, player, owned, skat, lowest_pair);
}

}  // namespace vorhand::skat
