// vorhand.native.skat_monte_carlo: worlds evaluated in batches, compiled Monte Carlo players.
#include <nanobind/stl/variant.h>

#include <limits>
#include <variant>

#include "bindings.hpp"
#include "checks.hpp"
#include "skat/monte_carlo/ismcts.hpp"
#include "skat_play.hpp"
#include "skat_player.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

using OutcomeArray =
    nb::ndarray<const std::int16_t, nb::shape<-1, kNumCards>, nb::c_contig, nb::device::cpu>;

using MaybeLocations = std::optional<CardLocations>;

// Return a factory of samplers; each player needs its own, since samplers have memory.
std::function<Sampler()> sampler_maker(const MaybeLocations& belief) {
  if (!belief) return uniform_worlds;
  return
      [shared = std::make_shared<const CardLocations>(*belief)] { return located_worlds(shared); };
}

Observers parse_observers(const std::string& name) {
  if (name == "single") return Observers::kSingle;
  if (name == "multiple") return Observers::kMultiple;
  throw std::invalid_argument("observers '" + name + "': expected single or multiple");
}

void set_history(CardPlay& play, const nb::bytes& plays) {
  const auto* cards = static_cast<const unsigned char*>(plays.data());
  const int played = kNumPlayers * play.tricks_played() + play.table.trick_size;
  if (plays.size() != static_cast<std::size_t>(played)) {
    throw std::invalid_argument("plays: " + std::to_string(plays.size()) + ", expected all " +
                                std::to_string(played) + " since the first lead");
  }
  play.history.whole = true;
  CardSet seen = 0;
  for (int i = 0; i < played; ++i) {
    if (cards[i] >= kNumCards) throw std::invalid_argument("plays: expected cards 0..31");
    seen |= bit(cards[i]);
    play.history.add(cards[i]);
  }
  if (seen != play.table.played || count(seen) != played) {
    throw std::invalid_argument("plays: expected the cards that are gone, each once");
  }
}

// Check that no card is in two places, and that cards said to have been played are gone.
void check_sets(const std::vector<int>& trick, CardSet open_hand, CardSet hand, CardSet skat,
                CardSet gone, const std::array<CardSet, kNumPlayers>& led, CardSet soloist_played) {
  auto refuse = [](const std::string& text) { throw std::invalid_argument(text); };
  CardSet seen = gone;
  for (const auto& [name, cards, most] :
       {std::tuple{"hand", hand, kHandSize}, std::tuple{"skat", skat, kSkatSize},
        std::tuple{"open_hand", open_hand, kHandSize}}) {
    if (cards & seen) refuse(std::string(name) + ": a card that is gone, or lies elsewhere");
    if (count(cards) > most)
      refuse(std::string(name) + ": more cards than " + std::to_string(most));
    seen |= cards;
  }
  CardSet there = 0;
  for (const int card : trick) {
    if (!(bit(card) & gone) || (bit(card) & there)) refuse("trick: expected cards that are gone");
    there |= bit(card);
  }
  if (soloist_played & ~gone) refuse("soloist_played: expected cards that are gone");
  if (((led[0] | led[1] | led[2]) & ~gone) || (led[0] & led[1]) || ((led[0] | led[1]) & led[2])) {
    refuse("led: expected cards that are gone, each of one seat");
  }
}

CardPlay make_card_play(int contract, int level, bool hand_game, int soloist, int leader,
                        const std::vector<int>& trick, int player, CardSet hand, CardSet skat,
                        CardSet open_hand, CardSet gone,
                        const std::array<CardSet, kNumPlayers>& voids,
                        const std::array<CardSet, kNumPlayers>& led, CardSet soloist_played,
                        const std::array<int, 2>& points, const std::array<int, 2>& tricks, int bid,
                        int given_matadors, const std::optional<nb::bytes>& plays,
                        const std::array<std::uint16_t, kNumPlayers>& bids, int multiplier) {
  if (contract < 0 || contract >= kNumContracts || level < 0 || level >= kNumLevels) {
    throw std::invalid_argument("contract and level: expected 0..5 and 0..3");
  }
  for (const int seat : {soloist, leader, player}) {
    if (seat < 0 || seat >= kNumPlayers) throw std::invalid_argument("seat: expected 0..2");
  }
  if (trick.size() > 2 || player != (leader + static_cast<int>(trick.size())) % kNumPlayers) {
    throw std::invalid_argument("trick: expected 0, 1 or 2 cards, and the player to be next");
  }
  for (const int card : trick) {
    if (card < 0 || card >= kNumCards) throw std::invalid_argument("trick: expected cards 0..31");
  }
  if (hand == 0) throw std::invalid_argument("hand: expected cards to play");
  check_sets(trick, player == soloist ? 0 : open_hand, hand, skat, gone, led, soloist_played);
  if (points[0] < 0 || points[1] < 0 || points[0] + points[1] > kTotalPoints) {
    throw std::invalid_argument("points " + std::to_string(points[0]) + " and " +
                                std::to_string(points[1]) + ": expected at most 120 in all");
  }
  const int room = kNumTricks - count(hand);  // for finished tricks
  if (tricks[0] < 0 || tricks[1] < 0 || tricks[0] > room || tricks[0] + tricks[1] > room) {
    throw std::invalid_argument("tricks " + std::to_string(tricks[0]) + " and " +
                                std::to_string(tricks[1]) + ": expected at most " +
                                std::to_string(room) + " in all beside " +
                                std::to_string(count(hand)) + " cards in hand");
  }
  if (multiplier != 1 && multiplier != 2 && multiplier != 4 && multiplier != 8) {
    throw std::invalid_argument("multiplier " + std::to_string(multiplier) +
                                ": expected 1, 2, 4 or 8");
  }
  CardPlay play;
  play.multiplier = multiplier;
  play.declaration = {static_cast<Contract>(contract), static_cast<Level>(level), hand_game};
  play.bid = bid;
  play.given_matadors = given_matadors;
  play.soloist_played = soloist_played;
  PlayTable& table = play.table;
  table.contract = play.declaration.contract;
  table.soloist = static_cast<std::int8_t>(soloist);
  table.leader = static_cast<std::int8_t>(leader);
  table.trick_size = static_cast<std::int8_t>(trick.size());
  for (std::size_t i = 0; i < trick.size(); ++i)
    table.trick[i] = static_cast<std::int8_t>(trick[i]);
  table.hand_game = hand_game;
  table.lies_open = play.declaration.ouvert() || open_hand;
  table.target = play.declaration.target();
  table.hands[soloist] = open_hand;
  table.hands[player] = hand;
  table.skat = skat;
  table.played = gone;
  table.missing = voids;
  table.led = led;
  table.soloist_points = static_cast<std::uint8_t>(points[0]);
  table.defender_points = static_cast<std::uint8_t>(points[1]);
  table.soloist_tricks = static_cast<std::uint8_t>(tricks[0]);
  table.defender_tricks = static_cast<std::uint8_t>(tricks[1]);
  if (plays) set_history(play, *plays);
  play.history.bids = bids;
  return play;
}

Rows<std::int16_t> outcomes(const CardPlay& play, const WorldArray& rows,
                            const EvaluatorMaker& maker, Batch batch) {
  check_threads(batch.threads);
  const std::vector<World> worlds = to_worlds(play, rows);
  batch.worlds = worlds;
  std::vector<Outcomes> found(worlds.size());
  Asking asking;
  {
    const nb::gil_scoped_release release;
    evaluate(play, batch, maker, found, [&] { return asking(); });
  }
  asking.rethrow();
  return as_array<Rows<std::int16_t>>(std::move(found), {worlds.size(), std::size_t{kNumCards}});
}

Rows<double> worths(const CardPlay& play, const WorldArray& rows, const OutcomeArray& outcomes,
                    const std::string& objective) {
  const Objective aim = parse_objective(objective);
  const std::vector<World> worlds = to_worlds(play, rows);
  if (outcomes.shape(0) != worlds.size())
    throw std::invalid_argument("outcomes: expected one row a world");
  std::vector<double> values(worlds.size() * kNumCards, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const CardPlay in_world = play.in_world(worlds[i]);
    for (std::size_t card = 0; card < kNumCards; ++card) {
      if (outcomes(i, card) == kIllegal) continue;
      values[i * kNumCards + card] = in_world.worth(outcomes(i, card), aim);
    }
  }
  return as_array<Rows<double>>(std::move(values), {worlds.size(), std::size_t{kNumCards}});
}

using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Statistics = std::tuple<Row<std::uint32_t>, Row<std::uint32_t>, Row<double>, std::size_t>;

// Playouts by a Python function of the world at the root and the cards played since.
using IntList = nb::typed<nb::list, int>;
using PythonPlayOut = nb::typed<nb::callable, int(IntList, IntList)>;

PlayOut asked_of(const PythonPlayOut& function) {
  return [&function](const World& world, std::span<const Card> path, CardPlay&) {
    const nb::gil_scoped_acquire acquire;
    nb::list hands, cards;
    for (const CardSet hand : world) hands.append(hand);
    for (const Card card : path) cards.append(static_cast<int>(card));
    const nb::object found = function(hands, cards);
    int outcome = -1;
    if (!nb::try_cast(found, outcome) || outcome < 0 || outcome > kTookNone) {
      throw std::invalid_argument(std::string("playout: returned ") + nb::repr(found).c_str() +
                                  ", expected an outcome, 0 to " + std::to_string(kTookNone));
    }
    return static_cast<Outcome>(outcome);
  };
}

Statistics search_tree(const CardPlay& play, const WorldArray& rows, std::uint64_t iterations,
                       const std::variant<Player, PythonPlayOut>& playout, double exploration,
                       const std::string& observers, const std::string& objective,
                       std::uint64_t seed, const Wish& cancelled,
                       const std::optional<Weights>& weights) {
  std::vector<World> worlds = to_worlds(play, rows);
  if (worlds.empty()) throw std::invalid_argument("worlds: expected at least one row");
  const IsMctsOptions options{.iterations = iterations,
                              .exploration = exploration,
                              .observers = parse_observers(observers),
                              .objective = parse_objective(objective)};
  if (iterations < 1) throw std::invalid_argument("iterations 0: expected at least 1");
  const CardPlay start = play.in_world(worlds[0]);
  Asking asking(cancelled);
  IsMctsResult result;
  {
    const nb::gil_scoped_release release;
    Random random(seed);
    const auto* player = std::get_if<Player>(&playout);
    const CardPlayer compiled = player ? player->make() : CardPlayer{};
    const PlayOut rest =
        player ? rest_by(compiled, random) : asked_of(std::get<PythonPlayOut>(playout));
    const Draw draw = weights ? one_of(std::move(worlds), {weights->data(), weights->shape(0)})
                              : any_world(start);
    result = ismcts(start, options, draw, rest, random, [&] { return asking(); });
  }
  asking.rethrow();
  const auto by_card = []<class T>(const std::array<T, kNumCards>& numbers) {
    return as_array<Row<T>>(std::vector<T>(numbers.begin(), numbers.end()),
                            {std::size_t{kNumCards}});
  };
  return {by_card(result.visits), by_card(result.available), by_card(result.reward), result.nodes};
}

Card choose(const Player& player, const CardPlay& play, const WorldArray& world,
            std::uint64_t seed) {
  const std::vector<World> worlds = to_worlds(play, world);
  if (worlds.size() != 1) throw std::invalid_argument("world: expected one row");
  const CardPlay start = play.in_world(worlds[0]);
  const nb::gil_scoped_release release;
  Random random(seed);
  return player.make()(start, random);
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_card_play(nb::module_& m) {
  nb::class_<CardPlay>(m, "CardPlay",
                       "A point of the card play as the player to move knows it; worlds\n"
                       "supply the hidden cards.")
      .def(nb::new_(&make_card_play), nb::kw_only(), "contract"_a, "level"_a, "hand_game"_a,
           "soloist"_a, "leader"_a, "trick"_a, "player"_a, "hand"_a, "skat"_a, "open_hand"_a,
           "gone"_a, "voids"_a, "led"_a, "soloist_played"_a, "points"_a, "tricks"_a, "bid"_a,
           "given_matadors"_a, "plays"_a = nb::none(), "bids"_a = std::array<std::uint16_t, 3>{},
           "multiplier"_a = 1,
           "Seats 0..2, sets as masks. gone: cards played or not in the game; led: by seat,\n"
           "cards that opened tricks; points and tricks: of the soloist and of the\n"
           "defenders; plays: all cards since forehand's first lead, in order, None if\n"
           "unknown; bids: the highest value that each seat named or held; multiplier: 2\n"
           "after Kontra, 4 after Re, doubled in a Bock round. InputError for contradictions.")
      .def_prop_ro(
          "is_null", [](const CardPlay& play) { return play.declaration.is_null(); },
          "True if the contract is null.")
      .def_prop_ro("legal", &CardPlay::legal, "Set of the cards that may be played.");
}

void bind_skat_monte_carlo(nb::module_& m) {
  nb::class_<Player>(m, "Player", "A compiled card player.")
      .def_static(
          "rule", [] { return Player{rule_player}; }, "Return the rule player.")
      .def_static(
          "random", [] { return Player{random_player}; }, "Return a player of random cards.")
      .def_static(
          "by_role",
          [](const Player& alone, const Player& defence) {
            return Player{[=, alone = alone.make, defence = defence.make] {
              return by_role(alone(), defence());
            }};
          },
          "alone"_a, "defence"_a, "Return a player: `alone` as soloist, `defence` as defender.")
      .def_static(
          "pimc",
          [](int worlds, const std::string& objective, const std::string& values,
             const MaybeLocations& belief, double doubt) {
            at_least_one(worlds, "worlds");
            if (!(doubt >= 0)) throw std::invalid_argument("doubt: expected at least 0");
            const Objective aim = parse_objective(objective);
            const Values closely = parse_values(values);
            return Player{[=, sampler = sampler_maker(belief)] {
              if (doubt == 0) return pimc_player(worlds, aim, closely, sampler());
              return doubting_player(worlds, aim, open_hand(closely),
                                     {doubt, played_out(rule_player(), aim)}, sampler());
            }};
          },
          "worlds"_a, "objective"_a = "score", "values"_a = "exact", "belief"_a = nb::none(),
          "doubt"_a = 0.0,
          "Return a player by perfect-information Monte Carlo. With values=levels and\n"
          "doubt=0 the rule player's card is played if it is among the best. belief: networks\n"
          "that draw the worlds; None: uniform.\n"
          "doubt: of the cards that trail the best one by at most this many standard errors\n"
          "of the difference, the best in rule-player playouts of the same worlds is\n"
          "played.")
      .def_static(
          "blended",
          [](int worlds, const Player& playout, double share, int lines,
             const std::string& objective, const std::string& values,
             const MaybeLocations& belief) {
            at_least_one(worlds, "worlds");
            at_least_one(lines, "lines");
            if (!(share >= 0 && share <= 1)) throw std::invalid_argument("share: expected 0 to 1");
            const Objective aim = parse_objective(objective);
            const Values closely = parse_values(values);
            return Player{[=, make = playout.make, sampler = sampler_maker(belief)] {
              return blended_player(worlds, aim, open_hand(closely),
                                    {share, lines, played_out(make(), aim)}, sampler());
            }};
          },
          "worlds"_a, "playout"_a, "share"_a, "lines"_a, "objective"_a = "score",
          "values"_a = "exact", "belief"_a = nb::none(),
          "Return a player by a weighted mean of open-hand values and of playouts by\n"
          "`playout`. lines: number of worlds played out, drawn separately. share: weight of\n"
          "the playouts.")
      .def_static(
          "iimc",
          [](int worlds, const Player& playout, const std::string& objective,
             const MaybeLocations& belief) {
            at_least_one(worlds, "worlds");
            const Objective aim = parse_objective(objective);
            return Player{[=, make = playout.make, sampler = sampler_maker(belief)] {
              return monte_carlo(worlds, aim, played_out(make(), aim), sampler());
            }};
          },
          "worlds"_a, "playout"_a, "objective"_a = "score", "belief"_a = nb::none(),
          "Return a player by imperfect-information Monte Carlo: worlds played out by\n"
          "`playout`.")
      .def_static(
          "ismcts",
          [](std::uint64_t iterations, const Player& playout, double exploration,
             const std::string& observers, const std::string& objective,
             const MaybeLocations& belief) {
            if (iterations < 1) throw std::invalid_argument("iterations 0: expected at least 1");
            const IsMctsOptions options{.iterations = iterations,
                                        .exploration = exploration,
                                        .observers = parse_observers(observers),
                                        .objective = parse_objective(objective)};
            if (!belief)
              return Player{[=, make = playout.make] { return ismcts_player(options, make()); }};
            return Player{[=, make = playout.make, sampler = sampler_maker(belief)] {
              return ismcts_player(options, make(), sampler());
            }};
          },
          "iterations"_a, "playout"_a, "exploration"_a = 0.7, "observers"_a = "single",
          "objective"_a = "score", "belief"_a = nb::none(),
          "Return a player by information set Monte Carlo tree search.")
      .def("choose", &choose, "play"_a, "world"_a, "seed"_a,
           "Return the card to play with the cards as in `world` [1, 4]; the choice uses only\n"
           "the knowledge of the player to move.");

  m.attr("TOOK_ALL") = static_cast<int>(kTookAll);
  m.attr("TOOK_NONE") = static_cast<int>(kTookNone);
  m.def(
      "open_hand",
      [](const CardPlay& play, const WorldArray& worlds, int threads, const std::string& values,
         CardSet moves) {
        const Values closely = parse_values(values);
        return outcomes(play, worlds, [&] { return open_hand(closely); },
                        {.moves = moves, .threads = threads});
      },
      "play"_a, "worlds"_a, "threads"_a = 1, "values"_a = "exact", "moves"_a = kAllCards,
      "Return the outcome of each card of `moves` in each world under perfect open-hand\n"
      "play: int16 [n, 32], -1 for cards illegal or not asked for. Trump games: the\n"
      "soloist's card points with the skat, or TOOK_ALL, TOOK_NONE if schwarz is forced;\n"
      "null: 0 if made, else the trick lost, 1 .. 10. values: exact, or levels: the\n"
      "highest of 31, 61 and 90 points that is reached, or 0; with schwarz announced\n"
      "TOOK_ALL or 0.");
  m.def(
      "played_out",
      [](const CardPlay& play, const WorldArray& worlds, const Player& player, std::uint64_t seed,
         int threads, const std::string& objective, std::uint64_t first, CardSet moves) {
        const Objective aim = parse_objective(objective);
        return outcomes(play, worlds, [&] { return played_out(player.make(), aim); },
                        {.first = first, .moves = moves, .seed = seed, .threads = threads});
      },
      "play"_a, "worlds"_a, "player"_a, "seed"_a, "threads"_a = 1, "objective"_a = "score",
      "first"_a = 0, "moves"_a = kAllCards,
      "Return outcomes as `open_hand` does, but with each move played out by `player` in\n"
      "all seats; if the objective is to win, only until the winner is certain. `first`:\n"
      "number of the first world; a row depends on its world, seed and number alone.\n"
      "Equivalent cards share a playout.");
  m.def("worths", &worths, "play"_a, "worlds"_a, "outcomes"_a, "objective"_a = "score",
        "Return the worth of outcomes to the soloist: float64 [n, 32], nan for illegal\n"
        "cards. score: the Seeger-Fabian score less the mean of the defenders', card points\n"
        "(null: the trick) breaking ties in units of 2**-24; win: 1 or 0; points: card\n"
        "points (null: as score).");
  m.def("ismcts", &search_tree, "play"_a, "worlds"_a, "iterations"_a, "playout"_a,
        "exploration"_a = 0.7, "observers"_a = "single", "objective"_a = "score", "seed"_a = 0,
        "cancelled"_a = nb::none(), "weights"_a = nb::none(),
        "Search from the knowledge of the player to move. An iteration draws one of\n"
        "`worlds` [n, 4] by `weights` [n]; without weights any consistent world uniformly,\n"
        "and `worlds` has at least one. playout: a Player, or a function of a world (hands\n"
        "and skat at the root) and the cards played since, that returns the outcome of the\n"
        "rest as `open_hand` does.\n\n"
        "Returns (visits, available, reward, nodes): by card of the root, uint32 [32] twice\n"
        "and float64 [32] (mean, 0 .. 1, of the searching player), and the size of the\n"
        "tree.");
}

}  // namespace vorhand::bindings
