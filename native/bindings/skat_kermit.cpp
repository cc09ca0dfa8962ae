// vorhand.native.skat_kermit: the worth of ten cards and two, and bidding by it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "skat/card_location/self_play.hpp"
#include "skat/kermit/match.hpp"
#include "skat/kermit/prospects.hpp"
#include "skat/kermit/self_play.hpp"
#include "skat/kermit/tryout.hpp"
#include "skat_player.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

inline constexpr std::size_t kGameFacts = 10;
// Contract, level, from the hand, skat picked up, cards put away, chance, score.
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
  if (seat < 0 || seat >= kNumPlayers) {
    refuse("seat " + std::to_string(seat) + ": expected 0..2");
  }
  for (const int bid : bids) {
    if (bid != 0 && bid_index(bid) < 0) {
      refuse("bid " + std::to_string(bid) + ": expected 0 or an official value");
    }
  }
  return {seat, bids[0], bids[1]};
}

GameType game_type(int contract, bool ouvert) {
  if (contract < 0 || contract >= kNumContracts) {
    refuse("contract " + std::to_string(contract) + ": expected 0..5");
  }
  const auto checked = static_cast<Contract>(contract);
  if (ouvert && checked != Contract::kNull) refuse("ouvert: expected with null only");
  return {checked, ouvert};
}

// The net, kept alive, and who bids by it.
struct Bidder {
  std::shared_ptr<const GameWorth> worth;
  Kermit kermit;
};

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
  if (one_in < 1) refuse("one_in " + std::to_string(one_in) + ": expected 1 or more");
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
                        "Chances to win games, from ten cards, the two put away, the seat and the "
                        "bids of the players to the left and to the right (0: none).")
      .def(
          "__init__",
          [](GameWorth* self, const nb::bytes& numbers, const std::optional<nb::bytes>& curves) {
            std::optional<Bytes> others;
            if (curves) others = span_of(*curves);
            new (self) GameWorth(span_of(numbers), others);
          },
          "numbers"_a, "curves"_a = nb::none(),
          "int16, the lower byte first: for suit games, grand, null and null ouvert the rows, 32 "
          "numbers each or fewer, then three rows of weights and three curves of 17 numbers. Other "
          "curves of the four kinds may take the place of these. Raises InputError for another "
          "size.")
      .def("chances", &chances, "contract"_a, "ouvert"_a, "hands"_a, "away"_a, "seat"_a, "bids"_a,
           "hand_game"_a = false,
           "Chances to win, to make schneider and schwarz [n, 3] of hands of ten cards (masks "
           "[n]) with what is put away (masks [n], 0 in hand games). Raises InputError for "
           "anything else.");
  m.attr("MOST_COLUMNS") = kWorthWidth;
  m.attr("NO_ROW") = kNoRow;
  m.attr("MOST_ROWS") = kMostGameRows;
  m.attr("KNOTS") = kKnots;
  m.def("row_counts", &worth_rows, "Rows of suit games, grand, null and null ouvert.");
  m.def("rows", &looked_up, "contract"_a, "ouvert"_a, "hand"_a, "away"_a, "seat"_a, "bids"_a,
        "hand_game"_a = false, "The rows that are looked up for a game.");

  nb::class_<Bidder>(m, "Kermit", "Bids, discards and declares by the chances to win.")
      .def(
          "__init__",
          [](Bidder* self, float threshold, const nb::object& worth, int skats_apart, int tried,
             const std::optional<Player>& by) {
            if (skats_apart < 1) refuse("skats_apart: expected at least 1");
            if (tried < 0) refuse("tried " + std::to_string(tried) + ": expected at least 0");
            if ((tried > 0) != by.has_value()) {
              refuse("tried " + std::to_string(tried) + ": expected a player (by) who plays ways " +
                     "out, or none if none is tried");
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
          "Bids while the chance to win is at least the threshold, mean over every skat, or every "
          "so many. Without a worth of games it is that of rule players' games. With the skat in "
          "hand, as many of the most promising pairs of discards and declarations as `tried` says "
          "are played out by a player.")
      .def(
          "action",
          [](const Bidder& self, const Deal& deal) {
            if (deal.player() < 0 || deal.phase() == Phase::kPlay) {
              refuse("deal: expected a seat to act before the card play");
            }
            const nb::gil_scoped_release release;
            return self.kermit.action(deal);
          },
          "deal"_a, "Action of the seat to act before the card play, from what it knows.")
      .def(
          "chance",
          [](const Bidder& self, CardSet hand, int bid, int seat, const std::array<int, 2>& bids) {
            check_cards(hand, kHandSize);
            return self.kermit.chance(hand, bid, setting(seat, bids));
          },
          "hand"_a, "bid"_a, "seat"_a, "bids"_a, "The chance to win for this bid.")
      .def(
          "after_pickup",
          [](const Bidder& self, CardSet hand, int bid, int seat, const std::array<int, 2>& bids) {
            check_cards(hand, kHandSize);
            return rows(self.kermit.after_pickup(hand, bid, setting(seat, bids)));
          },
          "hand"_a, "bid"_a, "seat"_a, "bids"_a,
          "After each skat the best by expected score: contract, level, whether from the hand, "
          "skat, cards put away, chance to win, expected score.")
      .def(
          "from_hand",
          [](const Bidder& self, CardSet hand, int bid, int seat, const std::array<int, 2>& bids) {
            check_cards(hand, kHandSize);
            return rows(self.kermit.from_hand(hand, bid, setting(seat, bids)));
          },
          "hand"_a, "bid"_a, "seat"_a, "bids"_a,
          "Games from the hand, the best first, as `after_pickup`.")
      .def(
          "with_skat",
          [](const Bidder& self, CardSet twelve, int bid, int seat, const std::array<int, 2>& bids,
             CardSet laid_away) {
            check_cards(twelve, kHandSize + kSkatSize);
            check_laid_away(laid_away, twelve);
            return rows(self.kermit.with_skat(twelve, bid, setting(seat, bids), laid_away));
          },
          "twelve"_a, "bid"_a, "seat"_a, "bids"_a, "laid_away"_a = 0,
          "Contracts with their best discards, the best first, as `after_pickup`.")
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
          "The n most promising pairs of a declaration and discards, then the best of every other "
          "declaration; of null games the best discards alone. The best first, as `after_pickup`.")
      .def(
          "try_out",
          [](const Bidder& self, CardSet twelve, int bid, int seat, const std::array<int, 2>& bids,
             CardSet laid_away) {
            check_cards(twelve, kHandSize + kSkatSize);
            check_laid_away(laid_away, twelve);
            const Setting known = setting(seat, bids);
            const nb::gil_scoped_release release;
            return rows(self.kermit.try_out(twelve, bid, known, laid_away));
          },
          "twelve"_a, "bid"_a, "seat"_a, "bids"_a, "laid_away"_a = 0,
          "Each declaration with its best discards as `after_pickup`, what came off best first: "
          "those that were played out to the last, then the others; as `with_skat` where nothing "
          "is tried.");
  m.def("games", &games, "bidders"_a, "n"_a, "seed"_a, "first"_a = 0,
        "players"_a = std::vector<Player>{},
        "Deals first .. first + n - 1 of a seed, as of `play_deals`, bid by these by seat (None: "
        "the rule player), the cards played by `players` by seat, rule players if there are none. "
        "InputError for another number than three or none.\n\nReturns:\n  Seeger-Fabian scores [n, "
        "3], "
        "and [n, 10]: soloist (-1: passed in, the rest then means nothing), contract, level, "
        "hand, won, value, card points, overbid, bid, tricks; and the card play [n, 60] as "
        "`skat_card_location.played_deal` writes it, zeros where it was passed in.");
  m.def(
      "shown_bids",
      [](int seat, int left, int right) { return shown_bids(setting(seat, {left, right})); },
      "seat"_a, "left"_a, "right"_a,
      "The bids by seat [3] that players find in games of `lessons` without auctions: those of the "
      "players to the left and to the right of the soloist, and the highest of these as the "
      "soloist's own.");
  m.def(
      "lessons", &lessons, "n"_a, "seed"_a, "first"_a = 0, "worth"_a = nb::none(),
      "player"_a = nb::none(), "games"_a = "all", "auctions"_a = false, "one_in"_a = 1,
      "best_discards"_a = false,
      "Games of the deals first .. first + n - 1 of a seed, bid and chosen by the worth of games, "
      "or by the rule player; all of them, or those with trumps or null alone. The others have bid "
      "as far as they would if nobody else spoke, or, in auctions, against a soloist who never "
      "passes, each by the worth or as the rule player. Of so many games one is played; discards "
      "are "
      "mostly the best, or always. The player, or the rule player, plays the cards in all seats. "
      "Raises InputError for another name of games, or for one in fewer than 1.\n\nReturns:\n  "
      "kind [g] (suit, grand, null, null ouvert), rows [g, 12] with NO_ROW at the end, outcome [g] "
      "(bits: won, schneider, "
      "schwarz), number of the deal [g].");
}

}  // namespace vorhand::bindings
