#include "skat/kermit/tryout.hpp"

#include <algorithm>

#include "random_member.hpp"
#include "skat/card_location/self_play.hpp"

namespace vorhand::skat {

namespace {

struct Candidate {
  Prospect way;
  CardPlay begun;
  int rounds = 0;
  double score = 0;
  int won = 0;
  int worlds = 0;

  // Return the means, with the bidder's estimate as a prior that counts as kPrior worlds.
  Prospect estimate() const {
    const double n = worlds + Tryout::kPrior;
    Prospect found = way;
    found.score = static_cast<float>((score + Tryout::kPrior * double{way.score}) / n);
    found.chance = static_cast<float>((won + Tryout::kPrior * double{way.chance}) / n);
    return found;
  }
};

// Order by the last round reached, then by expected score.
bool is_better(const Candidate& a, const Candidate& b) {
  if (a.rounds != b.rounds) return a.rounds > b.rounds;
  return a.estimate().score > b.estimate().score;
}

// Return the play at the first lead. Each playout replaces the hands of the others.
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
  CardPlay play = card_play(begun, 0);
  play.bid = bid;  // set explicitly, whatever the others bid
  return play;
}

CardSet ten_of(CardSet cards, Random& random) {
  CardSet ten = 0;
  while (count(ten) < kHandSize) ten |= bit(random_member(cards & ~ten, random));
  return ten;
}

// Play out a candidate. All share worlds and random numbers, so their differences vary less.
void play_out(Candidate& one, int seat, CardSet left, CardSet right, const CardPlayer& player,
              Random random) {
  CardPlay play = one.begun;
  play.table.hands[static_cast<std::size_t>((seat + 1) % kNumPlayers)] = left;
  play.table.hands[static_cast<std::size_t>((seat + 2) % kNumPlayers)] = right;
  while (!play.is_over()) play.play(player(play, random));
  const double pay = play.pay(play.outcome(), Objective::kScore);
  one.score += pay;
  one.won += pay > 0;
  ++one.worlds;
}

std::vector<Prospect> best_of_each(const std::vector<Candidate>& all) {
  std::vector<Prospect> found;
  for (const Candidate& one : all) {
    if (!has(found, one.way.declaration)) found.push_back(one.estimate());
  }
  return found;
}

}  // namespace

std::vector<Prospect> Tryout::operator()(const std::vector<Prospect>& ways, CardSet twelve, int bid,
                                         const Setting& setting) const {
  std::vector<Candidate> all;
  for (const Prospect& way : ways) all.push_back({way, first_lead(way, twelve, bid, setting)});
  std::vector<Candidate*> playing, competing;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].way.declaration.is_null()) {
      all[i].rounds = kRounds;
      continue;
    }
    playing.push_back(&all[i]);
    if (i < static_cast<std::size_t>(size_)) competing.push_back(&all[i]);
  }
  const CardPlayer player = player_();
  const CardSet hidden = kAllCards & ~twelve;
  Random random(twelve, static_cast<std::uint64_t>(setting.seat));
  for (int round = 0; round < kRounds; ++round) {
    for (int world = 0; world < kWorlds << round; ++world) {
      const CardSet ten = ten_of(hidden, random);
      const std::uint64_t seed = random.next();
      for (Candidate* one : playing) {
        play_out(*one, setting.seat, ten, hidden & ~ten, player, Random(seed));
      }
    }
    for (Candidate* one : playing) ++one->rounds;
    std::stable_sort(competing.begin(), competing.end(),
                     [](const Candidate* a, const Candidate* b) { return is_better(*a, *b); });
    competing.resize((competing.size() + 1) / 2);
    playing = competing;
  }
  std::stable_sort(all.begin(), all.end(), is_better);
  return best_of_each(all);
}

}  // namespace vorhand::skat
