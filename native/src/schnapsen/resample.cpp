#include "schnapsen/resample.hpp"

#include <algorithm>
#include <stdexcept>

namespace vorhand::schnapsen {

namespace {

constexpr int kNever = 99;
constexpr int kTries = 100000;

// The player's knowledge of the opponent's draws.
struct Story {
  Deal deal;                // the deal after the actions
  std::vector<int> slots;   // places in `dealt` of the opponent's face-down cards, in order of time
  CardSet by_exchange = 0;  // the jack that the opponent exchanged
  CardSet from_up = 0;      // face-up cards that the opponent got, by exchange or as the last draw
  std::array<int, 32> deadline{};  // number of slots filled before the card was shown
};

Story follow(const Rules& rules, const std::vector<Card>& dealt, const std::vector<Action>& actions,
             int leader, int opponent) {
  Story story;
  story.deadline.fill(kNever);
  Deal deal = deal_pack(rules, dealt, leader);
  for (int i = 0; i < rules.hand_size; ++i) story.slots.push_back(opponent * rules.hand_size + i);
  auto seen = [&](CardSet cards) {
    while (cards) {
      int& deadline = story.deadline[static_cast<std::size_t>(pop_lowest(cards))];
      deadline = std::min(deadline, static_cast<int>(story.slots.size()));
    }
  };
  for (const Action action : actions) {
    check_legal(rules, deal, action);
    const bool theirs = deal.to_move() == opponent;
    const int before = deal.next;
    const Card up = deal.up;
    if (theirs) {
      if (action == kExchange) {
        seen(bit(make_card(deal.trump, 0)));
        story.by_exchange = bit(make_card(deal.trump, 0));
        story.from_up |= bit(up);
      } else if (action >= kMarriage) {
        seen(rules.deck.marriage(action - kMarriage));
      } else if (action < kExchange) {
        seen(bit(action));
      }
    }
    apply(rules, deal, action);
    if (deal.next == before) continue;
    const int place = 2 * rules.hand_size + 1 + before;
    const bool used_up = deal.up == kNoCard;
    if (deal.leader == opponent) {
      story.slots.push_back(place);
    } else if (used_up) {
      story.from_up |= bit(up);
    } else {
      story.slots.push_back(place + 1);
    }
  }
  story.deal = deal;
  return story;
}

bool replays(const Rules& rules, const std::vector<Card>& dealt, const std::vector<Action>& actions,
             int leader) {
  Deal deal = deal_pack(rules, dealt, leader);
  for (const Action action : actions) {
    if (!(legal_actions(rules, deal) & action_bit(action))) return false;
    apply(rules, deal, action);
  }
  return true;
}

// Fill the opponent's slots. Cards with the earliest deadline choose first, so that all orders are
// equally likely.
void place_cards(const Story& story, CardSet cards, std::vector<Card>& dealt, Random& random) {
  std::vector<Card> order;
  while (cards) order.push_back(pop_lowest(cards));
  auto deadline = [&](Card card) { return story.deadline[static_cast<std::size_t>(card)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](Card x, Card y) { return deadline(x) < deadline(y); });
  std::vector<int> free(story.slots.size());
  for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<int>(i);
  for (const Card card : order) {
    const auto open =
        std::count_if(free.begin(), free.end(), [&](int s) { return s < deadline(card); });
    if (open == 0) throw std::logic_error("resample: no place for a card that was played");
    const auto pick = static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint64_t>(open)));
    dealt[static_cast<std::size_t>(
        story.slots[static_cast<std::size_t>(free[static_cast<std::size_t>(pick)])])] = card;
    free.erase(free.begin() + pick);
  }
}

}  // namespace

std::vector<Card> resample_deal(const Rules& rules, const std::vector<Card>& dealt,
                                const std::vector<Action>& actions, int leader, int player,
                                Random& random) {
  const int opponent = 1 - player;
  const auto other = static_cast<std::size_t>(opponent);
  const Story story = follow(rules, dealt, actions, leader, opponent);
  const Worlds worlds(rules, view_of(story.deal, player), player);
  for (int tries = 0; tries < kTries; ++tries) {
    const Deal world = worlds.world(random.below(worlds.size()));
    std::vector<Card> result = dealt;
    const CardSet own = (world.hands[other] | story.deal.played[other]) & ~story.from_up;
    place_cards(story, own | story.by_exchange, result, random);
    std::vector<Card> rest(world.talon.begin() + world.next,
                           world.talon.begin() + world.talon_size);
    for (std::size_t i = rest.size(); i > 1; --i) std::swap(rest[i - 1], rest[random.below(i)]);
    std::copy(rest.begin(), rest.end(), result.begin() + 2 * rules.hand_size + 1 + world.next);
    // A random deal can only violate rules that force an announcement.
    if (replays(rules, result, actions, leader)) return result;
  }
  throw std::runtime_error("resample: found no deal consistent with the play");
}

}  // namespace vorhand::schnapsen
