// vorhand.native.skat: the rule player, and whole deals played by it.
#include <nanobind/stl/map.h>

#include <map>

#include "arrays.hpp"
#include "bindings.hpp"
#include "skat/rule_player/bidding.hpp"
#include "skat/rule_player/hand_prices.hpp"
#include "skat/rule_player/lessons.hpp"
#include "skat/rule_player/match.hpp"
#include "skat/rule_player/player.hpp"
#include "skat/rule_player/strengths.hpp"
#include "skat_checks.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

inline constexpr int kResultColumns = 8;
using ScoreArray = nb::ndarray<nb::numpy, double, nb::shape<-1, kNumPlayers>, nb::c_contig>;
using ResultArray =
    nb::ndarray<nb::numpy, std::int32_t, nb::shape<-1, kResultColumns>, nb::c_contig>;

TablePlayer table_player(const std::string& name) {
  if (name == "random") return TablePlayer::kRandom;
  if (name == "rule") return TablePlayer::kRule;
  throw std::invalid_argument("player '" + name + "': expected 'rule' or 'random'");
}

std::tuple<ScoreArray, ResultArray> play_deals(std::uint64_t n, std::uint64_t seed,
                                               const std::array<std::string, kNumPlayers>& names,
                                               std::uint64_t first) {
  std::array<TablePlayer, kNumPlayers> players{};
  for (std::size_t seat = 0; seat < kNumPlayers; ++seat) players[seat] = table_player(names[seat]);
  auto score_rows = new_array<ScoreArray>({n, kNumPlayers});
  auto result_rows = new_array<ResultArray>({n, kResultColumns});
  {
    nb::gil_scoped_release release;
    for (std::uint64_t i = 0; i < n; ++i) {
      Deal deal = shuffled_deal(seed, first + i);
      Random random(~seed, first + i);
      const Result r = play_deal(deal, players, random);
      const auto score = scores(Scoring::kSeegerFabian, r);
      std::copy(score.begin(), score.end(), score_rows.data() + i * kNumPlayers);
      const std::array<int, kResultColumns> row{r.soloist,
                                                static_cast<int>(r.declaration.contract),
                                                static_cast<int>(r.declaration.level),
                                                r.declaration.hand,
                                                r.won,
                                                r.value,
                                                r.points,
                                                r.overbid};
      std::copy(row.begin(), row.end(), result_rows.data() + i * kResultColumns);
    }
  }
  return {score_rows, result_rows};
}

std::tuple<Column<std::int32_t>, Column<std::int32_t>, Column<std::int64_t>, Matrix<float>,
           Column<float>>
lessons_of_cards(std::uint64_t n, std::uint64_t seed, bool null, std::uint64_t first) {
  auto lessons = without_gil([&] { return card_lessons(seed, first, n, null); });
  const std::size_t rows = lessons.value.size();
  return {as_column(std::move(lessons.kind)), as_column(std::move(lessons.situation)),
          as_column(std::move(lessons.first_row)),
          as_array<Matrix<float>>(std::move(lessons.verdicts),
                                  {rows, static_cast<std::size_t>(lessons.width)}),
          as_column(std::move(lessons.value))};
}

Matrix<float> lessons_of_hands(std::uint64_t n, std::uint64_t seed, int kind, std::uint64_t first) {
  check_range("kind", kind, 0, static_cast<int>(GameKind::kNullOuvert));
  auto lessons =
      without_gil([&] { return hand_lessons(seed, first, n, static_cast<GameKind>(kind)); });
  const auto width = static_cast<std::size_t>(lessons.num_traits + lessons.num_outcomes);
  const std::size_t rows = lessons.rows.size() / width;
  return as_array<Matrix<float>>(std::move(lessons.rows), {rows, width});
}

using CardSets = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Matrix<float> hand_chances(int contract, const CardSets& hands, const CardSets& skats,
                           bool forehand, bool ouvert) {
  const Contract checked = checked_contract(contract);
  const std::size_t n = hands.shape(0);
  if (skats.shape(0) != n) throw std::invalid_argument("skats: expected one a hand");
  std::vector<float> chances;
  chances.reserve(n * kNumSuccesses);
  for (std::size_t i = 0; i < n; ++i) {
    if (count(hands(i)) != kHandSize) {
      throw std::invalid_argument("hand " + std::to_string(i) + ": expected ten cards");
    }
    const HandWorth worth = hand_worth(checked, {hands(i), skats(i), forehand, ouvert});
    chances.insert(chances.end(), worth.chance.begin(), worth.chance.end());
  }
  return as_array<Matrix<float>>(std::move(chances), {n, std::size_t{kNumSuccesses}});
}

std::tuple<float, float> outlook_of(int contract, int level, bool hand, int matadors_held,
                                    const std::array<float, kNumSuccesses>& chances, int bid) {
  check_range("level", level, 0, kNumLevels - 1);
  const Declaration declaration{checked_contract(contract), static_cast<Level>(level), hand};
  const Outlook found = outlook(declaration, matadors_held, {chances}, bid);
  return {found.chance, found.score};
}

using Names = std::vector<std::string>;

template <typename... Lists>
Names names(const Lists&... lists) {
  Names all;
  (all.insert(all.end(), lists.begin(), lists.end()), ...);
  return all;
}

std::map<std::string, Names> rule_player_names() {
  return {{"games", names(kGameKindNames)},
          {"situations", names(kSituationNames)},
          {"trump_rules", names(kTrumpRuleNames)},
          {"null_rules", names(kNullRuleNames)},
          {"trump_traits", names(kTrumpTraitNames, kSideTraitNames, kDealTraitNames)},
          {"null_traits",
           names(kNullTraitNames, std::span(kDealTraitNames).first(kNumNullDealTraits))}};
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_rule_player(nb::module_& m) {
  m.def(
      "rule_action", [](const Deal& deal) { return rule_action(deal); }, "deal"_a,
      "Return the rule player's action for the seat to act, from that seat's view.\n"
      "IllegalActionError while cards are dealt and when the deal is over.");
  m.def("play_deals", &play_deals, "n"_a, "seed"_a, "players"_a, "first"_a = 0,
        "Play the deals first .. first + n - 1 of a seed, whose cards do not depend on the\n"
        "players ('rule' or 'random' by seat).\n\n"
        "Returns:\n"
        "  Seeger-Fabian scores [n, 3], and [n, 8]: soloist (-1: passed in, the rest is\n"
        "    undefined), contract, level, hand, won, value, card points, overbid.");
  m.def("hand_chances", &hand_chances, "contract"_a, "hands"_a, "skats"_a, "forehand"_a,
        "ouvert"_a = false,
        "Return the rule player's estimates for hands of ten cards (masks [n]) and discards (masks "
        "[n], 0: a hand game): chances to win, to make schneider and schwarz [n, 3].");
  m.def(
      "outlook", &outlook_of, "contract"_a, "level"_a, "hand"_a, "matadors"_a, "chances"_a, "bid"_a,
      "Return the chance to win a declaration at a bid, and its expected Seeger-Fabian score less "
      "the mean of the two others', from the chances to win, to make schneider and schwarz; "
      "-1e9 where it may not be declared.");
  m.def("rule_player_names", &rule_player_names,
        "Return names for the rule player's tables, in the order of the lessons' numbers: games, "
        "situations, trump_rules, null_rules, trump_traits, null_traits.");
  m.def("rule_lessons_of_cards", &lessons_of_cards, "n"_a, "seed"_a, "null"_a, "first"_a = 0,
        "Return decisions of the rule player against itself in which the card mattered, with every "
        "legal card played out (null games or trump games of n deals).\n\nReturns:\n  kind "
        "[d] (suit, grand, null, null ouvert), situation [d], first_row [d + 1], and by row, one "
        "a card: what each rule says [rows, rules], and the value to the player's side [rows].");
  m.def("rule_lessons_of_hands", &lessons_of_hands, "n"_a, "seed"_a, "kind"_a, "first"_a = 0,
        "Return games of one kind (0 suit, 1 grand, 2 null, 3 null ouvert) that the rule player "
        "played against itself: traits of the hand, then 1 or 0 for won, schneider, schwarz (null: "
        "won), a row a game.");
}

}  // namespace vorhand::bindings
