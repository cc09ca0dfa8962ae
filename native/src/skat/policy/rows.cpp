#include "skat/policy/rows.hpp"

#include "skat/card_location/inputs.hpp"
#include "skat/rule_player/player.hpp"
#include "skat/rule_player/sight.hpp"

namespace vorhand::skat {

namespace {

class Writer {
 public:
  Writer(const CardPlay& play, PolicyRows& rows)
      : play_(play), view_(play.table.view()), rows_(rows), order_(suit_order()) {}

  SuitOrder write() {
    rows_.add(kAlwaysRow);
    cards(kHeldRow, view_.hand);
    cards(kAwayRow, view_.skat);
    cards(kBySoloistRow, view_.played & play_.soloist_played);
    cards(kByDefendersRow, view_.played & ~play_.soloist_played);
    if (view_.player != view_.soloist) cards(kOpenRow, view_.ouvert);
    write_table();
    write_sure_cards();
    rows_.add(kRuleRow + order_.card(rule_card(view_)));
    write_points();
    rows_.add(kTrickRow + kNumTricks - count(view_.hand));
    rows_.add(kLevelRow + static_cast<int>(play_.declaration.level));
    if (view_.hand_game) rows_.add(kHandGameRow);
    for (int other = 0; other < 2; ++other) write_other(other);
    return order_;
  }

 private:
  void cards(int first, CardSet set) {
    while (set) rows_.add(first + order_.card(pop_lowest(set)));
  }
  std::size_t seat(int relative) const {
    return static_cast<std::size_t>((view_.player + relative) % kNumPlayers);
  }

  SuitOrder suit_order() const {
    SuitOrder order;
    const CardSet trumps = trump_mask(view_.contract);
    order.jacks_stay = trumps != 0;
    std::array<std::uint32_t, 4> keys;
    for (int suit = 0; suit < 4; ++suit) {
      const CardSet cards = suit_mask(suit) & ~(order.jacks_stay ? kJacks : 0);
      const CardSet own = (view_.hand & cards) >> (8 * suit);
      const CardSet gone = (view_.played & cards) >> (8 * suit);
      std::uint32_t key = static_cast<std::uint32_t>(count(own)) << 16 | own << 8 | gone;
      if (view_.trick_size && (cards & bit(view_.trick[0]))) key |= 1u << 24;
      keys[static_cast<std::size_t>(suit)] = key;
    }
    // Sort by descending key, with the lower suit first among equals; trump last.
    const int trump = is_suit(view_.contract) ? static_cast<int>(view_.contract) : -1;
    if (trump >= 0) order.place[static_cast<std::size_t>(trump)] = 3;
    for (int suit = 0; suit < 4; ++suit) {
      if (suit == trump) continue;
      int place = 0;
      for (int other = 0; other < 4; ++other) {
        if (other == suit || other == trump) continue;
        const std::uint32_t mine = keys[static_cast<std::size_t>(suit)];
        const std::uint32_t its = keys[static_cast<std::size_t>(other)];
        place += its > mine || (its == mine && other < suit);
      }
      order.place[static_cast<std::size_t>(suit)] = static_cast<std::uint8_t>(place);
    }
    return order;
  }

  void write_table() {
    rows_.add(kTableSizeRow + view_.trick_size);
    if (view_.trick_size == 0) {
      rows_.add(kWinnerRow);
      return;
    }
    const Card first = view_.trick[0], second = view_.trick[1];
    rows_.add(kOnTableRow + order_.card(first));
    Card winning = first;
    int winner = view_.leader, points = kRankPoints[rank_of(first)];
    if (view_.trick_size > 1) {
      rows_.add(kOnTableRow + kNumCards + order_.card(second));
      points += kRankPoints[rank_of(second)];
      if (beats(view_.contract, second, first)) {
        winning = second;
        winner = (view_.leader + 1) % kNumPlayers;
      }
    }
    rows_.add(kWinnerRow + (winner - view_.player + kNumPlayers) % kNumPlayers);
    rows_.add(kTablePointsRow + points / 2);
    const CardSet legal = legal_cards(view_.contract, view_.hand, first);
    const CardSet trumps = trump_mask(view_.contract);
    const CardSet ruffs = (trumps & bit(winning)) ? 0 : trumps;
    cards(kTakesRow, legal & (stronger_cards(view_.contract, winning) | ruffs));
  }

  void write_sure_cards() {
    const CardSet unseen = kAllCards & ~(view_.hand | view_.skat | view_.played);
    CardSet sure = 0;
    if (view_.contract == Contract::kNull) {
      for (CardSet rest = view_.hand; rest;) {
        const Card card = pop_lowest(rest);
        const CardSet above = stronger_cards(view_.contract, card);
        if (!(unseen & suit_mask(suit_of(card)) & ~above)) sure |= bit(card);
      }
    } else {
      for (CardSet rest = view_.hand; rest;) {
        const Card card = pop_lowest(rest);
        if (!(unseen & stronger_cards(view_.contract, card))) sure |= bit(card);
      }
    }
    cards(kSureRow, sure);
  }

  void write_points() {
    rows_.add(kSoloistPointsRow + view_.soloist_points / 4);
    rows_.add(kDefenderPointsRow + view_.defender_points / 4);
  }

  // Write the voids and leads of the left (0) or the right (1) player.
  void write_other(int other) {
    const std::size_t who = seat(other + 1);
    cards(kLedRow + other * kNumCards, view_.led[who]);
    const CardSet trumps = trump_mask(view_.contract), missing = view_.missing[who];
    const int voids = kVoidRow + other * 5;
    if (missing & trumps) rows_.add(voids + 4);
    for (int suit = 0; suit < 4; ++suit) {
      if (missing & suit_mask(suit) & ~trumps) {
        rows_.add(voids + order_.place[static_cast<std::size_t>(suit)]);
      }
    }
  }

  const CardPlay& play_;
  const SeatView view_;
  PolicyRows& rows_;
  const SuitOrder order_;
};

}  // namespace

int policy_net(const CardPlay& play) {
  const int place = (play.table.soloist - play.player() + kNumPlayers) % kNumPlayers;
  return static_cast<int>(game_type(play.table.contract)) * kNumPlayers + place;
}

SuitOrder policy_rows(const CardPlay& play, PolicyRows& rows) {
  rows.size = 0;
  return Writer(play, rows).write();
}

}  // namespace vorhand::skat
