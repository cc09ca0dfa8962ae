// vorhand.native.skat: the rule player, and whole deals played by it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "skat/playout.hpp"
#include "skat/rule_lessons.hpp"
#include "skat/rule_match.hpp"
#include "skat/rule_player.hpp"
#include "skat/rule_playout.hpp"
#include "skat/worlds.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand;
using namespace vorhand::skat;

namespace {

inline constexpr int kResultColumns = 8;
using ScoreArray = nb::ndarray<nb::numpy, double, nb::shape<-1, kNumPlayers>, nb::c_contig>;
using ResultArray =
    nb::ndarray<nb::numpy, std::int32_t, nb::shape<-1, kResultColumns>, nb::c_contig>;

TablePlayer table_player(const std::string& name) {
  if (name == "random") return TablePlayer::kRandom;
  if (name == "rule") return TablePlayer::kRule;
  throw nb::value_error(("player '" + name + "': expected 'rule' or 'random'").c_str());
}

template <typename Value>
Value* make_rows(std::size_t n, nb::capsule& owner) {
  auto* rows = new Value[n];
  owner = nb::capsule(rows, [](void* p) noexcept { delete[] static_cast<Value*>(p); });
  return rows;
}

std::tuple<ScoreArray, ResultArray> play_deals(std::uint64_t n, std::uint64_t seed,
                                               const std::array<std::string, kNumPlayers>& names,
                                               std::uint64_t first) {
  std::array<TablePlayer, kNumPlayers> players{};
  for (std::size_t seat = 0; seat < kNumPlayers; ++seat) players[seat] = table_player(names[seat]);
  nb::capsule score_owner, result_owner;
  auto* score_rows = make_rows<double>(n * kNumPlayers, score_owner);
  auto* result_rows = make_rows<std::int32_t>(n * kResultColumns, result_owner);
  {
    nb::gil_scoped_release release;
    for (std::uint64_t i = 0; i < n; ++i) {
      Deal deal = shuffled_deal(seed, first + i);
      Random random(~seed, first + i);
      const Result r = play_deal(deal, players, random);
      const auto score = scores(Scoring::kSeegerFabian, r);
      std::copy(score.begin(), score.end(), score_rows + i * kNumPlayers);
      const std::array<int, kResultColumns> row{r.soloist,
                                                static_cast<int>(r.declaration.contract),
                                                static_cast<int>(r.declaration.level),
                                                r.declaration.hand,
                                                r.won,
                                                r.value,
                                                r.points,
                                                r.overbid};
      std::copy(row.begin(), row.end(), result_rows + i * kResultColumns);
    }
  }
  return {ScoreArray(score_rows, {n, kNumPlayers}, score_owner),
          ResultArray(result_rows, {n, kResultColumns}, result_owner)};
}

using WorldRows =
    nb::ndarray<const std::uint32_t, nb::shape<-1, kNumPlaces>, nb::c_contig, nb::device::cpu>;
using Endings = nb::ndarray<nb::numpy, std::int32_t, nb::shape<-1, 2>, nb::c_contig>;

Endings rule_playouts(const Deal& deal, const WorldRows& worlds) {
  if (deal.phase() != Phase::kPlay) {
    throw IllegalActionError("rule playouts: expected a deal in card play");
  }
  const std::size_t n = worlds.shape(0);
  nb::capsule owner;
  auto* rows = make_rows<std::int32_t>(n * 2, owner);
  const PlayTable start = play_table(deal);
  for (std::size_t i = 0; i < n; ++i) {
    World world;
    std::copy_n(worlds.data() + i * kNumPlaces, kNumPlaces, world.begin());
    check_world(deal, world);
  }
  {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) {
      PlayTable table = start;
      const std::uint32_t* world = worlds.data() + i * kNumPlaces;
      std::copy_n(world, kNumPlayers, table.hands.begin());
      table.skat = world[kSkatPlace];
      play_out_by_rule(table);
      rows[2 * i] = table.points_with_skat();
      rows[2 * i + 1] = table.soloist_tricks;
    }
  }
  return Endings(rows, {n, 2}, owner);
}

template <typename Value>
using Column = nb::ndarray<nb::numpy, Value, nb::ndim<1>, nb::c_contig>;
template <typename Value>
using Matrix = nb::ndarray<nb::numpy, Value, nb::ndim<2>, nb::c_contig>;

// Hands a vector over to numpy.
template <typename Array, typename Value>
Array as_array(std::vector<Value>&& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<Value>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
  return Array(kept->data(), shape, owner);
}

std::tuple<Column<std::int32_t>, Column<std::int32_t>, Column<std::int64_t>, Matrix<float>,
           Column<float>>
lessons_of_cards(std::uint64_t n, std::uint64_t seed, bool null, std::uint64_t first) {
  CardLessons lessons;
  {
    nb::gil_scoped_release release;
    lessons = card_lessons(seed, first, n, null);
  }
  const std::size_t decisions = lessons.kind.size();
  const std::size_t rows = lessons.value.size();
  return {as_array<Column<std::int32_t>>(std::move(lessons.kind), {decisions}),
          as_array<Column<std::int32_t>>(std::move(lessons.situation), {decisions}),
          as_array<Column<std::int64_t>>(std::move(lessons.first_row), {decisions + 1}),
          as_array<Matrix<float>>(std::move(lessons.verdicts),
                                  {rows, static_cast<std::size_t>(lessons.width)}),
          as_array<Column<float>>(std::move(lessons.value), {rows})};
}

Matrix<float> lessons_of_hands(std::uint64_t n, std::uint64_t seed, int kind, std::uint64_t first) {
  if (kind < 0 || kind > static_cast<int>(LessonKind::kNullOuvert)) {
    throw nb::value_error(("kind " + std::to_string(kind) + ": expected 0 .. 3").c_str());
  }
  HandLessons lessons;
  {
    nb::gil_scoped_release release;
    lessons = hand_lessons(seed, first, n, static_cast<LessonKind>(kind));
  }
  const auto width = static_cast<std::size_t>(lessons.num_traits + lessons.num_outcomes);
  const std::size_t rows = lessons.rows.size() / width;
  return as_array<Matrix<float>>(std::move(lessons.rows), {rows, width});
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_rule_player(nb::module_& m) {
  m.def("rule_action", &rule_action, "deal"_a,
        "Action of the rule player for the seat to act, from what that seat knows. Raises "
        "IllegalActionError while cards are dealt and when the deal is over.");
  m.def("rule_playouts", &rule_playouts, "deal"_a, "worlds"_a,
        "Plays a deal in card play to its end in each of the worlds (rows: three hands, skat) "
        "with the rule player in all seats.\n\nReturns:\n  the soloist's card points with the "
        "skat, and tricks [n, 2]. A game that is decided early stops there.");
  m.def("play_deals", &play_deals, "n"_a, "seed"_a, "players"_a, "first"_a = 0,
        "Plays the deals first .. first + n - 1 of a seed, whose cards do not depend on the "
        "players ('rule' or 'random' by seat).\n\nReturns:\n  Seeger-Fabian scores [n, 3], and "
        "[n, 8]: soloist (-1: passed in, the rest then means nothing), contract, level, hand, "
        "won, value, card points, overbid.");
  m.def("rule_lessons_of_cards", &lessons_of_cards, "n"_a, "seed"_a, "null"_a, "first"_a = 0,
        "Decisions of the rule player against itself in which the card mattered, every legal "
        "card tried and played out (null games or trump games of n deals).\n\nReturns:\n  kind "
        "[d] (suit, grand, null, null ouvert), situation [d], first_row [d + 1], and by row, one "
        "a card: what each rule says [rows, rules], and the value to the player's side [rows].");
  m.def("rule_lessons_of_hands", &lessons_of_hands, "n"_a, "seed"_a, "kind"_a, "first"_a = 0,
        "Games of one kind (0 .. 3 as above) that the rule player played against itself: traits "
        "of the hand, then 1 or 0 for won, schneider, schwarz (null: won), a row a game.");
}

}  // namespace vorhand::bindings
