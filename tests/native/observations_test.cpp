// Observations of random deals without Python: each of them fills a tensor of just its size.
#include "belote/observation.hpp"
#include "check.hpp"
#include "random.hpp"
#include "schnapsen/observation.hpp"
#include "skat/observation.hpp"

using namespace vorhand;

static std::vector<Contents> all_contents() {
  std::vector<Contents> all;
  for (const bool public_info : {false, true}) {
    for (const bool recall : {false, true}) {
      for (const auto kind : {PrivateInfo::kNone, PrivateInfo::kOwn, PrivateInfo::kEveryone}) {
        all.push_back({public_info, recall, kind});
      }
    }
  }
  return all;
}

static std::size_t sum_of(const std::vector<Piece>& layout) {
  std::size_t sum = 0;
  for (const Piece& piece : layout) {
    std::size_t size = 1;
    for (const int side : piece.shape) size *= static_cast<std::size_t>(side);
    sum += size;
  }
  return sum;
}

// Return the cards of a row of 32 marks.
static CardSet marked(const std::vector<std::uint8_t>& tensor, std::size_t offset) {
  CardSet cards = 0;
  for (int card = 0; card < 32; ++card) {
    if (tensor[offset + static_cast<std::size_t>(card)]) cards |= bit(card);
  }
  return cards;
}

// Write the observation as bytes and as floats, which have the same zeros; return the bytes.
template <typename Write>
static std::vector<std::uint8_t> written(std::size_t size, Write write) {
  std::vector<std::uint8_t> bytes(size, 9);
  std::vector<float> floats(size, 9);
  write(std::span(bytes));
  write(std::span(floats));
  for (std::size_t i = 0; i < size; ++i) CHECK((bytes[i] != 0) == (floats[i] != 0));
  return bytes;
}

static void check_skat(const skat::Deal& deal, int seat) {
  for (const Contents& contents : all_contents()) {
    const skat::TableRules& table = deal.start().table;
    const std::size_t size = skat::observation_size(contents, table);
    CHECK(size == sum_of(skat::observation_layout(contents, table)));
    const auto bytes =
        written(size, [&](auto tensor) { skat::write_observation(deal, seat, contents, tensor); });
    if (contents.own()) CHECK(marked(bytes, 0) == deal.hand(seat));
    if (contents.everyone()) {
      for (int s = 0; s < skat::kNumPlayers; ++s) {
        CHECK(marked(bytes, 32 * static_cast<std::size_t>(s)) == deal.hand(s));
      }
    }
  }
}

static void check_schnapsen(const schnapsen::Rules& rules, const schnapsen::PlayedDeal& played,
                            int player) {
  for (const Contents& contents : all_contents()) {
    const std::size_t size = schnapsen::observation_size(rules, contents);
    CHECK(size == sum_of(schnapsen::observation_layout(rules, contents)));
    const auto bytes = written(size, [&](auto tensor) {
      schnapsen::write_observation(rules, played, {{6, 3}, 7}, player, contents, tensor);
    });
    const auto p = static_cast<std::size_t>(player);
    CHECK(bytes[p] == 1 && bytes[1 - p] == 0);
    if (contents.own()) CHECK(marked(bytes, 2) == played.deal.hands[p]);
    if (contents.own() && contents.recall && !played.deal.dealing()) {
      // The cards dealt and drawn are those held or played, but for an exchange, whose jack may be
      // drawn again.
      CardSet had = marked(bytes, 34);
      for (int i = 0; i < played.num_draws; ++i) {
        had |= marked(bytes, 66 + 32 * static_cast<std::size_t>(i));
      }
      const CardSet has = played.deal.hands[p] | played.deal.played[p];
      CHECK(count(had & ~has) <= 1 && count(has & ~had) <= 1);
    }
  }
}

static void check_belote(const belote::Table& table, CardSet hand, int seat) {
  for (const Contents& contents : all_contents()) {
    const std::size_t size = belote::observation_size(contents);
    CHECK(size == sum_of(belote::observation_layout(contents)));
    const auto bytes = written(
        size, [&](auto tensor) { belote::write_observation(table, seat, contents, tensor); });
    const std::size_t offset = contents.public_info ? 8 : 4;  // after player and first
    if (contents.own() && !contents.recall) CHECK(marked(bytes, offset) == hand);
  }
}

// Deal all cards, let the first seat bid 80 in a suit, and play at random.
static void play_belote(int number, Random& random) {
  belote::Table table;
  std::vector<tricks::Set> hands(belote::kSeats);
  CardSet left = ~CardSet{0};
  for (int i = 0; i < belote::kCards; ++i) {
    check_belote(table, static_cast<CardSet>(hands[0]), 0);
    const int n = static_cast<int>(random.below(static_cast<std::uint64_t>(count(left))));
    const Card card = nth_card(left, n);
    left &= ~bit(card);
    table.dealt.push_back(card);
    table.places.push_back(i % belote::kSeats);
    hands[static_cast<std::size_t>(i % belote::kSeats)] |= tricks::Set{1} << card;
  }
  table.dealing = false;
  const int suit = number % 4;
  table.calls = {{0, belote::kFirstBid + 10 * suit}, {1, belote::kDouble}, {2, belote::kPass}};
  check_belote(table, static_cast<CardSet>(hands[3]), 3);
  tricks::Terms terms;
  for (int s = 0; s < 4; ++s) {
    terms.suits.emplace_back();
    for (int rank = 0; rank < 8; ++rank) terms.suits.back().push_back(8 * s + rank);
  }
  terms.trump = suit;
  terms.points.assign(belote::kCards, 1);
  const auto play = tricks::Play::make(terms, hands, belote::kHand, 0);
  table.play = play.get();
  table.taker = 0;
  while (!play->over()) {
    table.to_act = play->player();
    const auto seat = number % belote::kSeats;
    check_belote(table, static_cast<CardSet>(play->hand(seat)), seat);
    const auto legal = static_cast<CardSet>(play->legal());
    const auto n = random.below(static_cast<std::uint64_t>(count(legal)));
    play->play(nth_card(legal, static_cast<int>(n)));
  }
  table.over = true;
  table.to_act = -1;
  check_belote(table, 0, 1);
}

int main() {
  Random random(1);
  for (int number = 0; number < 50; ++number) play_belote(number, random);
  for (int number = 0; number < 100; ++number) {
    skat::Start start;
    start.table.claims = number % 2;
    start.table.kontra = number % 4 > 1;
    start.table.ramsch = number % 8 > 3;
    start.table.schieberamsch = number % 16 > 11;
    skat::Deal deal(start);
    std::array<std::uint8_t, skat::kNumActions> actions;
    while (!deal.is_over()) {
      check_skat(deal, number % skat::kNumPlayers);
      const int n = deal.legal_actions(actions);
      const bool passes = start.table.ramsch && deal.phase() == skat::Phase::kBidding;
      deal.apply(passes ? skat::kPass : actions[random.below(static_cast<std::uint64_t>(n))]);
    }
    CHECK(deal.is_ramsch() == start.table.ramsch);
    check_skat(deal, 0);
  }
  schnapsen::Rules one_card;
  one_card.hand_size = 1;
  for (const schnapsen::Rules& rules : {schnapsen::Rules{}, schnapsen::kinder_rules(), one_card}) {
    for (int number = 0; number < 100; ++number) {
      auto played = schnapsen::new_played_deal(rules, number % 2);
      while (!played.deal.terminal()) {
        check_schnapsen(rules, played, number % 2);
        if (played.deal.dealing()) {
          const CardSet left = schnapsen::undealt(rules, played.deal);
          const auto place = random.below(static_cast<std::uint64_t>(count(left)));
          schnapsen::deal_card(rules, played, nth_card(left, static_cast<int>(place)));
        } else {
          auto legal = schnapsen::legal_actions(rules, played.deal);
          auto skipped = random.below(static_cast<std::uint64_t>(std::popcount(legal)));
          while (skipped--) legal &= legal - 1;
          schnapsen::apply(rules, played, std::countr_zero(legal));
        }
      }
      check_schnapsen(rules, played, 0);
    }
  }
  return 0;
}
