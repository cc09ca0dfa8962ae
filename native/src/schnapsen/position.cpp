#include "schnapsen/position.hpp"

#include <charconv>
#include <vector>

namespace vorhand::schnapsen {

namespace {

constexpr std::string_view kSuits = "DHSC";
constexpr int kNumFields = 16;

[[noreturn]] void fail(const std::string& what) { throw PositionError(what); }

std::string quoted(std::string_view text) {
  std::string result(1, '\'');
  return result.append(text).append(1, '\'');
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> fields;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r\n", at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    fields.push_back(text.substr(at, end - at));
    at = end;
  }
  return fields;
}

int parse_number(std::string_view field, const char* name, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc{} || end != field.data() + field.size() || value < low || value > high) {
    fail(std::string(name) + " " + quoted(field) + ": expected a number from " +
         std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

// A reader of cards that refuses a card that occurred before.
class CardReader {
 public:
  explicit CardReader(const Deck& deck) : deck_(deck) {}

  std::vector<Card> read(std::string_view field, const char* name) {
    std::vector<Card> cards;
    if (field == "-") return cards;
    if (field.size() % 2 != 0)
      fail(std::string(name) + " " + quoted(field) + ": expected two letters a card");
    for (std::size_t i = 0; i < field.size(); i += 2) {
      const Card card = parse_card(deck_, field.substr(i, 2));
      if (card == kNoCard) {
        fail(std::string(name) + ": " + quoted(field.substr(i, 2)) + " is not a card of the pack");
      }
      if (seen_ & bit(card)) {
        fail(std::string(name) + ": card " + std::string(field.substr(i, 2)) +
             " is in the position twice");
      }
      seen_ |= bit(card);
      cards.push_back(card);
    }
    return cards;
  }

  CardSet read_set(std::string_view field, const char* name) {
    CardSet set = 0;
    for (const Card card : read(field, name)) set |= bit(card);
    return set;
  }

  Card read_one(std::string_view field, const char* name) {
    const std::vector<Card> cards = read(field, name);
    if (cards.size() > 1)
      fail(std::string(name) + " " + quoted(field) + ": expected one card or '-'");
    return cards.empty() ? kNoCard : cards[0];
  }

  CardSet seen() const { return seen_; }

 private:
  const Deck& deck_;
  CardSet seen_ = 0;
};

void check_counts(const Rules& rules, const Deal& deal) {
  const int mover = count(deal.hands[deal.to_move()]);
  const int other = count(deal.hands[1 - deal.to_move()]);
  const int left = deal.talon_left();
  if (mover == 0)
    fail("hand" + std::to_string(deal.to_move()) + ": the player to move has no card");
  if (other != mover - (deal.led != kNoCard)) {
    fail("hands of " + std::to_string(count(deal.hands[0])) + " and " +
         std::to_string(count(deal.hands[1])) + " cards do not fit the card led");
  }
  if (deal.up == kNoCard) {
    if (left > 0) fail("talon: " + std::to_string(left) + " cards without a face-up trump");
    if (deal.closer >= 0) fail("closer " + std::to_string(deal.closer) + ": closing needs a talon");
    if (mover > rules.hand_size)
      fail("hands: more than " + std::to_string(rules.hand_size) + " cards");
    return;
  }
  if (suit_of(deal.up) != deal.trump) fail("up: the face-up card is not a trump");
  if (left > rules.talon_size() || (rules.talon_size() - left) % 2 != 0 || left < 1) {
    fail("talon: " + std::to_string(left) + " face-down cards cannot be left of " +
         std::to_string(rules.talon_size()));
  }
  if (deal.closer < 0 ? mover != rules.hand_size : mover > rules.hand_size) {
    fail("hands: " + std::to_string(mover) + " cards, expected " + std::to_string(rules.hand_size) +
         (deal.closer < 0 ? " while the talon is open" : " or fewer"));
  }
}

void check_points(const Rules& rules, const Deal& deal, CardSet played) {
  int extra = deal.points[0] + deal.points[1] - rules.deck.points(played);
  for (int player = 0; player < 2; ++player) {
    if (deal.tricks[player] == 0 && deal.points[player] > 0) {
      fail("points" + std::to_string(player) + ": " + std::to_string(deal.points[player]) +
           " points without a trick");
    }
  }
  extra += deal.pending[0] + deal.pending[1];
  const int most = rules.marriage_points * (rules.deck.suits - 1) + rules.royal_points;
  if (extra < 0 || extra > most || (extra > 0 && extra % rules.marriage_points != 0)) {
    fail("points " + std::to_string(deal.points[0]) + " and " + std::to_string(deal.points[1]) +
         " do not add up: the cards played count " + std::to_string(rules.deck.points(played)));
  }
  const bool any_trick = deal.tricks[0] + deal.tricks[1] > 0;
  if (any_trick != (played != 0)) fail("trick0, trick1: do not fit the number of cards played");
  if (deal.closer >= 0) {
    const int opponent = 1 - deal.closer;
    if (deal.closed_points > deal.points[opponent] ||
        (deal.closed_tricks == 0 && deal.closed_points > 0) ||
        deal.closed_tricks > deal.tricks[opponent]) {
      fail("closed_points " + std::to_string(deal.closed_points) +
           ": do not fit the points of player " + std::to_string(opponent));
    }
  }
  for (int player = 0; player < 2; ++player) {
    if (deal.points[player] >= rules.target) {
      fail("points" + std::to_string(player) + " " + std::to_string(deal.points[player]) +
           ": the deal ends at " + std::to_string(rules.target));
    }
  }
}

}  // namespace

std::string card_name(const Deck& deck, Card card) {
  return {kSuits[suit_of(card)], deck.letters[rank_of(card)]};
}

Card parse_card(const Deck& deck, std::string_view text) {
  if (text.size() != 2) return kNoCard;
  const std::size_t suit = kSuits.find(text[0]);
  if (suit == std::string_view::npos || static_cast<int>(suit) >= deck.suits) return kNoCard;
  for (int rank = 0; rank < deck.ranks; ++rank) {
    if (deck.letters[rank] == text[1]) return make_card(static_cast<int>(suit), rank);
  }
  return kNoCard;
}

std::string cards_text(const Deck& deck, CardSet cards) {
  if (!cards) return "-";
  std::string text;
  for (const int suit : {3, 0, 1, 2}) {  // suits in alphabetical order of their letters: C D H S
    for (CardSet left = cards & suit_mask(suit); left;) text += card_name(deck, pop_lowest(left));
  }
  return text;
}

Deal parse_position(const Rules& rules, std::string_view text) {
  const std::vector<std::string_view> fields = split(text);
  if (fields.size() != kNumFields) {
    fail("position " + quoted(text) + ": " + std::to_string(fields.size()) + " fields, expected " +
         std::to_string(kNumFields));
  }
  Deal deal = new_deal(rules);
  const std::size_t trump =
      fields[0].size() == 1 ? kSuits.find(fields[0][0]) : std::string_view::npos;
  if (trump == std::string_view::npos || static_cast<int>(trump) >= rules.deck.suits) {
    fail("trump " + quoted(fields[0]) + ": expected a suit of the pack");
  }
  deal.trump = static_cast<std::int8_t>(trump);
  CardReader reader(rules.deck);
  deal.hands[0] = reader.read_set(fields[1], "hand0");
  deal.hands[1] = reader.read_set(fields[2], "hand1");
  const std::vector<Card> talon = reader.read(fields[3], "talon");
  if (static_cast<int>(talon.size()) > rules.talon_size()) {
    fail("talon: " + std::to_string(talon.size()) + " cards, at most " +
         std::to_string(rules.talon_size()) + " are dealt face down");
  }
  deal.dealt = static_cast<std::int8_t>(rules.deck.size());
  deal.dealt_left = 0;
  deal.next = static_cast<std::int8_t>(rules.talon_size() - static_cast<int>(talon.size()));
  for (std::size_t i = 0; i < talon.size(); ++i) {
    deal.talon[static_cast<std::size_t>(deal.next) + i] = static_cast<std::int8_t>(talon[i]);
  }
  deal.up = static_cast<std::int8_t>(reader.read_one(fields[4], "up"));
  for (int player = 0; player < 2; ++player) {
    const auto p = static_cast<std::size_t>(player);
    deal.points[p] = static_cast<std::uint8_t>(
        parse_number(fields[5 + p], player ? "points1" : "points0", 0, 255));
    deal.tricks[p] =
        static_cast<std::int8_t>(parse_number(fields[7 + p], player ? "trick1" : "trick0", 0, 1));
    deal.pending[p] = static_cast<std::uint8_t>(
        parse_number(fields[9 + p], player ? "pending1" : "pending0", 0, 255));
  }
  deal.leader = static_cast<std::int8_t>(parse_number(fields[11], "leader", 0, 1));
  deal.led = static_cast<std::int8_t>(reader.read_one(fields[12], "led"));
  deal.closer = static_cast<std::int8_t>(parse_number(fields[13], "closer", -1, 1));
  deal.closed_points = static_cast<std::uint8_t>(parse_number(fields[14], "closed_points", 0, 255));
  deal.closed_tricks = static_cast<std::int8_t>(parse_number(fields[15], "closed_trick", 0, 1));
  const CardSet played = rules.deck.cards() & ~reader.seen();
  check_counts(rules, deal);
  check_points(rules, deal, played);
  deal.played[0] = played;  // the text does not say who played which card
  if (deal.led != kNoCard) deal.played[static_cast<std::size_t>(deal.leader)] |= bit(deal.led);
  return deal;
}

Deal with_seen_cards(const Rules& rules, const Deal& deal, const std::array<CardSet, 2>& shown,
                     const std::array<CardSet, 2>& lacks) {
  Deal view = deal;
  for (std::size_t player = 0; player < 2; ++player) {
    const std::string number = std::to_string(player);
    if (const CardSet wrong = shown[player] & ~deal.hands[player]) {
      fail("shown" + number + " " + quoted(cards_text(rules.deck, wrong)) +
           ": expected cards of hand" + number);
    }
    if (const CardSet wrong = lacks[player] & deal.hands[player]) {
      fail("lacks" + number + " " + quoted(cards_text(rules.deck, wrong)) +
           ": expected no card of hand" + number);
    }
    view.known[player] = shown[player];
    view.excluded[player] = lacks[player];
  }
  return view;
}

std::string position_text(const Rules& rules, const Deal& deal) {
  const Deck& deck = rules.deck;
  std::string talon;
  for (int i = deal.next; i < deal.talon_size; ++i)
    talon += card_name(deck, deal.talon[static_cast<std::size_t>(i)]);
  auto one = [&](Card card) { return card == kNoCard ? std::string("-") : card_name(deck, card); };
  std::string text(1, kSuits[static_cast<std::size_t>(deal.trump)]);
  auto add = [&](const std::string& field) { text.append(1, ' ').append(field); };
  add(cards_text(deck, deal.hands[0]));
  add(cards_text(deck, deal.hands[1]));
  add(talon.empty() ? std::string("-") : talon);
  add(one(deal.up));
  for (const int number :
       {+deal.points[0], +deal.points[1], int{deal.tricks[0] > 0}, int{deal.tricks[1] > 0},
        +deal.pending[0], +deal.pending[1], +deal.leader}) {
    add(std::to_string(number));
  }
  add(one(deal.led));
  for (const int number : {+deal.closer, +deal.closed_points, int{deal.closed_tricks > 0}}) {
    add(std::to_string(number));
  }
  return text;
}

}  // namespace vorhand::schnapsen
