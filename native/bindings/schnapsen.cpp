// vorhand.native.schnapsen: rules, the deal, positions, worlds.

#include <cstring>

#include "arrays.hpp"
#include "errors.hpp"
#include "observations.hpp"
#include "permutation.hpp"
#include "schnapsen/observation.hpp"
#include "schnapsen/players/beliefs.hpp"
#include "schnapsen/position.hpp"
#include "schnapsen/resample.hpp"
#include "schnapsen_checks.hpp"

using namespace vorhand;
using namespace vorhand::schnapsen;
using namespace vorhand::bindings;

namespace {

using Chances = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>, nb::c_contig>;

std::vector<Action> actions_of(ActionSet set) {
  std::vector<Action> actions;
  for (; set; set &= set - 1) actions.push_back(std::countr_zero(set));
  return actions;
}

// Return a card's name, or an empty text for a card outside the pack: actions are numbered for 32
// cards, and packs have fewer. Throw std::invalid_argument for any other number.
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
  auto numbers = new_array<Indices>({static_cast<std::size_t>(n)});
  for (std::uint64_t i = 0; i < n; ++i) numbers.data()[i] = number_of(i);
  return numbers;
}

void bind_rules(nb::module_& m) {
  nb::class_<Rules>(m, "Rules", "The pack and the variations of the rules.")
      .def(nb::init<>(), "Create the rules of Schnapsen.")
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
      .def_prop_rw(
          "suits", [](const Rules& r) { return r.deck.suits; },
          [](Rules& r, int suits) {
            if (suits < 1 || suits > 4) throw std::invalid_argument("suits: expected 1 to 4");
            r.deck.suits = suits;
          })
      .def_prop_ro("ranks", [](const Rules& r) { return r.deck.ranks; })
      .def_prop_ro("talon_size", &Rules::talon_size, "Cards dealt face down.")
      .def_prop_ro("cards", [](const Rules& r) { return actions_of(r.deck.cards()); })
      .def(
          "card_points", [](const Rules& r, CardSet cards) { return r.deck.points(cards); },
          "cards"_a, "Return the card points of a set of cards.")
      .def(
          "card_name", [](const Rules& r, Card card) { return name_of_card(r, card); }, "card"_a)
      .def(
          "parse_card",
          [](const Rules& r, const std::string& text) { return parse_card(r.deck, text); },
          "text"_a, "Return the card named by suit and rank, or -1.");
  m.def("kinder_rules", &kinder_rules,
        "Return the rules of Kinderschnapsen, with our choices where they are not known.");
}

template <typename Field>
auto of_player(Field Deal::* field) {
  return [field](const Deal& deal, int player) {
    return (deal.*field)[static_cast<std::size_t>(checked_player(player))];
  };
}

template <typename Plain>
nb::bytes bytes_of(const Plain& plain) {
  static_assert(std::is_trivially_copyable_v<Plain>);
  return nb::bytes(reinterpret_cast<const char*>(&plain), sizeof(Plain));
}

template <typename Plain>
void from_bytes(Plain& plain, nb::bytes state) {
  if (state.size() != sizeof(Plain)) throw std::invalid_argument("not the bytes of a deal");
  new (&plain) Plain;
  std::memcpy(&plain, state.c_str(), sizeof(Plain));
}

void bind_deal(nb::module_& m) {
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
      .def("__getstate__", &bytes_of<Deal>)
      .def("__setstate__", &from_bytes<Deal>)
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
          "Return the actions in ascending order.")
      .def(
          "apply", [](Deal& d, const Rules& r, Action a) { checked_apply(r, d, a); }, "rules"_a,
          "action"_a, "Apply an action; InputError if it is illegal.")
      .def(
          "action_name",
          [](const Deal& d, const Rules& r, Action a) { return action_name(r, d, a); }, "rules"_a,
          "action"_a)
      .def("hand", of_player(&Deal::hands), "player"_a)
      .def("known", of_player(&Deal::known), "player"_a,
           "Return the cards in the player's hand that the other has seen.")
      .def("excluded", of_player(&Deal::excluded), "player"_a,
           "Return the cards proven not to be in the player's hand, by strict play or a\n"
           "missing announcement.")
      .def("played", of_player(&Deal::played), "player"_a)
      .def("points", of_player(&Deal::points), "player"_a)
      .def("pending", of_player(&Deal::pending), "player"_a)
      .def("tricks", of_player(&Deal::tricks), "player"_a)
      .def_prop_ro(
          "talon",
          [](const Deal& d) {
            return std::vector<int>(d.talon.begin() + d.next, d.talon.begin() + d.talon_size);
          },
          "Face-down cards not yet drawn, in drawing order; -1 if hidden.")
      .def_prop_ro(
          "next", [](const Deal& d) { return +d.next; }, "Face-down cards drawn so far.")
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
          "Stage of the lead: 0 fresh, 1 exchanged, 2 closed, 3 announced.")
      .def_prop_ro("dealing", &Deal::dealing)
      .def_prop_ro("open", &Deal::open, "True while cards may still be drawn.")
      .def_prop_ro("to_move", &Deal::to_move)
      .def_prop_ro("terminal", &Deal::terminal)
      .def_ro("winner", &Deal::winner)
      .def_ro("game_points", &Deal::game_points)
      .def(
          "view", [](const Deal& d, int player) { return view_of(d, checked_player(player)); },
          "player"_a, "Return the deal without what the player does not know.");
  m.def(
      "new_deal",
      [](const Rules& r, int leader) { return new_deal(r, checked_player(leader, "leader")); },
      "rules"_a, "leader"_a = 0, "Return a deal before the first card.");
  m.def(
      "parse_position",
      [](const Rules& r, const std::string& text) { return parse_position(r, text); }, "rules"_a,
      "text"_a, "Read a position; PositionError if it is invalid.");
  m.def("with_seen_cards", &with_seen_cards, "rules"_a, "deal"_a, "shown"_a, "lacks"_a,
        "Return the position with the cards that the other player has seen in each hand,\n"
        "and those proven not to be in it (masks by player). PositionError if a hand\n"
        "contradicts them.");
  m.def(
      "position_text",
      [](const Rules& rules, const Deal& deal) {
        check_whole(rules, deal);
        return position_text(rules, deal);
      },
      "rules"_a, "deal"_a, "Write a position without hidden cards.");
  m.def(
      "resample_deal",
      [](const Rules& rules, const std::vector<Card>& dealt, const std::vector<Action>& actions,
         int leader, int player, std::uint64_t seed) {
        Random random(seed);
        return resample_deal(rules, dealt, actions, checked_player(leader, "leader"),
                             checked_player(player), random);
      },
      "rules"_a, "dealt"_a, "actions"_a, "leader"_a, "player"_a, "seed"_a,
      "Return cards in dealing order, uniform over the deals that the player cannot\n"
      "distinguish.");
}

using IntTuple = nb::typed<nb::tuple, int, nb::ellipsis>;

template <typename Items>
IntTuple numbers(const Items& items, int size) {
  nb::list list;
  for (int i = 0; i < size; ++i) list.append(int{items[static_cast<std::size_t>(i)]});
  return IntTuple(nb::tuple(list));
}

int player_of(const PlayedDeal& played) {
  constexpr int kChance = -1, kTerminal = -4;  // OpenSpiel's numbers
  if (played.deal.dealing()) return kChance;
  return played.deal.terminal() ? kTerminal : played.deal.to_move();
}

std::vector<Action> next_actions(const PlayedDeal& played, const Rules& rules) {
  if (played.deal.dealing()) return actions_of(undealt(rules, played.deal));
  return actions_of(legal_actions(rules, played.deal));
}

// Deal a card or apply an action. Return false and change nothing if it is illegal.
bool advance(PlayedDeal& played, const Rules& rules, Action action) {
  if (played.deal.dealing()) {
    if (!may_deal(rules, played.deal, action)) return false;
    deal_card(rules, played, action);
    return true;
  }
  const bool known = action >= 0 && action < kNumActions;
  if (!known || !(legal_actions(rules, played.deal) & action_bit(action))) return false;
  apply(rules, played, action);
  return true;
}

// Throw std::invalid_argument unless the counts fit the arrays.
void check_counts(const PlayedDeal& played) {
  const auto within = [](int count, int most) { return count >= 0 && count <= most; };
  if (!within(played.deal.dealt, kMaxCards) || !within(played.num_actions, kMaxActions) ||
      !within(played.num_draws, kMaxDraws)) {
    throw std::invalid_argument("not the bytes of a deal");
  }
}

void bind_played_deal(nb::module_& m) {
  nb::class_<PlayedDeal>(m, "PlayedDeal", "A deal with its past.")
      .def(nb::new_(&new_played_deal), "rules"_a, "leader"_a = 0,
           "Return a deal before the first card.")
      .def("__copy__", [](const PlayedDeal& played) { return played; })
      .def(
          "__deepcopy__", [](const PlayedDeal& played, nb::handle) { return played; }, "memo"_a)
      .def("__getstate__", &bytes_of<PlayedDeal>)
      .def("__setstate__",
           [](PlayedDeal& played, nb::bytes state) {
             from_bytes(played, std::move(state));
             check_counts(played);
           })
      .def_ro("deal", &PlayedDeal::deal, "The deal as it is now.")
      .def_prop_ro(
          "cards", [](const PlayedDeal& p) { return numbers(p.cards, p.deal.dealt); },
          "The cards in the order of dealing: hand of player 0, hand of player 1, face-up\n"
          "trump, face-down talon.")
      .def_prop_ro(
          "actions", [](const PlayedDeal& p) { return numbers(p.actions, p.num_actions); },
          "The players' actions.")
      .def_prop_ro(
          "movers", [](const PlayedDeal& p) { return numbers(p.movers, p.num_actions); },
          "The player of each action.")
      .def(
          "draws",
          [](const PlayedDeal& p, int player) {
            const auto i = static_cast<std::size_t>(checked_player(player));
            return numbers(p.draws[i], p.num_draws);
          },
          "player"_a, "Return the cards that a player drew.")
      .def_prop_ro("player", &player_of, "Player to act, -1 chance, -4 when the deal is over.")
      .def("legal_actions", &next_actions, "rules"_a,
           "Return the actions, or the cards to deal, in ascending order.")
      .def("advance", &advance, "rules"_a, "action"_a,
           "Deal a card or apply an action; return False and change nothing if it is illegal.");
}

// Write the observation; throw if the arguments do not fit each other.
template <typename T>
void write_checked(const Rules& rules, const PlayedDeal& played, const std::array<int, 2>& score,
                   int match_points, int player, const Contents& contents, std::span<T> tensor) {
  check_played(rules, played);
  check_count("match_points", match_points);
  write_observation(rules, played, {score, match_points}, checked_player(player), contents, tensor);
}

template <typename T>
void write(const Rules& rules, const PlayedDeal& played, const std::array<int, 2>& score,
           int match_points, int player, const Contents& contents, const Tensor<T>& tensor) {
  write_checked(rules, played, score, match_points, player, contents,
                checked_tensor(tensor, observation_size(rules, contents)));
}

auto observation(const Rules& rules, const PlayedDeal& played, const std::array<int, 2>& score,
                 int match_points, int player, const Contents& contents) {
  return as_list(observation_size(rules, contents), [&](auto tensor) {
    write_checked(rules, played, score, match_points, player, contents, tensor);
  });
}

void bind_observation(nb::module_& m) {
  m.def(
       "observation_shapes",
       [](const Rules& rules, const Contents& contents) {
         return shapes_of(observation_layout(rules, contents));
       },
       "rules"_a, "contents"_a, kShapesDoc)
      .def("observation", &observation, "rules"_a, "played"_a, "score"_a, "match_points"_a,
           "player"_a, "contents"_a, kListDoc)
      .def("write_observation", &write<float>, "rules"_a, "played"_a, "score"_a, "match_points"_a,
           "player"_a, "contents"_a, "tensor"_a.noconvert(), kWriteDoc)
      .def("write_observation", &write<std::uint8_t>, "rules"_a, "played"_a, "score"_a,
           "match_points"_a, "player"_a, "contents"_a, "tensor"_a.noconvert(), kWriteDoc);
}

void bind_worlds(nb::module_& m) {
  nb::class_<Worlds>(m, "Worlds", "The worlds of a player, numbered.")
      .def(
          "__init__",
          [](Worlds* self, const Rules& rules, const Deal& view, int player) {
            new (self) Worlds(rules, view, checked_player(player));
          },
          "rules"_a, "view"_a, "player"_a)
      .def("__len__", [](const Worlds& w) { return w.size(); })
      .def_prop_ro("hands", &Worlds::hands, "Number of possible hands of the opponent.")
      .def_prop_ro("orders", &Worlds::orders,
                   "Number of orders of the talon; world i has hand i // orders of the\n"
                   "opponent.")
      .def(
          "world",
          [](const Worlds& w, std::uint64_t index) {
            if (index >= w.size()) {
              throw nb::index_error(
                  ("world " + std::to_string(index) + " of " + std::to_string(w.size())).c_str());
            }
            return w.world(index);
          },
          "index"_a, "Return the deal with the numbered world filled in.")
      .def(
          "distinct",
          [](const Worlds& w, std::uint64_t first, std::uint64_t n, std::uint64_t seed) {
            const Permutation order(w.size(), seed);
            const std::uint64_t left = first >= w.size() ? 0 : w.size() - first;
            return fill(std::min(n, left), [&](std::uint64_t i) { return order(first + i); });
          },
          "first"_a, "n"_a, "seed"_a,
          "Return numbers of worlds, uint64 [<= n], from place `first` on in a random\n"
          "order: no world comes twice, and reading on to the end enumerates all.")
      .def(
          "drawn",
          [](const Worlds& w, Chances chances, std::uint64_t n, std::uint64_t seed) {
            auto drawn = drawn_worlds(w, {chances.data(), chances.shape(0)}, n, seed);
            return std::pair(as_column(std::move(drawn.numbers)),
                             as_column(std::move(drawn.weights)));
          },
          "chances"_a, "n"_a, "seed"_a,
          "Draw n worlds by the chances of the opponent's hands, all orders of the talon\n"
          "equally likely; return numbers of different worlds and their weights, uint64 and\n"
          "float64 [<= n]. Draws are spread evenly over the chances; those for a smaller n are\n"
          "the first of those for a larger n. If there are at most n worlds, all of positive\n"
          "chance are returned.");
}

}  // namespace

namespace vorhand::bindings {

void bind_schnapsen(nb::module_& m) {
  translate<PositionError>("PositionError");
  bind_rules(m);
  bind_deal(m);
  bind_played_deal(m);
  bind_observation(m);
  bind_worlds(m);
}

}  // namespace vorhand::bindings
