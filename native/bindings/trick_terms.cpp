// vorhand.native.tricks: the terms of trick-taking games, as records with named fields.

#include "bindings.hpp"
#include "tricks/terms.hpp"

using namespace vorhand::tricks;

namespace {

auto fields(Duties& r) { return std::tie(r.trump, r.overtrump, r.but_partner); }
auto fields(Restrictions& r) { return std::tie(r.locked, r.keys, r.barred); }
auto fields(Payoffs& r) { return std::tie(r.rows, r.watched); }
auto fields(DecisiveTerms& r) { return std::tie(r.limits, r.idle, r.otherwise); }
auto fields(TarokGift& r) { return std::tie(r.card, r.points, r.worth, r.last, r.earlier); }
auto fields(TarokTerms& r) {
  return std::tie(r.must_beat, r.obliged, r.begin, r.emperor, r.last_cards, r.fined, r.gift,
                  r.bare);
}
auto fields(Terms& r) {
  return std::tie(r.seats, r.suits, r.trump, r.points, r.side, r.trick_points, r.last_points,
                  r.all_tricks, r.duties, r.restrictions, r.worths, r.payoffs, r.decisive, r.tarok);
}

template <typename... Fields>
std::tuple<Fields...> copied(const std::tuple<Fields&...>& fields) {
  return fields;
}

// Bind a class of immutable records, compared and pickled by their fields.
template <typename Record>
nb::class_<Record> record(nb::module_& m, const char* name, const char* doc) {
  using State = decltype(copied(fields(std::declval<Record&>())));
  return nb::class_<Record>(m, name, doc)
      .def("__eq__",
           [](const Record& a, nb::handle b) {
             return nb::isinstance<Record>(b) && a == nb::cast<const Record&>(b);
           })
      .def("__getstate__", [](Record& made) { return copied(fields(made)); })
      .def("__setstate__", [](Record& made, const State& state) {
        new (&made) Record();
        fields(made) = state;
      });
}

int checked_points(int points) {
  if (points < 0 || points > 1000) {
    throw std::invalid_argument(std::to_string(points) + " points: expected 0 to 1000");
  }
  return points;
}

void bind_tarok(nb::module_& m) {
  record<TarokGift>(m, "TarokGift",
                    "A card that wins cards laid aside, with the trick that it takes.")
      .def(nb::init<int, int, int, int, int>(), nb::kw_only(), "card"_a, "points"_a, "worth"_a,
           "last"_a, "earlier"_a,
           "`points` are those of the cards laid aside, `worth` is paid in addition, and in\n"
           "the last trick `last` too if the card was played last there, else `earlier`.");
  record<TarokTerms>(m, "TarokTerms", "Rules of Slovenian Tarok beyond the terms of a trick game.")
      .def(nb::init<bool, int, int, Set, std::vector<std::pair<int, int>>, std::pair<int, int>,
                    std::optional<TarokGift>, std::uint64_t>(),
           nb::kw_only(), "must_beat"_a = false, "obliged"_a = kNoTrump, "begin"_a = 0,
           "emperor"_a = 0, "last_cards"_a = std::vector<std::pair<int, int>>{},
           "fined"_a = std::pair{-1, 0}, "gift"_a = nb::none(), "bare"_a = 0,
           "`must_beat`: players who follow beat the highest card of the suit they play, if\n"
           "they can and no trump lies on another suit; locked cards then come last.\n"
           "`obliged` is the suit required of players who cannot follow, -1 that of trumps.\n"
           "The side has `begin` points from the start. If the three `emperor` cards lie in\n"
           "a trick the lowest takes it.\n\n"
           "Besides the payoffs there are payments, which the side gets or pays. The winner\n"
           "of the last trick gets the worth of the first of `last_cards` (pairs of card and\n"
           "worth) that lies in it; none if the side's number of tricks has its bit set in\n"
           "`bare`. The player of the card in `fined` (card, amount) pays the amount if\n"
           "another emperor card takes the trick. The winner of the `gift` is paid for it.");
}

}  // namespace

void vorhand::bindings::bind_trick_terms(nb::module_& m) {
  record<Duties>(m, "Duties", "Duties of players who follow, besides following suit.")
      .def(nb::init<bool, bool, bool>(), nb::kw_only(), "trump"_a = false, "overtrump"_a = false,
           "but_partner"_a = false,
           "`trump`: players who cannot follow suit play a trump. `overtrump`: players of a\n"
           "trump play a higher one than the table's, if they can. `but_partner`: players\n"
           "need not trump while their own side holds the trick.");
  record<Restrictions>(m, "Restrictions", "Cards that may not be played while there are others.")
      .def(nb::init<Set, Set, Set>(), nb::kw_only(), "locked"_a = 0, "keys"_a = 0, "barred"_a = 0,
           "Sets of cards: `locked` ones are not led before one of `keys` was played,\n"
           "`barred` ones are not discarded in the first trick.");
  record<Payoffs>(m, "Payoffs", "The payoffs of a side by its tricks and points.")
      .def(nb::init<std::vector<std::vector<std::int16_t>>, std::uint32_t>(), nb::kw_only(),
           "rows"_a, "watched"_a = 0,
           "A row for each number of tricks, by points; rows are monotone.\n\n"
           "`watched`: seats whose first trick matters. There is a table of rows for each set\n"
           "of them that has a trick. The tables follow each other in the order of the sets,\n"
           "with the lowest seat as the lowest bit.")
      .def_ro("rows", &Payoffs::rows);
  record<DecisiveTerms>(m, "DecisiveTerms", "The condition under which one seat decides the deal.")
      .def(nb::init<std::vector<int>, bool, int>(), nb::kw_only(), "limits"_a, "idle"_a = false,
           "otherwise"_a = 0,
           "A seat with at least as many points as its limit decides the deal; with `idle` so\n"
           "does a seat without a trick. The side, a single seat, gets `otherwise` if another\n"
           "seat decides the deal and it does not.");
  bind_tarok(m);
  record<Terms>(m, "Terms", "The terms of a game: the order of the cards, duties, points, sides.")
      .def(
          "__init__",
          [](Terms* self, int seats, std::vector<std::vector<int>> suits, int trump,
             std::vector<int> points, std::uint32_t side, int trick_points, int last_points,
             int all_tricks, std::optional<Duties> duties, std::optional<Restrictions> restrictions,
             std::vector<std::int16_t> worths, std::optional<Payoffs> payoffs,
             std::optional<DecisiveTerms> decisive, std::optional<TarokTerms> tarok) {
            new (self) Terms{.seats = seats,
                             .suits = std::move(suits),
                             .trump = trump,
                             .points = std::move(points),
                             .side = side,
                             .trick_points = checked_points(trick_points),
                             .last_points = checked_points(last_points),
                             .all_tricks = checked_points(all_tricks),
                             .duties = duties.value_or(Duties{}),
                             .restrictions = restrictions.value_or(Restrictions{}),
                             .worths = std::move(worths),
                             .payoffs = payoffs.value_or(Payoffs{}),
                             .decisive = decisive.value_or(DecisiveTerms{}),
                             .tarok = tarok.value_or(TarokTerms{})};
          },
          nb::kw_only(), "seats"_a, "suits"_a, "trump"_a = kNoTrump,
          "points"_a = std::vector<int>{}, "side"_a = 1, "trick_points"_a = 0, "last_points"_a = 0,
          "all_tricks"_a = 0, "duties"_a = nb::none(), "restrictions"_a = nb::none(),
          "worths"_a = std::vector<std::int16_t>{}, "payoffs"_a = nb::none(),
          "decisive"_a = nb::none(), "tarok"_a = nb::none(),
          "Suits are lists of cards, weak to strong; `trump` is the number of one or -1.\n\n"
          "Points are by card; `side` is the set of seats whose points count. There are\n"
          "also points of each trick, of the last trick, and for taking all tricks.\n"
          "`worths` of points 0, 1, ... at the end apply if more is not always better;\n"
          "`payoffs` replace them if tricks count too.")
      .def_ro("worths", &Terms::worths)
      .def_ro("side", &Terms::side, "The seats whose points count, as a set.");
}
