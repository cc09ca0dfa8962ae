// Environments of the Schnapsen family: single deals, or matches.
#include "envs/games.hpp"
#include "envs/idle_pool.hpp"
#include "schnapsen/observation.hpp"

namespace vorhand::envs {

namespace {

using schnapsen::ActionSet;
using schnapsen::Deal;

class Schnapsen {
 public:
  struct State {
    schnapsen::PlayedDeal played;
    std::array<int, 2> score{};
    std::vector<int> past;  // actions of earlier deals of the match, chance included
    int deals = 0;          // number of earlier deals of the match
    Random agents{0};       // random numbers of the agents in this game
    std::uint64_t games = 0;
  };

  Schnapsen(const SchnapsenTable& table, const Contents& contents)
      : table_(table), contents_(contents) {
    if (table.agents[0] && table.agents[1]) {
      throw std::invalid_argument("agents: in both seats, expected one seat for the caller");
    }
  }

  std::size_t players() const { return 2; }
  std::size_t actions() const { return schnapsen::kNumActions; }
  std::size_t observation_size() const {
    return schnapsen::observation_size(table_.rules, contents_);
  }

  void begin(State& state, Random& random) const {
    state.score = table_.score;
    state.past.clear();
    state.deals = 0;
    // Seed the agents from a copy of `random`, so that the cards are the same as without agents.
    state.agents = Random(~Random(random).next(), state.games++);
    deal(state, random);
    play_agents(state, random);
  }

  int player(const State& state) const {
    return state.played.deal.terminal() ? -1 : state.played.deal.to_move();
  }

  bool is_legal(const State& state, int action) const {
    return schnapsen::legal_actions(table_.rules, state.played.deal) &
           schnapsen::action_bit(action);
  }

  void mark_legal(const State& state, bool* legal) const {
    ActionSet actions = schnapsen::legal_actions(table_.rules, state.played.deal);
    for (; actions; actions &= actions - 1) legal[std::countr_zero(actions)] = true;
  }

  void apply(State& state, int action, Random& random) const {
    advance(state, action, random);
    play_agents(state, random);
  }

  void write_returns(const State& state, float* returns) const {
    const Deal& deal = state.played.deal;
    const auto winner = static_cast<std::size_t>(deal.winner);
    int points = table_.match ? 1 : deal.game_points;
    if (table_.capped && !table_.match) {
      points = std::min(points, table_.match_points - table_.score[winner]);
    }
    returns[winner] = static_cast<float>(points);
    returns[1 - winner] = static_cast<float>(-points);
  }

  template <typename Number>
  void observe(const State& state, int player, std::span<Number> observation) const {
    const schnapsen::MatchScore score{state.score, table_.match_points};
    schnapsen::write_observation(table_.rules, state.played, score, player, contents_, observation);
  }

  std::vector<int> history(const State& state) const {
    std::vector<int> actions = state.past;
    const schnapsen::PlayedDeal& played = state.played;
    actions.insert(actions.end(), played.cards.begin(), played.cards.begin() + played.deal.dealt);
    actions.insert(actions.end(), played.actions.begin(),
                   played.actions.begin() + played.num_actions);
    return actions;
  }

 private:
  using Players = std::array<schnapsen::Player, 2>;

  void advance(State& state, int action, Random& random) const {
    schnapsen::apply(table_.rules, state.played, action);
    const Deal& deal = state.played.deal;
    if (!deal.terminal()) return;
    int& score = state.score[static_cast<std::size_t>(deal.winner)];
    score += deal.game_points;
    if (!table_.match || score >= table_.match_points) return;
    state.past = history(state);
    ++state.deals;
    this->deal(state, random);
  }

  void deal(State& state, Random& random) const {
    state.played = schnapsen::new_played_deal(table_.rules, (table_.leader + state.deals) % 2);
    while (state.played.deal.dealing()) {
      const CardSet left = schnapsen::undealt(table_.rules, state.played.deal);
      schnapsen::deal_card(table_.rules, state.played, random_member(left, random));
    }
  }

  // Let the agents act until the caller does, or the game is over.
  void play_agents(State& state, Random& random) const {
    for (int seat; (seat = player(state)) >= 0 && table_.agents[std::size_t(seat)];) {
      advance(state, chosen(state, static_cast<std::size_t>(seat)), random);
    }
  }

  int chosen(State& state, std::size_t seat) const {
    const auto make = [this] {
      Players players;
      for (std::size_t i = 0; i < players.size(); ++i) {
        if (table_.agents[i]) players[i] = table_.agents[i]();
      }
      return players;
    };
    const auto seed = state.agents.next();
    const auto chances = idle_->with(make, [&](const Players& players) {
      return players[seat](state.played, state.score, seed);
    });
    return schnapsen::drawn_action(chances, state.agents);
  }

  SchnapsenTable table_;
  Contents contents_;
  std::shared_ptr<IdlePool<Players>> idle_ = std::make_shared<IdlePool<Players>>();
};

}  // namespace

std::unique_ptr<Batch> schnapsen_batch(const SchnapsenTable& table, const Settings& settings) {
  return make_batch(Schnapsen(table, settings.contents), settings);
}

}  // namespace vorhand::envs
