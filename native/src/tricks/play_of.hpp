// The play of one deal at a table of some size (`Play`). Compiled once for each size, in
// play_*.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "by_weight.hpp"
#include "joint/alpha_mu.hpp"
#include "joint/epimc.hpp"
#include "parallel.hpp"
#include "tricks/errors_allowed.hpp"
#include "tricks/everyone.hpp"
#include "tricks/play.hpp"
#include "tricks/playouts.hpp"
#include "tricks/search.hpp"
#include "tricks/tree.hpp"

namespace vorhand::tricks {

template <typename T>
class PlayOf final : public Play {
 public:
  PlayOf(const Terms& terms, const std::vector<Set>& hands, int cards, int leader) {
    terms_ = terms;
    dealt_ = hands;
    first_leader_ = leader;
    order_ = order_of(terms);
    contract_ = contract_of(terms, order_, cards);
    Set seen = 0;
    for (std::size_t seat = 0; seat < seats(); ++seat) {
      if (hands[seat] & (seen | ~order_.all())) {
        refuse("hand of seat " + std::to_string(seat) +
               ": a card that is not there, or held twice");
      }
      seen |= hands[seat];
      position_.hands[seat] = order_.places(hands[seat]);
    }
    cards_.fill(cards);
    position_.to_play = cards * terms.seats;
    position_.player = leader;
    position_.points = terms.tarok.begin;
  }

  std::unique_ptr<Play> copy() const override { return std::make_unique<PlayOf>(*this); }

  std::unique_ptr<Play> seen_by(int seat) const override {
    auto seen = std::make_unique<PlayOf>(*this);
    for (int other = 0; other < terms_.seats; ++other) {
      if (other == seat) continue;
      seen->position_.hands[static_cast<std::size_t>(other)] = 0;
      seen->dealt_[static_cast<std::size_t>(other)] = 0;
    }
    return seen;
  }

  int player() const override { return position_.player; }
  bool over() const override { return position_.to_play == 0; }
  int points() const override { return position_.points; }
  int payoff() const override {
    if (!over() || terms_.payoffs.rows.empty()) refuse("expected the end of a play with payoffs");
    return payoff_of(contract_, position_);
  }
  int cards_left(int seat) const override { return cards_[static_cast<std::size_t>(seat)]; }
  int cards_left_in_all() const override { return position_.to_play; }
  int tricks(int seat) const override { return tricks_[static_cast<std::size_t>(seat)]; }

  Set hand(int seat) const override {
    return order_.cards(position_.hands[static_cast<std::size_t>(seat)]);
  }

  Set legal() const override {
    return over() ? 0 : order_.cards(legal_cards(contract_, position_));
  }

  Set excluded(int seat) const override {
    return order_.cards(excluded_[static_cast<std::size_t>(seat)]);
  }

  std::vector<Card> trick() const override {
    return {history_.end() - position_.trick.size, history_.end()};
  }

  void play(int card) override {
    const int seat = position_.player;
    const auto index = static_cast<std::size_t>(seat);
    if (over()) refuse("the play is over");
    if (card < 0 || card >= kMostCards || !(order_.all() & bit(card))) {
      refuse("card " + std::to_string(card) + ": not one of the pack");
    }
    const int place = order_.place(card);
    const Set hand = position_.hands[index];
    const bool held = hand & bit(place);
    if (held ? !(legal_cards(contract_, position_) & bit(place))
             : hand || ((played_ | position_.left() | excluded_[index]) & bit(place))) {
      refuse("card " + std::to_string(card) + ": seat " + std::to_string(seat) +
             " may not play it");
    }
    excluded_[index] |=
        excluded_by(contract_, position_.trick, partner_holds(contract_, position_), place,
                    avoided(contract_, position_), order_.places(order_.all()));
    played_ |= bit(place);
    --cards_[index];
    history_.emplace_back(seat, card);
    const bool full = position_.trick.size == terms_.seats - 1;
    tricks::play(contract_, position_, place);
    if (full) ++tricks_[static_cast<std::size_t>(position_.player)];
  }

  std::vector<std::int16_t> values(std::span<const Set> hands, int threads) const override {
    return exact(hands, threads, nullptr);
  }

  std::uint64_t nodes(std::span<const Set> hands, bool single_suits,
                      bool learned_order) const override {
    static constexpr OrderingWeights kNone{};
    std::uint64_t sum = 0;
    exact(hands, 1, &sum, single_suits, learned_order ? learned_ordering() : kNone);
    return sum;
  }

  std::vector<OrderingSample> ordering_samples(std::span<const Set> hands,
                                               const OrderingWeights& weights) const override {
    std::vector<OrderingSample> samples;
    Search<T> search(kSampleBits);
    search.begin(contract_);
    search.order_by(weights);
    search.record(samples);
    for (const Position<T>& position : placed(hands)) value(search, position, 0);
    return samples;
  }

  int thumb(const std::vector<int>& wanted) const override {
    if (over()) refuse("the play is over");
    Position<T> position = position_;
    if (!position.hands[static_cast<std::size_t>(position.player)]) {
      refuse("the hand of who is to act must be known");
    }
    // The rules of thumb do not depend on the location of unseen cards, so all these cards are put
    // into the next seat's hand.
    bool blank = false;
    for (std::size_t seat = 0; seat < seats(); ++seat) {
      blank |= !position.hands[seat] && cards_[seat];
    }
    if (blank) {
      const auto next = static_cast<std::size_t>(seat_after<T>(contract_, position.player));
      position.hands[next] |= order_.places(order_.all()) & ~(played_ | position.left());
    }
    return order_.card(tricks::thumb(contract_, position, still(wanted)));
  }

  std::vector<std::int16_t> playouts(std::span<const Set> hands, const std::vector<int>& wanted,
                                     int threads) const override {
    const Wanted more = still(wanted);
    return in_worlds<std::int16_t>(hands, 1, threads, [&](Search<T>&) {
      return [&](Position<T> position, int card, std::int16_t* result) {
        Wanted left = more;
        tricks::play(contract_, position, left, card);
        play_out(contract_, position, std::move(left));
        *result = static_cast<std::int16_t>(worth_of(position));
      };
    });
  }

  std::vector<std::int16_t> ends(std::span<const Set> hands, const std::vector<int>& wanted,
                                 int threads) const override {
    const Wanted more = still(wanted);
    std::vector<Position<T>> positions = placed(hands);
    std::vector<std::int16_t> result(positions.size() * seats());
    parallel_for(positions.size(), threads, 16, [&](std::size_t world) {
      Position<T>& position = positions[world];
      play_out(contract_, position, more);
      std::copy_n(position.taken.begin(), seats(), &result[world * seats()]);
    });
    return result;
  }

  std::vector<double> tree(std::span<const Set> hands, const Goals& goals,
                           const TreeOptions& options) const override {
    check_worths_of_all(goals.worths);
    if (goals.sides.size() != seats()) refuse("sides: expected one of each seat");
    const Wanted more = still(options.wanted);
    const std::vector<Position<T>> positions = placed(hands);
    if (positions.empty()) refuse("expected a world");
    for (const Position<T>& position : positions) check(position, positions[0]);
    Tree<T> tree(contract_, goals, options);
    std::optional<ByWeight> drawn;
    if (!options.weights.empty()) drawn.emplace(options.weights, positions.size());
    Random random(options.seed, 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(options.simulations); ++i) {
      const std::size_t world = drawn ? (*drawn)(random) : i % positions.size();
      tree.iterate(positions[world], more);
    }
    std::vector<double> result;
    for (const int move : moves_in(positions[0])) {
      const auto [visits, worth] = tree.of(move, position_.player);
      result.insert(result.end(), {visits, worth});
    }
    return result;
  }

  std::vector<double> triples(std::span<const Set> hands, const std::vector<double>& outcomes,
                              int lowest, int depth, int threads) const override {
    const bool ours = counts(contract_, position_.player);
    return in_worlds<double>(hands, 3, threads, [&](Search<T>& search) {
      return [&, guess = 0](const Position<T>& position, int card, double* result) mutable {
        auto worth = [&](const Position<T>& later) -> double {
          guess = value(search, later, guess);
          if (outcomes.empty()) return ours ? guess : -guess;
          if (guess < lowest || guess - lowest >= static_cast<int>(outcomes.size())) {
            refuse("outcomes: expected one of " + std::to_string(guess) + " points");
          }
          return outcomes[static_cast<std::size_t>(guess - lowest)];
        };
        const Triple triple = errors_allowed(contract_, after(position, card), ours, depth, worth);
        result[0] = triple.m, result[1] = triple.p, result[2] = triple.a;
      };
    });
  }

  TogetherValues together(std::span<const Set> hands,
                          const TogetherOptions& options) const override {
    std::vector<typename JointGame<T>::Place> roots;
    for (const Position<T>& position : placed(hands)) {
      roots.push_back({position, {}});
      check(position, roots[0].position);
      std::size_t i = 0;
      for (const auto& [seat, card] : trick()) {
        roots.back().table[i++] = static_cast<std::int8_t>(order_.place(card));
      }
    }
    if (roots.empty()) refuse("expected a world");
    if (options.weights.size() != roots.size()) refuse("weights: expected one a world");
    const int dummy = options.dummy, declarer = options.declarer;
    if (std::max(dummy, declarer) >= terms_.seats || (dummy < 0) != (declarer < 0)) {
      refuse("dummy and declarer: expected two seats or none");
    }
    const std::vector<int> moves = moves_in(roots[0].position);
    thread_local Search<T> search;
    JointGame<T> game(contract_, order_, std::move(roots), options, search,
                      [this](Search<T>& exact, const Position<T>& position, int guess) {
                        return value(exact, position, guess);
                      });
    joint::Found found;
    if (options.postponed) {
      found = joint::Epimc<JointGame<T>>(game, options.weights, options.limits)(moves);
    } else {
      found = joint::AlphaMu<JointGame<T>>(game, options.weights, options.limits)(moves);
    }
    std::vector<double> worths;
    for (std::size_t world = 0; world < game.worlds(); ++world) {
      for (const auto& levels : found.levels) worths.push_back(game.worth(world, levels[world]));
    }
    return {std::move(worths), found.plies};
  }

  std::vector<double> for_themselves(std::span<const Set> hands,
                                     const std::vector<std::vector<double>>& worths,
                                     int threads) const override {
    check_worths_of_all(worths);
    Goals goals{{}, worths};
    for (int seat = 0; seat < terms_.seats; ++seat) goals.sides.push_back(1u << seat);
    return in_worlds<double>(hands, seats(), threads, [&](Search<T>&) {
      return [&, everyone = Everyone<T>(contract_, goals)](Position<T> position, int card,
                                                           double* result) mutable {
        tricks::play(contract_, position, card);
        const auto value = everyone.value(position);
        std::copy_n(value.begin(), seats(), result);
      };
    });
  }

 private:
  std::size_t seats() const { return seats_of<T, std::size_t>(contract_); }

  int worth_of(const Position<T>& end) const {
    if (!terms_.payoffs.rows.empty()) return payoff_of(contract_, end);
    if (terms_.worths.empty()) return end.points;
    if (decided_by_others(contract_, end)) return contract_.decisive.otherwise;
    return terms_.worths.at(static_cast<std::size_t>(end.points));
  }

  int value(Search<T>& search, const Position<T>& position, int guess) const {
    if (!terms_.payoffs.rows.empty()) return search.payoff(position, guess);
    return terms_.worths.empty() ? search.value(position, guess)
                                 : search.worth(position, terms_.worths);
  }

  // If `nodes` is not null, count the nodes; this needs a single thread.
  std::vector<std::int16_t> exact(std::span<const Set> hands, int threads, std::uint64_t* nodes,
                                  bool single_suits = true,
                                  const OrderingWeights& order = learned_ordering()) const {
    return in_worlds<std::int16_t>(hands, 1, threads, [&](Search<T>& search) {
      if (!single_suits) search.without_single_suits();
      search.order_by(order);
      return [&, guess = 0](const Position<T>& position, int card, std::int16_t* result) mutable {
        const std::uint64_t before = search.nodes();
        guess = value(search, after(position, card), guess);
        *result = static_cast<std::int16_t>(guess);
        if (nodes) *nodes += search.nodes() - before;
      };
    });
  }

  Position<T> after(Position<T> position, int card) const {
    tricks::play(contract_, position, card);
    return position;
  }

  // Return the places of the legal cards, in the order of the game's numbers.
  std::vector<int> moves_in(const Position<T>& position) const {
    std::vector<int> moves;
    for (Set left = order_.cards(legal_cards(contract_, position)); left;) {
      moves.push_back(order_.place(pop_lowest(left)));
    }
    return moves;
  }

  // Compute `numbers` values for each move in each world. `make(search)` returns a function that
  // fills in the values of one move in one world, for a part of the worlds.
  template <typename Number, typename Make>
  std::vector<Number> in_worlds(std::span<const Set> hands, std::size_t numbers, int threads,
                                Make make) const {
    const std::vector<Position<T>> positions = placed(hands);
    const std::size_t worlds = positions.size();
    if (worlds == 0) return {};
    for (const Position<T>& position : positions) check(position, positions[0]);
    const std::vector<int> moves = moves_in(positions[0]);
    std::vector<Number> result(worlds * moves.size() * numbers);
    const std::size_t parts = std::min(worlds, static_cast<std::size_t>(threads));
    parallel_for(parts, threads, 1, [&](std::size_t part) {
      thread_local Search<T> search;
      search.begin(contract_);
      auto fill = make(search);
      for (std::size_t world = worlds * part / parts; world < worlds * (part + 1) / parts;
           ++world) {
        for (std::size_t move = 0; move < moves.size(); ++move) {
          fill(positions[world], moves[move], &result[(world * moves.size() + move) * numbers]);
        }
      }
    });
    return result;
  }

  void check_worths_of_all(const std::vector<std::vector<double>>& worths) const {
    if (worths.size() != seats()) refuse("worths: expected those of each seat");
    if (contract_.all_tricks) refuse("worths: expected none of all tricks");
    const int most = most_points(terms_, order_, contract_);
    const int tables = 1 << count(contract_.watched);
    for (const auto& of_seat : worths) {
      const int size = static_cast<int>(of_seat.size()) / tables;
      if (size <= most || size * tables != static_cast<int>(of_seat.size())) {
        refuse("worths: expected those of 0 to at least " + std::to_string(most) +
               " points, in tables of equal size for the watched seats");
      }
      for (const double worth : of_seat) {
        if (!std::isfinite(worth)) refuse("worths: expected finite numbers");
      }
    }
  }

  // Return the number of tricks that each seat still wants. Empty: sides want all tricks.
  Wanted still(const std::vector<int>& wanted) const {
    if (!wanted.empty() && wanted.size() != seats()) refuse("expected a number for each seat");
    Wanted more = wanted;
    for (std::size_t seat = 0; seat < more.size(); ++seat) more[seat] -= tricks_[seat];
    return more;
  }

  std::vector<Position<T>> placed(std::span<const Set> hands) const {
    std::vector<Position<T>> positions(hands.size() / seats(), position_);
    for (std::size_t world = 0; world < positions.size(); ++world) {
      place(hands, world, positions[world]);
    }
    return positions;
  }

  void place(std::span<const Set> hands, std::size_t world, Position<T>& position) const {
    Set seen = played_;
    for (std::size_t seat = 0; seat < seats(); ++seat) {
      const Set given = hands[world * seats() + seat];
      if (given & ~order_.all()) refuse("world " + std::to_string(world) + ": unknown cards");
      position.hands[seat] = order_.places(given);
      if (position.hands[seat] & seen || count(given) != cards_[seat]) {
        refuse("world " + std::to_string(world) + ", seat " + std::to_string(seat) + ": expected " +
               std::to_string(cards_[seat]) + " cards that were not played and lie nowhere else");
      }
      seen |= position.hands[seat];
    }
  }

  void check(const Position<T>& position, const Position<T>& first) const {
    const auto seat = static_cast<std::size_t>(position_.player);
    if (position.hands[seat] != first.hands[seat]) {
      refuse("expected worlds with the same hand of the player to act");
    }
  }

  static constexpr int kSampleBits = 16;  // 2^16 table entries, new in each call

  Position<T> position_;
  std::array<int, T::kRoom> cards_{};
  std::array<int, T::kRoom> tricks_{};
  std::array<Set, T::kRoom> excluded_{};
  Set played_ = 0;
};

template <typename T>
std::unique_ptr<Play> play_at(const Terms& terms, const std::vector<Set>& hands, int cards,
                              int leader) {
  return std::make_unique<PlayOf<T>>(terms, hands, cards, leader);
}

}  // namespace vorhand::tricks
