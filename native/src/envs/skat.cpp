// Environments of Skat: whole deals, or any other start of a deal.
#include "envs/games.hpp"
#include "envs/skat_agents.hpp"
#include "skat/observation.hpp"

namespace vorhand::envs {

namespace {

class Skat {
 public:
  struct State {
    skat::Deal deal;
    SkatAgents::Memory memory;
  };

  Skat(const SkatTable& table, const Contents& contents)
      : first_(table.first),
        scoring_(table.scoring),
        agents_(std::make_shared<SkatAgents>(table)),
        contents_(contents) {}

  std::size_t players() const { return skat::kNumPlayers; }
  std::size_t actions() const { return skat::num_actions(table()); }
  std::size_t observation_size() const { return skat::observation_size(contents_, table()); }

  void begin(State& state, Random& random) const {
    for (int passed_in = 0;; ++passed_in) {
      if (passed_in == kMostPassedIn) {
        throw std::invalid_argument("bidder: passes in all deals, expected one that bids");
      }
      state.deal = first_;
      while (state.deal.player() == skat::kChancePlayer) {
        state.deal.advance(random_member(state.deal.undealt(), random));
      }
      if (agents_->begin(state.deal, state.memory, random)) return;
    }
  }

  int player(const State& state) const { return state.deal.player(); }
  bool is_legal(const State& state, int action) const { return state.deal.is_legal(action); }

  void mark_legal(const State& state, bool* legal) const {
    std::array<std::uint8_t, skat::kNumActions> actions;
    const int n = state.deal.legal_actions(actions);
    for (int i = 0; i < n; ++i) legal[actions[static_cast<std::size_t>(i)]] = true;
  }

  void apply(State& state, int action, Random&) const {
    state.deal.advance(action);
    agents_->play(state.deal, state.memory);
  }

  void write_returns(const State& state, float* returns) const {
    for (const double score : skat::scores(scoring_, state.deal.result())) {
      *returns++ = static_cast<float>(score);
    }
  }

  template <typename Number>
  void observe(const State& state, int player, std::span<Number> observation) const {
    skat::write_observation(state.deal, player, contents_, observation);
  }

  std::vector<int> history(const State& state) const {
    std::vector<int> actions;
    for (int i = 0; i < state.deal.history_size(); ++i) actions.push_back(state.deal.history(i));
    return actions;
  }

 private:
  static constexpr int kMostPassedIn = 1000;  // deals in succession

  const skat::TableRules& table() const { return first_.start().table; }

  skat::Deal first_;
  skat::Scoring scoring_;
  std::shared_ptr<SkatAgents> agents_;
  Contents contents_;
};

}  // namespace

std::unique_ptr<Batch> skat_batch(const SkatTable& table, const Settings& settings) {
  return make_batch(Skat(table, settings.contents), settings);
}

}  // namespace vorhand::envs
