#include "tricks/single_suits.hpp"

#include <algorithm>
#include <array>

namespace vorhand::tricks {
namespace {

constexpr int kNever = -100;

// A search of all ways in which leader and partner play a suit; cards are bits, weak to strong.
class OneSuit {
 public:
  explicit OneSuit(const Owners& owners) {
    for (std::size_t card = 0; card < owners.size(); ++card) {
      held_[static_cast<std::size_t>(owners[card])] |= bit(static_cast<int>(card));
    }
    known_.assign(std::size_t{8} << owners.size(), kNever - 1);
  }

  SuitTricks tricks() {
    const Set all = held_[0] | held_[2];
    auto most = [&](int end, bool helped) {
      return best(all, 0, false, {.round = 0, .end = end, .helped = helped});
    };
    const int transfer = most(1, true), back = most(0, true);
    return {.keep = static_cast<std::int8_t>(most(0, false)),
            .transfer = static_cast<std::int8_t>(std::max(transfer, -1)),
            .there_and_back = static_cast<std::int8_t>(std::max(back, -1))};
  }

 private:
  struct Aim {
    int round;    // number of tricks played
    int end;      // player who leads next: 0 the leader, 1 the partner
    bool helped;  // whether the partner must win a trick
  };

  // Return the largest number of further tricks from the cards `left`; negative if the aim cannot
  // be reached.
  int best(Set left, int lead, bool helped, Aim aim) {
    int& known = known_[(left * 2 + static_cast<unsigned>(lead)) * 2 + helped];
    if (aim.round == 0) std::fill(known_.begin(), known_.end(), kNever - 1);
    if (known >= kNever) return known;
    int most = lead == aim.end && (helped || !aim.helped) ? 0 : kNever;
    const Set own = left & held_[lead ? 2 : 0], partners = left & held_[lead ? 0 : 2];
    const int threat = highest_threat(aim.round);
    for (Set cards = own; cards;) {
      const int card = pop_lowest(cards);
      Set answers = partners;
      do {  // runs once with no reply if the partner has no card
        const int answer = answers ? pop_lowest(answers) : -1;
        if (std::max(card, answer) < threat) continue;
        const int next = answer > card ? 1 - lead : lead;
        const Set gone = bit(card) | (answer >= 0 ? bit(answer) : 0);
        const Aim then{aim.round + 1, aim.end, aim.helped};
        most = std::max(most, 1 + best(left & ~gone, next, helped || next == 1, then));
      } while (answers);
    }
    return known_[(left * 2 + static_cast<unsigned>(lead)) * 2 + helped] = std::max(most, kNever);
  }

  // Return the highest card that an opponent may still hold after some rounds; -1: none.
  int highest_threat(int round) const {
    int threat = -1;
    for (const Set hand : {held_[1], held_[3]}) {
      if (count(hand) > round) threat = std::max(threat, highest(hand));
    }
    return threat;
  }

  std::array<Set, 4> held_{};
  std::vector<int> known_;
};

struct Tables {
  std::array<std::vector<SuitTricks>, kMostInTable + 1> by_cards;

  Tables() {
    for (int cards = 0; cards <= kMostInTable; ++cards) {
      Owners owners(static_cast<std::size_t>(cards));
      for (unsigned number = 0; number < 1u << 2 * cards; ++number) {
        for (int card = 0; card < cards; ++card) {
          owners[static_cast<std::size_t>(card)] = static_cast<int>(number >> 2 * card & 3);
        }
        // If the opponents hold the highest card, it wins a trick.
        const bool theirs = cards > 0 && owners.back() % 2 == 1;
        by_cards[static_cast<std::size_t>(cards)].push_back(theirs ? SuitTricks{}
                                                                   : OneSuit(owners).tricks());
      }
    }
  }
};

// Count the cards of one hand that are above all others, in a suit with more cards than the tables
// cover.
int on_top(Set own, Set others) { return count(others ? own & above(highest(others)) : own); }

}  // namespace

SuitTricks suit_tricks(const Owners& owners) { return OneSuit(owners).tricks(); }

const SuitTricks& suit_tricks(int cards, unsigned number) {
  static const Tables tables;
  return tables.by_cards[static_cast<std::size_t>(cards)][number];
}

int sure_tricks(const Contract& contract, const Position<Traits<4>>& position) {
  const auto leader = static_cast<std::size_t>(position.player);
  auto hand = [&](std::size_t k) { return position.hands[(leader + k) % 4]; };
  const Set left = position.left();
  int keeps = 0, either = 0;  // tricks by the leader alone; by the better partner in each suit
  int gain = kNever;          // gain from the suit in which the partner takes the lead
  for (int suit = 0; suit < contract.num_suits; ++suit) {
    const Set all = contract.suits[static_cast<std::size_t>(suit)] & left;
    if (!all) continue;
    SuitTricks mine, theirs;
    if (count(all) > kMostInTable) {
      mine.keep = static_cast<std::int8_t>(on_top(hand(0) & all, all & ~hand(0)));
      theirs.keep = static_cast<std::int8_t>(on_top(hand(2) & all, all & ~hand(2)));
    } else {
      unsigned number = 0;
      for (Set cards = all; cards;) {
        const int card = highest(cards);
        cards &= ~bit(card);
        unsigned owner = 0;
        while (!(hand(owner) & bit(card))) ++owner;
        number = number << 2 | owner;
      }
      const unsigned turned = number ^ (0xaaaaaaaau & ((1u << 2 * count(all)) - 1));
      mine = suit_tricks(count(all), number);
      theirs = suit_tricks(count(all), turned);
    }
    const int most = std::max(mine.keep, theirs.keep);
    keeps += mine.keep;
    either += most;
    const int over = std::max(mine.transfer, mine.there_and_back);
    if (over > 0) gain = std::max(gain, over - most);
  }
  return std::min(position.to_play / 4, std::max(keeps, either + gain));
}

}  // namespace vorhand::tricks
