#include "skat/studies/achievable_sets.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace vorhand::skat {

namespace {

solver::Question asked(ParanoidGoal goal) {
  if (goal == ParanoidGoal::kEveryTrick) return solver::Question::kTakesAll;
  return goal == ParanoidGoal::kNoTrick ? solver::Question::kValue : solver::Question::kAtLeast;
}

bool is_over(const solver::Position& open) { return open.trick_size == 0 && open.hands[0] == 0; }

}  // namespace

bool AchievableSets::reaches(std::span<const WorldToWin> worlds, std::uint64_t node_budget) {
  nodes_ = 0;
  node_budget_ = node_budget;
  spent_ = false;
  return reach({worlds.begin(), worlds.end()}) && !spent_;
}

std::vector<bool> AchievableSets::grow(std::span<const WorldToWin> worlds,
                                       std::uint64_t node_budget) {
  std::vector<std::size_t> won;
  std::vector<int> spare_of(worlds.size(), 0);
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    if (!wins_open(worlds[k])) continue;
    won.push_back(k);
    spare_of[k] = spare(worlds[k]);
  }
  std::stable_sort(won.begin(), won.end(),
                   [&](std::size_t a, std::size_t b) { return spare_of[a] < spare_of[b]; });
  Worlds order, set;
  for (const std::size_t k : won) order.push_back(worlds[k]);
  std::vector<bool> joined(order.size(), false), found(worlds.size(), false);
  left_ = kQuestions * node_budget;
  join(order, 0, order.size(), node_budget, set, joined);
  for (std::size_t k = 0; k < won.size(); ++k) found[won[k]] = joined[k];
  return found;
}

// Worlds that join one by one also join together, since subsets of achievable sets are achievable.
// A half that fails is split again; the result equals joining one by one unless nodes run out.
void AchievableSets::join(const Worlds& order, std::size_t first, std::size_t last,
                          std::uint64_t node_budget, Worlds& set, std::vector<bool>& joined) {
  if (first == last || (node_budget > 0 && left_ == 0)) return;
  Worlds together = set;
  together.insert(together.end(), order.begin() + static_cast<std::ptrdiff_t>(first),
                  order.begin() + static_cast<std::ptrdiff_t>(last));
  const bool reached = reaches(together, node_budget);
  left_ -= std::min(left_, nodes_);
  if (reached) {
    set = std::move(together);
    std::fill(joined.begin() + static_cast<std::ptrdiff_t>(first),
              joined.begin() + static_cast<std::ptrdiff_t>(last), true);
  } else if (last - first > 1) {
    const std::size_t middle = (first + last) / 2;
    join(order, first, middle, node_budget, set, joined);
    join(order, middle, last, node_budget, set, joined);
  }
}

WorldToWin AchievableSets::after(const WorldToWin& world, Card card, bool& lost) const {
  WorldToWin next = world;
  const int points = solver::play(next.open, card);
  const bool ends = world.open.trick_size == kNumPlayers - 1;
  lost = ends && ((goal_ == ParanoidGoal::kNoTrick && next.open.leader == 0) ||
                  (goal_ == ParanoidGoal::kEveryTrick && next.open.leader != 0));
  if (goal_ == ParanoidGoal::kPoints) next.need -= points;
  return next;
}

bool AchievableSets::reach(Worlds worlds) {
  if (goal_ == ParanoidGoal::kPoints) {
    std::erase_if(worlds, [](const WorldToWin& world) { return world.need <= 0; });
  }
  if (worlds.empty()) return true;
  if (is_over(worlds[0].open)) return goal_ != ParanoidGoal::kPoints;
  if (!std::all_of(worlds.begin(), worlds.end(),
                   [&](const WorldToWin& world) { return wins_open(world); })) {
    return false;
  }
  return worlds.size() == 1 || reach_by_moves(worlds);
}

bool AchievableSets::reach_by_moves(const Worlds& worlds) {
  if (++nodes_ == node_budget_) spent_ = true;
  if (spent_) return false;
  ask_whether_to_go_on();
  const bool soloist = worlds[0].open.to_move() == 0;
  CardSet moves = 0;
  for (const WorldToWin& world : worlds) moves |= world.open.legal();
  while (moves) {
    if (play(worlds, pop_lowest(moves)) == soloist) return soloist;
    if (spent_) return false;
  }
  return !soloist;
}

bool AchievableSets::play(const Worlds& worlds, Card card) {
  Worlds next;
  next.reserve(worlds.size());
  for (const WorldToWin& world : worlds) {
    if (!(world.open.legal() & bit(card))) continue;
    bool lost = false;
    next.push_back(after(world, card, lost));
    if (lost) return false;
  }
  return reach(std::move(next));
}

// Bounds are kept because worlds recur while the set grows.
bool AchievableSets::wins_open(const WorldToWin& world) {
  const solver::Position& open = world.open;
  if (goal_ == ParanoidGoal::kPoints && world.need <= 0) return true;
  if (is_over(open)) return goal_ != ParanoidGoal::kPoints;
  std::uint32_t table = static_cast<std::uint32_t>(open.leader);
  for (int k = 0; k < open.trick_size; ++k) {
    table = table << 6 | static_cast<std::uint32_t>(open.trick[static_cast<std::size_t>(k)] + 1);
  }
  Bounds& bounds = known_[{open.hands, table << 2 | static_cast<std::uint32_t>(open.trick_size)}];
  const int need = goal_ == ParanoidGoal::kPoints ? world.need : 1;
  if (need <= bounds.low) return true;
  if (need >= bounds.high) return false;
  solver::Task task;
  task.question = asked(goal_);
  task.low = need;
  const bool won = solved(open, task) != 0;
  if (won) {
    bounds.low = need;
  } else {
    bounds.high = need;
  }
  return won;
}

// Return the card points beyond those needed, with open hands; 0 for goals that count tricks.
int AchievableSets::spare(const WorldToWin& world) {
  if (goal_ != ParanoidGoal::kPoints) return 0;
  if (is_over(world.open)) return -world.need;
  return solved(world.open, solver::Task{}) - world.need;
}

int AchievableSets::solved(const solver::Position& open, const solver::Task& task) {
  ask_whether_to_go_on();
  std::array<std::int16_t, kNumCards> answer{};
  open_hands_.answer(open, task, answer);
  return answer[0];
}

void AchievableSets::ask_whether_to_go_on() {
  if (!keep_going_()) throw solver::Cancelled("cancelled");
}

}  // namespace vorhand::skat
