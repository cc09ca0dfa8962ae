// vorhand.native.studies: plain minimax and minimum proof trees of endings.
#include "skat/studies/minimax.hpp"

#include "bindings.hpp"
#include "skat/solver/batch.hpp"
#include "skat/studies/proof_size.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat;
using namespace skat::solver;

Goal goal_of(Question question, Contract contract) {
  switch (question) {
    case Question::kTakesAll:
    case Question::kMovesTakesAll:
      return Goal::kTakesAll;
    case Question::kTakesNone:
    case Question::kMovesTakesNone:
      return Goal::kTakesNone;
    case Question::kTimeToLive:
    case Question::kMovesTimeToLive:
      return Goal::kTimeToLive;
    case Question::kValue:
    case Question::kMoves:
      return contract == Contract::kNull ? Goal::kTimeToLive : Goal::kPoints;
    default:
      throw PositionError(
          "minimax: expected value, takes_all, takes_none or time_to_live, or moves");
  }
}

Array<std::int16_t> minimax_worlds(const Worlds& worlds, int contract, int soloist, int leader,
                                   const std::vector<int>& trick, const std::string& question,
                                   bool remember) {
  const Question asked = parse_question(question);
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  for (const Position& position : positions) validate(position);
  const Goal goal = goal_of(asked, static_cast<Contract>(contract));
  const bool plain_null = contract == static_cast<int>(Contract::kNull) &&
                          (asked == Question::kValue || asked == Question::kMoves);
  const auto worth = [&](int value) {
    return static_cast<std::int16_t>(plain_null ? value == 0 : value);
  };
  const std::size_t n = positions.size();
  const bool moves = asks_moves(asked);
  std::vector<std::int16_t> values(moves ? n * kNumCards : n, kNoValue);
  {
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) {
      Memory seen;
      Memory* memory = remember ? &seen : nullptr;
      if (!moves) {
        values[i] = worth(minimax(positions[i], goal, memory));
        continue;
      }
      CardSet legal = positions[i].tricks_left() > 0 ? positions[i].legal() : 0;
      while (legal) {
        const Card card = pop_lowest(legal);
        values[i * kNumCards + card] = worth(minimax_after(positions[i], card, goal, memory));
      }
    }
  }
  return moves ? to_array(std::move(values), {n, std::size_t{kNumCards}})
               : to_array(std::move(values), {n});
}

std::tuple<int, std::int64_t, std::int64_t, std::int64_t> proof_of_one(
    const Worlds& worlds, int contract, int soloist, int leader, const std::vector<int>& trick) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  if (positions.size() != 1) throw PositionError("minimum proof: expected one world");
  validate(positions[0]);
  validate(Task{.question = Question::kWindow}, positions[0].contract);
  const nb::gil_scoped_release release;
  const auto [value, sizes] = minimum_proof(positions[0]);
  return {value, sizes.at_least, sizes.at_most, sizes.exact};
}

}  // namespace

void bind_minimax(nb::module_& m) {
  m.def("minimax", &minimax_worlds, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{}, "question"_a = "value", nb::kw_only(), "remember"_a = false,
        R"(Answer questions of `solve` by plain minimax: for endings, and to check the solver.

Args as in `solve`, without questions about a threshold or a window. With `remember` the value
of each position at the start of a trick is computed once, which is practical for up to eight
cards a hand, otherwise for five. Returns values [n] int16, or [n, 32] by card. Raises
PositionError.)");

  m.def("minimum_proof", &proof_of_one, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{},
        R"(Return sizes of minimum proof trees of an ending of a trump game, up to six cards a hand.

Takes one world ([1, 3] uint32). Returns (value, at_least, at_most, exact): the soloist's
points still to come, and the fewest nodes that prove at least, at most, exactly this value
(Furtak 2013, chapter 3). Each choice of a card is a node, and so is the last trick; positions
that the points alone settle are not counted. Raises PositionError.)");
}

}  // namespace vorhand::bindings
