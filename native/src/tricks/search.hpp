// Exact search with all cards open, for two sides: the points of the contract's side.
//
// Zero-window alpha-beta over cards, with a table of bounds at the beginning of tricks. Adjacent
// cards of a suit with equal points and rules are equivalent: a hand tries only the lowest of them.
// Table keys contain the order of the cards, not their points: a bound holds for another position
// up to the difference in points of the cards left (payoff similarity; Furtak and Buro, "Using
// payoff-similarity to speed up search", IJCAI 2011).
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "permutation.hpp"
#include "tricks/bounds.hpp"
#include "tricks/ordering.hpp"
#include "tricks/payoffs.hpp"
#include "tricks/position.hpp"

namespace vorhand::tricks {

// The goal of at least a number of points still to come.
struct AtLeast {
  int points;

  AtLeast after(int taken) const { return {points - taken}; }
  int settled(int low, int high) const { return points <= low ? 1 : points > high ? 0 : -1; }
  std::uint64_t name(int, int) const { return 0; }
};

// The goal that the number of points still to come is in a given set of numbers, 0 .. 63. It serves
// worths, such as those of bids of an exact number of tricks.
struct OneOf {
  std::uint64_t points;
  // True: the goal is also reached if another seat decides the deal (`Decisive`).
  bool otherwise = false;

  OneOf after(int taken) const { return {taken < 64 ? points >> taken : 0, otherwise}; }
  int settled(int low, int high) const {
    const std::uint64_t range = in_range(low, high);
    return (points & range) == range ? 1 : points & range ? -1 : 0;
  }
  std::uint64_t name(int low, int high) const { return mix64(points & in_range(low, high)); }

 private:
  static std::uint64_t in_range(int low, int high) {
    return ~below(low) & (below(high) | bit(high));
  }
};

template <typename T>
class Search {
 public:
  // Create a table of 2^bits entries.
  explicit Search(int bits = 20) : table_(std::size_t{1} << bits), shift_(64 - bits) {}

  std::uint64_t nodes() const { return nodes_; }

  // Begin searching positions of a contract, which must outlive the search.
  void begin(const Contract& contract) {
    contract_ = &contract;
    single_suits_ = by_single_suits<T>(contract);
    weights_ = &learned_ordering();
    habits_ = {};
    if (++generation_ == 0) {
      std::fill(table_.begin(), table_.end(), Entry{});
      generation_ = 1;
    }
    bottoms_ = inner_ = 0;
    for (int suit = 0; suit < contract.num_suits; ++suit) {
      Set cards = contract.suits[index(suit)];
      while (cards) {
        const Set run = equals(cards);
        bottoms_ |= bit(lowest(run));
        inner_ |= run & ~bit(highest(run));
        cards &= ~run;
      }
    }
  }

  // `order_by` replaces the learned move ordering until the next contract; `record` samples the
  // cost of cards at some decisions.
  void order_by(const OrderingWeights& weights) { weights_ = &weights; }
  void record(std::vector<OrderingSample>& samples) { samples_ = &samples; }

  // Disable the bounds of `sure_tricks` until the next contract.
  void without_single_suits() { single_suits_ = false; }

  // Return the lowest of each run of equivalent cards of the player to act.
  Set distinct(const Position<T>& position, Set legal) const {
    const Set own = position.hands[index(position.player)];
    const Set others = (position.left() | position.trick.cards) & ~own;
    const Set gaps = inner_ & ~(legal | others);
    return legal & ~linked_below(legal, gaps, bottoms_);
  }

  // Return the points of the contract's side at the end.
  int value(const Position<T>& position, int guess) {
    const int rest = points_left(*contract_, position);
    const int low = position.points + least(*contract_, position);
    const int high = position.points + most(*contract_, position, rest);
    return found(low, high, guess, [&](int points) {
      return reaches(position, AtLeast{points - position.points}, rest);
    });
  }

  // Return the payoff at the end, if the contract has payoffs.
  int payoff(const Position<T>& position, int guess) {
    const int rest = points_left(*contract_, position);
    if (position.to_play == 0) return payoff_of(*contract_, position);
    auto [low, high] = payoffs_left(*contract_, position, 0, most(*contract_, position, rest));
    if (contract_->decisive.active) {
      low = std::min(low, contract_->decisive.otherwise);
      high = std::max(high, contract_->decisive.otherwise);
    }
    return found(low, high, guess,
                 [&](int payoff) { return reaches(position, Paid{payoff}, rest); });
  }

  // Return the worth of the result of best play. `worths` has the worth of each number of points;
  // it has at most 64 entries.
  int worth(const Position<T>& position, const std::vector<std::int16_t>& worths) {
    const Decisive& decisive = contract_->decisive;
    std::vector<std::int16_t> sorted(worths);
    if (decisive.active) sorted.push_back(static_cast<std::int16_t>(decisive.otherwise));
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const int rest = points_left(*contract_, position);
    std::size_t low = 0, high = sorted.size() - 1;
    while (low < high) {
      const std::size_t middle = (low + high + 1) / 2;
      OneOf wanted{0, decisive.active && decisive.otherwise >= sorted[middle]};
      for (std::size_t points = 0; points < worths.size(); ++points) {
        if (worths[points] >= sorted[middle]) wanted.points |= bit(static_cast<int>(points));
      }
      if (reaches(position, wanted.after(position.points), rest)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return sorted[low];
  }

 private:
  // Return the greatest number that is reached. Steps of doubling width from the guess enclose the
  // value; bisection finds it.
  template <typename Reaches>
  static int found(int low, int high, int guess, Reaches reaches) {
    if (low < high) guess = std::clamp(guess, low + 1, high);
    for (int step = kStep; low < high; step *= 2) {
      if (reaches(guess)) {
        low = guess;
        guess = std::min(guess + step, (low + high + 1) / 2);
      } else {
        high = guess - 1;
        guess = std::max(guess - step, (low + high + 1) / 2);
      }
    }
    return low;
  }

  // Return the goal after a card, given the goal before it.
  template <typename Wanted>
  static Wanted after(Wanted wanted, const Position<T>& position, const Position<T>& next) {
    return wanted.after(next.points - position.points);
  }
  static Paid after(Paid wanted, const Position<T>&, const Position<T>&) { return wanted; }

  // Return 1 if the goal is reached with every number of further points between these bounds, 0 if
  // it is reached with none of them, else -1. If another seat may decide the deal, the goal must
  // have the same result in that case.
  template <typename Wanted>
  int settled(const Position<T>& position, Wanted wanted, int low, int high, Fate fate) const {
    const int ours = settled_by_points(position, wanted, low, high);
    if (!fate.other_possible || fate.own_sure) return ours;
    const int otherwise = gets_otherwise(wanted);
    if (ours == otherwise || (fate.other_sure && !fate.own_possible)) return otherwise;
    return -1;
  }
  template <typename Wanted>
  int settled_by_points(const Position<T>&, Wanted wanted, int low, int high) const {
    return wanted.settled(low, high);
  }
  int settled_by_points(const Position<T>& position, Paid wanted, int low, int high) const {
    const auto [least, most] = payoffs_left(*contract_, position, low, high);
    return wanted.payoff <= least ? 1 : wanted.payoff > most ? 0 : -1;
  }

  // Tell whether the side reaches its goal if another seat decides the deal.
  bool gets_otherwise(AtLeast) const { return false; }  // no seat decides such a deal
  bool gets_otherwise(OneOf wanted) const { return wanted.otherwise; }
  bool gets_otherwise(Paid wanted) const { return contract_->decisive.otherwise >= wanted.payoff; }

  template <typename Wanted>
  std::uint64_t name(const Position<T>&, Wanted wanted, int low, int high) const {
    return wanted.name(low, high);
  }
  std::uint64_t name(const Position<T>& position, Paid wanted, int, int) const {
    return name_of(*contract_, position, wanted);
  }

  struct Entry {
    std::uint64_t key = 0;
    Set left = 0;
    std::int16_t low = 0, high = 0;
    std::int8_t move = -1;
    std::uint8_t generation = 0;
  };
  static constexpr std::size_t kWays = 4;  // entries in which a position may be stored

  // Return the lowest of `cards`, all of one suit, together with the equivalent ones above it.
  Set equals(Set cards) const {
    auto kind = [&](int card) {
      const bool key = contract_->keys & bit(card), barred = contract_->barred & bit(card);
      const bool special = contract_->tarok.special & bit(card);
      return std::tuple{points_of(card), key, barred, special ? card : -1};
    };
    const auto first = kind(lowest(cards));
    Set run = 0;
    while (cards && kind(lowest(cards)) == first) run |= bit(pop_lowest(cards));
    return run;
  }

  // Tell whether the side reaches its goal; `rest`: the points of all cards not yet in a full
  // trick.
  template <typename Wanted>
  bool reaches(const Position<T>& position, Wanted wanted, int rest) {
    ++nodes_;
    int low = least(*contract_, position), high = most(*contract_, position, rest);
    const int to_come = high;
    const Fate fate = fate_of(*contract_, position, to_come);
    if (const int known = settled(position, wanted, low, high, fate); known >= 0) return known;
    if (position.trick.size) return any_move(position, wanted, rest, -1).second;
    if constexpr (std::is_same_v<Wanted, Paid>) {
      if (only_points(*contract_, position)) {
        const int points = points_for(*contract_, position, wanted);
        return reaches(position, AtLeast{points - position.points}, rest);
      }
    }
    const bool greedy = !std::is_same_v<Wanted, OneOf> && contract_->greedy;
    std::tie(low, high) = bounds(*contract_, position, low, high, greedy, single_suits_);
    if (const int known = settled(position, wanted, low, high, fate); known >= 0) return known;

    const Set left = position.left();
    std::uint64_t key = key_of(position, left) ^ name(position, wanted, low, high);
    if (fate.other_possible) {
      key ^= mix64(name_of_fate(*contract_, position, to_come) + gets_otherwise(wanted));
    }
    key |= 1;
    Entry* const entries = &table_[key >> shift_ & ~(kWays - 1)];
    Entry* place = entries + (key >> 1) % kWays;
    int best = -1;
    for (Entry* entry = entries; entry != entries + kWays; ++entry) {
      if (entry->generation != generation_) place = entry;
      if (entry->generation != generation_ || entry->key != key) continue;
      const auto [less, more] = difference(left, entry->left);
      if constexpr (std::is_same_v<Wanted, AtLeast>) {
        const int settled = wanted.settled(entry->low - less, entry->high + more);
        if (settled >= 0) return settled;
      } else if (less == 0 && more == 0) {
        return entry->low;
      }
      if (best < 0) best = nth(left, count(entry->left & below(entry->move)));
      if (entry->left == left) place = entry;
    }
    const auto [move, reached] = any_move(position, wanted, rest, best);
    if (sampling_) changes_.emplace_back(place, *place);
    // Another entry may have replaced the one that was found.
    if (place->key != key || place->left != left || place->generation != generation_) {
      *place = {key, left,       static_cast<std::int16_t>(low), static_cast<std::int16_t>(high),
                -1,  generation_};
    }
    if constexpr (std::is_same_v<Wanted, AtLeast>) {
      (reached ? place->low : place->high) =
          static_cast<std::int16_t>(reached ? wanted.points : wanted.points - 1);
    } else {
      place->low = reached;
    }
    place->move = static_cast<std::int8_t>(move);
    return reached;
  }

  // A card to try, and its score.
  struct Move {
    int score = 0, card = 0;
  };
  using Moves = std::array<Move, kMostCards>;

  // Return the move that settles the question (else the first move), and whether the side reaches
  // its goal.
  template <typename Wanted>
  std::pair<int, bool> any_move(const Position<T>& position, Wanted wanted, int rest, int first) {
    const bool ours = counts(*contract_, position.player);
    const CardRoles<T> roles(*contract_, position, ducks(wanted));
    Moves moves;
    const int size = ordered(position, roles, first, moves);
    const bool full = position.trick.size == seats_of<T>(*contract_) - 1;
    auto settles = [&](int card) {
      Position<T> next = position;
      play(*contract_, next, card);
      const int gone = full ? position.trick.points + points_of(card) : 0;
      return reaches(next, after(wanted, position, next), rest - gone) == ours;
    };
    if (samples_ && size > 1 && sampled(position)) sample(position, roles, moves, size, settles);
    for (int i = 0; i < size; ++i) {
      const int card = moves[index(i)].card;
      if (!settles(card)) continue;
      Habits& habits = habits_of(position);
      for (int j = 0; j < i; ++j) fade(habits[index(moves[index(j)].card)], 0);
      fade(habits[index(card)], kHabit);
      return {card, ours};
    }
    return {moves[0].card, !ours};
  }

  // Tell whether the side may prefer to get no further points.
  bool ducks(AtLeast) const { return false; }
  bool ducks(OneOf wanted) const { return wanted.points & 1; }
  bool ducks(Paid) const { return !contract_->greedy; }

  // Write one card of each run of equivalent ones, the most promising first.
  int ordered(const Position<T>& position, const CardRoles<T>& roles, int first,
              Moves& moves) const {
    int size = 0;
    for (Set left = distinct(position, legal_cards(*contract_, position)); left;) {
      moves[index(size++)] = {0, pop_lowest(left)};
    }
    if (size == 1) return size;
    for (int i = 0; i < size; ++i) {
      const int card = moves[index(i)].card;
      const int score = card == first ? 1 << 20 : promise(position, roles, card);
      int place = i;
      for (; place > 0 && moves[index(place - 1)].score < score; --place) {
        moves[index(place)] = moves[index(place - 1)];
      }
      moves[index(place)] = {score, card};
    }
    return size;
  }

  int promise(const Position<T>& position, const CardRoles<T>& roles, int card) const {
    int score = habits_of(position)[index(card)] / kHabitShare;
    for (const std::uint16_t i : roles.of(card)) score += (*weights_)[i];
    return score;
  }

  // Decisions high in the tree are rare and matter more, so they are sampled more often.
  bool sampled(const Position<T>& position) {
    constexpr std::array<double, 8> kShare{0, .002, .005, .01, .02, .04, .07, .1};
    const auto tricks =
        std::min<std::size_t>(index(position.to_play) / index(seats_of<T>(*contract_)), 7);
    return static_cast<double>(mix64(++visits_) >> 11) * 0x1p-53 < kShare[tricks];
  }

  // Try all cards. Table and history scores are restored after each, so that later cards do not
  // profit from them.
  template <typename Settles>
  void sample(const Position<T>& position, const CardRoles<T>& roles, const Moves& moves, int size,
              Settles settles) {
    std::vector<OrderingSample>* const samples = std::exchange(samples_, nullptr);
    const auto habits = habits_;
    const std::uint64_t before = nodes_;
    sampling_ = true;
    ++decisions_;
    for (int i = 0; i < size; ++i) {
      const int card = moves[index(i)].card;
      const auto habit = static_cast<float>(habits_of(position)[index(card)] / kHabitShare);
      OrderingSample sample{decisions_, roles.of(card), habit};
      nodes_ = before;
      sample.cut = settles(card);
      sample.cost = static_cast<std::uint32_t>(nodes_ - before);
      samples->push_back(sample);
      habits_ = habits;
      for (; !changes_.empty(); changes_.pop_back())
        *changes_.back().first = changes_.back().second;
    }
    sampling_ = false;
    nodes_ = before;
    samples_ = samples;
  }

  // Return a key computed from the order of the cards left in each suit.
  std::uint64_t key_of(const Position<T>& position, Set left) const {
    std::array<Set, T::kRoom> named = position.hands;
    for (int suit = 0; suit < contract_->num_suits; ++suit) {
      const Set all = contract_->suits[index(suit)], here = left & all;
      if (here == all || !here) continue;
      for (Set& hand : named) hand = (hand & ~all) | carried(hand & all, here, all);
    }
    std::uint64_t key = mix64(static_cast<std::uint64_t>(position.player) * 8 +
                              (ours_took(*contract_, position) ? 4u : 0u) +
                              (others_took(*contract_, position) ? 2u : 0u) + position.open);
    for (std::size_t seat = 0; seat < seats_of<T, std::size_t>(*contract_); ++seat) {
      key = mix64(key ^ named[seat]);
    }
    // While cards are locked, the key also states which cards are locked, and which cards are keys.
    if (!position.open) key ^= mix64(left & (contract_->locked | contract_->keys));
    if (contract_->tarok.special) key ^= mix64(~(left & contract_->tarok.special));
    return key;
  }

  // Compare two sets of cards with the same key, card by card: return the sums by which cards of
  // the first are worth less, and worth more, than those of the second.
  std::pair<int, int> difference(Set cards, Set others) const {
    int less = 0, more = 0;
    for (; cards != others; cards &= cards - 1, others &= others - 1) {
      const int by = points_of(lowest(cards)) - points_of(lowest(others));
      (by < 0 ? less : more) += std::abs(by);
    }
    return {less, more};
  }

  static int nth(Set cards, int n) {
    for (; n > 0; --n) cards &= cards - 1;
    return lowest(cards);
  }

  int points_of(int card) const { return contract_->points[index(card)]; }
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  // History scores of a seat's cards, either when led or when played to a trick. Each cut-off that
  // a card gives raises its score, up to kHabit.
  using Habits = std::array<int, kMostCards>;
  Habits& habits_of(const Position<T>& position) {
    return habits_[index(position.player)][position.trick.size > 0];
  }
  const Habits& habits_of(const Position<T>& position) const {
    return habits_[index(position.player)][position.trick.size > 0];
  }
  static void fade(int& habit, int towards) { habit += (towards - habit) / 64; }

  // Fitted to node counts in Belote.
  static constexpr int kStep = 4;
  static constexpr int kHabit = 1 << 16, kHabitShare = kHabit / 60;

  const Contract* contract_ = nullptr;
  // The lowest cards of runs of equivalent cards, and all cards of such runs except the highest.
  Set bottoms_ = 0, inner_ = 0;
  std::array<std::array<Habits, 2>, T::kRoom> habits_{};
  bool single_suits_ = false;
  const OrderingWeights* weights_ = nullptr;
  std::vector<OrderingSample>* samples_ = nullptr;
  bool sampling_ = false;
  std::uint64_t visits_ = 0;
  std::uint32_t decisions_ = 0;
  // Table entries that changed while cards were sampled.
  std::vector<std::pair<Entry*, Entry>> changes_;
  std::vector<Entry> table_;
  int shift_;
  std::uint64_t nodes_ = 0;
  std::uint8_t generation_ = 0;
};

}  // namespace vorhand::tricks
