#include "skat/monte_carlo/ismcts.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vorhand::skat {

namespace {

struct Move {
  Card card = 0;
  std::uint32_t visits = 0;
  std::uint32_t available = 0;
  double reward = 0;  // sum, of the soloist
};

struct Node {
  std::vector<Move> moves;

  Move& move(Card card) {
    for (Move& move : moves) {
      if (move.card == card) return move;
    }
    return moves.emplace_back(Move{.card = card});
  }
};

class Search {
 public:
  Search(const CardPlay& play, const IsMctsOptions& options, const CardPlayer& playout,
         Random& random)
      : play_(play),
        options_(options),
        playout_(playout),
        random_(random),
        worlds_(play.knowledge()) {
    const CardPlay any = draw();
    const bool null = any.declaration.is_null();
    low_ = any.worth(null ? Outcome{1} : kTookNone, options.objective);
    const double high = any.worth(null ? Outcome{0} : kTookAll, options.objective);
    range_ = high > low_ ? high - low_ : 1;
    nodes_.reserve(options.iterations + 1);
    nodes_.try_emplace(key(play, 0));
  }

  void iterate() {
    CardPlay world = draw();
    path_.clear();
    std::uint64_t history = 0;
    while (!world.is_over()) {
      const auto [found, is_new] = nodes_.try_emplace(key(world, history));
      if (is_new) break;
      const Card card = select(found->second, world);
      path_.emplace_back(&found->second, card);
      history = mix64(history ^ static_cast<std::uint64_t>(card + 1));
      world.play(card);
    }
    while (!world.is_over()) world.play(playout_(world, random_));
    const double reward = (world.worth(world.outcome(), options_.objective) - low_) / range_;
    for (const auto& [node, card] : path_) {
      Move& move = node->move(card);
      ++move.visits;
      move.reward += reward;
    }
  }

  IsMctsResult result() {
    IsMctsResult result;
    const bool alone = play_.player() == play_.table.soloist;
    for (const Move& move : nodes_.at(key(play_, 0)).moves) {
      const auto i = static_cast<std::size_t>(move.card);
      result.visits[i] = move.visits;
      result.available[i] = move.available;
      const double mean = move.visits ? move.reward / move.visits : 0.5;
      result.reward[i] = alone ? mean : 1 - mean;
    }
    result.nodes = nodes_.size();
    return result;
  }

 private:
  CardPlay draw() { return play_.in_world(worlds_.world(random_.below(worlds_.count()))); }

  std::uint64_t key(const CardPlay& world, std::uint64_t history) const {
    if (options_.observers == Observers::kSingle) return history;
    const int mover = world.player();
    const bool sees_skat = mover == world.table.soloist && !world.table.hand_game;
    const std::uint64_t skat = sees_skat ? world.table.skat : 0;
    return mix64(history ^ mix64(std::uint64_t{world.table.hands[mover]} << 32 | skat));
  }

  // A move never tried, at random, or the one of highest confidence bound.
  Card select(Node& node, const CardPlay& world) {
    const CardSet legal = world.legal();
    CardSet untried = 0;
    for (CardSet rest = legal; rest;) {
      Move& move = node.move(pop_lowest(rest));
      ++move.available;
      if (move.visits == 0) untried |= bit(move.card);
    }
    if (untried) {
      for (auto skipped = random_.below(static_cast<std::uint64_t>(count(untried))); skipped;
           --skipped)
        untried &= untried - 1;
      return lowest(untried);
    }
    const bool alone = world.player() == world.table.soloist;
    Card best = -1;
    double highest = 0;
    for (const Move& move : node.moves) {
      if (!(legal & bit(move.card))) continue;
      const double mean = move.reward / move.visits;
      const double bound = (alone ? mean : 1 - mean) +
                           options_.exploration * std::sqrt(std::log(move.available) / move.visits);
      if (best < 0 || bound > highest) {
        best = move.card;
        highest = bound;
      }
    }
    return best;
  }

  const CardPlay& play_;
  const IsMctsOptions& options_;
  const CardPlayer& playout_;
  Random& random_;
  Worlds worlds_;
  double low_ = 0, range_ = 1;
  std::unordered_map<std::uint64_t, Node> nodes_;
  std::vector<std::pair<Node*, Card>> path_;
};

}  // namespace

Card IsMctsResult::best(CardSet legal) const {
  Card best = lowest(legal);
  for (CardSet rest = legal; rest;) {
    const Card card = pop_lowest(rest);
    if (visits[static_cast<std::size_t>(card)] > visits[static_cast<std::size_t>(best)])
      best = card;
  }
  return best;
}

IsMctsResult ismcts(const CardPlay& play, const IsMctsOptions& options, const CardPlayer& playout,
                    Random& random, const std::function<bool()>& keep_going) {
  constexpr std::uint64_t kBetweenChecks = 64;
  Search search(play, options, playout, random);
  for (std::uint64_t i = 0; i < options.iterations; ++i) {
    search.iterate();
    if (keep_going && i % kBetweenChecks == kBetweenChecks - 1 && !keep_going()) break;
  }
  return search.result();
}

CardPlayer ismcts_player(IsMctsOptions options, CardPlayer playout) {
  return [options, playout = std::move(playout)](const CardPlay& play, Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    return ismcts(play, options, playout, random, {}).best(legal);
  };
}

}  // namespace vorhand::skat
