// vorhand.native.schnapsen: rules, the deal, positions, worlds.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "bindings.hpp"
#include "errors.hpp"
#include "permutation.hpp"
#include "schnapsen/position.hpp"
#include "schnapsen/resample.hpp"
#include "schnapsen_checks.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand;
using namespace vorhand::schnapsen;
using vorhand::bindings::check_whole;
using vorhand::bindings::checked_player;

namespace {

using Indices = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>, nb::c_contig>;

std::vector<Action> actions_of(ActionSet set) {
  std::vector<Action> actions;
  for (; set; set &= set - 1) actions.push_back(std::countr_zero(set));
  return actions;
}

// Empty for a card that the pack lacks, as some actions are; std::invalid_argument: no card at all.
std::string name_of_card(const Rules& rules, Card card) {
  if (card < 0 || card >= 32) {
    throw std::invalid_argument("card " + std::to_string(card) + ": expected 0 to 31");
  }
  return rules.deck.cards() & bit(card) ? card_name(rules.deck, card) : std::string();
}

std::string action_name(const Rules& rules, const Deal& deal, Action action) {
  if (action == kExchange) return "exchange";
  if (action == kClose) return "close";
  if (action >= kMarriage && action < kNumActions) {
    const bool royal = action - kMarriage == deal.trump;
    return std::string("marriage ") + "DHSC"[action - kMarriage] + (royal ? " (trumps)" : "");
  }
  return name_of_card(rules, action);
}

void checked_apply(const Rules& rules, Deal& deal, Action action) {
  check_legal(rules, deal, action);
  apply(rules, deal, action);
}

template <typename NumberOf>
Indices fill(std::uint64_t n, NumberOf number_of) {
  auto* numbers = new std::uint64_t[n];
  nb::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<std::uint64_t*>(p); });
  for (std::uint64_t i = 0; i < n; ++i) numbers[i] = number_of(i);
  return Indices(numbers, {static_cast<std::size_t>(n)}, owner);
}

void bind_rules(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "The pack and every point on which rules differ.")
      .def(nb::init<>(), "Schnapsen.")
      .def("copy", [](const Rules& rules) { return rules; })
      .def("__eq__",
           [](const Rules& a, nb::handle b) {
             return nb::isinstance<Rules>(b) && a == nb::cast<const Rules&>(b);
           })
      .def_rw("hand_size", &Rules::hand_size)
      .def_rw("target", &Rules::target)
      .def_rw("schneider", &Rules::schneider)
      .def_rw("exchange", &Rules::exchange)
      .def_rw("exchange_talon", &Rules::exchange_talon)
      .def_rw("exchange_first_lead", &Rules::exchange_first_lead)
      .def_rw("close", &Rules::close)
      .def_rw("close_talon", &Rules::close_talon)
      .def_rw("close_first_lead", &Rules::close_first_lead)
      .def_rw("marriage_points", &Rules::marriage_points)
      .def_rw("royal_points", &Rules::royal_points)
      .def_rw("marriage_first_lead", &Rules::marriage_first_lead)
      .def_rw("marriage_compulsory", &Rules::marriage_compulsory)
      .def_rw("marriage_leads_king", &Rules::marriage_leads_king)
      .def_rw("pending_until_next_trick", &Rules::pending_until_next_trick)
      .def_rw("claim_on_marriage", &Rules::claim_on_marriage)
      .def_rw("failed_close_at_end", &Rules::failed_close_at_end)
      .def_rw("closed_first_wins", &Rules::closed_first_wins)
      .def_rw("last_trick_points", &Rules::last_trick_points)
      .def_prop_ro("suits", [](const Rules& r) { return r.deck.suits; })
      .def_prop_ro("ranks", [](const Rules& r) { return r.deck.ranks; })
      .def_prop_ro("talon_size", &Rules::talon_size, "Cards dealt face down.")
      .def_prop_ro("cards", [](const Rules& r) { return actions_of(r.deck.cards()); })
      .def(
          "card_points", [](const Rules& r, CardSet cards) { return r.deck.points(cards); },
          "cards"_a, "Card points of a set of cards.")
      .def(
          "card_name", [](const Rules& r, Card card) { return name_of_card(r, card); }, "card"_a)
      .def(
          "parse_card",
          [](const Rules& r, const std::string& text) { return parse_card(r.deck, text); },
          "text"_a, "The card of two letters, or -1.");
  m.def("kinder_rules", &kinder_rules,
        "Kinderschnapsen, with our choices where they are not known.");
}

void bind_deal(nb::module_& m) {
  static_assert(std::is_trivially_copyable_v<Deal>);
  nb::class_<Deal>(m, "Deal", "One deal; sets of cards are masks.")
      .def(nb::init<const Deal&>(), "other"_a)
      .def("__eq__",
           [](const Deal& a, nb::handle b) {
             return nb::isinstance<Deal>(b) && a == nb::cast<const Deal&>(b);
           })
      .def("copy", [](const Deal& deal) { return deal; })
      .def("__copy__", [](const Deal& deal) { return deal; })
      .def(
          "__deepcopy__", [](const Deal& deal, nb::handle) { return deal; }, "memo"_a)
      .def("__getstate__",
           [](const Deal& deal) {
             return nb::bytes(reinterpret_cast<const char*>(&deal), sizeof(Deal));
           })
      .def("__setstate__",
           [](Deal& deal, nb::bytes state) {
             if (state.size() != sizeof(Deal))
               throw std::invalid_argument("not the bytes of a Deal");
             new (&deal) Deal;
             std::memcpy(&deal, state.c_str(), sizeof(Deal));
           })
      .def(
          "deal_card",
          [](Deal& deal, const Rules& rules, Card card) {
            if (!may_deal(rules, deal, card)) {
              throw std::invalid_argument("card " + std::to_string(card) + " cannot be dealt");
            }
            deal_card(rules, deal, card);
          },
          "rules"_a, "card"_a)
      .def(
          "undealt", [](const Deal& d, const Rules& r) { return actions_of(undealt(r, d)); },
          "rules"_a)
      .def(
          "legal_actions",
          [](const Deal& d, const Rules& r) { return actions_of(legal_actions(r, d)); }, "rules"_a,
          "Actions in ascending order.")
      .def(
          "apply", [](Deal& d, const Rules& r, Action a) { checked_apply(r, d, a); }, "rules"_a,
          "action"_a, "Raises InputError for an illegal action.")
      .def(
          "action_name",
          [](const Deal& d, const Rules& r, Action a) { return action_name(r, d, a); }, "rules"_a,
          "action"_a)
      .def(
          "hand", [](const Deal& d, int p) { return d.hands[std::size_t(checked_player(p))]; },
          "player"_a)
      .def(
          "known", [](const Deal& d, int p) { return d.known[std::size_t(checked_player(p))]; },
          "player"_a, "Cards in the player's hand that the other has seen.")
      .def(
          "excluded",
          [](const Deal& d, int p) { return d.excluded[std::size_t(checked_player(p))]; },
          "player"_a,
          "Cards proven not to be in the player's hand, by strict play or an announcement not "
          "made.")
      .def(
          "played", [](const Deal& d, int p) { return d.played[std::size_t(checked_player(p))]; },
          "player"_a)
      .def(
          "points", [](const Deal& d, int p) { return d.points[std::size_t(checked_player(p))]; },
          "player"_a)
      .def(
          "pending", [](const Deal& d, int p) { return d.pending[std::size_t(checked_player(p))]; },
          "player"_a)
      .def(
          "tricks", [](const Deal& d, int p) { return d.tricks[std::size_t(checked_player(p))]; },
          "player"_a)
      .def_prop_ro(
          "talon",
          [](const Deal& d) {
            return std::vector<int>(d.talon.begin() + d.next, d.talon.begin() + d.talon_size);
          },
          "Face-down cards not yet drawn, in the order of drawing; -1 where hidden.")
      .def_prop_ro(
          "next", [](const Deal& d) { return +d.next; }, "Cards drawn so far.")
      .def_ro("dealt", &Deal::dealt)
      .def_ro("up", &Deal::up)
      .def_ro("trump", &Deal::trump)
      .def_ro("leader", &Deal::leader)
      .def_ro("led", &Deal::led)
      .def_ro("marriage", &Deal::marriage)
      .def_ro("closer", &Deal::closer)
      .def_ro("closed_points", &Deal::closed_points)
      .def_ro("closed_tricks", &Deal::closed_tricks)
      .def_prop_ro(
          "turn", [](const Deal& d) { return static_cast<int>(d.turn); },
          "How far the lead has come: 0 fresh, 1 exchanged, 2 closed, 3 announced.")
      .def_prop_ro("dealing", &Deal::dealing)
      .def_prop_ro("open", &Deal::open, "Whether cards may still be drawn.")
      .def_prop_ro("to_move", &Deal::to_move)
      .def_prop_ro("terminal", &Deal::terminal)
      .def_ro("winner", &Deal::winner)
      .def_ro("game_points", &Deal::game_points)
      .def(
          "view",
          [](const Deal& d, const Rules& r, int p) { return view_of(r, d, checked_player(p)); },
          "rules"_a, "player"_a, "The deal with what the player does not know left blank.");
  m.def(
      "new_deal",
      [](const Rules& r, int leader) { return new_deal(r, checked_player(leader, "leader")); },
      "rules"_a, "leader"_a = 0, "A deal before the first card.");
  m.def(
      "parse_position",
      [](const Rules& r, const std::string& text) { return parse_position(r, text); }, "rules"_a,
      "text"_a, "Reads a position; raises PositionError.");
  m.def("tell_seen", &tell_seen, "rules"_a, "deal"_a, "shown"_a, "lacks"_a,
        "The position with cards of each hand that the other player has seen there, and cards\n"
        "proven not to be in it (masks by player); PositionError where a hand contradicts it.");
  m.def(
      "position_text",
      [](const Rules& rules, const Deal& deal) {
        check_whole(rules, deal);
        return position_text(rules, deal);
      },
      "rules"_a, "deal"_a, "Writes a position of which all cards are known.");
  m.def(
      "resample_deal",
      [](const Rules& rules, const std::vector<Card>& dealt, const std::vector<Action>& actions,
         int leader, int player, std::uint64_t seed) {
        Random random(seed);
        return resample_deal(rules, dealt, actions, checked_player(leader, "leader"),
                             checked_player(player), random);
      },
      "rules"_a, "dealt"_a, "actions"_a, "leader"_a, "player"_a, "seed"_a,
      "Cards in the order of dealing, uniform over what the player cannot tell apart.");
}

void bind_worlds(nb::module_& m) {
  nb::class_<Worlds>(m, "Worlds", "All that the cards a player has not seen may be, numbered.")
      .def(
          "__init__",
          [](Worlds* self, const Rules& rules, const Deal& view, int player) {
            new (self) Worlds(rules, view, checked_player(player));
          },
          "rules"_a, "view"_a, "player"_a)
      .def("__len__", [](const Worlds& w) { return w.size(); })
      .def_prop_ro("hands", &Worlds::hands, "How many hands the opponent may hold.")
      .def_prop_ro("orders", &Worlds::orders,
                   "Of the talon: world i has hand i // orders of the opponent.")
      .def(
          "world",
          [](const Worlds& w, std::uint64_t index) {
            if (index >= w.size()) {
              throw nb::index_error(
                  ("world " + std::to_string(index) + " of " + std::to_string(w.size())).c_str());
            }
            return w.world(index);
          },
          "index"_a, "The deal with the world of that number filled in.")
      .def(
          "distinct",
          [](const Worlds& w, std::uint64_t first, std::uint64_t n, std::uint64_t seed) {
            const Permutation order(w.size(), seed);
            const std::uint64_t left = first >= w.size() ? 0 : w.size() - first;
            return fill(std::min(n, left), [&](std::uint64_t i) { return order(first + i); });
          },
          "first"_a, "n"_a, "seed"_a,
          "Numbers of worlds, uint64 [<= n], at places first .. of an order drawn by the seed: "
          "no world comes twice, and reading on to the end enumerates all.");
}

}  // namespace

namespace vorhand::bindings {

void bind_schnapsen(nb::module_& m) {
  translate<PositionError>("PositionError");
  bind_rules(m);
  bind_deal(m);
  bind_worlds(m);
}

}  // namespace vorhand::bindings
