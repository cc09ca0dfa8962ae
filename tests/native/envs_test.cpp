// Batches of environments under random play: arrays, the next game, what stays as it is after an
// illegal action. An argument sets the number of steps.
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

// A copy of what the arrays and histories of a batch hold.
struct Snapshot {
  explicit Snapshot(const Batch& batch) {
    const auto [n, num_players, actions, observation] = batch.sizes();
    legal.assign(batch.legal(), batch.legal() + n * actions);
    players.assign(batch.players(), batch.players() + n);
    rewards.assign(batch.rewards(), batch.rewards() + n * num_players);
    terminated.assign(batch.terminated(), batch.terminated() + n);
    if (const auto* bytes = dynamic_cast<const Observed<std::uint8_t>*>(&batch)) {
      observations.assign(bytes->observations(), bytes->observations() + n * observation);
    } else {
      const float* floats = dynamic_cast<const Observed<float>&>(batch).observations();
      observations.assign(floats, floats + n * observation);
    }
    for (std::size_t i = 0; i < n; ++i) histories.push_back(batch.history(i));
  }
  bool operator==(const Snapshot&) const = default;

  std::vector<bool> legal, terminated;
  std::vector<std::int32_t> players;
  std::vector<float> rewards, observations;
  std::vector<std::vector<int>> histories;
};

// Nothing changes if one of the actions is illegal, and all whose flag is false are.
static void check_refusal(Batch& batch, std::vector<std::int64_t> actions) {
  const auto [n, players, count, observation] = batch.sizes();
  const Snapshot before(batch);
  const bool* legal = batch.legal() + (n - 1) * count;
  std::vector<std::int64_t> illegal{-1, static_cast<std::int64_t>(count), std::int64_t{1} << 40,
                                    std::int64_t{-1} << 40};
  for (std::size_t action = 0; action < count; ++action) {
    if (!legal[action]) illegal.push_back(static_cast<std::int64_t>(action));
  }
  for (const std::int64_t wrong : illegal) {
    actions.back() = wrong;
    bool refused = false;
    try {
      batch.step(actions);
    } catch (const IllegalActionError&) {
      refused = true;
    }
    CHECK(refused);
  }
  CHECK(Snapshot(batch) == before);
}

// Each environment counts its steps. Its action is legal if it is 0; the first one's step writes
// another action into the caller's array.
struct Meddler {
  using State = int;
  std::vector<std::int64_t>* callers;

  std::size_t players() const { return 1; }
  std::size_t actions() const { return 2; }
  std::size_t observation_size() const { return 1; }
  void begin(State& state, Random&) const { state = 0; }
  int player(const State&) const { return 0; }
  bool is_legal(const State&, int action) const { return action == 0; }
  void mark_legal(const State&, bool* legal) const { legal[0] = true; }
  void apply(State& state, int action, Random&) const {
    CHECK(action == 0);
    callers->back() = 1;
    ++state;
  }
  void write_returns(const State&, float*) const {}
  template <typename Number>
  void observe(const State&, int, std::span<Number>) const {}
  std::vector<int> history(const State& state) const {
    return std::vector<int>(static_cast<std::size_t>(state));
  }
};

// The actions that are applied are those that were checked.
static void check_actions_are_read_once() {
  std::vector<std::int64_t> actions(3);
  const auto batch = make_batch(Meddler{&actions}, {.seed = 0, .environments = 3, .contents = {}});
  batch->step(actions);
  CHECK(actions.back() == 1);
  CHECK(batch->history(2).size() == 1);
}

// Steps of some environments are those of all, but keep the other rows, and add up the rewards.
static void check_steps_of_some() {
  const Settings settings{.seed = 3, .environments = 2, .contents = {}};
  const auto all = skat_batch(SkatTable(), settings), some = skat_batch(SkatTable(), settings);
  const std::vector<std::int64_t> passes(2, skat::kPass), second{1}, pass{skat::kPass};
  all->step(passes);
  some->step(passes);
  for (int step = 0; step < 2; ++step) {
    all->step(passes);
    const auto ended = some->step_some(second, pass);
    CHECK(ended == std::vector<std::size_t>(step == 1 ? 1 : 0, 1));
  }
  CHECK(some->history(1) == all->history(1) && some->history(0).size() == 33);
  CHECK(some->terminated()[1] && !some->terminated()[0]);
  const Snapshot before(*some);
  for (const std::int64_t wrong : {-1, 2}) {
    bool refused = false;
    try {
      some->step_some(std::vector{wrong}, pass);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused && Snapshot(*some) == before);
  }
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
    if (step % 50 == 0) {
      check_refusal(*one, actions);
      check_refusal(*three, actions);
    }
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

// The terms of a game in which card c is of suit c % suits.
static tricks::Terms terms_of(int seats, int suits, int ranks, int trump) {
  tricks::Terms terms;
  terms.seats = seats;
  terms.trump = trump;
  terms.suits.resize(static_cast<std::size_t>(suits));
  for (int card = 0; card < suits * ranks; ++card) {
    terms.suits[static_cast<std::size_t>(card % suits)].push_back(card);
  }
  terms.points.assign(static_cast<std::size_t>(suits * ranks), 1);
  return terms;
}

// The terms of Tarok with 22 taroks and four suits.
static tricks::Terms tarok_terms(int seats, int trump) {
  tricks::Terms terms;
  terms.seats = seats;
  terms.trump = trump;
  terms.suits.resize(5);
  for (int card = 0; card < 54; ++card) {
    terms.suits[card < 22 ? 0 : static_cast<std::size_t>(card - 14) / 8].push_back(card);
  }
  terms.points.assign(54, 1);
  terms.duties.trump = true;
  terms.tarok.obliged = 0;
  terms.tarok.emperor = tricks::bit(0) | tricks::bit(20) | tricks::bit(21);
  return terms;
}

static void check_trick_games(std::size_t steps) {
  const auto check = [&](const char* name, std::shared_ptr<const tricks::DealRules> rules) {
    check_game(name, steps,
               [&](const Settings& settings) { return tricks_batch(rules, settings); });
  };
  check("spades", tricks::spades({terms_of(4, 4, 13, 3)}, {}));
  check("hearts", tricks::hearts({terms_of(4, 4, 13, -1)}, true));
  std::vector<tricks::Terms> seven, four;
  for (int trump = 0; trump < 4; ++trump) seven.push_back(terms_of(7, 4, 13, trump));
  check("oh hell", tricks::oh_hell(seven, {.seats = 7}));
  for (int trump = 0; trump < 8; ++trump) {
    four.push_back(terms_of(trump < 4 ? 4 : 3, 4, 6, trump % 4));
  }
  check("euchre", tricks::euchre(four, false));
  std::vector<tricks::Terms> skat;
  for (const int trump : {0, 1, 2, 3, -1, -1}) skat.push_back(terms_of(3, 4, 8, trump));
  check("openspiel's skat", tricks::skat(skat));
  std::vector<tricks::Terms> strains;
  for (const int trump : {0, 1, 2, 3, -1}) strains.push_back(terms_of(4, 4, 13, trump));
  check("bridge", tricks::bridge(strains, {.dealer = 1}));
  for (const int seats : {3, 4}) {
    std::vector<tricks::Terms> contracts(2, tarok_terms(seats, 0));
    contracts.front().tarok.must_beat = true;
    contracts.front().restrictions.locked = 1;
    contracts.push_back(tarok_terms(seats, -1));
    check("tarok", tricks::tarok(contracts, seats));
  }
}

int main(int count, char** words) {
  check_actions_are_read_once();
  check_steps_of_some();
  const std::size_t steps = count > 1 ? std::strtoul(words[1], nullptr, 10) : 20'000;
  for (const bool claims : {false, true}) {
    skat::Start start;
    start.table.claims = start.table.kontra = start.table.ramsch = claims;
    check_game(claims ? "skat with claims, Kontra and Ramsch" : "skat", steps,
               [&](const Settings& settings) {
                 return skat_batch({.first = skat::Deal(start)}, settings);
               });
  }
  const SkatAgent rule, random{.bidder = {}, .cards = [] { return skat::random_player(); }};
  check_game("skat against agents", steps / 4, [&](const Settings& settings) {
    const skat::Scoring scoring = skat::Scoring::kZeroSum;
    return skat_batch({.scoring = scoring, .agents = {rule, std::nullopt, random}}, settings);
  });
  check_game("skat in contracts of the rule player", steps, [&](const Settings& settings) {
    return skat_batch({.agents = {random}, .bidder = rule}, settings);
  });
  const schnapsen::WorthByScore worth{7, std::vector(49, schnapsen::Worth{-3, -2, -1, 0, 1, 2, 3})};
  const schnapsen::TreePlayerSettings few{.iterations = 4, .worlds_at_last = 2};
  const std::array<schnapsen::PlayerMaker, 3> makers{
      schnapsen::rule_player({}), schnapsen::pimc_player({}, 2, schnapsen::Ties::kShared, worth),
      schnapsen::tree_player({}, few, {}, worth)};
  for (const auto& maker : makers) {
    check_game("schnapsen against an agent", steps / 10, [&](const Settings& settings) {
      return schnapsen_batch({.agents = {nullptr, maker}}, settings);
    });
  }
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
  check_trick_games(steps);
}
