#include "skat/monte_carlo/ismcts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "by_weight.hpp"
#include "random_member.hpp"

namespace vorhand::skat {

namespace {

struct Move {
  Card card = 0;
  std::uint32_t visits = 0;
  std::uint32_t available = 0;
  double worth = 0;  // sum of the worths to the soloist
};

struct SearchNode {
  std::vector<Move> moves;

  Move& move(Card card) {
    for (Move& move : moves) {
      if (move.card == card) return move;
    }
    return moves.emplace_back(Move{.card = card});
  }
};

constexpr std::uint64_t kReserved = 1 << 20;  // nodes; an iteration adds at most one

class Search {
 public:
  Search(const CardPlay& play, const IsMctsOptions& options, const Draw& draw,
         const PlayOut& playout, Random& random)
      : play_(play), options_(options), draw_(draw), playout_(playout), random_(random) {
    nodes_.reserve(std::min<std::uint64_t>(options.iterations, kReserved) + 1);
    nodes_.try_emplace(key(play, 0));
  }

  void iterate() {
    const World drawn = draw_(random_);
    CardPlay world = play_.in_world(drawn);
    extend_scale(world);
    path_.clear();
    cards_.clear();
    std::uint64_t history = 0;
    while (!world.is_over()) {
      const auto [found, is_new] = nodes_.try_emplace(key(world, history));
      if (is_new) break;
      const Card card = select(found->second, world);
      path_.emplace_back(&found->second, card);
      cards_.push_back(card);
      history = mix64(history ^ static_cast<std::uint64_t>(card + 1));
      world.play(card);
    }
    const Outcome outcome = world.is_over() ? world.outcome() : playout_(drawn, cards_, world);
    const double worth = world.worth(outcome, options_.objective);
    for (const auto& [node, card] : path_) {
      Move& move = node->move(card);
      ++move.visits;
      move.worth += worth;
    }
  }

  IsMctsResult result() {
    IsMctsResult result;
    const bool alone = play_.player() == play_.table.soloist;
    for (const Move& move : nodes_.at(key(play_, 0)).moves) {
      const auto i = static_cast<std::size_t>(move.card);
      result.visits[i] = move.visits;
      result.available[i] = move.available;
      result.reward[i] = move.visits ? reward(move, alone) : 0.5;
    }
    result.nodes = nodes_.size();
    return result;
  }

 private:
  // Extend the scale of worths by those of a world, since the stakes depend on the soloist's cards.
  void extend_scale(const CardPlay& world) {
    const bool null = world.declaration.is_null();
    low_ = std::min(low_, world.worth(null ? Outcome{1} : kTookNone, options_.objective));
    high_ = std::max(high_, world.worth(null ? Outcome{0} : kTookAll, options_.objective));
  }

  // Return the mean reward, 0 .. 1, of the soloist or of the defenders.
  double reward(const Move& move, bool alone) const {
    const double range = high_ > low_ ? high_ - low_ : 1;
    const double mean = (move.worth / move.visits - low_) / range;
    return alone ? mean : 1 - mean;
  }

  std::uint64_t key(const CardPlay& world, std::uint64_t history) const {
    if (options_.observers == Observers::kSingle) return history;
    const int mover = world.player();
    const bool sees_skat = mover == world.table.soloist && !world.table.hand_game;
    const std::uint64_t skat = sees_skat ? world.table.skat : 0;
    return mix64(history ^ mix64(std::uint64_t{world.table.hands[mover]} << 32 | skat));
  }

  // Return a random untried move, or the one of highest confidence bound.
  Card select(SearchNode& node, const CardPlay& world) {
    const CardSet legal = world.legal();
    CardSet untried = 0;
    for (CardSet rest = legal; rest;) {
      Move& move = node.move(pop_lowest(rest));
      ++move.available;
      if (move.visits == 0) untried |= bit(move.card);
    }
    if (untried) return random_member(untried, random_);
    const bool alone = world.player() == world.table.soloist;
    Card best = -1;
    double highest = 0;
    for (const Move& move : node.moves) {
      if (!(legal & bit(move.card))) continue;
      const double bound = reward(move, alone) +
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
  const Draw& draw_;
  const PlayOut& playout_;
  Random& random_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
  std::unordered_map<std::uint64_t, SearchNode> nodes_;
  std::vector<std::pair<SearchNode*, Card>> path_;
  std::vector<Card> cards_;  // cards played along the path
};

Draw in_turn(std::vector<World> worlds) {
  return [worlds = std::move(worlds), next = std::size_t{0}](Random&) mutable {
    return worlds[next++ % worlds.size()];
  };
}

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

Draw any_world(const CardPlay& play) {
  return [worlds = Worlds(play.knowledge())](Random& random) {
    return worlds.world(random.below(worlds.count()));
  };
}

Draw one_of(std::vector<World> worlds, std::span<const double> weights) {
  return [draw = ByWeight(weights, worlds.size()), worlds = std::move(worlds)](Random& random) {
    return worlds[draw(random)];
  };
}

IsMctsResult ismcts(const CardPlay& play, const IsMctsOptions& options, const Draw& draw,
                    const PlayOut& playout, Random& random,
                    const std::function<bool()>& keep_going) {
  constexpr std::uint64_t kBetweenChecks = 64;
  Search search(play, options, draw, playout, random);
  for (std::uint64_t i = 0; i < options.iterations; ++i) {
    search.iterate();
    if (keep_going && i % kBetweenChecks == kBetweenChecks - 1 && !keep_going()) break;
  }
  return search.result();
}

PlayOut rest_by(const CardPlayer& player, Random& random) {
  return [&player, &random](const World&, std::span<const Card>, CardPlay& here) {
    while (!here.is_over()) here.play(player(here, random));
    return here.outcome();
  };
}

CardPlayer ismcts_player(IsMctsOptions options, CardPlayer playout, Sampler sampler) {
  return [options, playout = std::move(playout), sampler = std::move(sampler)](const CardPlay& play,
                                                                               Random& random) {
    const CardSet legal = play.legal();
    if (count(legal) == 1) return lowest(legal);
    const Draw draw = sampler ? in_turn(sampler(play, static_cast<int>(options.iterations), random))
                              : any_world(play);
    return ismcts(play, options, draw, rest_by(playout, random), random, {}).best(legal);
  };
}

}  // namespace vorhand::skat
