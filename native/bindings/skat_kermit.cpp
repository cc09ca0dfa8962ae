// vorhand.native.skat_kermit: evaluation of hands, and bidding by that evaluation.

#include <cstring>

#include "arrays.hpp"
#include "bindings.hpp"
#include "skat/card_location/self_play.hpp"
#include "skat/kermit/match.hpp"
#include "skat/kermit/prospects.hpp"
#include "skat/kermit/self_play.hpp"
#include "skat/kermit/tryout.hpp"
#include "skat_bidder.hpp"
#include "skat_checks.hpp"
#include "skat_player.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

inline constexpr std::size_t kGameFacts = 10;
// Contract, level, hand game, skat picked up, discards, probability of winning, score.
using ProspectRow = std::tuple<int, int, bool, CardSet, CardSet, float, float>;
using CardSets = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Bytes = std::span<const unsigned char>;

Bytes span_of(const nb::bytes& bytes) {
  return {reinterpret_cast<const unsigned char*>(bytes.c_str()), bytes.size()};
}

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

void check_cards(CardSet cards, int expected) {
  if (count(cards) != expected) {
    refuse(std::to_string(count(cards)) + " cards: expected " + std::to_string(expected));
  }
}

void check_laid_away(CardSet cards, CardSet twelve) {
  if ((cards & ~twelve) || count(cards) > kSkatSize) {
    refuse("laid_away " + std::to_string(cards) + ": expected two of the twelve cards at most");
  }
}

Setting setting(int seat, const std::array<int, 2>& bids) {
  check_range("seat", seat, 0, kNumPlayers - 1);
  for (const int bid : bids) {
    if (bid != 0 && bid_index(bid) < 0) {
      refuse("bid " + std::to_string(bid) + ": expected 0 or an official value");
    }
  }
  return {seat, bids[0], bids[1]};
}

GameType game_type(int contract, bool ouvert) {
  const Contract checked = checked_contract(contract);
  if (ouvert && checked != Contract::kNull) refuse("ouvert: expected with null only");
  return {checked, ouvert};
}

std::vector<ProspectRow> rows(const std::vector<Prospect>& prospects) {
  std::vector<ProspectRow> all;
  all.reserve(prospects.size());
  for (const Prospect& one : prospects) {
    all.emplace_back(static_cast<int>(one.declaration.contract),
                     static_cast<int>(one.declaration.level), one.declaration.hand, one.skat,
                     one.discards, one.chance, one.score);
  }
  return all;
}

template <auto kOf>
std::vector<ProspectRow> of_hand(const Bidder& self, CardSet hand, int bid, int seat,
                                 const std::array<int, 2>& bids) {
  check_cards(hand, kHandSize);
  return rows((self.kermit.*kOf)(hand, bid, setting(seat, bids)));
}

template <auto kOf>
std::vector<ProspectRow> of_twelve(const Bidder& self, CardSet twelve, int bid, int seat,
                                   const std::array<int, 2>& bids, CardSet laid_away) {
  check_cards(twelve, kHandSize + kSkatSize);
  check_laid_away(laid_away, twelve);
  const Setting known = setting(seat, bids);
  const nb::gil_scoped_release release;
  return rows((self.kermit.*kOf)(twelve, bid, known, laid_away));
}

Matrix<float> chances(const GameWorth& worth, int contract, bool ouvert, const CardSets& hands,
                      const CardSets& away, int seat, const std::array<int, 2>& bids,
                      bool hand_game) {
  const std::size_t n = hands.shape(0);
  if (away.shape(0) != n) refuse("away: expected one a hand");
  const GameWorth::Question question(worth, game_type(contract, ouvert), hand_game,
                                     setting(seat, bids));
  std::vector<float> all;
  all.reserve(n * kNumSuccesses);
  for (std::size_t i = 0; i < n; ++i) {
    check_cards(hands(i), kHandSize);
    check_cards(away(i), hand_game ? 0 : kSkatSize);
    const HandWorth found = question.chances(question.sums(hands(i), away(i)));
    all.insert(all.end(), found.chance.begin(), found.chance.end());
  }
  return as_array<Matrix<float>>(std::move(all), {n, std::size_t{kNumSuccesses}});
}

std::vector<int> looked_up(int contract, bool ouvert, CardSet hand, CardSet away, int seat,
                           const std::array<int, 2>& bids, bool hand_game) {
  check_cards(hand, kHandSize);
  check_cards(away, hand_game ? 0 : kSkatSize);
  const GameType type = game_type(contract, ouvert);
  Rows found;
  add_setting(type, hand_game, setting(seat, bids), found);
  add_cards(type, hand, away, found);
  return {found.row.begin(), found.row.begin() + found.size};
}

WorthRecipe::Games games_named(const std::string& name) {
  if (name == "all") return WorthRecipe::kAllGames;
  if (name == "trump") return WorthRecipe::kTrumpGames;
  if (name == "null") return WorthRecipe::kNullGames;
  refuse("games " + name + ": expected all, trump or null");
}

std::tuple<Column<std::uint8_t>, Matrix<std::uint16_t>, Column<std::uint8_t>, Column<std::uint32_t>>
lessons(std::uint64_t n, std::uint64_t seed, std::uint64_t first, const GameWorth* worth,
        const std::optional<Player>& player, const std::string& which, bool auctions, int one_in,
        bool best_discards) {
  check_count("one_in", one_in);
  const WorthRecipe recipe{games_named(which), auctions, one_in, best_discards};
  WorthLessons all;
  const CardPlayer playing = player ? player->make() : rule_player();
  {
    nb::gil_scoped_release release;
    all = worth_lessons(seed, first, n, worth, playing, recipe);
  }
  const std::size_t games = all.kind.size();
  return {as_column(std::move(all.kind)),
          as_array<Matrix<std::uint16_t>>(std::move(all.rows), {games, kMostGameRows}),
          as_column(std::move(all.outcome)), as_column(std::move(all.deal))};
}

std::tuple<Matrix<double>, Matrix<std::int32_t>, Matrix<std::uint8_t>> games(
    const std::vector<std::optional<Bidder>>& bidders, std::uint64_t n, std::uint64_t seed,
    std::uint64_t first, const std::vector<Player>& players) {
  if (bidders.size() != kNumPlayers) refuse("bidders: expected three");
  if (!players.empty() && players.size() != kNumPlayers) refuse("players: expected three, or none");
  std::array<const Kermit*, kNumPlayers> bidding{};
  std::array<CardPlayer, kNumPlayers> playing{rule_player(), rule_player(), rule_player()};
  for (std::size_t seat = 0; seat < bidding.size(); ++seat) {
    bidding[seat] = bidders[seat] ? &bidders[seat]->kermit : nullptr;
    if (!players.empty()) playing[seat] = players[seat].make();
  }
  std::vector<double> score;
  std::vector<std::int32_t> facts;
  std::vector<std::uint8_t> records(n * sizeof(PlayedDeal));
  {
    nb::gil_scoped_release release;
    for (std::uint64_t number = first; number < first + n; ++number) {
      const Deal deal = bid_and_played(seed, number, bidding, playing);
      const Result r = deal.result();
      for (const double s : scores(Scoring::kSeegerFabian, r)) score.push_back(s);
      for (const int fact : {r.soloist, static_cast<int>(r.declaration.contract),
                             static_cast<int>(r.declaration.level), int{r.declaration.hand},
                             int{r.won}, r.value, r.points, int{r.overbid}, r.bid, r.tricks}) {
        facts.push_back(fact);
      }
      if (deal.soloist() < 0) continue;
      const PlayedDeal played = played_deal(deal);
      std::memcpy(&records[(number - first) * sizeof played], &played, sizeof played);
    }
  }
  return {as_array<Matrix<double>>(std::move(score), {n, kNumPlayers}),
          as_array<Matrix<std::int32_t>>(std::move(facts), {n, kGameFacts}),
          as_array<Matrix<std::uint8_t>>(std::move(records), {n, sizeof(PlayedDeal)})};
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_kermit(nb::module_& m) {
  nb::class_<GameWorth>(m, "GameWorth",
                        "Probabilities to win games, from ten cards, the discards, the seat\n"
                        "and the bids of the players to the left and to the right (0:\n"
                        "none).")
      .def(
          "__init__",
          [](GameWorth* self, const nb::bytes& numbers, const std::optional<nb::bytes>& curves) {
            std::optional<Bytes> others;
            if (curves) others = span_of(*curves);
            new (self) GameWorth(span_of(numbers), others);
          },
          "numbers"_a, "curves"_a = nb::none(),
          "int16, low byte first: for suit games, grand, null and null ouvert the rows, up\n"
          "to 32 numbers each, then three rows of weights and three curves of 17 numbers.\n"
          "`curves` replace those of the four kinds. InputError for another size.")
      .def("chances", &chances, "contract"_a, "ouvert"_a, "hands"_a, "away"_a, "seat"_a, "bids"_a,
           "hand_game"_a = false,
           "Return the probabilities to win, to make schneider and schwarz [n, 3] of hands\n"
           "of ten cards (masks [n]) with discards (masks [n], 0 in hand games). InputError\n"
           "for other numbers of cards.");
  m.attr("NO_ROW") = kNoRow;
  m.attr("MOST_ROWS") = kMostGameRows;
  m.def("row_counts", &worth_rows,
        "Return the number of rows of suit games, grand, null and null ouvert.");
  m.def("rows", &looked_up, "contract"_a, "ouvert"_a, "hand"_a, "away"_a, "seat"_a, "bids"_a,
        "hand_game"_a = false, "Return the rows that are looked up for a game.");

  nb::class_<Bidder>(m, "Kermit",
                     "A bidder that bids, discards and declares by its probability to win.")
      .def(
          "__init__",
          [](Bidder* self, float threshold, const nb::object& worth, int skats_apart, int tried,
             const std::optional<Player>& by) {
            if (skats_apart < 1) refuse("skats_apart: expected at least 1");
            if (tried < 0) refuse("tried " + std::to_string(tried) + ": expected at least 0");
            if ((tried > 0) != by.has_value()) {
              refuse("tried " + std::to_string(tried) +
                     ": expected a player (by) who plays ways out, or none if none is tried");
            }
            std::shared_ptr<const GameWorth> kept;
            if (worth.is_none()) {
              kept = {std::shared_ptr<void>{}, &shipped_game_worth()};
            } else {
              kept = std::make_shared<const GameWorth>(nb::cast<const GameWorth&>(worth));
            }
            std::shared_ptr<const Tryout> tryout;
            if (tried) tryout = std::make_shared<const Tryout>(tried, by->make);
            const Kermit kermit(*kept, threshold, skats_apart, std::move(tryout));
            new (self) Bidder{std::move(kept), kermit};
          },
          "threshold"_a, "worth"_a = nb::none(), "skats_apart"_a = 1, "tried"_a = 0,
          "by"_a = nb::none(),
          "Bid while the chance to win reaches the threshold, from the hand or averaged over\n"
          "every `skats_apart`th skat. Without `worth` the embedded evaluation is used. With\n"
          "the skat in hand, the `tried` most promising pairs of discards and declaration\n"
          "compete in playouts by the player `by`; 0: no playouts.")
      .def(
          "action",
          [](const Bidder& self, const Deal& deal) {
            if (deal.player() < 0 || deal.phase() == Phase::kPlay) {
              refuse("deal: expected a seat to act before the card play");
            }
            const nb::gil_scoped_release release;
            return self.kermit.action(deal);
          },
          "deal"_a, "Return the action of the seat to act before the card play, from its view.")
      .def(
          "chance",
          [](const Bidder& self, CardSet hand, int bid, int seat, const std::array<int, 2>& bids) {
            check_cards(hand, kHandSize);
            return self.kermit.chance(hand, bid, setting(seat, bids));
          },
          "hand"_a, "bid"_a, "seat"_a, "bids"_a, "Return the chance to win at this bid.")
      .def("after_pickup", &of_hand<&Kermit::after_pickup>, "hand"_a, "bid"_a, "seat"_a, "bids"_a,
           "Return the best prospect by expected score for every `skats_apart`th skat:\n"
           "contract, level, hand game, skat, discards, chance to win, expected score.")
      .def("from_hand", &of_hand<&Kermit::from_hand>, "hand"_a, "bid"_a, "seat"_a, "bids"_a,
           "Return the hand games, the best first, as `after_pickup`.")
      .def("with_skat", &of_twelve<&Kermit::with_skat>, "twelve"_a, "bid"_a, "seat"_a, "bids"_a,
           "laid_away"_a = 0,
           "Return the declarations with their best discards, the best first, as\n"
           "`after_pickup`.")
      .def(
          "ways",
          [](const Bidder& self, CardSet twelve, int bid, int seat, const std::array<int, 2>& bids,
             int n, CardSet laid_away) {
            check_cards(twelve, kHandSize + kSkatSize);
            check_laid_away(laid_away, twelve);
            if (n < 1) refuse("n " + std::to_string(n) + ": expected at least 1");
            return rows(self.kermit.ways(twelve, bid, setting(seat, bids), n, laid_away));
          },
          "twelve"_a, "bid"_a, "seat"_a, "bids"_a, "n"_a, "laid_away"_a = 0,
          "Return the n most promising pairs of declaration and discards, then the best of\n"
          "every other declaration, of null games the best discards alone; the best first,\n"
          "as `after_pickup`.")
      .def("try_out", &of_twelve<&Kermit::try_out>, "twelve"_a, "bid"_a, "seat"_a, "bids"_a,
           "laid_away"_a = 0,
           "Return each declaration with its best discards as `after_pickup`: those of the\n"
           "last round of playouts first, the best first; without playouts as `with_skat`.");
  m.def("games", &games, "bidders"_a, "n"_a, "seed"_a, "first"_a = 0,
        "players"_a = std::vector<Player>{},
        "Play deals first .. first + n - 1 of a seed, as `play_deals`, bid by `bidders` by\n"
        "seat (None: the rule player), the cards played by `players` by seat (empty: rule\n"
        "players). InputError unless there are three bidders, and three players or none.\n\n"
        "Returns:\n"
        "  Seeger-Fabian scores [n, 3], and [n, 10]: soloist (-1: passed in, the rest is\n"
        "    undefined), contract, level, hand, won, value, card points, overbid, bid,\n"
        "    tricks; and the card play [n, 60] as `skat_card_location.played_deal` writes\n"
        "    it, zeros if passed in.");
  m.def("lessons", &lessons, "n"_a, "seed"_a, "first"_a = 0, "worth"_a = nb::none(),
        "player"_a = nb::none(), "games"_a = "all", "auctions"_a = false, "one_in"_a = 1,
        "best_discards"_a = false,
        "Play training games of the deals first .. first + n - 1 of a seed, bid and chosen by\n"
        "the evaluation `worth`, or by the rule player; `games`: all, or those with trumps or\n"
        "null alone. The others bid to the limit of their hands, or, with `auctions`, against\n"
        "a soloist who never passes, each by `worth` or as the rule player. One game in\n"
        "`one_in` is played; discards are mostly the best, with `best_discards` always.\n"
        "`player`, or the rule player, plays the cards in all seats. InputError for other\n"
        "arguments.\n\n"
        "Returns:\n"
        "  kind [g] (suit, grand, null, null ouvert), rows [g, 12] padded with NO_ROW,\n"
        "    outcome [g] (bits: won, schneider, schwarz), number of the deal [g].");
}

}  // namespace vorhand::bindings
