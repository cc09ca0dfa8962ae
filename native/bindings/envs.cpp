// vorhand.native.envs: batches of environments.
#include <mutex>

#include "arrays.hpp"
#include "checks.hpp"
#include "envs/batch.hpp"
#include "envs/games.hpp"
#include "errors.hpp"
#include "schnapsen_player.hpp"
#include "skat_bidder.hpp"
#include "skat_player.hpp"

using namespace vorhand;
using namespace vorhand::bindings;
using vorhand::envs::Batch;
using vorhand::envs::Observed;
using vorhand::envs::SkatAgent;

namespace {

constexpr std::size_t kMostEnvironments = std::size_t{1} << 20;

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A batch, and the lock that keeps a second Python thread out of it.
class Environments {
 public:
  explicit Environments(std::unique_ptr<Batch> batch) : batch_(std::move(batch)) {}

  // The batch, for reading the parts that no step changes: sizes, and addresses of arrays.
  Batch& batch() const { return *batch_; }

  // Return an array of the batch, which keeps the batch alive, but not this object: NumPy drops no
  // reference when a DLPack tensor ends with the interpreter, and nanobind would report a leak.
  template <typename Value>
  Array<Value> view(Value* values, std::initializer_list<std::size_t> shape) const {
    using Kept = std::shared_ptr<Batch>;
    const nb::capsule owner(new Kept(batch_),
                            [](void* kept) noexcept { delete static_cast<Kept*>(kept); });
    return Array<Value>(values, shape, owner);
  }

  // Return work(batch); no other thread may use the batch in the meantime.
  template <typename Work>
  auto locked(const Work& work) {
    return without_gil([&] {
      const std::scoped_lock lock(mutex_);
      return work(*batch_);
    });
  }

 private:
  std::shared_ptr<Batch> batch_;
  std::mutex mutex_;
};

nb::object observations(const Environments& self) {
  Batch& batch = self.batch();
  const auto [n, players, actions, size] = batch.sizes();
  if (auto* bytes = dynamic_cast<Observed<std::uint8_t>*>(&batch)) {
    return self.view(bytes->observations(), {n, size}).cast();
  }
  return self.view(dynamic_cast<Observed<float>&>(batch).observations(), {n, size}).cast();
}

void step(Environments& self, const Actions& actions) {
  const std::size_t n = self.batch().sizes().environments;
  if (actions.shape(0) != n) {
    throw std::invalid_argument("actions: " + std::to_string(actions.shape(0)) + ", expected " +
                                std::to_string(n) + ", one for each environment");
  }
  self.locked([&](Batch& batch) { batch.step({actions.data(), n}); });
}

envs::Settings settings_of(std::uint64_t seed, std::size_t environments, int threads, bool bytes,
                           bool recall) {
  check_threads(threads);
  if (environments < 1 || environments > kMostEnvironments) {
    throw std::invalid_argument("environments " + std::to_string(environments) +
                                ": expected 1 to " + std::to_string(kMostEnvironments));
  }
  Contents contents;
  contents.recall = recall;
  return {seed, environments, threads, bytes, contents};
}

// Return environments that make() creates without the interpreter lock.
template <typename Make>
Environments* environments_of(const Make& make) {
  return new Environments(without_gil(make));
}

using TrickTerms = std::vector<tricks::Terms>;

// Bind a function that creates environments of a trick game from the game's options. `rules`
// receives the terms of play of each choice of trumps, and these options.
template <typename... Options, typename Rules, typename... Names>
void def_tricks(nb::module_& m, const char* name, const Rules& rules, const Names&... names) {
  m.def(
      name,
      [rules](const TrickTerms& terms, Options... options, std::uint64_t seed,
              std::size_t environments, int threads, bool bytes, bool recall) {
        const auto settings = settings_of(seed, environments, threads, bytes, recall);
        return environments_of(
            [&] { return envs::tricks_batch(rules(terms, options...), settings); });
      },
      "terms"_a, nb::kw_only(), names..., "seed"_a, "environments"_a, "threads"_a, "bytes"_a,
      "recall"_a,
      "Return environments of OpenSpiel's game. `terms`: terms of the card play, one for\n"
      "each choice of trumps.");
}

}  // namespace

namespace vorhand::bindings {

void bind_envs(nb::module_& m) {
  m.attr("MOST_ENVIRONMENTS") = kMostEnvironments;
  translate<envs::IllegalActionError>("IllegalActionError");
  nb::class_<Environments>(m, "Environments",
                           "Many environments of one game; `vorhand.envs` explains the arrays.")
      .def(
          "seed",
          [](Environments& self, std::uint64_t seed) {
            self.locked([&](Batch& batch) { batch.seed(seed); });
          },
          "seed"_a, "Begin a game in every environment, each at the start of its random stream.")
      .def(
          "reset", [](Environments& self) { self.locked([](Batch& batch) { batch.reset(); }); },
          "Begin a game in every environment, further along its random stream.")
      .def("step", &step, "actions"_a,
           "Apply one action in every environment, and begin the next game where one ended.\n"
           "IllegalActionError names the environment; nothing is changed then.")
      .def(
          "step_some",
          [](Environments& self, const Actions& environments, const Actions& actions) {
            if (environments.shape(0) != actions.shape(0)) {
              throw std::invalid_argument("actions: expected one for each environment");
            }
            return self.locked([&](Batch& batch) {
              return batch.step_some({environments.data(), environments.shape(0)},
                                     {actions.data(), actions.shape(0)});
            });
          },
          "environments"_a, "actions"_a,
          "Go on with a step in some environments, and return those whose game ended, in a list.\n"
          "Rewards and ends of the step are kept; rewards of several games are added up.")
      .def(
          "history",
          [](Environments& self, std::size_t environment) {
            const std::size_t n = self.batch().sizes().environments;
            if (environment >= n) {
              throw std::invalid_argument("environment " + std::to_string(environment) +
                                          ": expected 0 to " + std::to_string(n - 1));
            }
            return self.locked([&](Batch& batch) { return batch.history(environment); });
          },
          "environment"_a, "Return all actions since the game began, chance included.")
      .def_prop_ro("observations", &observations,
                   nb::sig("def observations(self) -> numpy.ndarray"),
                   "Uint8 or float32 [environments, size].")
      .def_prop_ro(
          "legal_actions",
          [](const Environments& self) {
            const Batch& batch = self.batch();
            return self.view(batch.legal(), {batch.sizes().environments, batch.sizes().actions});
          },
          nb::rv_policy::automatic, "Bool [environments, actions].")
      .def_prop_ro(
          "players",
          [](const Environments& self) {
            const Batch& batch = self.batch();
            return self.view(batch.players(), {batch.sizes().environments});
          },
          nb::rv_policy::automatic, "Int32 [environments].")
      .def_prop_ro(
          "rewards",
          [](const Environments& self) {
            const Batch& batch = self.batch();
            return self.view(batch.rewards(), {batch.sizes().environments, batch.sizes().players});
          },
          nb::rv_policy::automatic, "Float32 [environments, players].")
      .def_prop_ro(
          "terminated",
          [](const Environments& self) {
            const Batch& batch = self.batch();
            return self.view(batch.terminated(), {batch.sizes().environments});
          },
          nb::rv_policy::automatic, "Bool [environments].");

  nb::class_<SkatAgent>(m, "SkatAgent", "An agent that plays whole deals of Skat in the core.")
      .def(
          "__init__",
          [](SkatAgent* self, const std::optional<Bidder>& bidder,
             const std::optional<Player>& cards) {
            new (self) SkatAgent{};
            if (bidder) {
              const auto kept = std::make_shared<const Bidder>(*bidder);
              self->bidder = {kept, &kept->kermit};
            }
            if (cards) self->cards = cards->make;
          },
          "bidder"_a.none() = nb::none(), "cards"_a.none() = nb::none(),
          "bidder: bids and declares; cards: plays the cards. None: the rule player.");
  m.def(
      "skat",
      // `first` is a copy, because another thread may change the caller's deal.
      [](skat::Deal first, skat::Scoring scoring,
         std::array<std::optional<SkatAgent>, skat::kNumPlayers> agents,
         std::optional<SkatAgent> bidder, std::uint64_t seed, std::size_t environments, int threads,
         bool bytes, bool recall) {
        const auto settings = settings_of(seed, environments, threads, bytes, recall);
        const envs::SkatTable table{first, scoring, std::move(agents), std::move(bidder)};
        return environments_of([&] { return envs::skat_batch(table, settings); });
      },
      "first"_a, "scoring"_a, nb::kw_only(), "agents"_a, "bidder"_a.none(), "seed"_a,
      "environments"_a, "threads"_a, "bytes"_a, "recall"_a,
      "Return environments of Skat, in deals that begin as `first` does. Agents by seat, None:\n"
      "the caller. `bidder` bids and declares in all seats; deals passed in are dealt again.");
  m.def(
      "schnapsen",
      [](const schnapsen::Rules& rules, bool match, int match_points,
         const std::array<int, 2>& score, bool capped, int leader,
         const std::array<std::optional<SchnapsenPlayer>, 2>& agents, std::uint64_t seed,
         std::size_t environments, int threads, bool bytes, bool recall) {
        const auto settings = settings_of(seed, environments, threads, bytes, recall);
        check_range("match_points", match_points, 1, 99);
        for (const int points : score) check_range("score", points, 0, match_points - 1);
        check_range("leader", leader, 0, 1);
        envs::SchnapsenTable table{rules, match, match_points, score, capped, leader};
        for (std::size_t seat = 0; seat < agents.size(); ++seat) {
          if (!agents[seat]) continue;
          if (agents[seat]->rules != rules) {
            throw std::invalid_argument("agents: expected those of these rules");
          }
          table.agents[seat] = agents[seat]->make;
        }
        return environments_of([&] { return envs::schnapsen_batch(table, settings); });
      },
      "rules"_a, nb::kw_only(), "match"_a, "match_points"_a, "score"_a, "capped"_a, "leader"_a,
      "agents"_a, "seed"_a, "environments"_a, "threads"_a, "bytes"_a, "recall"_a,
      "Return environments of Schnapsen, in single deals or in matches. Agents by seat, None: the\n"
      "caller.");
  m.def(
      "belote",
      [](const belote::Rules& rules, std::uint64_t seed, std::size_t environments, int threads,
         bool bytes, bool recall) {
        const auto settings = settings_of(seed, environments, threads, bytes, recall);
        return environments_of([&] { return envs::belote_batch(rules, settings); });
      },
      nb::kw_only(), "rules"_a, "seed"_a, "environments"_a, "threads"_a, "bytes"_a, "recall"_a,
      "Return environments of Belote, or of Contrée.");
  def_tricks<int, int, int>(
      m, "spades",
      [](const TrickTerms& terms, int win, int mercy, int bonus) {
        return tricks::spades(terms, {win, mercy, bonus});
      },
      "win_threshold"_a, "mercy_threshold"_a, "bonus"_a);
  def_tricks<bool>(
      m, "hearts", [](const TrickTerms& terms, bool pass) { return tricks::hearts(terms, pass); },
      "pass_cards"_a);
  def_tricks<int, int, int, int, int, bool>(
      m, "oh_hell",
      [](const TrickTerms& terms, int seats, int suits, int ranks, int number, int each,
         bool penalty) {
        return tricks::oh_hell(terms, {seats, suits, ranks, number, each, penalty});
      },
      "seats"_a, "suits"_a, "ranks"_a, "tricks"_a, "points_per_trick"_a, "penalty"_a);
  def_tricks<bool>(
      m, "euchre", [](const TrickTerms& terms, bool stick) { return tricks::euchre(terms, stick); },
      "stick_the_dealer"_a);
  def_tricks<int, bool, bool>(
      m, "bridge",
      [](const TrickTerms& terms, int dealer, bool dealers, bool others) {
        return tricks::bridge(terms, {dealer, dealers, others});
      },
      "dealer"_a, "dealer_vulnerable"_a, "others_vulnerable"_a);
  def_tricks<int>(
      m, "tarok", [](const TrickTerms& terms, int seats) { return tricks::tarok(terms, seats); },
      "seats"_a);
  def_tricks<>(m, "openspiel_skat", [](const TrickTerms& terms) { return tricks::skat(terms); });
}

}  // namespace vorhand::bindings
