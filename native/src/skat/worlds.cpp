#include "skat/worlds.hpp"

#include <algorithm>

#include "subsets.hpp"

namespace vorhand::skat {

namespace {

// Return the subset of k cards with the given rank below binomial(count(cards), k). This order,
// unlike that of `numbered_subset`, is kept because the worlds of each seed depend on it.
CardSet subset(CardSet cards, int k, std::uint64_t rank) {
  CardSet chosen = 0;
  for (int n = count(cards); k > 0; --n) {
    const Card card = pop_lowest(cards);
    const std::uint64_t with_card = binomial(n - 1, k - 1);
    if (rank < with_card) {
      chosen |= bit(card);
      --k;
    } else {
      rank -= with_card;
    }
  }
  return chosen;
}

}  // namespace

Worlds::Worlds(const Knowledge& knowledge) : knowledge_(knowledge) {
  group_cards();
  Numbers capacity{};
  for (std::size_t place = 0; place < kNumPlaces; ++place) {
    capacity[place] = static_cast<std::uint8_t>(knowledge.hidden_count[place]);
  }
  if (knowledge.half_discarded) {
    // Place all twelve cards in the hand first; world() then chooses the one that was discarded.
    ++capacity[static_cast<std::size_t>(knowledge.discarder())];
    capacity[kSkatPlace] = 0;
  }
  Split split;
  if (groups_.empty()) {
    splits_.push_back(split);
    count_ = 1;
  } else {
    add_splits(0, 0, skat::count(groups_[0].cards), split, capacity, 1);
  }
}

// Return the number of possible first discards, 1 if the deal is not half discarded. All of the
// twelve cards but the highest are possible; before Ramsch jacks do not count.
std::uint64_t Worlds::first_discards(const Split& split) const {
  if (!knowledge_.half_discarded) return 1;
  int cards = kHandSize + kSkatSize;
  if (knowledge_.soloist < 0) {
    const auto seat = static_cast<std::size_t>(knowledge_.discarder());
    cards -= skat::count(knowledge_.known[seat] & kJacks);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (groups_[group].cards & kJacks) cards -= split.numbers[group][seat];
    }
  }
  return static_cast<std::uint64_t>(cards - 1);
}

void Worlds::group_cards() {
  const bool apart = knowledge_.half_discarded && knowledge_.soloist < 0;
  for (CardSet left = knowledge_.hidden; left;) {
    const CardSet card = bit(lowest(left));
    Group group{left, 0};
    if (apart) group.cards &= card & kJacks ? kJacks : ~kJacks;
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      const CardSet possible = knowledge_.possible[place];
      if (possible & card) {
        group.places |= 1u << place;
        group.cards &= possible;
      } else {
        group.cards &= ~possible;
      }
    }
    groups_.push_back(group);
    left &= ~group.cards;
  }
}

// Add the splits of the groups from `group` on. `left` cards of this group go to `place` or later
// places; `worlds` is the number of ways so far.
void Worlds::add_splits(std::size_t group, std::size_t place, int left, Split& split,
                        Numbers& capacity, std::uint64_t worlds) {
  if (place == kNumPlaces) {
    if (left) return;
    if (group + 1 < groups_.size()) {
      add_splits(group + 1, 0, skat::count(groups_[group + 1].cards), split, capacity, worlds);
      return;
    }
    split.first = count_;
    split.first_discards = first_discards(split);
    count_ += worlds * split.first_discards;
    splits_.push_back(split);
    return;
  }
  const bool may_lie = groups_[group].places >> place & 1;
  const int most = may_lie ? std::min<int>(left, capacity[place]) : 0;
  for (int here = 0; here <= most; ++here) {
    split.numbers[group][place] = static_cast<std::uint8_t>(here);
    capacity[place] = static_cast<std::uint8_t>(capacity[place] - here);
    add_splits(group, place + 1, left - here, split, capacity, worlds * binomial(left, here));
    capacity[place] = static_cast<std::uint8_t>(capacity[place] + here);
  }
}

World Worlds::world(std::uint64_t number) const {
  const auto after =
      std::upper_bound(splits_.begin(), splits_.end(), number,
                       [](std::uint64_t value, const Split& split) { return value < split.first; });
  const Split& split = *(after - 1);
  number -= split.first;
  const std::uint64_t discard = number % split.first_discards;
  number /= split.first_discards;

  World world = knowledge_.known;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    CardSet cards = groups_[group].cards;
    for (std::size_t place = 0; place < kNumPlaces && cards; ++place) {
      const int k = split.numbers[group][place];
      const std::uint64_t choices = binomial(skat::count(cards), k);
      const CardSet chosen = subset(cards, k, number % choices);
      number /= choices;
      world[place] |= chosen;
      cards &= ~chosen;
    }
  }
  if (knowledge_.half_discarded) {
    CardSet& hand = world[static_cast<std::size_t>(knowledge_.discarder())];
    world[kSkatPlace] = subset(knowledge_.soloist < 0 ? hand & ~kJacks : hand, 1, discard);
    hand &= ~world[kSkatPlace];
  }
  return world;
}

bool Worlds::contains(const World& world) const {
  CardSet placed = 0;
  for (std::size_t place = 0; place < kNumPlaces; ++place) {
    const CardSet known = knowledge_.known[place];
    const CardSet others = world[place] & ~known;
    if ((world[place] & known) != known || (others & ~knowledge_.possible[place]) ||
        skat::count(others) != knowledge_.hidden_count[place] || (others & placed)) {
      return false;
    }
    placed |= others;
  }
  if (!knowledge_.half_discarded) return true;
  const CardSet hand = world[static_cast<std::size_t>(knowledge_.discarder())];
  return world[kSkatPlace] < (knowledge_.soloist < 0 ? hand & ~kJacks : hand);
}

Deal deal_in_world(const Deal& deal, const Knowledge& knowledge, const World& world,
                   Random& random) {
  const std::array<CardSet, kNumPlayers> hands{world[0], world[1], world[2]};
  if (deal.pushes().last() >= 0) {
    const auto draw = [&](CardSet cards, CardSet required) {
      const int free = kSkatSize - skat::count(required);
      cards &= ~required;
      return required | subset(cards, free, random.below(binomial(skat::count(cards), free)));
    };
    const CardSet skat = world[kSkatPlace];
    const int player = knowledge.player;
    return deal.with_pushes(hands, skat,
                            trace_pushes(deal.pushes(), player, deal.owned(hands), skat, draw));
  }
  const bool picked_up = deal.picked_up() && !deal.start().declared;
  if (!picked_up) return deal.with_hidden(hands, world[kSkatPlace], 0);
  const CardSet discards = world[kSkatPlace];
  const int soloist = deal.soloist();
  if (knowledge.player == soloist) return deal.with_hidden(hands, deal.dealt_skat(), discards);
  const CardSet twelve = hands[static_cast<std::size_t>(soloist)] | deal.played(soloist) | discards;
  const CardSet dealt_skat =
      subset(twelve, kSkatSize, random.below(binomial(skat::count(twelve), kSkatSize)));
  return deal.with_hidden(hands, dealt_skat, discards);
}

Deal resampled(const Deal& deal, int player, Random& random) {
  const Worlds worlds(knowledge_of(deal, player));
  for (;;) {
    const World world = worlds.world(random.below(worlds.count()));
    const auto owned = deal.owned({world[0], world[1], world[2]});
    // Accept a world in proportion to its number of ways.
    const auto [ways, most] = ways_to_push(deal.pushes(), player, owned, world[kSkatPlace]);
    if (ways == most || random.below(most) < ways) {
      return deal_in_world(deal, worlds.knowledge(), world, random);
    }
  }
}

}  // namespace vorhand::skat
