#include "tricks/play.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "parallel.hpp"
#include "tricks/search.hpp"

namespace vorhand::tricks {

namespace {

[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

template <typename T>
class PlayOf final : public Play {
 public:
  PlayOf(const Terms& terms, const std::vector<Set>& hands, int cards, int leader) {
    terms_ = terms;
    dealt_ = hands;
    first_leader_ = leader;
    set_contract();
    Set seen = 0;
    for (std::size_t seat = 0; seat < T::kSeats; ++seat) {
      if (hands[seat] & (seen | ~order_.all())) {
        refuse("hand of seat " + std::to_string(seat) +
               ": a card that is not there, or held twice");
      }
      seen |= hands[seat];
      position_.hands[seat] = order_.places(hands[seat]);
    }
    cards_.fill(cards);
    position_.to_play = cards * T::kSeats;
    position_.player = leader;
  }

  std::unique_ptr<Play> copy() const override { return std::make_unique<PlayOf>(*this); }

  std::unique_ptr<Play> seen_by(int seat) const override {
    auto seen = std::make_unique<PlayOf>(*this);
    for (int other = 0; other < T::kSeats; ++other) {
      if (other == seat) continue;
      seen->position_.hands[static_cast<std::size_t>(other)] = 0;
      seen->dealt_[static_cast<std::size_t>(other)] = 0;
    }
    return seen;
  }

  int player() const override { return position_.player; }
  bool over() const override { return position_.to_play == 0; }
  int points() const override { return position_.points; }
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
        excluded_by<T>(contract_, position_.trick, partner_holds(contract_, position_), place,
                       order_.places(order_.all()));
    played_ |= bit(place);
    --cards_[index];
    history_.emplace_back(seat, card);
    const bool full = position_.trick.size == T::kSeats - 1;
    tricks::play(contract_, position_, place);
    if (full) ++tricks_[static_cast<std::size_t>(position_.player)];
  }

  std::vector<std::int16_t> values(std::span<const Set> hands, int threads) const override {
    const std::size_t worlds = hands.size() / T::kSeats;
    std::vector<Position<T>> positions(worlds, position_);
    for (std::size_t world = 0; world < worlds; ++world) place(hands, world, positions[world]);
    const std::size_t moves =
        worlds ? static_cast<std::size_t>(count(legal_cards(contract_, positions[0]))) : 0;
    for (const Position<T>& position : positions) check(position, positions[0]);
    std::vector<std::int16_t> result(worlds * moves);
    const std::size_t chunk =
        (worlds + static_cast<std::size_t>(threads) - 1) / static_cast<std::size_t>(threads);
    const std::size_t chunks = chunk ? (worlds + chunk - 1) / chunk : 0;
    parallel_for(chunks, threads, 1, [&](std::size_t part) {
      thread_local Search<T> search;
      std::array<int, kMostCards> row;
      int guess = 0;
      for (std::size_t world = part * chunk; world < std::min(worlds, (part + 1) * chunk);
           ++world) {
        guess = search.values(contract_, positions[world], guess, row.data());
        in_card_order(positions[world], row, &result[world * moves]);
      }
    });
    return result;
  }

 private:
  void set_contract() {
    std::vector<int> cards;
    contract_.num_suits = static_cast<int>(terms_.suits.size());
    if (contract_.num_suits > kMostSuits) refuse("more than 8 suits");
    for (std::size_t suit = 0; suit < terms_.suits.size(); ++suit) {
      for (const int card : terms_.suits[suit]) {
        contract_.suits[suit] |= bit(static_cast<int>(cards.size()));
        cards.push_back(card);
        if (cards.size() > kMostCards) refuse("more than 64 cards");
      }
    }
    order_ = CardOrder(cards);
    if (terms_.trump < kNoTrump || terms_.trump >= contract_.num_suits) {
      refuse("trump " + std::to_string(terms_.trump) + ": expected the number of a suit, or -1");
    }
    contract_.trump = terms_.trump;
    for (std::size_t place = 0; place < cards.size(); ++place) {
      const auto card = static_cast<std::size_t>(cards[place]);
      const int points = card < terms_.points.size() ? terms_.points[card] : 0;
      if (points < 0 || points > 1000)
        refuse("points " + std::to_string(points) + ": expected 0 to 1000");
      contract_.points[place] = static_cast<std::int16_t>(points);
    }
    contract_.trick_points = terms_.trick_points;
    contract_.last_points = terms_.last_points;
    contract_.all_tricks = terms_.all_tricks;
    contract_.side = terms_.side;
  }

  void place(std::span<const Set> hands, std::size_t world, Position<T>& position) const {
    Set seen = played_;
    for (std::size_t seat = 0; seat < T::kSeats; ++seat) {
      const Set given = hands[world * T::kSeats + seat];
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

  // Values by place, ascending, as values by the game's numbers, ascending.
  void in_card_order(const Position<T>& position, const std::array<int, kMostCards>& row,
                     std::int16_t* result) const {
    const Set legal = legal_cards(contract_, position), cards = order_.cards(legal);
    for (Set left = cards; left;) {
      const int place = order_.place(pop_lowest(left));
      *result++ =
          static_cast<std::int16_t>(row[static_cast<std::size_t>(count(legal & below(place)))]);
    }
  }

  Position<T> position_;
  std::array<int, T::kSeats> cards_{};
  std::array<int, T::kSeats> tricks_{};
  std::array<Set, T::kSeats> excluded_{};
  Set played_ = 0;
};

constexpr Duties kFollow{}, kTrump{true, false, false}, kBelote{true, true, true};

template <int Seats>
std::unique_ptr<Play> with_seats(const Terms& terms, const std::vector<Set>& hands, int cards,
                                 int leader) {
  const Duties& asked = terms.duties;
  auto same = [&](const Duties& duties) { return asked == duties; };
  if (same(kFollow))
    return std::make_unique<PlayOf<Traits<Seats, kFollow>>>(terms, hands, cards, leader);
  if (same(kTrump))
    return std::make_unique<PlayOf<Traits<Seats, kTrump>>>(terms, hands, cards, leader);
  if (same(kBelote))
    return std::make_unique<PlayOf<Traits<Seats, kBelote>>>(terms, hands, cards, leader);
  refuse("duties: expected none, to trump, or to trump and overtrump but for a partner");
}

}  // namespace

std::unique_ptr<Play> Play::make(const Terms& terms, const std::vector<Set>& hands, int cards,
                                 int leader) {
  if (hands.size() != static_cast<std::size_t>(terms.seats)) {
    refuse(std::to_string(hands.size()) + " hands for " + std::to_string(terms.seats) + " seats");
  }
  if (leader < 0 || leader >= terms.seats) refuse("leader " + std::to_string(leader));
  if (cards < 1 || cards * terms.seats > kMostCards) refuse("cards " + std::to_string(cards));
  for (const Set hand : hands) {
    if (hand && count(hand) != cards) refuse("a hand of " + std::to_string(count(hand)) + " cards");
  }
  switch (terms.seats) {
    case 2:
      return with_seats<2>(terms, hands, cards, leader);
    case 3:
      return with_seats<3>(terms, hands, cards, leader);
    case 4:
      return with_seats<4>(terms, hands, cards, leader);
    case 5:
      return with_seats<5>(terms, hands, cards, leader);
    default:
      refuse("seats " + std::to_string(terms.seats) + ": expected 2 to 5");
  }
}

}  // namespace vorhand::tricks
