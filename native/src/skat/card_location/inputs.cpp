#include "skat/card_location/inputs.hpp"

#include <algorithm>
#include <bit>

namespace vorhand::skat {

namespace {

// Upper limits of the classes of bids; bids above the last limit form one more class.
constexpr std::array<int, 11> kSteps = {0, 18, 20, 22, 23, 24, 30, 36, 48, 60, 72};
constexpr int kNullValues[] = {23, 35, 46, 59};

using Inputs = std::span<float, kNumInputs>;

class Writer {
 public:
  Writer(const CardPlay& play, Inputs inputs) : play_(play), turn_(play), inputs_(inputs) {}

  void write() {
    std::fill(inputs_.begin(), inputs_.end(), 0.0f);
    const PlayTable& table = play_.table;
    const auto& history = play_.history;
    std::array<CardSet, kNumPlayers> played{};
    write_sequence(played);
    const int me = turn_.me, soloist = table.soloist;
    const bool soloist_knows = me == soloist && !table.hand_game;
    set_cards(kHeldAtStart, table.hands[me] | played[0]);
    if (soloist_knows) set_cards(kSkatSeen, table.skat);
    if (play_.declaration.ouvert()) {
      set_cards(kOpenAtStart, table.hands[soloist] | played[turn_.relative(soloist)]);
    }
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      write_bid(kBidding + turn_.relative(seat) * kBidSlots, history.bids[seat]);
    }
    set(kSoloist + turn_.relative(soloist));
    set(kSeat + me);
    if (is_suit(table.contract)) set(kTrumpSuit + static_cast<int>(table.contract));
    set(kLevel + static_cast<int>(play_.declaration.level));
    if (table.hand_game) set(kHandGame);
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      set_cards(kPlayed + seat * kNumCards, played[seat]);
    }
    set_cards(kHeld, table.hands[me]);
    write_voids();
    set(kTrickNumber + play_.tricks_played());
  }

 private:
  void set(int input) { inputs_[static_cast<std::size_t>(input)] = 1; }
  void set_card(int first, Card card) { set(first + turn_.card(card)); }
  void set_cards(int first, CardSet cards) {
    while (cards) set_card(first, pop_lowest(cards));
  }

  void write_bid(int first, int bid) {
    const auto step = std::lower_bound(kSteps.begin(), kSteps.end(), bid) - kSteps.begin();
    set(first + static_cast<int>(step));
    if (!bid) return;
    const int kinds = first + static_cast<int>(kSteps.size()) + 1;
    for (int suit = 0; suit < 4; ++suit) {
      if (bid % base_value(static_cast<Contract>(suit)) == 0) set(kinds + turn_.suit(suit));
    }
    const int grand = base_value(Contract::kGrand);
    if (bid % grand == 0 && bid > grand) set(kinds + 4);
    if (std::ranges::find(kNullValues, bid) != std::end(kNullValues)) set(kinds + 5);
  }

  // Write the cards played, in order, and their players, with seats relative to the player to move.
  void write_sequence(std::array<CardSet, kNumPlayers>& played) {
    const auto& history = play_.history;
    const Contract contract = play_.table.contract;
    int leader = 0;
    for (int first = 0; first < history.size; first += kNumPlayers) {
      const int trick = first / kNumPlayers;
      const int size = std::min(history.size - first, kNumPlayers);
      std::array<Card, kNumPlayers> cards{};
      if (trick < kNumTricks - 1) set(kLeaders + trick * kNumPlayers + turn_.relative(leader));
      for (int i = 0; i < size; ++i) {
        const Card card = cards[i] = history.cards[first + i];
        const int who = turn_.relative((leader + i) % kNumPlayers);
        played[who] |= bit(card);
        if (trick < kNumTricks - 1) {
          set_card(kTricks + (trick * kNumPlayers + who) * kNumCards, card);
        }
        if (who == 0) continue;
        const int other = (who - 1) * kNumCards;
        if (i == 0) set_card(kLed + other, card);
        const bool follows = (follow_mask(contract, cards[0]) & bit(card)) != 0;
        const bool trumps = (trump_mask(contract) & bit(card)) != 0;
        if (!follows && !trumps) set_card(kSloughed + other, card);
        if (size < kNumPlayers) set_card(kOnTable + other, card);
      }
      if (size == kNumPlayers) {
        leader = (leader + trick_winner(contract, cards[0], cards[1], cards[2])) % kNumPlayers;
      }
    }
  }

  void write_voids() {
    const PlayTable& table = play_.table;
    const CardSet trumps = trump_mask(table.contract);
    for (int who = 1; who < kNumPlayers; ++who) {
      const CardSet missing = table.missing[turn_.place(who)];
      const int first = kVoids + (who - 1) * 5;
      for (int suit = 0; suit < 4; ++suit) {
        if (missing & suit_mask(suit) & ~trumps) set(first + turn_.suit(suit));
      }
      if (missing & trumps) set(first + 4);
    }
  }

  const CardPlay& play_;
  const Turn turn_;
  const Inputs inputs_;
};

}  // namespace

Turn::Turn(const CardPlay& play) : me(play.player()) {
  if (!is_suit(play.table.contract)) return;
  trump = static_cast<int>(play.table.contract);
  turns = trump != kClubs;
}

void location_inputs(const CardPlay& play, Inputs inputs) { Writer(play, inputs).write(); }

Choices location_choices(const CardPlay& play, const Knowledge& knowledge) {
  const Turn turn(play);
  Choices choices{};
  for (CardSet rest = knowledge.hidden; rest;) {
    const Card card = pop_lowest(rest);
    unsigned places = 0;
    for (int place = 0; place < kNumPlaces; ++place) {
      const auto there = static_cast<std::size_t>(turn.place(place));
      if (knowledge.possible[there] & bit(card)) places |= 1u << place;
    }
    if (std::popcount(places) > 1) {
      choices[static_cast<std::size_t>(turn.card(card))] = static_cast<std::uint8_t>(places);
    }
  }
  return choices;
}

}  // namespace vorhand::skat
