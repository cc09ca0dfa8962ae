// Batches of environments under random play: arrays, the next game, what stays as it is after an
// illegal action. With a number of steps as argument more than the usual ones.
#include <algorithm>
#include <cstring>
#include <random>

#include "check.hpp"
#include "envs/games.hpp"

using namespace vorhand;
using namespace vorhand::envs;

static std::vector<std::int64_t> random_actions(const Batch& batch, std::mt19937& rng) {
  const auto [n, players, actions, observation] = batch.sizes();
  std::vector<std::int64_t> chosen(n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool* legal = batch.legal() + i * actions;
    const auto count = static_cast<unsigned>(std::count(legal, legal + actions, true));
    CHECK(count > 0);
    unsigned skipped = rng() % count;
    while (!legal[chosen[i]] || skipped-- > 0) ++chosen[i];
  }
  return chosen;
}

static void check_rows(const Batch& batch) {
  const auto [n, players, actions, observation] = batch.sizes();
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(batch.players()[i] >= 0 && batch.players()[i] < static_cast<int>(players));
    if (batch.terminated()[i]) continue;
    for (std::size_t p = 0; p < players; ++p) CHECK(batch.rewards()[i * players + p] == 0.0f);
  }
}

// Nothing changes if one of the actions is illegal.
static void check_refusal(Batch& batch, std::vector<std::int64_t> actions) {
  const auto [n, players, count, observation] = batch.sizes();
  std::vector<std::vector<int>> before;
  for (std::size_t i = 0; i < n; ++i) before.push_back(batch.history(i));
  for (const std::int64_t wrong : {std::int64_t{-1}, static_cast<std::int64_t>(count),
                                   std::int64_t{1} << 40, std::int64_t{-1} << 40}) {
    actions.back() = wrong;
    bool refused = false;
    try {
      batch.step(actions);
    } catch (const IllegalActionError&) {
      refused = true;
    }
    CHECK(refused);
  }
  for (std::size_t i = 0; i < n; ++i) CHECK(batch.history(i) == before[i]);
}

// One batch on one thread and one on three: the same games.
template <typename Make>
static void check_game(const char* name, std::size_t steps, const Make& make) {
  constexpr std::size_t kEnvironments = 200;
  Settings settings{.seed = 5, .environments = kEnvironments, .contents = {}};
  const std::unique_ptr<Batch> one = make(settings);
  settings.threads = 3;
  settings.bytes = false;
  settings.contents.recall = true;
  const std::unique_ptr<Batch> three = make(settings);
  std::mt19937 rng(7);
  std::size_t ends = 0;
  for (std::size_t step = 0; step * kEnvironments < steps; ++step) {
    const auto actions = random_actions(*one, rng);
    if (step % 50 == 0) check_refusal(*one, actions);
    one->step(actions);
    three->step(actions);
    check_rows(*one);
    const auto [n, players, count, observation] = one->sizes();
    CHECK(std::equal(one->legal(), one->legal() + n * count, three->legal()));
    CHECK(std::equal(one->players(), one->players() + n, three->players()));
    CHECK(std::equal(one->rewards(), one->rewards() + n * players, three->rewards()));
    CHECK(std::equal(one->terminated(), one->terminated() + n, three->terminated()));
    ends += static_cast<std::size_t>(std::count(one->terminated(), one->terminated() + n, true));
    for (std::size_t i = 0; i < n; i += 40) CHECK(one->history(i) == three->history(i));
  }
  CHECK(ends > 0);
  one->reset();
  check_rows(*one);
  std::printf("%s: %zu games ended in %zu steps\n", name, ends, steps);
}

int main(int count, char** words) {
  const std::size_t steps = count > 1 ? std::strtoul(words[1], nullptr, 10) : 20'000;
  for (const bool claims : {false, true}) {
    skat::Start start;
    start.table.claims = claims;
    check_game(claims ? "skat with claims" : "skat", steps, [&](const Settings& settings) {
      return skat_batch(skat::Deal(start), skat::Scoring::kSeegerFabian, 0, settings);
    });
  }
  check_game("skat against the rule player", steps / 4, [](const Settings& settings) {
    return skat_batch(skat::Deal(), skat::Scoring::kZeroSum, 0b101, settings);
  });
  SchnapsenTable table;
  for (const bool match : {false, true}) {
    table.match = match;
    check_game(match ? "schnapsen, matches" : "schnapsen", steps,
               [&](const Settings& settings) { return schnapsen_batch(table, settings); });
  }
  table = {.rules = schnapsen::kinder_rules()};
  check_game("kinderschnapsen", steps,
             [&](const Settings& settings) { return schnapsen_batch(table, settings); });
  for (const bool contree : {false, true}) {
    check_game(contree ? "contree" : "belote", steps, [&](const Settings& settings) {
      return belote_batch({.contree = contree}, settings);
    });
  }
}
