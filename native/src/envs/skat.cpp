// Environments of Skat: whole deals, or any other start of a deal.
#include "envs/games.hpp"
#include "skat/observation.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::envs {

namespace {

class Skat {
 public:
  struct State {
    skat::Deal deal;
  };

  Skat(const skat::Deal& first, skat::Scoring scoring, std::uint32_t rule_seats,
       const Contents& contents)
      : first_(first), scoring_(scoring), rule_seats_(rule_seats), contents_(contents) {
    if (!rule_seats) return;
    if (claims()) throw std::invalid_argument("agents: rule answers no claims, expected none");
    // Each seat bids, or plays a card in the first trick, unless one is under way already.
    if ((rule_seats & 0b111) == 0b111 || first.start().trick_size > 0) {
      throw std::invalid_argument("agents: expected a start after which the caller will act");
    }
  }

  std::size_t players() const { return skat::kNumPlayers; }
  std::size_t actions() const { return claims() ? skat::kNumActionsWithClaims : skat::kNumActions; }
  std::size_t observation_size() const { return skat::observation_size(contents_, claims()); }

  void begin(State& state, Random& random) const {
    state.deal = first_;
    while (state.deal.player() == skat::kChancePlayer) {
      state.deal.advance(draw_card(state.deal.undealt(), random));
    }
    play_rule_seats(state.deal);
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
    play_rule_seats(state.deal);
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
  bool claims() const { return first_.start().table.claims; }

  void play_rule_seats(skat::Deal& deal) const {
    while (!deal.is_over() && (rule_seats_ >> deal.player() & 1)) {
      deal.advance(skat::rule_action(deal));
    }
  }

  skat::Deal first_;
  skat::Scoring scoring_;
  std::uint32_t rule_seats_;  // set
  Contents contents_;
};

}  // namespace

std::unique_ptr<Batch> skat_batch(const skat::Deal& first, skat::Scoring scoring,
                                  std::uint32_t rule_seats, const Settings& settings) {
  return make_batch(Skat(first, scoring, rule_seats, settings.contents), settings);
}

}  // namespace vorhand::envs
