// Environments of Belote and Contrée.
#include "envs/games.hpp"

namespace vorhand::envs {

namespace {

class Belote {
 public:
  using State = belote::Deal;

  Belote(const belote::Rules& rules, const Contents& contents)
      : rules_(rules), contents_(contents) {}

  std::size_t players() const { return belote::kSeats; }
  std::size_t actions() const { return belote::kNumActions; }
  std::size_t observation_size() const { return belote::observation_size(contents_); }

  void begin(State& state, Random& random) const {
    state = belote::Deal(rules_);
    deal_cards(state, random);
  }

  int player(const State& state) const { return state.player(); }

  bool is_legal(const State& state, int action) const {
    return state.legal_actions()[static_cast<std::size_t>(action)];
  }

  void mark_legal(const State& state, bool* legal) const {
    const auto actions = state.legal_actions();
    for (std::size_t action = 0; action < actions.size(); ++action) legal[action] = actions[action];
  }

  void apply(State& state, int action, Random& random) const {
    state.apply(action);
    deal_cards(state, random);
  }

  void write_returns(const State& state, float* returns) const {
    for (const int points : state.returns()) *returns++ = static_cast<float>(points);
  }

  template <typename Number>
  void observe(const State& state, int player, std::span<Number> observation) const {
    belote::write_observation(state.table(), player, contents_, observation);
  }

  std::vector<int> history(const State& state) const { return state.history(); }

 private:
  // Deal the cards before the calls; in the plain game deal the rest after the calls.
  static void deal_cards(belote::Deal& deal, Random& random) {
    while (deal.player() == belote::kChancePlayer)
      deal.apply(random_member(deal.undealt(), random));
  }

  belote::Rules rules_;
  Contents contents_;
};

}  // namespace

std::unique_ptr<Batch> belote_batch(const belote::Rules& rules, const Settings& settings) {
  return make_batch(Belote(rules, settings.contents), settings);
}

}  // namespace vorhand::envs
