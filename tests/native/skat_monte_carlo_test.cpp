// The compiled Monte Carlo players under the sanitizers: whole card plays between all kinds.
#include "check.hpp"
#include "skat/monte_carlo/error_allowing.hpp"
#include "skat/monte_carlo/ismcts.hpp"
#include "skat/monte_carlo/vector_search.hpp"

using namespace vorhand;
using namespace vorhand::skat;

namespace {

CardPlay start(Contract contract, std::uint64_t seed) {
  Random random(seed);
  CardPlay play;
  play.declaration.contract = contract;
  PlayTable& table = play.table;
  table.contract = contract;
  table.soloist = static_cast<std::int8_t>(random.below(kNumPlayers));
  const Permutation order(kNumCards, seed);
  for (std::uint64_t i = 0; i < kNumCards; ++i) {
    const CardSet card = bit(static_cast<Card>(order(i)));
    (i < 30 ? table.hands[i / kHandSize] : table.skat) |= card;
  }
  return play;
}

void play_out(CardPlay play, const CardPlayer& player) {
  Random random(3);
  while (!play.is_over()) {
    const Worlds worlds(play.knowledge());
    World truth{play.table.hands[0], play.table.hands[1], play.table.hands[2], play.table.skat};
    CHECK(worlds.contains(truth));
    const Card card = player(play, random);
    CHECK(play.legal() & bit(card));
    play.play(card);
  }
  const Outcome outcome = play.outcome();
  CHECK(outcome >= 0 && outcome <= kTookNone);
}

// A random card play down to four tricks: triples of every legal card on the way.
void check_error_allowing(CardPlay play, int depth) {
  Random random(5);
  const CardPlayer player = random_player();
  ErrorAllowing search(depth, Objective::kScore, Values::kLevels);
  while (!play.is_over()) {
    if (count(play.table.hands[play.player()]) <= 4) {
      const Triples triples = search(play, kAllCards);
      for (Card card = 0; card < kNumCards; ++card) {
        const auto i = static_cast<std::size_t>(card);
        CHECK(((play.legal() & bit(card)) == 0) == (triples.m[i] != triples.m[i]));
        if (!(play.legal() & bit(card))) continue;
        CHECK(triples.p[i] >= 0 && triples.p[i] <= 1);
        CHECK((triples.a[i] > 0) == (triples.p[i] > 0));
      }
    }
    play.play(player(play, random));
  }
}

// The last tricks of a random card play: no card pays more in many worlds than in each alone.
void check_vector_search(CardPlay play, bool reduce_payoffs) {
  Random random(6);
  const CardPlayer player = random_player();
  const VectorSearch::Options options{.reduce_payoffs = reduce_payoffs};
  for (; !play.is_over(); play.play(player(play, random))) {
    if (count(play.table.hands[play.player()]) > 4) continue;
    const Worlds possible(play.knowledge());
    std::vector<CardPlay> worlds;
    for (std::uint64_t i = 0; i < possible.count() && i < 5; ++i)
      worlds.push_back(play.in_world(possible.world(i)));
    const std::vector<double> weights(worlds.size(), 1);
    const Card card = lowest(play.legal());
    const std::vector<double> pays = VectorSearch(worlds, weights, options)(card);
    CHECK(pays.size() == worlds.size());
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      const auto alone = VectorSearch(std::span(worlds).subspan(i, 1), weights, options)(card);
      CHECK(pays[i] <= alone[0]);
    }
  }
}

}  // namespace

int main() {
  for (int contract = 0; contract < kNumContracts; ++contract) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const CardPlay play = start(static_cast<Contract>(contract), seed);
      play_out(play, rule_player());
      play_out(play, random_player());
      play_out(play, monte_carlo(4, Objective::kScore, played_out(rule_player(), Objective::kScore),
                                 uniform_worlds()));
      const Evaluator to_win = played_out(random_player(), Objective::kWin);
      play_out(play, monte_carlo(3, Objective::kWin, to_win, uniform_worlds()));
      for (const Observers observers : {Observers::kSingle, Observers::kMultiple}) {
        const IsMctsOptions options{.iterations = 30, .observers = observers};
        play_out(play, ismcts_player(options, random_player()));
      }
      check_error_allowing(play, seed % 2 ? 1 : -1);
      check_vector_search(play, seed % 2);
    }
    const CardPlay play = start(static_cast<Contract>(contract), 9);
    play_out(play, pimc_player(2, Objective::kWin, Values::kExact, uniform_worlds()));
    play_out(play, pimc_player(4, Objective::kScore, Values::kLevels, uniform_worlds()));
  }
  return 0;
}
