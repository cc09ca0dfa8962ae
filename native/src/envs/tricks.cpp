// Environments of trick-taking games.
#include "envs/games.hpp"

namespace vorhand::envs {

namespace {

class Tricks {
 public:
  using State = tricks::Deal;

  Tricks(std::shared_ptr<const tricks::DealRules> rules, const Contents& contents)
      : rules_(std::move(rules)), recall_(contents.recall) {}

  std::size_t players() const { return static_cast<std::size_t>(rules_->sizes().seats); }
  std::size_t actions() const { return static_cast<std::size_t>(rules_->actions()); }
  std::size_t observation_size() const {
    return tricks::observation_size(rules_->sizes(), recall_);
  }

  void begin(State& state, Random& random) const {
    state = {};
    rules_->begin(state, random);
  }

  int player(const State& state) const { return state.player; }

  bool is_legal(const State& state, int action) const {
    const auto [cards, calls] = rules_->legal(state);
    const int deck = rules_->sizes().deck;
    return action < deck ? cards >> action & 1 : calls >> (action - deck) & 1;
  }

  void mark_legal(const State& state, bool* legal) const {
    auto [cards, calls] = rules_->legal(state);
    while (cards) legal[tricks::pop_lowest(cards)] = true;
    while (calls) legal[rules_->sizes().deck + tricks::pop_lowest(calls)] = true;
  }

  void apply(State& state, int action, Random&) const { rules_->apply(state, action); }

  void write_returns(const State& state, float* returns) const {
    const auto paid = rules_->returns(state);
    for (std::size_t seat = 0; seat < players(); ++seat) {
      returns[seat] = static_cast<float>(paid[seat]);
    }
  }

  template <typename Number>
  void observe(const State& state, int player, std::span<Number> observation) const {
    tricks::write_observation(rules_->sizes(), state, player, recall_, observation);
  }

  std::vector<int> history(const State& state) const { return state.history; }

 private:
  std::shared_ptr<const tricks::DealRules> rules_;
  bool recall_;
};

}  // namespace

std::unique_ptr<Batch> tricks_batch(std::shared_ptr<const tricks::DealRules> rules,
                                    const Settings& settings) {
  return make_batch(Tricks(std::move(rules), settings.contents), settings);
}

}  // namespace vorhand::envs
