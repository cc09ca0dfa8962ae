#include "skat/kermit/tryout.hpp"

#include <algorithm>
#include <iterator>

#include "skat/card_location/self_play.hpp"

namespace vorhand::skat {

namespace {

struct Tried {
  Prospect way;
  CardPlay begun;
  double score = 0;
  int won = 0;
  int worlds = 0;

  // With what the bidder thinks as so many worlds more.
  Prospect estimate() const {
    const double n = worlds + Tryout::kPrior;
    Prospect found = way;
    found.score = static_cast<float>((score + Tryout::kPrior * double{way.score}) / n);
    found.chance = static_cast<float>((won + Tryout::kPrior * double{way.chance}) / n);
    return found;
  }
};

bool is_better(const Tried& a, const Tried& b) { return a.estimate().score > b.estimate().score; }

// The first lead, with the others' cards still to be dealt.
CardPlay first_lead(const Prospect& way, CardSet twelve, int bid, const Setting& setting) {
  PlayedDeal begun;
  const auto left = static_cast<std::size_t>((setting.seat + 1) % kNumPlayers);
  const auto right = static_cast<std::size_t>((setting.seat + 2) % kNumPlayers);
  const auto own = static_cast<std::size_t>(setting.seat);
  CardSet others = kAllCards & ~twelve;
  begun.cards[own] = twelve & ~way.discards;
  while (count(begun.cards[left]) < kHandSize) begun.cards[left] |= bit(pop_lowest(others));
  begun.cards[right] = others;
  begun.cards[kNumPlayers] = way.discards;
  begun.contract = static_cast<std::int8_t>(way.declaration.contract);
  begun.level = static_cast<std::int8_t>(way.declaration.level);
  begun.soloist = static_cast<std::int8_t>(setting.seat);
  begun.bids[own] = static_cast<std::uint16_t>(bid);
  begun.bids[left] = static_cast<std::uint16_t>(setting.left_bid);
  begun.bids[right] = static_cast<std::uint16_t>(setting.right_bid);
  return card_play(begun, 0);
}

CardSet ten_of(CardSet cards, Random& random) {
  CardSet ten = 0;
  while (count(ten) < kHandSize) {
    const auto rest = static_cast<std::uint64_t>(count(cards & ~ten));
    ten |= bit(nth_card(cards & ~ten, static_cast<int>(random.below(rest))));
  }
  return ten;
}

void play_out(Tried& tried, int seat, CardSet left, CardSet right, const CardPlayer& player,
              Random random) {
  CardPlay play = tried.begun;
  play.table.hands[static_cast<std::size_t>((seat + 1) % kNumPlayers)] = left;
  play.table.hands[static_cast<std::size_t>((seat + 2) % kNumPlayers)] = right;
  while (!play.is_over()) play.play(player(play, random));
  const double pay = play.pay(play.outcome(), Objective::kScore);
  tried.score += pay;
  tried.won += pay > 0;
  ++tried.worlds;
}

}  // namespace

std::vector<Prospect> Tryout::operator()(const Kermit& kermit, CardSet twelve, int bid,
                                         const Setting& setting) const {
  std::vector<Prospect> found;
  std::vector<Tried> left;
  for (const Prospect& way : kermit.ways(twelve, bid, setting, ways_)) {
    if (way.declaration.is_null()) {
      found.push_back(way);
    } else {
      left.push_back({way, first_lead(way, twelve, bid, setting)});
    }
  }
  const CardPlayer player = player_();
  const CardSet hidden = kAllCards & ~twelve;
  Random random(twelve, static_cast<std::uint64_t>(setting.seat));
  for (int round = 0; round < kRounds; ++round) {
    if (round) left.resize((left.size() + 1) / 2);
    for (int world = 0; world < kWorlds << round; ++world) {
      const CardSet ten = ten_of(hidden, random);
      const std::uint64_t seed = random.next();
      for (Tried& one : left) {
        play_out(one, setting.seat, ten, hidden & ~ten, player, Random(seed));
      }
    }
    std::stable_sort(left.begin(), left.end(), is_better);
  }
  std::transform(left.begin(), left.end(), std::back_inserter(found),
                 [](const Tried& one) { return one.estimate(); });
  best_first(found);
  return found;
}

}  // namespace vorhand::skat
