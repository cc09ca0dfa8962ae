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
  explicit Search(int bits = 20) : table_(std::size_t{1} << bits), shift_(64 - bits) {}

  // The points that the contract's side will have in the end after each legal card of the player;
  // `values` has a place for each, ascending. A good guess saves time. Returns the best.
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

  // Bounds at the beginning of a trick. The trumps of a side above all of the other bring that side
  // their points, whoever plays them when. The leader may cash cards that nobody can beat: such
  // trumps of one hand, and if these draw those of the other side, the highest cards elsewhere.
  std::pair<int, int> bounds(const Position<T>& position) const {
    const Set trumps = contract_->trumps();
    const bool ours = counts(*contract_, position.player);
    const Set own = position.hands[static_cast<std::size_t>(position.player)];
    Set with = 0, against = 0;
    int longest = 0;  // trumps of one who may, or must, take a trick with them
    for (int seat = 0; seat < T::kSeats; ++seat) {
      const Set hand = position.hands[static_cast<std::size_t>(seat)];
      const bool partner = counts(*contract_, seat) == ours;
      (partner ? with : against) |= hand;
      if (partner ? T::kDuties.trump && !T::kDuties.but_partner && seat != position.player : true) {
        longest = std::max(longest, count(hand & trumps));
      }
    }
    const Set others = (with | against) & ~own;  // a partner may have to take over, too
    Set sure = highest_of(own, others & trumps, trumps);
    if (count(sure) >= longest) {
      for (int suit = 0; suit < contract_->num_suits; ++suit) {
        const Set cards = contract_->suits[static_cast<std::size_t>(suit)];
        if (cards != trumps) sure |= highest_of(own, others & cards, cards);
      }
    }
    const int most_of_all = most(position), least_of_all = least(position);
    if (sure == own) {  // every trick
      const int value = ours ? most_of_all : least_of_all;
      return {value, value};
    }
    const Set top = highest_of(with, against & trumps, trumps);
    const Set other_top = highest_of(against, with & trumps, trumps);
    const int leads = contract_->points_of(sure | top) + count(sure) * contract_->trick_points;
    const int answers = contract_->points_of(other_top);
    const bool we_take = ours ? (sure | top) != 0 : other_top != 0;
    const bool they_take = ours ? other_top != 0 : (sure | top) != 0;
    const int low = (we_take ? 0 : least_of_all) + (ours ? leads : answers);
    const int bonus = they_take && !(position.takers & 1) ? contract_->all_tricks : 0;
    return {low, most_of_all - bonus - (ours ? answers : leads)};
  }

  // The cards of a hand in a suit that stand above all of some others in it.
  static Set highest_of(Set own, Set others, Set suit) {
    return own & suit & (others ? above(highest(others)) : ~Set{0});
  }

  // Whether the side gets at least `need` more.
  bool at_least(const Position<T>& position, int need) {
    if (need <= least(position)) return true;
    if (need > most(position)) return false;
    if (position.trick.size) return any_move(position, need, -1).second;
    const auto [low, high] = bounds(position);
    if (need <= low) return true;
    if (need > high) return false;
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
      const int score = card == first ? 1 << 20 : promise(position, card);
      int place = size++;
      for (; place > 0 && moves[static_cast<std::size_t>(place - 1)].first < score; --place) {
        moves[static_cast<std::size_t>(place)] = moves[static_cast<std::size_t>(place - 1)];
      }
      moves[static_cast<std::size_t>(place)] = {score, card};
    }
    return size;
  }

  // How promising a card is: above all whether the trick goes to the own side if the others, who
  // see all hands, play to it what they can, then the points in it. Trumps are saved.
  int promise(const Position<T>& position, int card) const {
    const bool leads = position.trick.size == 0;
    const bool ours = counts(*contract_, position.player);
    Trick trick = position.trick;
    trick.add(*contract_, position.player, card);
    bool beaten = false, rescued = false;  // by those still to play
    int seat = position.player;
    for (int later = trick.size; later < T::kSeats; ++later) {
      seat = (seat + 1) % T::kSeats;
      if (!can_beat(position.hands[static_cast<std::size_t>(seat)], trick)) continue;
      (counts(*contract_, seat) == ours ? rescued : beaten) = true;
    }
    const int points = contract_->points[static_cast<std::size_t>(card)];
    const bool trump = bit(card) & contract_->trumps();
    if (!beaten && (rescued || counts(*contract_, trick.holder) == ours)) {
      return kTaken + points - (trump && !leads ? kTrump : 0);
    }
    return (beaten && rescued ? kOpen : 0) - points - (trump ? kTrump : 0) - card % 16 / 4;
  }

  bool can_beat(Set hand, const Trick& trick) const {
    const Set trumps = contract_->trumps();
    const Set higher = above(trick.best);
    if (bit(trick.best) & trumps) return hand & higher & trumps && !(hand & trick.led & ~trumps);
    const Set follow = hand & trick.led;
    return follow ? follow & higher : hand & trumps;
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

  // Found by counting nodes at Belote.
  static constexpr int kTaken = 100, kOpen = 20, kTrump = 40;

  const Contract* contract_ = nullptr;
  std::array<Set, kMostCards> runs_{};
  std::array<Set, kMostCards> run_of_{};
  int num_runs_ = 0;
  std::vector<Entry> table_;
  int shift_;
  std::uint8_t generation_ = 0;
};

}  // namespace vorhand::tricks
