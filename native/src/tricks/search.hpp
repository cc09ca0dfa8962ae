// Exact search with all cards open, for two sides: the points of the contract's side.
//
// Zero-window alpha-beta over cards, with a table of bounds at the beginning of tricks. Cards of
// equal points that stand next to each other in a suit are one card: of those in one hand the
// lowest is played for all, and in the table they are named by their order alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "permutation.hpp"
#include "tricks/position.hpp"

namespace vorhand::tricks {

template <typename T>
class Search {
 public:
  // A table of 2^bits entries, allocated once.
  explicit Search(int bits = 20)
      : table_(std::size_t{1} << bits), shift_(64 - bits) {}

  // The points that the contract's side will have in the end; a good guess saves time.
  int value(const Contract& contract, const Position<T>& position, int guess) {
    begin(contract);
    return solve(position, guess);
  }

  // The same after each legal card of the player; `values` has a place for each, ascending.
  // Returns the best.
  int values(const Contract& contract, const Position<T>& position, int guess, int* values) {
    begin(contract);
    const bool ours = counts(contract, position.player);
    int best = 0;
    bool first = true;
    for (Set left = legal_cards(contract, position); left; first = false) {
      const int card = pop_lowest(left);
      Position<T> next = position;
      play(contract, next, card);
      *values = guess = solve(next, guess);
      best = first ? guess : ours ? std::max(best, guess) : std::min(best, guess);
      ++values;
    }
    return best;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t low = 0, high = 0;
    std::int8_t move = -1;
    std::uint8_t generation = 0;
  };

  void begin(const Contract& contract) {
    contract_ = &contract;
    if (++generation_ == 0) {
      std::fill(table_.begin(), table_.end(), Entry{});
      generation_ = 1;
    }
    num_runs_ = 0;
    for (int suit = 0; suit < contract.num_suits; ++suit) {
      Set cards = contract.suits[static_cast<std::size_t>(suit)];
      while (cards) {
        const int points = contract.points[static_cast<std::size_t>(lowest(cards))];
        Set run = 0;
        while (cards && contract.points[static_cast<std::size_t>(lowest(cards))] == points) {
          run |= bit(pop_lowest(cards));
        }
        runs_[static_cast<std::size_t>(num_runs_++)] = run;
      }
    }
    for (int run = 0; run < num_runs_; ++run) {
      for (Set cards = runs_[static_cast<std::size_t>(run)]; cards;) {
        run_of_[static_cast<std::size_t>(pop_lowest(cards))] = runs_[static_cast<std::size_t>(run)];
      }
    }
  }

  // Steps away from the guess, each twice as wide, until the value lies between; then halves.
  int solve(const Position<T>& position, int guess) {
    int low = position.points + least(position), high = position.points + most(position);
    if (low < high) guess = std::clamp(guess, low + 1, high);
    for (int step = 1; low < high; step *= 2) {
      if (at_least(position, guess - position.points)) {
        low = guess;
        guess = std::min(guess + step, (low + high + 1) / 2);
      } else {
        high = guess - 1;
        guess = std::max(guess - step, (low + high + 1) / 2);
      }
    }
    return low;
  }

  // Bounds on what the side still gets.
  int most(const Position<T>& position) const {
    const Set left = position.left() | position.trick.cards;
    if (!left) return 0;
    const int tricks = (count(left) + T::kSeats - 1) / T::kSeats;
    return contract_->points_of(left) + tricks * contract_->trick_points + contract_->last_points +
           (position.takers & 1 ? 0 : contract_->all_tricks);
  }

  int least(const Position<T>& position) const {
    const bool open = position.left() || position.trick.size;
    return open && !(position.takers & 2) ? -contract_->all_tricks : 0;
  }

  // Whether the side gets at least `need` more.
  bool at_least(const Position<T>& position, int need) {
    if (need <= least(position)) return true;
    if (need > most(position)) return false;
    ++nodes_;
    if (position.trick.size) return any_move(position, need, -1).second;
    const std::uint64_t key = key_of(position);
    Entry& entry = table_[key >> shift_];
    int best = -1;
    if (entry.key == key && entry.generation == generation_) {
      if (need <= entry.low) return true;
      if (need > entry.high) return false;
      best = entry.move;
    }
    const auto [move, reached] = any_move(position, need, best);
    if (entry.key != key || entry.generation != generation_) {
      entry = {key, static_cast<std::int16_t>(least(position)),
               static_cast<std::int16_t>(most(position)), -1, generation_};
    }
    (reached ? entry.low : entry.high) = static_cast<std::int16_t>(reached ? need : need - 1);
    entry.move = static_cast<std::int8_t>(move);
    return reached;
  }

  // The move that settles it (else the first), and whether `need` is reached.
  std::pair<int, bool> any_move(const Position<T>& position, int need, int first) {
    const bool ours = counts(*contract_, position.player);
    std::array<std::pair<int, int>, kMostCards> moves;
    const int size = ordered(position, first, moves);
    for (int i = 0; i < size; ++i) {
      const int card = moves[static_cast<std::size_t>(i)].second;
      Position<T> next = position;
      play(*contract_, next, card);
      const bool reached = at_least(next, need - (next.points - position.points));
      if (reached == ours) return {card, reached};
    }
    return {moves[0].second, !ours};
  }

  // One card of each run of equal ones, the most promising first.
  int ordered(const Position<T>& position, int first,
              std::array<std::pair<int, int>, kMostCards>& moves) const {
    const Set legal = legal_cards(*contract_, position);
    const Set own = position.hands[static_cast<std::size_t>(position.player)];
    const Set others = (position.left() | position.trick.cards) & ~own;
    int size = 0;
    for (Set left = legal; left;) {
      const int card = pop_lowest(left);
      const Set run = run_of_[static_cast<std::size_t>(card)];
      const Set between = run & others & above(card);
      left &= ~(run & (between ? below(lowest(between)) : ~Set{0}));
      const int score = card == first ? 1 << 20 : promise(position, card, others);
      int place = size++;
      for (; place > 0 && moves[static_cast<std::size_t>(place - 1)].first < score; --place) {
        moves[static_cast<std::size_t>(place)] = moves[static_cast<std::size_t>(place - 1)];
      }
      moves[static_cast<std::size_t>(place)] = {score, card};
    }
    return size;
  }

  // How promising a card is: high ones that hold the trick, points to one's own side.
  int promise(const Position<T>& position, int card, Set others) const {
    const Contract& contract = *contract_;
    const Trick& trick = position.trick;
    const int points = contract.points[static_cast<std::size_t>(card)];
    const Set suit = contract.suit_of(card);
    if (trick.size == 0) {
      const bool master = !(suit & others & above(card));
      return master ? 400 + points + (suit == contract.trumps() ? 50 : 0)
                    : 100 - points - count(suit & others);
    }
    const bool wins = trick.beats(contract, card);
    const bool last = trick.size == T::kSeats - 1;
    const bool ours = partner_holds(contract, position);
    if (wins && (last || !(suit & others & above(card)))) return 500 - points - (ours ? 300 : 0);
    if (wins) return 200 - points;
    return ours ? 300 + points : 100 - points - card % 16;
  }

  // The order of the cards left alone counts where points are equal.
  std::uint64_t key_of(const Position<T>& position) const {
    const Set left = position.left();
    std::uint64_t key = mix64(static_cast<std::uint64_t>(position.player) * 4 + position.takers);
    std::array<Set, T::kSeats> named{};
    for (int r = 0; r < num_runs_; ++r) {
      const Set run = runs_[static_cast<std::size_t>(r)], here = left & run;
      if (!here) continue;
      for (std::size_t seat = 0; seat < T::kSeats; ++seat) {
        const Set hand = position.hands[seat] & run;
        named[seat] |= here == run ? hand : carried(hand, here, run);
      }
    }
    for (const Set hand : named) key = mix64(key ^ hand);
    return key | 1;
  }

  const Contract* contract_ = nullptr;
  std::array<Set, kMostCards> runs_{};
  std::array<Set, kMostCards> run_of_{};
  int num_runs_ = 0;
  std::vector<Entry> table_;
  int shift_;
  std::uint8_t generation_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace vorhand::tricks
