#include "skat/worlds.hpp"

#include <algorithm>

#include "subsets.hpp"

namespace vorhand::skat {

namespace {

// Return the subset of k cards with the given rank below binomial(count(cards), k). The order
// differs from `numbered_subset` to keep the worlds of each seed.
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

// Number of possible first discards: all but the highest of the twelve cards.
constexpr int kFirstDiscards = kHandSize + kSkatSize - 1;

}  // namespace

Worlds::Worlds(const Knowledge& knowledge) : knowledge_(knowledge) {
  group_cards();
  Numbers capacity{};
  for (std::size_t place = 0; place < kNumPlaces; ++place) {
    capacity[place] = static_cast<std::uint8_t>(knowledge.hidden_count[place]);
  }
  if (knowledge.half_discarded) {
    // Place all twelve cards in the hand first; world() then chooses the one that was discarded.
    capacity[static_cast<std::size_t>(knowledge.soloist)] = kHandSize + kSkatSize;
    capacity[kSkatPlace] = 0;
  }
  Split split;
  if (groups_.empty()) {
    splits_.push_back(split);
    layouts_ = 1;
  } else {
    add_splits(0, 0, skat::count(groups_[0].cards), split, capacity, 1);
  }
  count_ = layouts_ * (knowledge.half_discarded ? kFirstDiscards : 1);
}

void Worlds::group_cards() {
  for (CardSet left = knowledge_.hidden; left;) {
    const CardSet card = bit(lowest(left));
    Group group{left, 0};
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
    split.first = layouts_;
    layouts_ += worlds;
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
  std::uint64_t discard = 0;
  if (knowledge_.half_discarded) {
    discard = number % kFirstDiscards;
    number /= kFirstDiscards;
  }
  const auto after =
      std::upper_bound(splits_.begin(), splits_.end(), number,
                       [](std::uint64_t value, const Split& split) { return value < split.first; });
  const Split& split = *(after - 1);
  number -= split.first;

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
    CardSet& hand = world[static_cast<std::size_t>(knowledge_.soloist)];
    world[kSkatPlace] = subset(hand, 1, discard);
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
  return world[kSkatPlace] < world[static_cast<std::size_t>(knowledge_.soloist)];
}

Deal deal_in_world(const Deal& deal, const Knowledge& knowledge, const World& world,
                   Random& random) {
  const std::array<CardSet, kNumPlayers> hands{world[0], world[1], world[2]};
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

}  // namespace vorhand::skat
