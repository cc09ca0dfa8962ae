// vorhand.native.skat: the numbers of the actions, and scoring.
#include <nanobind/operators.h>

#include "bindings.hpp"
#include "skat/deal.hpp"
#include "skat/scoring.hpp"
#include "skat_checks.hpp"

using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

void bind_constants(nb::module_& m) {
  m.attr("PASS") = kPass;
  m.attr("HOLD") = kHold;
  m.attr("FIRST_BID") = kFirstBid;
  m.attr("PICK_UP") = kPickUp;
  m.attr("PLAY_HAND") = kPlayHand;
  m.attr("FIRST_DECLARATION") = kFirstDeclaration;
  m.attr("NUM_ACTIONS") = kNumActions;
  m.attr("MAX_MOVES") = kMaxMoves;
  m.attr("GIVE_UP") = kGiveUp;
  m.attr("LAY_OPEN") = kLayOpen;
  m.attr("AGREE") = kAgree;
  m.attr("PLAY_ON") = kPlayOn;
  m.attr("NUM_ACTIONS_WITH_CLAIMS") = kNumActionsWithClaims;
  m.attr("MAX_CLAIM_MOVES") = kMaxClaimMoves;
  m.attr("KONTRA") = kKontra;
  m.attr("RE") = kRe;
  m.attr("NO_RE") = kNoRe;
  m.attr("NUM_ACTIONS_WITH_KONTRA") = kNumActionsWithKontra;
  m.attr("FIRST_SPITZE") = kFirstSpitze;
  m.attr("NUM_ACTIONS_WITH_SPITZE") = kNumActionsWithSpitze;
  m.attr("PUSH_UNSEEN") = kPushUnseen;
  m.attr("NUM_ACTIONS_WITH_PUSHES") = kNumActionsWithPushes;
  m.attr("MAX_KONTRA_MOVES") = kMaxKontraMoves;
  m.attr("CHANCE_PLAYER") = kChancePlayer;
  m.attr("TERMINAL_PLAYER") = kTerminalPlayer;

  nb::enum_<Phase>(m, "Phase", "The phase of a deal.")
      .value("DEAL", Phase::kDeal)
      .value("BIDDING", Phase::kBidding)
      .value("PICK_UP_OR_HAND", Phase::kPickUpOrHand)
      .value("DISCARD", Phase::kDiscard)
      .value("DECLARE", Phase::kDeclare)
      .value("PLAY", Phase::kPlay)
      .value("OVER", Phase::kOver);

  nb::enum_<Scoring>(m, "Scoring", "A rule for the score of each seat; see `scores`.")
      .value("SEEGER_FABIAN", Scoring::kSeegerFabian)
      .value("GAME_VALUE", Scoring::kGameValue)
      .value("ZERO_SUM", Scoring::kZeroSum)
      .value("CARD_POINTS", Scoring::kCardPoints);

  m.def(
      "action_name", [](Action action) { return action_name(action); }, "action"_a,
      "Return an action in words: a card, `pass`, `hold`, a bid value, `hearts schneider\n"
      "announced`.");
  m.def(
      "bid_values", [] { return std::vector<int>(kBidValues.begin(), kBidValues.end()); },
      "Return the 63 official bid values, 18 .. 264.");
  m.def(
      "bid_action",
      [](int value) {
        const int i = bid_index(value);
        if (i < 0) {
          throw IllegalActionError("bid " + std::to_string(value) +
                                   ": expected an official bid value, 18 .. 264");
        }
        return kFirstBid + i;
      },
      "value"_a,
      "Return the action that names a bid value; IllegalActionError if it is not official.");
  m.def(
      "declaration_action",
      [](int contract, int level) {
        const Declaration d = checked_declaration(contract, level, true);
        return declaration_action(d.contract, d.level);
      },
      "contract"_a, "level"_a,
      "Return the action that declares a contract (0..3 suits, 4 grand, 5 null) at a level\n"
      "(0 plain, 1 schneider announced, 2 schwarz announced, 3 ouvert).");
}

void bind_results(nb::module_& m) {
  nb::class_<Result>(
      m, "Result", "A judged game; soloist -1 for a deal that was passed in\nor played as Ramsch.")
      .def_ro("soloist", &Result::soloist, "Seat, -1 if passed in or Ramsch.")
      .def_prop_ro("contract", [](const Result& r) { return int(r.declaration.contract); })
      .def_prop_ro("level", [](const Result& r) { return int(r.declaration.level); })
      .def_prop_ro("hand", [](const Result& r) { return r.declaration.hand; })
      .def_ro("matadors", &Result::matadors, "With (positive) or without (negative); 0 in null.")
      .def_ro("bid", &Result::bid)
      .def_ro("points", &Result::points, "The soloist's card points, skat included.")
      .def_ro("tricks", &Result::tricks, "The soloist's tricks.")
      .def_ro("won", &Result::won)
      .def_ro("overbid", &Result::overbid)
      .def_ro("schneider", &Result::schneider, "Reached by either side.")
      .def_ro("schwarz", &Result::schwarz, "Reached by either side.")
      .def_ro(
          "multiplier", &Result::multiplier,
          "2 after Kontra, 4 after Re, else 1; in Ramsch 2 if a seat took no trick, doubled for\n"
          "each time that the skat was pushed on unseen, but 1 if a seat took all tricks.")
      .def_prop_ro(
          "spitze", [](const Result& r) { return r.declaration.spitze; },
          "True if Spitze was announced, which counts as a level.")
      .def_ro("spitze_made", &Result::spitze_made,
              "True if Spitze was announced and made; a game with Spitze not made is lost.")
      .def_ro("bock", &Result::bock, "True in a Bock round, where values count double.")
      .def_ro("value", &Result::value,
              "Value won, or minus twice the value lost, times the multiplier, and doubled in a\n"
              "Bock round.")
      .def_ro("ramsch", &Result::ramsch, "True if the deal was Ramsch, without a soloist.")
      .def_ro("seat_values", &Result::seat_values,
              "In Ramsch: 120 for a seat with all tricks; minus its card points, times the\n"
              "multiplier, for a seat that lost; else 0. Doubled in a Bock round.")
      .def_ro("seat_points", &Result::seat_points,
              "In Ramsch: card points by seat, the skat with the last trick.")
      .def_ro("seat_tricks", &Result::seat_tricks, "In Ramsch: tricks by seat.")
      .def_ro("pushed_unseen", &Result::pushed_unseen,
              "In Ramsch: the number of times that the skat was pushed on unseen.")
      .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"));

  m.def(
      "judge",
      [](int soloist, int contract, int level, bool hand, int matadors, int bid, int points,
         int tricks, int multiplier, bool bock, bool spitze, bool spitze_made) {
        Declaration declaration = checked_declaration(contract, level, hand);
        declaration.spitze = spitze && !declaration.is_null();
        return judge(checked_seat(soloist), declaration, matadors, bid, points, tricks, multiplier,
                     bock, spitze_made);
      },
      nb::kw_only(), "soloist"_a, "contract"_a, "level"_a, "hand"_a, "matadors"_a, "bid"_a,
      "points"_a, "tricks"_a, "multiplier"_a = 1, "bock"_a = false, "spitze"_a = false,
      "spitze_made"_a = false,
      "Judge a game by the soloist's card points (skat included) and tricks; the rest are\n"
      "the defenders'. Serves games played out, conceded or timed out. bid 0: none.");
  m.def("judge_ramsch", &judge_ramsch, "points"_a, "tricks"_a, "bock"_a = false,
        "pushed_unseen"_a = 0,
        "Judge Ramsch by card points, the skat with the last trick, and tricks of each seat.");
  m.def(
      "scores", [](Scoring scoring, const Result& result) { return scores(scoring, result); },
      "scoring"_a, "result"_a,
      "Return the score of each seat; all zero for a deal that was passed in.\n\n"
      "SEEGER_FABIAN: soloist value + 50 or value - 50 (a lost value is negative and\n"
      "doubled); each defender 40 if the soloist loses. GAME_VALUE: soloist the value,\n"
      "defenders 0. ZERO_SUM: soloist the value, each defender minus half of it.\n"
      "CARD_POINTS: soloist the card points with the skat, each defender half of the other\n"
      "120 - points; in null 120 go to the side that wins. In Ramsch SEEGER_FABIAN and\n"
      "GAME_VALUE are `Result.seat_values`; ZERO_SUM is that value less half of the\n"
      "others'; CARD_POINTS half of the points that the others took, or, if a seat took all\n"
      "tricks, 120 for it and 0 for the others.");
  m.def(
      "matadors",
      [](int contract, CardSet twelve) {
        return matadors(checked_declaration(contract, 0, false).contract, twelve);
      },
      "contract"_a, "twelve"_a,
      "Return the matadors of hand and skat: with (positive) or without (negative); 0 in\n"
      "null.");
  m.def(
      "may_declare",
      [](int contract, int level, bool hand, int bid) {
        return may_declare(checked_declaration(contract, level, hand), bid);
      },
      "contract"_a, "level"_a, "hand"_a, "bid"_a,
      "Tell whether the rules allow the declaration after that bid.");
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_scoring(nb::module_& m) {
  bind_constants(m);
  bind_results(m);
}

}  // namespace vorhand::bindings
