// Many environments of one game, stepped together.
//
// Every environment has a random stream of its own, named by the seed and its number, so the cards
// do not depend on the number of threads. The arrays are allocated once; each step overwrites them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cards.hpp"
#include "parallel.hpp"
#include "random_member.hpp"
#include "tensor_pieces.hpp"

namespace vorhand::envs {

struct IllegalActionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Zeros at an address that other libraries accept without copying (JAX requires a multiple of 64
// bytes).
template <typename T>
class Zeros {
 public:
  explicit Zeros(std::size_t size)
      : data_(static_cast<T*>(::operator new(size * sizeof(T), kAlignment))) {
    std::memset(data_.get(), 0, size * sizeof(T));
  }
  T* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(T* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<T, Delete> data_;
};

// Sizes and arrays of a batch of any game, with observations of any type. A game is under way in
// every environment from the start.
class Batch {
 public:
  struct Sizes {
    std::size_t environments = 0, players = 0, actions = 0, observation = 0;
  };

  explicit Batch(const Sizes& sizes)
      : sizes_(sizes),
        legal_(sizes.environments * sizes.actions),
        players_(sizes.environments),
        rewards_(sizes.environments * sizes.players),
        terminated_(sizes.environments) {}
  virtual ~Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  const Sizes& sizes() const { return sizes_; }
  // Legal actions of the player to act: [environments, actions].
  bool* legal() const { return legal_.data(); }
  // Player to act: [environments].
  std::int32_t* players() const { return players_.data(); }
  // Returns of all players if the game ended in this step, else zeros: [environments, players].
  float* rewards() const { return rewards_.data(); }
  // Environments whose game ended in this step: [environments].
  bool* terminated() const { return terminated_.data(); }

  // Begin a game in every environment, each at the start of its random stream.
  virtual void seed(std::uint64_t seed) = 0;
  // Begin a game in every environment, further along its random stream.
  virtual void reset() = 0;
  // Apply one action in every environment, and begin the next game where one ended. Throw
  // IllegalActionError before anything changes.
  virtual void step(std::span<const std::int64_t> actions) = 0;
  // Continue a step with another action in each of these environments, which are all different;
  // return those whose game ended. The other rows, rewards and ends of the step are kept, and the
  // rewards of several games are added up. Throw IllegalActionError before anything changes.
  virtual std::vector<std::size_t> step_some(std::span<const std::int64_t> environments,
                                             std::span<const std::int64_t> actions) = 0;
  // Return all actions since the game began, chance included.
  virtual std::vector<int> history(std::size_t environment) const = 0;

 protected:
  Sizes sizes_;
  Zeros<bool> legal_;
  Zeros<std::int32_t> players_;
  Zeros<float> rewards_;
  Zeros<bool> terminated_;
};

// A batch whose observations are of one type: [environments, observation].
template <typename Number>
class Observed : public Batch {
 public:
  explicit Observed(const Sizes& sizes)
      : Batch(sizes), observations_(sizes.environments * sizes.observation) {}
  Number* observations() const { return observations_.data(); }

 protected:
  Zeros<Number> observations_;
};

struct Settings {
  std::uint64_t seed = 0;
  std::size_t environments = 1;
  int threads = 1;
  bool bytes = true;  // observations are bytes, else floats
  Contents contents;
};

// The batch of a game. `Game` holds what all environments share, and has
//   State                             one game under way, a value
//   players(), actions(), observation_size()
//   begin(state, Random&)             begins a game and deals the cards
//   player(state) -> int              below 0: the game is over
//   is_legal(state, action) -> bool   for 0 <= action < actions()
//   mark_legal(state, bool*)          sets the flags of the legal actions; all are false before
//   apply(state, action, Random&)     applies the action, then chance until a player acts or the
//                                     game is over
//   write_returns(state, float*)
//   observe(state, player, span)      `observation_size()` bytes or floats
//   history(state) -> vector<int>
template <typename Game, typename Number>
class BatchOf final : public Observed<Number> {
 public:
  BatchOf(Game game, const Settings& settings)
      : Observed<Number>(
            {settings.environments, game.players(), game.actions(), game.observation_size()}),
        game_(std::move(game)),
        threads_(settings.threads),
        states_(settings.environments),
        randoms_(settings.environments, Random(0)) {
    BatchOf::seed(settings.seed);
  }

  void seed(std::uint64_t seed) override {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      states_[i] = {};
      randoms_[i] = Random(seed, i);
    }
    reset();
  }

  void reset() override {
    share([this](std::size_t i) {
      clear(i);
      begin(i);
      write(i);
    });
  }

  void step(std::span<const std::int64_t> actions) override {
    actions_.assign(actions.begin(), actions.end());   // the caller may change its array
    std::atomic<std::size_t> refused{states_.size()};  // first environment with an illegal action
    share([&](std::size_t i) {
      if (is_legal(i, actions_[i])) return;
      std::size_t first = refused;
      while (i < first && !refused.compare_exchange_weak(first, i)) {
      }
    });
    if (refused < states_.size()) refuse(refused, actions_[refused]);
    share([this](std::size_t i) {
      clear(i);
      advance(i, static_cast<int>(actions_[i]));
    });
  }

  std::vector<std::size_t> step_some(std::span<const std::int64_t> environments,
                                     std::span<const std::int64_t> actions) override {
    std::vector<std::size_t> ended;
    for (std::size_t k = 0; k < environments.size(); ++k) {
      if (environments[k] < 0 || environments[k] >= static_cast<std::int64_t>(states_.size())) {
        throw std::invalid_argument("environment " + std::to_string(environments[k]) +
                                    ": expected 0 to " + std::to_string(states_.size() - 1));
      }
      const auto i = static_cast<std::size_t>(environments[k]);
      if (!is_legal(i, actions[k])) refuse(i, actions[k]);
    }
    for (std::size_t k = 0; k < environments.size(); ++k) {
      const auto i = static_cast<std::size_t>(environments[k]);
      if (advance(i, static_cast<int>(actions[k]))) ended.push_back(i);
    }
    return ended;
  }

  std::vector<int> history(std::size_t environment) const override {
    return game_.history(states_[environment]);
  }

 private:
  template <typename Work>
  void share(const Work& work) {
    // Agents are slow: chunks are small if there are few environments, so that no thread idles.
    const std::size_t chunk = states_.size() / static_cast<std::size_t>(8 * threads_);
    parallel_for(states_.size(), threads_, std::clamp<std::size_t>(chunk, 1, 32), work);
  }

  // Apply an action; return whether the game ended, in which case the next one has begun.
  bool advance(std::size_t i, int action) {
    game_.apply(states_[i], action, randoms_[i]);
    const bool over = game_.player(states_[i]) < 0;
    if (over) {
      this->terminated()[i] = true;
      add_returns(i);
      begin(i);
    }
    write(i);
    return over;
  }

  void add_returns(std::size_t i) {
    std::array<float, kMostPlayers> returns{};
    game_.write_returns(states_[i], returns.data());
    const std::size_t players = this->sizes().players;
    float* rewards = this->rewards() + i * players;
    for (std::size_t player = 0; player < players; ++player) rewards[player] += returns[player];
  }

  void clear(std::size_t i) {
    this->terminated()[i] = false;
    const std::size_t players = this->sizes().players;
    std::fill_n(this->rewards() + i * players, players, 0.0f);
  }

  void begin(std::size_t i) {
    game_.begin(states_[i], randoms_[i]);
    if (game_.player(states_[i]) < 0) throw std::invalid_argument("the game is over at its start");
  }

  void write(std::size_t i) {
    const typename Game::State& state = states_[i];
    const std::size_t actions = this->sizes().actions, observation = this->sizes().observation;
    const int player = game_.player(state);
    this->players()[i] = player;
    bool* legal = this->legal() + i * actions;
    std::fill_n(legal, actions, false);
    game_.mark_legal(state, legal);
    game_.observe(state, player, std::span(this->observations() + i * observation, observation));
  }

  bool is_legal(std::size_t i, std::int64_t action) const {
    return action >= 0 && action < static_cast<std::int64_t>(this->sizes().actions) &&
           game_.is_legal(states_[i], static_cast<int>(action));
  }

  [[noreturn]] void refuse(std::size_t i, std::int64_t action) const {
    throw IllegalActionError(
        "environment " + std::to_string(i) + ": action " + std::to_string(action) + " of player " +
        std::to_string(game_.player(states_[i])) + ": expected " + legal_text(i));
  }

  // Return text such as "6", "3 to 9" or "one of 32, 34 to 96".
  std::string legal_text(std::size_t i) const {
    const auto count = static_cast<std::int64_t>(this->sizes().actions);
    std::string text;
    int ranges = 0;
    for (std::int64_t first = 0, last; first < count; first = last + 1) {
      last = first;
      if (!is_legal(i, first)) continue;
      while (is_legal(i, last + 1)) ++last;
      if (ranges++) text += ", ";
      text += std::to_string(first);
      if (last > first) text += " to " + std::to_string(last);
    }
    return (ranges > 1 ? "one of " : "") + text;
  }

  static constexpr std::size_t kMostPlayers = 7;

  Game game_;
  int threads_;
  std::vector<typename Game::State> states_;
  std::vector<Random> randoms_;
  std::vector<std::int64_t> actions_;  // actions of the current step
};

template <typename Game>
std::unique_ptr<Batch> make_batch(Game game, const Settings& settings) {
  if (settings.bytes) {
    return std::make_unique<BatchOf<Game, std::uint8_t>>(std::move(game), settings);
  }
  return std::make_unique<BatchOf<Game, float>>(std::move(game), settings);
}

}  // namespace vorhand::envs
