#include "skat/studies/null_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace vorhand::skat::solver {
namespace {

// The relation "at most as good for the soloist" between suit states; add shorter suits first.
class Comparison {
 public:
  Comparison()
      : owner_(kNullSuitStates),
        shorter_(kNullSuitStates),
        row_(kNullSuitStates),
        at_(kNullSuitStates) {}

  // Add the states of a group: those with the same number of cards in each hand.
  void add(const std::vector<int>& states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      decode(states[i]);
      at_[states[i]] = static_cast<int>(i);
      row_[states[i]].assign(states.size(), false);
    }
    for (const int a : states) {
      for (const int b : states) row_[a][at_[b]] = a == b || (discards(a, b) && tricks(a, b));
    }
  }

  bool at_most(int a, int b) const { return row_[a][at_[b]]; }

 private:
  using Trick = std::array<int, kNumPlayers>;  // indices of the cards in the suit; -1 void

  void decode(int state) {
    auto& owner = owner_[state];
    for (int rest = state; rest > 1; rest /= 3) owner.push_back(rest % 3);
    for (std::size_t i = 0; i < owner.size(); ++i) {
      shorter_[state].push_back(without(state, {static_cast<int>(i), -1, -1}));
    }
  }

  int without(int state, const Trick& trick) const {
    const auto& owner = owner_[state];
    int left = 1;
    for (int i = static_cast<int>(owner.size()) - 1; i >= 0; --i) {
      if (std::ranges::find(trick, i) == trick.end()) left = 3 * left + owner[i];
    }
    return left;
  }

  // Tell whether `seat` can imitate each card that it may choose. The soloist chooses in `a` and
  // imitates in `b`, a defender the reverse.
  template <class Imitated>
  bool imitates(int a, int b, int seat, Imitated&& imitated) const {
    const bool soloist = seat == 0;
    const auto& chosen = owner_[soloist ? a : b];
    const auto& answers = owner_[soloist ? b : a];
    for (int i = 0; i < static_cast<int>(chosen.size()); ++i) {
      if (chosen[i] != seat) continue;
      bool found = false;
      for (int j = 0; j < static_cast<int>(answers.size()) && !found; ++j) {
        found = answers[j] == seat && (soloist ? imitated(i, j) : imitated(j, i));
      }
      if (!found) return false;
    }
    return true;
  }

  bool discards(int a, int b) const {
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      const auto imitated = [&](int i, int j) { return at_most(shorter_[a][i], shorter_[b][j]); };
      if (!imitates(a, b, seat, imitated)) return false;
    }
    return true;
  }

  bool tricks(int a, int b) const {
    for (int leader = 1; leader < kNumPlayers; ++leader) {
      if (std::ranges::find(owner_[a], leader) == owner_[a].end()) continue;
      if (!trick(a, b, leader, 0, {-1, -1, -1}, {-1, -1, -1})) return false;
    }
    return true;
  }

  bool trick(int a, int b, int leader, int place, Trick in_a, Trick in_b) const {
    if (place == kNumPlayers) {
      const int winner_a = owner_[a][std::ranges::max(in_a)];
      const int winner_b = owner_[b][std::ranges::max(in_b)];
      if (winner_a == 0) return true;
      return winner_a == winner_b && at_most(without(a, in_a), without(b, in_b));
    }
    const int seat = (leader + place) % kNumPlayers;
    if (std::ranges::find(owner_[a], seat) == owner_[a].end()) {
      return trick(a, b, leader, place + 1, in_a, in_b);
    }
    return imitates(a, b, seat, [&](int i, int j) {
      in_a[place] = i;
      in_b[place] = j;
      return trick(a, b, leader, place + 1, in_a, in_b);
    });
  }

  std::vector<std::vector<int>> owner_;    // owners by state, from the lowest card
  std::vector<std::vector<int>> shorter_;  // states left without each card, by state
  std::vector<std::vector<bool>> row_;     // [a][index of b]: a is at most as good as b
  std::vector<int> at_;                    // index in the group, by state
};

}  // namespace

int suit_state(const SuitOwners& owners) {
  int state = 1;
  for (unsigned left = owners[0] | owners[1] | owners[2]; left;) {
    const unsigned top = std::bit_floor(left);
    left ^= top;
    state = 3 * state + (owners[1] & top ? 1 : 0) + (owners[2] & top ? 2 : 0);
  }
  return state;
}

SuitOwners suit_owners(int state) {
  SuitOwners owners{};
  for (int i = 0; state > 1; state /= 3, ++i) {
    owners[state % 3] = static_cast<std::uint8_t>(owners[state % 3] | 1 << i);
  }
  return owners;
}

NullClasses::NullClasses() : class_(kNullSuitStates, -1) {
  Comparison comparison;
  for (int cards = 0, first = 1; cards <= kNullSuitCards; ++cards, first *= 3) {
    std::vector<std::vector<int>> states(group_of(0, cards) + 1);
    for (int state = first; state < 2 * first; ++state) {
      const SuitOwners owners = suit_owners(state);
      states[group_of(std::popcount(owners[0]), std::popcount(owners[1]))].push_back(state);
    }
    groups_[cards].resize(states.size());
    for (std::size_t group = 0; group < states.size(); ++group) {
      comparison.add(states[group]);
      auto& classes = groups_[cards][group];
      for (const int state : states[group]) {
        for (const int other : states[group]) {
          if (other == state) break;
          if (!comparison.at_most(state, other) || !comparison.at_most(other, state)) continue;
          class_[state] = class_[other];
          break;
        }
        if (class_[state] >= 0) continue;
        class_[state] = static_cast<int>(classes_.size());
        classes.push_back({.cards = cards,
                           .group = static_cast<int>(group),
                           .index = static_cast<int>(classes.size()),
                           .owners = suit_owners(state)});
        classes_.push_back(classes.back());
      }
    }
  }
}

}  // namespace vorhand::skat::solver
