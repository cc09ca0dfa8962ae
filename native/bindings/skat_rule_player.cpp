// vorhand.native.skat: the rule player, and whole deals played by it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <string>
#include <tuple>

#include "bindings.hpp"
#include "skat/rule_match.hpp"
#include "skat/rule_player.hpp"

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

}  // namespace

namespace vorhand::bindings {

void bind_skat_rule_player(nb::module_& m) {
  m.def("rule_action", &rule_action, "deal"_a,
        "Action of the rule player for the seat to act, from what that seat knows. Raises "
        "IllegalActionError while cards are dealt and when the deal is over.");
  m.def("play_deals", &play_deals, "n"_a, "seed"_a, "players"_a, "first"_a = 0,
        "Plays the deals first .. first + n - 1 of a seed, whose cards do not depend on the "
        "players ('rule' or 'random' by seat).\n\nReturns:\n  Seeger-Fabian scores [n, 3], and "
        "[n, 8]: soloist (-1: passed in, the rest then means nothing), contract, level, hand, "
        "won, value, card points, overbid.");
}

}  // namespace vorhand::bindings
