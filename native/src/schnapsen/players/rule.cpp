#include "schnapsen/players/rule.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

namespace vorhand::schnapsen {

namespace {

constexpr int kValuable = 10;  // least card points of a led card that justify trumping it
constexpr int kQueen = 1, kKing = 2;

class RulePlayer {
 public:
  RulePlayer(const Rules& rules, const Deal& deal)
      : rules_(rules),
        deal_(deal),
        player_(static_cast<std::size_t>(deal.to_move())),
        hand_(deal.hands[player_]),
        unseen_(rules.deck.cards() & ~(hand_ | deal.played[0] | deal.played[1]) &
                ~deal.excluded[1 - player_]) {}

  Action action() const {
    const ActionSet legal = legal_actions(rules_, deal_);
    if (std::has_single_bit(legal)) return std::countr_zero(legal);
    const auto cards = static_cast<CardSet>(legal);
    if (deal_.led != kNoCard) return reply(cards);
    if (legal & action_bit(kExchange)) return kExchange;
    if (const ActionSet marriages = legal >> kMarriage) {
      const bool royal = marriages & action_bit(deal_.trump);
      return kMarriage + (royal ? deal_.trump : static_cast<int>(std::bit_width(marriages)) - 1);
    }
    if (legal & action_bit(kClose) && can_close()) return kClose;
    return lead(cards);
  }

 private:
  bool is_trump(Card card) const { return suit_of(card) == deal_.trump; }
  int points(Card card) const { return rules_.deck.points(bit(card)); }

  // Return the cards of the hand that no unseen card of their suit beats, trumps first, then by
  // descending points.
  std::vector<Card> winners() const {
    std::vector<Card> cards;
    for (CardSet left = hand_; left;) {
      const Card card = pop_lowest(left);
      if (!(unseen_ & above(card))) cards.push_back(card);
    }
    std::ranges::stable_sort(
        cards, {}, [this](Card card) { return std::pair(!is_trump(card), -points(card)); });
    return cards;
  }

  // Tell whether the winners reach the target, counting a low card of the opponent on each. The
  // strongest trump must be in hand to draw the opponent's. Of the winners at most one more than
  // twice the number of winning trumps count.
  bool can_close() const {
    const std::vector<Card> cards = winners();
    const auto trumps = std::ranges::count_if(cards, [this](Card card) { return is_trump(card); });
    if (trumps == 0) return false;
    const auto& values = rules_.deck.values;
    const int poor = *std::min_element(values.begin(), values.begin() + rules_.deck.ranks) + 1;
    const auto sure = std::min<std::ptrdiff_t>(std::ssize(cards), 2 * trumps + 1);
    int sum = deal_.points[player_] + deal_.pending[player_];
    for (std::ptrdiff_t i = 0; i < sure; ++i) sum += points(cards[std::size_t(i)]) + poor;
    return sum >= rules_.target;
  }

  // Tell whether the card belongs to a marriage that may still be announced.
  bool keeps(Card card) const {
    const int rank = rank_of(card);
    if (!rules_.marriage_points || (rank != kQueen && rank != kKing)) return false;
    return (hand_ | unseen_) & bit(card ^ (kQueen ^ kKing));
  }

  Card poorest(CardSet cards) const {
    std::vector<Card> each;
    while (cards) each.push_back(pop_lowest(cards));
    return *std::ranges::min_element(each, {}, [this](Card card) {
      return std::tuple(is_trump(card), keeps(card), points(card));
    });
  }

  Card lead(CardSet cards) const {
    // After an announcement the queen is played, unless the king must be led.
    if (deal_.turn == Turn::kAnnounced) return std::countr_zero(cards);
    if (deal_.open()) return poorest(cards);
    for (const Card card : winners()) {
      if (cards & bit(card)) return card;
    }
    return poorest(cards);
  }

  Card reply(CardSet cards) const {
    CardSet winning = 0;
    for (CardSet left = cards; left;) {
      const Card card = pop_lowest(left);
      if (beats(deal_.trump, deal_.led, card)) winning |= bit(card);
    }
    if (!winning) return poorest(cards);
    const CardSet losing = cards & ~winning, own_suit = winning & suit_mask(suit_of(deal_.led));
    if (own_suit && (!is_trump(deal_.led) || !losing)) return std::bit_width(own_suit) - 1;
    if (!losing || points(deal_.led) >= kValuable) return std::countr_zero(winning);
    return poorest(losing);
  }

  const Rules& rules_;
  const Deal& deal_;
  std::size_t player_;
  CardSet hand_;
  CardSet unseen_;  // cards that the opponent may hold or still draw
};

}  // namespace

Action rule_action(const Rules& rules, const Deal& deal) {
  return RulePlayer(rules, deal).action();
}

}  // namespace vorhand::schnapsen
