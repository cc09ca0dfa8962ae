// vorhand.native.skat: the deal as a state machine.
#include <nanobind/operators.h>

#include "bindings.hpp"
#include "errors.hpp"
#include "observations.hpp"
#include "skat/deal.hpp"
#include "skat/observation.hpp"
#include "skat_checks.hpp"

using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

using Masks = std::array<CardSet, kNumPlayers>;
using IntList = nb::typed<nb::list, int>;
// given, declared, pool, hands, skat, (soloist, contract, level, hand, bid), (leader, trick),
// (soloist points, soloist tricks, matadors), voids, history, (claims, play out, past known),
// (kontra, ramsch, bock, spitze, schieberamsch)
using Pickled =
    std::tuple<bool, bool, CardSet, Masks, CardSet, std::tuple<int, int, int, bool, int>,
               std::tuple<int, std::vector<int>>, std::tuple<int, int, int>, Masks, nb::bytes,
               std::tuple<bool, bool, bool>, std::tuple<bool, bool, bool, bool, bool>>;

void set_trick(Start& start, const std::vector<int>& trick) {
  if (trick.size() > start.trick.size()) {
    throw InvalidDealError("trick of " + std::to_string(trick.size()) +
                           " cards: expected at most 2 on the table");
  }
  start.trick_size = static_cast<int>(trick.size());
  for (std::size_t i = 0; i < trick.size(); ++i) {
    start.trick[i] = checked_below("card in the trick", trick[i], kNumCards);
  }
}

void apply_checked(Deal& deal, std::int64_t action) {
  if (action < 0 || action >= kNumActionsWithPushes) {
    throw IllegalActionError("action " + std::to_string(action) + ": expected 0 to " +
                             std::to_string(kNumActionsWithPushes - 1));
  }
  deal.apply(static_cast<Action>(action));
}

void apply_all(Deal& deal, const nb::bytes& actions) {
  Deal next = deal;
  const auto* data = static_cast<const unsigned char*>(actions.data());
  for (std::size_t i = 0; i < actions.size(); ++i) next.apply(data[i]);
  deal = next;
}

nb::bytes history_bytes(const Deal& deal) {
  std::array<char, kMaxHistory> bytes;
  for (int i = 0; i < deal.history_size(); ++i) {
    bytes[static_cast<std::size_t>(i)] = static_cast<char>(deal.history(i));
  }
  return nb::bytes(bytes.data(), static_cast<std::size_t>(deal.history_size()));
}

nb::bytes history_players(const Deal& deal) {
  std::array<char, kMaxHistory> bytes;
  for (int i = 0; i < deal.history_size(); ++i) {
    bytes[static_cast<std::size_t>(i)] = static_cast<char>(deal.history_player(i));
  }
  return nb::bytes(bytes.data(), static_cast<std::size_t>(deal.history_size()));
}

IntList legal_actions(const Deal& deal) {
  std::array<std::uint8_t, kNumActions> actions;
  const int n = deal.legal_actions(actions);
  const nb::list list = nb::steal<nb::list>(PyList_New(n));
  for (int i = 0; i < n; ++i) {
    PyList_SET_ITEM(list.ptr(), i, PyLong_FromLong(actions[static_cast<std::size_t>(i)]));
  }
  return IntList(list);
}

Pickled get_state(const Deal& deal) {
  const Start& s = deal.start();
  std::vector<int> trick(s.trick.begin(), s.trick.begin() + s.trick_size);
  return {s.given,
          s.declared,
          s.pool,
          s.hands,
          s.skat,
          {s.soloist, static_cast<int>(s.declaration.contract),
           static_cast<int>(s.declaration.level), s.declaration.hand, s.bid},
          {s.leader, trick},
          {s.soloist_points, s.soloist_tricks, s.matadors},
          s.voids,
          history_bytes(deal),
          {s.table.claims, s.table.play_out, s.past_known},
          {s.table.kontra, s.table.ramsch, s.table.bock, s.table.spitze, s.table.schieberamsch}};
}

Deal from_state(const Pickled& state) {
  const auto& [given, declared, pool, hands, skat, contract, table, score, voids, history,
               table_rules, club_rules] = state;
  Start start;
  start.given = given;
  start.declared = declared;
  start.pool = pool;
  start.hands = hands;
  start.skat = skat;
  start.soloist = std::get<0>(contract);
  start.declaration =
      checked_declaration(std::get<1>(contract), std::get<2>(contract), std::get<3>(contract));
  start.bid = std::get<4>(contract);
  start.leader = std::get<0>(table);
  set_trick(start, std::get<1>(table));
  std::tie(start.soloist_points, start.soloist_tricks, start.matadors) = score;
  start.voids = voids;
  start.table = {std::get<0>(table_rules), std::get<1>(table_rules), std::get<0>(club_rules),
                 std::get<1>(club_rules),  std::get<2>(club_rules),  std::get<3>(club_rules),
                 std::get<4>(club_rules)};
  start.past_known = std::get<2>(table_rules);
  Deal deal = Deal::with_any_past(start);
  apply_all(deal, history);
  return deal;
}

Deal given_deal(const Masks& hands, CardSet skat) {
  Start start;
  start.given = true;
  start.hands = hands;
  start.skat = skat;
  return Deal(start);
}

Deal card_play(std::optional<Masks> hands, CardSet skat, int soloist, int contract, int level,
               bool hand, int bid, int leader, const std::vector<int>& trick, int soloist_points,
               int soloist_tricks, int matadors, const Masks& voids, CardSet pool, bool past_known,
               bool any_past) {
  Start start;
  start.declared = true;
  start.given = hands.has_value();
  if (hands) start.hands = *hands;
  start.pool = pool;
  start.skat = skat;
  start.soloist = soloist;
  start.declaration = checked_declaration(contract, level, hand);
  start.bid = bid;
  start.leader = leader;
  set_trick(start, trick);
  start.soloist_points = soloist_points;
  start.soloist_tricks = soloist_tricks;
  start.matadors = matadors;
  start.voids = voids;
  start.past_known = past_known;
  return any_past ? Deal::with_any_past(start) : Deal(start);
}

void bind_state(nb::class_<Deal>& c) {
  c.def("apply", &apply_checked, "action"_a,
        "Apply one action; IllegalActionError leaves the deal unchanged.")
      .def("apply_all", &apply_all, "actions"_a,
           "Apply a history (one byte per action) completely, or raise and change nothing.")
      .def("legal_actions", &legal_actions,
           "Return the actions in ascending order; none when the deal is over.")
      .def("is_legal", &Deal::is_legal, "action"_a)
      .def_prop_ro("player", &Deal::player, "Seat to act, -1 chance, -4 when the deal is over.")
      .def_prop_ro("phase", &Deal::phase)
      .def_prop_ro("is_over", &Deal::is_over)
      .def(
          "beginning", [](const Deal& d) { return Deal::with_any_past(d.start()); },
          "Return the deal as it started, with an empty history.")
      .def(
          "at_table",
          [](const Deal& d, bool claims, bool play_out, bool kontra, bool ramsch, bool bock,
             bool spitze, bool schieberamsch) {
            Start start = d.start();
            start.table = {claims, play_out, kontra, ramsch, bock, spitze, schieberamsch};
            return Deal::with_any_past(start);
          },
          nb::kw_only(), "claims"_a = false, "play_out"_a = false, "kontra"_a = false,
          "ramsch"_a = false, "bock"_a = false, "spitze"_a = false, "schieberamsch"_a = false,
          "Return the deal as it started, with an empty history, under optional rules.\n\n"
          "claims: players may give up and the soloist may lay open, with the actions from\n"
          "GIVE_UP on. play_out: a game with schwarz announced continues after the\n"
          "defenders' first trick, for card points count. kontra: a defender may double the\n"
          "value before their first card, and the soloist may answer with Re. ramsch: a deal\n"
          "in which all pass is played without a soloist. bock: values count double.\n"
          "spitze: declarations with Spitze, from FIRST_SPITZE on. schieberamsch: before Ramsch\n"
          "each seat takes up the skat and pushes two cards on, or pushes it on unseen.")
      .def("copy", [](const Deal& d) { return d; })
      .def("__copy__", [](const Deal& d) { return d; })
      .def(
          "__deepcopy__", [](const Deal& d, nb::handle) { return d; }, "memo"_a)
      .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__getstate__", &get_state)
      .def("__setstate__", [](Deal& d, const Pickled& state) { new (&d) Deal(from_state(state)); })
      .def_prop_ro("history", &history_bytes, "All actions since the start, one byte each.")
      .def_prop_ro("history_players", &history_players,
                   "Actor of each action of the history: a seat, or 3 for chance.");
}

template <int (Deal::*of)(int) const>
std::tuple<int, int, int> by_seat(const Deal& d) {
  return {(d.*of)(0), (d.*of)(1), (d.*of)(2)};
}

void bind_claims(nb::class_<Deal>& c) {
  c.def_prop_ro("claims", [](const Deal& d) { return d.start().table.claims; })
      .def_prop_ro("play_out", [](const Deal& d) { return d.start().table.play_out; })
      .def_prop_ro("kontra", [](const Deal& d) { return d.start().table.kontra; })
      .def_prop_ro("ramsch", [](const Deal& d) { return d.start().table.ramsch; })
      .def_prop_ro("bock", [](const Deal& d) { return d.start().table.bock; })
      .def_prop_ro("spitze", [](const Deal& d) { return d.start().table.spitze; })
      .def_prop_ro(
          "spitze_announced", [](const Deal& d) { return d.declaration().spitze; },
          "True if Spitze was announced: the lowest trump must take the last trick.")
      .def_prop_ro(
          "spitze_holds", &Deal::spitze_holds,
          "True if Spitze is made or can still be made: its card is in hand, or lies on the\n"
          "table of the last trick and is not beaten.")
      .def_prop_ro("is_ramsch", &Deal::is_ramsch, "True if Ramsch is or was played.")
      .def_prop_ro("is_pushing", &Deal::is_pushing,
                   "True if the seat to act takes up the skat before Ramsch, or pushes cards on.")
      .def_prop_ro("schieberamsch", [](const Deal& d) { return d.start().table.schieberamsch; })
      .def_prop_ro(
          "pushed", [](const Deal& d) { return d.pushes().pushed; },
          "In Schieberamsch: the cards that each seat pushed on.")
      .def_prop_ro(
          "received", [](const Deal& d) { return d.pushes().received; },
          "In Schieberamsch: the two cards that each seat took up; 0 if it took up none.")
      .def_prop_ro("pushed_unseen", &Deal::pushed_unseen,
                   "The number of times that the skat was pushed on unseen.")
      .def_prop_ro("seat_tricks", by_seat<&Deal::seat_tricks>, "In Ramsch: tricks by seat.")
      .def_prop_ro("seat_points", by_seat<&Deal::seat_points>,
                   "In Ramsch: card points by seat, the skat with the last trick.")
      .def_prop_ro("multiplier", &Deal::multiplier,
                   "The factor of the value without Bock: 1, 2 after Kontra, 4 after Re.")
      .def_prop_ro("offer", &Deal::offer,
                   "The pending offer, GIVE_UP, LAY_OPEN or KONTRA, else -1.")
      .def_prop_ro("offerer", &Deal::offerer, "Seat that made the offer, -1 if none.")
      .def_prop_ro("lies_open", &Deal::lies_open, "True if the soloist's cards lie open.")
      .def_prop_ro("broken_off_by", &Deal::broken_off_by,
                   "Seat that ended the game early in favour of the other side; -1:\n"
                   "nobody.")
      .def(
          "credit_if_broken_off",
          [](const Deal& d, int s) {
            const Credit credit = d.credit_if_broken_off(checked_seat(s));
            return std::tuple(credit.points, credit.tricks);
          },
          "seat"_a,
          "Return the soloist's card points (skat included) and tricks if the seat breaks\n"
          "off.")
      .def(
          "result_if_broken_off",
          [](const Deal& d, int s, int bid) {
            return d.result_if_broken_off(checked_seat(s), bid);
          },
          "seat"_a, "bid"_a,
          "Return the game judged as if the seat broke it off here, with a bid that need\n"
          "not be official. A soloist who gives up before the first trick is complete is\n"
          "not schneider.");
}

void bind_cards(nb::class_<Deal>& c) {
  c.def(
       "hand", [](const Deal& d, int s) { return d.hand(checked_seat(s)); }, "seat"_a,
       "Return the cards held now (twelve between picking up and discarding).")
      .def(
          "dealt_hand", [](const Deal& d, int s) { return d.dealt_hand(checked_seat(s)); },
          "seat"_a, "Return the hand as dealt, or as given at the start.")
      .def(
          "played", [](const Deal& d, int s) { return d.played(checked_seat(s)); }, "seat"_a)
      .def(
          "voids", [](const Deal& d, int s) { return d.voids(checked_seat(s)); }, "seat"_a,
          "Return the cards that the seat has shown in play not to hold.")
      .def_prop_ro("in_play", &Deal::in_play, "All cards of the deal: 32, or those of a position.")
      .def_prop_ro("undealt", &Deal::undealt)
      .def_prop_ro("dealt_skat", &Deal::dealt_skat, "The skat as dealt, or as given at the start.")
      .def_prop_ro("skat", &Deal::skat, "The cards in the skat now.")
      .def_prop_ro("discards", &Deal::discards, "The soloist's discards after picking up.");
}

// A seat that received cards took up the skat. Only the cards that `player` received and pushed
// matter, not those of other seats.
std::tuple<Masks, Masks> traced_pushes(const Masks& owned, CardSet skat, const Masks& received,
                                       const Masks& pushed, int player) {
  const Pushes traced = lowest_pushes({received, pushed}, checked_seat(player), owned, skat);
  return {traced.received, traced.pushed};
}

auto known_of_pushes(const Masks& received, const Masks& pushed, int player) {
  const PushKnowledge knowledge = push_knowledge({received, pushed}, checked_seat(player));
  return std::tuple(knowledge.in_skat, knowledge.impossible);
}

void bind_pushes(nb::module_& m) {
  m.def("traced_pushes", &traced_pushes, "owned"_a, "skat"_a, "received"_a, "pushed"_a, "player"_a,
        "Return the cards that each seat took up and pushed on in a deal of Schieberamsch with\n"
        "these cards (those held or played by each seat, and the skat). `player` knows its own;\n"
        "of other seats `received` tells only who took up the skat (not 0). Of the possible\n"
        "cards the lowest are chosen.");
  m.def("known_of_pushes", &known_of_pushes, "received"_a, "pushed"_a, "player"_a,
        "Return what a seat knows from the pushes: the cards that lie in the skat, and for each\n"
        "place cards that cannot lie there. Of other seats `received` tells only who took up the\n"
        "skat (not 0) or pushed it on unseen (0).");
}

void bind_table(nb::class_<Deal>& c) {
  c.def_prop_ro("bid", &Deal::bid, "Highest value named, or the bid given; 0 if none.")
      .def_prop_ro("caller", &Deal::caller, "Seat that names values, -1 before the bidding.")
      .def_prop_ro("answerer", &Deal::answerer,
                   "Seat that holds or passes; -1: none, or forehand bids alone.")
      .def_prop_ro("soloist", &Deal::soloist, "-1 while there is none.")
      .def_prop_ro("picked_up", &Deal::picked_up)
      .def_prop_ro("declared", &Deal::declared, "True if contract and level are known.")
      .def_prop_ro(
          "contract",
          [](const Deal& d) { return d.declared() ? int(d.declaration().contract) : -1; },
          "0..3 suits, 4 grand, 5 null; -1 before the declaration.")
      .def_prop_ro(
          "level", [](const Deal& d) { return d.declared() ? int(d.declaration().level) : -1; },
          "0 plain, 1 schneider, 2 schwarz announced, 3 ouvert; -1 before the declaration.")
      .def_prop_ro("hand_game", [](const Deal& d) { return d.declaration().hand; })
      .def_prop_ro(
          "opening_trick",
          [](const Deal& d) {
            const Start& start = d.start();
            std::vector<std::tuple<int, int>> plays;
            for (int i = 0; i < start.trick_size; ++i) {
              plays.emplace_back((start.leader + i) % kNumPlayers,
                                 start.trick[static_cast<std::size_t>(i)]);
            }
            return plays;
          },
          "Seat and card of each card on the table when a position began.")
      .def_prop_ro(
          "given_matadors", [](const Deal& d) { return d.start().matadors; },
          "Matadors as given with a position in which they cannot be counted, else 0.")
      .def_prop_ro(
          "past_known", [](const Deal& d) { return d.start().past_known; },
          "True if tricks, points and matadors are known from the first trick on.")
      .def_prop_ro("leader", &Deal::leader)
      .def_prop_ro(
          "trick",
          [](const Deal& d) {
            IntList trick;
            for (int i = 0; i < d.trick_size(); ++i) trick.append(d.trick_card(i));
            return trick;
          },
          "Cards on the table in order of play, the leader's first.")
      .def_prop_ro("tricks_played", &Deal::tricks_played)
      .def_prop_ro("soloist_tricks", &Deal::soloist_tricks)
      .def_prop_ro("defender_tricks", &Deal::defender_tricks)
      .def_prop_ro("soloist_points", &Deal::soloist_points,
                   "Card points in the soloist's tricks, without the skat (unless a\n"
                   "position was given without its skat).")
      .def_prop_ro("defender_points", &Deal::defender_points)
      .def_prop_ro("matadors", [](const Deal& d) { return d.declared() ? d.matadors() : 0; })
      .def(
          "result",
          [](const Deal& d) {
            if (!d.is_over()) throw IllegalActionError("result: the deal is not over");
            return d.result();
          },
          "Return the judged game; IllegalActionError before the end.")
      .def(
          "result_with",
          [](const Deal& d, int points, int tricks) {
            if (!d.declared()) throw IllegalActionError("result: nothing is declared");
            checked_below("points", points, kTotalPoints + 1);
            checked_below("tricks", tricks, kNumTricks + 1);
            return d.result_with(points, tricks);
          },
          "points"_a, "tricks"_a,
          "Return the result if the game ended now and the soloist had these card points\n"
          "(skat included) and tricks: concessions, timeouts.");
}

template <typename T>
void write(const Deal& deal, int player, const Contents& contents, const Tensor<T>& tensor) {
  const auto size = observation_size(contents, deal.start().table);
  write_observation(deal, checked_seat(player), contents, checked_tensor(tensor, size));
}

auto observation(const Deal& deal, int player, const Contents& contents) {
  return as_list(observation_size(contents, deal.start().table), [&](auto tensor) {
    write_observation(deal, checked_seat(player), contents, tensor);
  });
}

void bind_observation(nb::module_& m) {
  m.def(
       "observation_shapes",
       [](const Contents& contents, bool claims, bool kontra, bool ramsch, bool spitze,
          bool schieberamsch) {
         TableRules table;
         table.claims = claims;
         table.kontra = kontra;
         table.ramsch = ramsch;
         table.spitze = spitze;
         table.schieberamsch = schieberamsch;
         return shapes_of(observation_layout(contents, table));
       },
       "contents"_a, "claims"_a, "kontra"_a, "ramsch"_a, "spitze"_a, "schieberamsch"_a, kShapesDoc)
      .def("observation", &observation, "deal"_a, "player"_a, "contents"_a, kListDoc)
      .def("write_observation", &write<float>, "deal"_a, "player"_a, "contents"_a,
           "tensor"_a.noconvert(), kWriteDoc)
      .def("write_observation", &write<std::uint8_t>, "deal"_a, "player"_a, "contents"_a,
           "tensor"_a.noconvert(), kWriteDoc);
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_deal(nb::module_& m) {
  translate<InvalidDealError>("InvalidDealError");
  translate<IllegalActionError>("IllegalActionError");
  bind_skat_scoring(m);

  nb::class_<Deal> deal(
      m, "Deal",
      "One deal from the first card to the last trick.\n\n"
      "`Deal()` starts before the first card: chance deals ten cards each to forehand,\n"
      "middlehand and rearhand and two to the skat. Sets of cards are 32-bit masks.");
  deal.def("__init__", [](Deal* d) { new (d) Deal(); })
      .def_static("given", &given_deal, "hands"_a, "skat"_a,
                  "Return a deal that starts with the bidding. InvalidDealError names what\n"
                  "is impossible.")
      .def_static(
          "card_play", &card_play, "hands"_a.none(), "skat"_a = 0, nb::kw_only(), "soloist"_a,
          "contract"_a, "level"_a = 0, "hand"_a = false, "bid"_a = 0, "leader"_a = 0,
          "trick"_a = std::vector<int>{}, "soloist_points"_a = 0, "soloist_tricks"_a = 0,
          "matadors"_a = 0, "voids"_a = Masks{}, "pool"_a = kAllCards, "past_known"_a = true,
          "any_past"_a = false,
          "Return a deal that starts at card play, at its beginning or in any position.\n\n"
          "hands: masks by seat, or None: chance deals `pool` in equal hands and, if two\n"
          "cards are left over, the skat. skat: the soloist's discards, or the skat of a\n"
          "hand game; 0 if it is out of play in a position. trick: up to two cards on the\n"
          "table, played by `leader` and the seat after. soloist_points: in their tricks\n"
          "(and in the skat if that is 0). matadors: needed, but for null, if they cannot be\n"
          "counted from twelve cards. voids: cards each seat is known not to hold. bid 0: none.\n"
          "past_known: False if the past of a position is unknown: missing tricks and\n"
          "points then count for the defenders, and matadors, if 0, are counted from the\n"
          "cards left. any_past: matadors, tricks and points need not be possible with\n"
          "these cards (in a world of a view they may not be). InvalidDealError names what\n"
          "is impossible.");
  bind_state(deal);
  bind_claims(deal);
  bind_cards(deal);
  bind_table(deal);
  bind_observation(m);
  bind_pushes(m);
}

}  // namespace vorhand::bindings
