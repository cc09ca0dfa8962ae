#include "skat/playout.hpp"

#include "parallel.hpp"
#include "random_member.hpp"
#include "skat/notation.hpp"

namespace vorhand::skat {

namespace {

Action random_action(const Deal& deal, Random& random) {
  const CardSet cards = deal.legal_card_set();
  if (cards) return random_member(cards, random);
  std::array<std::uint8_t, kNumActions> actions;
  const auto n = static_cast<std::uint64_t>(deal.legal_actions(actions));
  return actions[random.below(n)];
}

// The world's skat also serves as the skat as dealt, which no longer matters after a pickup.
Deal in_world(const Deal& deal, const World& world) {
  return deal.with_hidden({world[0], world[1], world[2]}, world[kSkatPlace], world[kSkatPlace]);
}

DealOutcome outcome(const Deal& deal) {
  const Result result = deal.result();
  return {static_cast<std::int16_t>(result.value), static_cast<std::int8_t>(result.soloist),
          static_cast<std::int8_t>(result.points)};
}

}  // namespace

void play_out_at_random(Deal& deal, Random& random) {
  while (!deal.is_over()) deal.advance(random_action(deal, random));
}

void random_playouts(const Deal& deal, std::span<const World> worlds, std::uint64_t seed,
                     int threads, std::span<DealOutcome> outcomes) {
  const std::size_t per_world = worlds.empty() ? outcomes.size() : outcomes.size() / worlds.size();
  constexpr std::size_t kChunk = 64;
  parallel_for(outcomes.size(), threads, kChunk, [&](std::size_t i) {
    Random random(seed, i);
    Deal played = worlds.empty() ? deal : in_world(deal, worlds[i / per_world]);
    play_out_at_random(played, random);
    outcomes[i] = outcome(played);
  });
}

void check_world(const Deal& deal, const World& world) {
  CardSet there = deal.skat(), named = 0;
  for (int place = 0; place < kNumPlaces; ++place) {
    const bool in_skat = place == kSkatPlace;
    const CardSet cards = world[static_cast<std::size_t>(place)];
    const int expected = count(in_skat ? deal.skat() : deal.hand(place));
    if (!in_skat) there |= deal.hand(place);
    if (count(cards) != expected || (cards & named)) {
      throw InvalidDealError("world with " + cards_text(cards) + " in " +
                             (in_skat ? "the skat" : seat_name(place) + "'s hand") + ": expected " +
                             std::to_string(expected) + " cards, each in one place");
    }
    named |= cards;
  }
  if (named != there) {
    throw InvalidDealError("world with " + cards_text(named & ~there) +
                           ": expected the cards still held, " + cards_text(there));
  }
}

Perft perft(const Deal& deal) {
  if (deal.is_over()) return {1, static_cast<std::uint64_t>(deal.soloist_points())};
  Perft total;
  for (CardSet cards = deal.legal_card_set(); cards;) {
    Deal next = deal;
    next.advance(pop_lowest(cards));
    const Perft later = perft(next);
    total.sequences += later.sequences;
    total.soloist_points += later.soloist_points;
  }
  return total;
}

}  // namespace vorhand::skat
