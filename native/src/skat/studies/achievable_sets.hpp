// Achievable sets: sampled worlds that one strategy of the soloist wins together.
//
// Furtak's thesis (2013), chapter 6. Like paranoid search, but a node is a list of worlds: a
// defender plays a card that is legal in at least one of them, and the worlds in which it is legal
// remain. The soloist plays the same in worlds that the play so far does not distinguish. A node is
// lost if the soloist misses the goal in one of its worlds even with open hands.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "keep_going.hpp"
#include "permutation.hpp"
#include "skat/paranoid/paranoid_search.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

// A world; the soloist sits in seat 0.
struct WorldToWin {
  solver::Position open;
  int need = 1;  // card points still needed; 1 for the goals that count tricks
};

class AchievableSets {
 public:
  // `keep_going` is polled; once it returns false the search ends with Cancelled.
  explicit AchievableSets(ParanoidGoal goal, KeepGoing keep_going = KeepGoing())
      : goal_(goal), keep_going_(std::move(keep_going)), open_hands_(12) {}

  static constexpr std::uint64_t kQuestions = 20;  // number of budgets that a set may use
  static constexpr std::uint64_t kMostNodes =
      std::numeric_limits<std::uint64_t>::max() / kQuestions;  // largest budget

  // Tell whether one strategy reaches the goal in all worlds, which differ in the defenders' hands
  // alone. False if the budget runs out first (0: no limit).
  bool reaches(std::span<const WorldToWin> worlds, std::uint64_t node_budget = 0);

  // Return for each world whether it is in a set that grows greedily: the worlds won with open
  // hands are tried in order of their spare points, fewest first, and each joins if one strategy
  // still wins all worlds of the set. The budget, at most kMostNodes, is per question; after
  // kQuestions budgets no more worlds join.
  std::vector<bool> grow(std::span<const WorldToWin> worlds, std::uint64_t node_budget);

  // Return the world after a card; set `lost` if it misses the goal that counts tricks.
  WorldToWin after(const WorldToWin& world, Card card, bool& lost) const;

 private:
  using Worlds = std::vector<WorldToWin>;
  struct Key {
    std::array<CardSet, kNumPlayers> hands;
    std::uint32_t table;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const std::uint64_t low = mix64(key.hands[0] | std::uint64_t{key.hands[1]} << 32);
      return static_cast<std::size_t>(mix64(low ^ (key.hands[2] | std::uint64_t{key.table} << 32)));
    }
  };
  // Bounds on the points with open hands: at least `low`, less than `high`.
  struct Bounds {
    int low = 0, high = kTotalPoints + 1;
  };

  bool reach(Worlds worlds);
  bool reach_by_moves(const Worlds& worlds);
  bool play(const Worlds& worlds, Card card);
  bool wins_open(const WorldToWin& world);
  int spare(const WorldToWin& world);
  int solved(const solver::Position& open, const solver::Task& task);
  void ask_whether_to_go_on();
  void join(const Worlds& order, std::size_t first, std::size_t last, std::uint64_t node_budget,
            Worlds& set, std::vector<bool>& joined);

  ParanoidGoal goal_;
  KeepGoing keep_going_;
  std::uint64_t node_budget_ = 0;
  std::uint64_t nodes_ = 0;
  bool spent_ = false;
  std::uint64_t left_ = 0;  // nodes until the set stops growing
  std::unordered_map<Key, Bounds, Hash> known_;
  solver::Workspace open_hands_;
};

}  // namespace vorhand::skat
