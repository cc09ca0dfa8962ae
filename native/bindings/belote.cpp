// vorhand.native.belote: the rules, the deal, observations.

#include "belote/deal.hpp"
#include "checks.hpp"
#include "observations.hpp"

using namespace vorhand;
using namespace vorhand::belote;
using namespace vorhand::bindings;

namespace {

// The values of the parameters, in the order of their enumerations.
using Names = std::array<const char*, 3>;
constexpr Names kMade{"bid", "half", "more"};
constexpr Names kContre{"points", "flat", "bid"};
constexpr Names kAnnounced{"kept", "won", "multiplied"};

// Return the value of an enumeration with this name.
template <typename Enum>
Enum named(const char* parameter, const std::string& name, const Names& names) {
  const auto* place = std::find(names.begin(), names.end(), name);
  if (place == names.end()) {
    throw std::invalid_argument(std::string(parameter) + " " + name + ": expected one of " +
                                names[0] + ", " + names[1] + ", " + names[2]);
  }
  return static_cast<Enum>(place - names.begin());
}

template <typename Enum>
const char* name_of(const Names& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

Scoring make_scoring(const std::string& made, const std::string& contre, int surcontre,
                     const std::string& announced) {
  check_range("surcontre", surcontre, 3, 4);
  return {named<Made>("made", made, kMade), named<Contre>("contre", contre, kContre), surcontre,
          named<Announced>("belote", announced, kAnnounced)};
}

Rules make_rules(bool contree, int dealer, const std::string& made, const std::string& contre,
                 int surcontre, const std::string& announced) {
  check_range("dealer", dealer, 0, kSeats - 1);
  return {contree, dealer, make_scoring(made, contre, surcontre, announced)};
}

// Reduce to the class and the constructor's arguments, for pickling.
nb::object reduced_rules(nb::handle self) {
  const auto& [contree, dealer, scoring] = nb::cast<const Rules&>(self);
  return nb::make_tuple(self.type(),
                        nb::make_tuple(contree, dealer, name_of(kMade, scoring.made),
                                       name_of(kContre, scoring.contre), scoring.surcontre,
                                       name_of(kAnnounced, scoring.announced)));
}

nb::object reduced_deal(nb::handle self) {
  const auto& deal = nb::cast<const Deal&>(self);
  return nb::make_tuple(self.type(), nb::make_tuple(deal.rules(), deal.history()));
}

std::vector<int> legal_actions(const Deal& deal) {
  const auto legal = deal.legal_actions();
  std::vector<int> actions;
  for (int action = 0; action < kNumActions; ++action) {
    if (legal[static_cast<std::size_t>(action)]) actions.push_back(action);
  }
  return actions;
}

bool advance(Deal& deal, int action) {
  if (action < 0 || action >= kNumActions) return false;
  if (!deal.legal_actions()[static_cast<std::size_t>(action)]) return false;
  deal.apply(action);
  return true;
}

Deal make_deal(const Rules& rules, const std::vector<int>& history) {
  Deal deal(rules);
  for (const int action : history) {
    if (!advance(deal, action)) {
      throw std::invalid_argument("history: action " + std::to_string(action) + " is not legal");
    }
  }
  return deal;
}

Deal copy_of(const Deal& deal) { return make_deal(deal.rules(), deal.history()); }

std::optional<std::tuple<int, int, int, int>> contract_of(const Deal& deal) {
  const Contract* contract = deal.contract();
  if (!contract) return {};
  return std::tuple(contract->taker, contract->trump, contract->value, contract->factor);
}

std::pair<int, int> scores_of(int value, int factor, int points, int belote_side,
                              const std::string& made, const std::string& contre, int surcontre,
                              const std::string& announced) {
  const Scoring scoring = make_scoring(made, contre, surcontre, announced);
  const auto [own, other] = scores(scoring, {0, 0, value, factor}, points, belote_side);
  return {own, other};
}

int checked_seat(int seat) {
  if (seat < 0 || seat >= kSeats) {
    throw std::invalid_argument("seat " + std::to_string(seat) + ": expected 0 to 3");
  }
  return seat;
}

template <typename T>
void write(const Deal& deal, int player, const Contents& contents, const Tensor<T>& tensor) {
  write_observation(deal.table(), checked_seat(player), contents,
                    checked_tensor(tensor, observation_size(contents)));
}

auto observation(const Deal& deal, int player, const Contents& contents) {
  return as_list(observation_size(contents), [&](auto tensor) {
    write_observation(deal.table(), checked_seat(player), contents, tensor);
  });
}

}  // namespace

void vorhand::bindings::bind_belote(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "The parameters of a game; InputError names an invalid value.")
      .def(nb::new_(&make_rules), "contree"_a, "dealer"_a, "made"_a, "contre"_a, "surcontre"_a,
           "belote"_a)
      .def("__reduce__", &reduced_rules, nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  nb::class_<Deal>(m, "Deal", "One deal with all its cards; sets of cards are masks.")
      .def(nb::new_(&make_deal), "rules"_a, "history"_a = std::vector<int>{},
           "Start a deal and apply the actions so far; InputError for an illegal one.")
      .def("__copy__", &copy_of)
      .def(
          "__deepcopy__", [](const Deal& deal, nb::handle) { return copy_of(deal); }, "memo"_a)
      .def("__reduce__", &reduced_deal, nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def_prop_ro("player", &Deal::player, "Seat to act; -1 for chance, -4 at the end.")
      .def("legal_actions", &legal_actions, "Return the legal actions in ascending order.")
      .def("advance", &advance, "action"_a, "Apply an action; return False if it is not legal.")
      .def_prop_ro(
          "dealt", [](const Deal& deal) { return deal.table().dealt; },
          "The cards in the order of dealing.")
      .def_prop_ro(
          "places", [](const Deal& deal) { return deal.table().places; },
          "The seat of each card dealt; -1 for the turned-up card.")
      .def_prop_ro("turned", &Deal::turned, "The turned-up card; -1 if there is none.")
      .def_prop_ro(
          "calls", [](const Deal& deal) { return deal.table().calls; },
          "Seat and action of each call.")
      .def_prop_ro("contract", &contract_of,
                   "Taker, trump, bid and factor; None while no contract is settled.")
      .def_prop_ro(
          "play",
          [](const Deal& deal) {
            const tricks::Play* play = deal.table().play;
            return play ? std::optional(play) : std::nullopt;
          },
          nb::rv_policy::reference_internal, "The card play; None before it begins.")
      .def(
          "hand", [](const Deal& deal, int seat) { return deal.hand(checked_seat(seat)); },
          "seat"_a, "Return the cards that a seat holds.")
      .def_prop_ro("belote_seat", &Deal::belote_seat,
                   "Seat that held king and queen of trumps when the play began; -1: none, or\n"
                   "before the play.")
      .def("returns", &Deal::returns, "Return by seat the score of its side less the other's.");
  m.def("scores", &scores_of, "value"_a, "factor"_a, "points"_a, "belote_side"_a, "made"_a,
        "contre"_a, "surcontre"_a, "belote"_a,
        "Return the scores of the taker's side and of the other.\n\n"
        "value: the bid; 0 in the plain game. points: those of the taker's side, -90 to 252.\n"
        "belote_side: the side that held king and queen of trumps, 0 the taker's, 1 the\n"
        "other, -1 none.");
  m.def(
       "observation_shapes",
       [](const Contents& contents) { return shapes_of(observation_layout(contents)); },
       "contents"_a, kShapesDoc)
      .def("observation", &observation, "deal"_a, "player"_a, "contents"_a, kListDoc)
      .def("write_observation", &write<float>, "deal"_a, "player"_a, "contents"_a,
           "tensor"_a.noconvert(), kWriteDoc)
      .def("write_observation", &write<std::uint8_t>, "deal"_a, "player"_a, "contents"_a,
           "tensor"_a.noconvert(), kWriteDoc);
}
