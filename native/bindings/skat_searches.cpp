// vorhand.native.skat_monte_carlo: error-allowing and vector searches.

#include <limits>

#include "bindings.hpp"
#include "checks.hpp"
#include "joint/alpha_mu.hpp"
#include "joint/epimc.hpp"
#include "skat/monte_carlo/error_allowing.hpp"
#include "skat/monte_carlo/joint_game.hpp"
#include "skat/monte_carlo/shared_work.hpp"
#include "skat/monte_carlo/vector_search.hpp"
#include "skat_play.hpp"
#include "skat_player.hpp"

using namespace vorhand::bindings;

namespace {

Rows<double> to_rows(std::vector<double> numbers) {
  const std::size_t rows = numbers.size() / kNumCards;
  return as_array<Rows<double>>(std::move(numbers), {rows, std::size_t{kNumCards}});
}

std::tuple<Rows<double>, Rows<double>, Rows<double>> error_allowing(
    const CardPlay& play, const WorldArray& rows, int depth, int threads,
    const std::string& objective, const std::string& values, CardSet moves,
    const std::optional<SharedPolicy>& policy, double temperature) {
  if (depth == 0) throw std::invalid_argument("depth 0: expected at least 1, or -1 for no limit");
  check_threads(threads);
  const Objective aim = parse_objective(objective);
  const Values closely = parse_values(values);
  if (!(temperature > 0)) throw std::invalid_argument("temperature: expected a number above 0");
  const Errors errors{policy ? policy->policy : nullptr, temperature};
  const std::vector<World> worlds = to_worlds(play, rows);
  std::vector<double> m(worlds.size() * kNumCards), p(m.size()), a(m.size());
  const auto worker = [&]() -> Worker {
    const auto search = std::make_shared<ErrorAllowing>(depth, aim, closely, errors);
    return [&, search](std::size_t i) {
      const Triples triples = (*search)(play.in_world(worlds[i]), moves);
      const auto row = static_cast<std::ptrdiff_t>(i * kNumCards);
      std::copy(triples.m.begin(), triples.m.end(), m.begin() + row);
      std::copy(triples.p.begin(), triples.p.end(), p.begin() + row);
      std::copy(triples.a.begin(), triples.a.end(), a.begin() + row);
    };
  };
  Asking asking;
  {
    const nb::gil_scoped_release release;
    share(worlds.size(), threads, worker, [&] { return asking(); });
  }
  asking.rethrow();
  return {to_rows(std::move(m)), to_rows(std::move(p)), to_rows(std::move(a))};
}

using Weights = nb::ndarray<const double, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

std::vector<double> to_weights(const std::optional<Weights>& given, std::size_t worlds) {
  if (!given) return std::vector<double>(worlds, 1);
  if (given->shape(0) != worlds) {
    throw std::invalid_argument(std::to_string(given->shape(0)) +
                                " weights: expected one a world, " + std::to_string(worlds));
  }
  std::vector<double> weights(given->data(), given->data() + worlds);
  for (const double weight : weights) {
    if (!(weight >= 0)) throw std::invalid_argument("weights: expected none below 0");
  }
  return weights;
}

Rows<double> vector_search(const CardPlay& play, const WorldArray& rows, int depth, int threads,
                           const std::string& objective, bool reduce_payoffs,
                           const std::optional<Weights>& weights, CardSet moves) {
  check_threads(threads);
  const VectorSearch::Options options{depth, parse_objective(objective), reduce_payoffs};
  std::vector<CardPlay> worlds;
  for (const World& world : to_worlds(play, rows)) worlds.push_back(play.in_world(world));
  const std::vector<double> weighed = to_weights(weights, worlds.size());
  std::vector<Card> cards;
  for (CardSet left = worlds.empty() ? 0 : moves & play.legal(); left;)
    cards.push_back(pop_lowest(left));
  std::vector<double> pays(worlds.size() * kNumCards, std::numeric_limits<double>::quiet_NaN());
  const auto worker = [&]() -> Worker {
    const auto search = std::make_shared<VectorSearch>(worlds, weighed, options);
    return [&, search](std::size_t i) {
      const std::vector<double> found = (*search)(cards[i]);
      for (std::size_t world = 0; world < worlds.size(); ++world)
        pays[world * kNumCards + static_cast<std::size_t>(cards[i])] = found[world];
    };
  };
  Asking asking;
  {
    const nb::gil_scoped_release release;
    share(cards.size(), threads, worker, [&] { return asking(); });
  }
  asking.rethrow();
  return to_rows(std::move(pays));
}

// Search all worlds jointly by AlphaMu or Epimc; return the payoffs and the depth completed.
template <typename Search>
std::tuple<Rows<double>, int> search_together(const CardPlay& play, const WorldArray& rows,
                                              int plies, std::uint64_t positions,
                                              std::size_t vectors, const std::string& objective,
                                              const std::optional<Weights>& weights,
                                              CardSet moves) {
  at_least_one(plies, "plies");
  const Objective aim = parse_objective(objective);
  std::vector<CardPlay> worlds;
  for (const World& world : to_worlds(play, rows)) worlds.push_back(play.in_world(world));
  if (worlds.empty()) throw std::invalid_argument("worlds: expected at least one row");
  const std::vector<double> weighed = to_weights(weights, worlds.size());
  JointGame game(worlds, aim);
  std::vector<int> bits;
  for (CardSet left = moves & play.legal(); left;) bits.push_back(game.bit(pop_lowest(left)));
  std::vector<double> pays(worlds.size() * kNumCards, std::numeric_limits<double>::quiet_NaN());
  const auto found = interruptibly<joint::OutOfPositions>([&](auto keep_going) {
    return Search(game, weighed, {plies, positions, vectors, keep_going})(bits);
  });
  CardSet left = moves & play.legal();
  for (const std::vector<int>& levels : found.levels) {
    const auto card = static_cast<std::size_t>(pop_lowest(left));
    for (std::size_t world = 0; world < worlds.size(); ++world)
      pays[world * kNumCards + card] = game.worth(world, levels[world]);
  }
  return {to_rows(std::move(pays)), found.plies};
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_searches(nb::module_& m) {
  m.def(
      "error_allowing", &error_allowing, "play"_a, "worlds"_a, "depth"_a = 1, "threads"_a = 1,
      "objective"_a = "score", "values"_a = "levels", "moves"_a = kAllCards,
      "policy"_a = nb::none(), "temperature"_a = 1,
      "Return the error-allowing minimax (Wisser, IJCAI 2015) of each card of `moves` in each\n"
      "world: (m, p, a), float64 [n, 32] each, nan where a card is not legal or not asked for.\n\n"
      "MAX is the side of the player to move, MIN the other one.\n"
      "m: what the card is worth under perfect open-hand play, in units of `objective`, to the\n"
      "player to move: the worths of open_hand's outcomes by `values`, negated for a defender.\n"
      "p: the probability, 0 .. 1, that MIN makes a decisive error, playing every legal card\n"
      "with equal probability, or with the share that `policy` gives it at a temperature from\n"
      "what that player sees; looked for at the first `depth` turns of MIN after the card.\n"
      "a: what MAX then gains for sure, whichever error comes first, in the same units; 0 where\n"
      "p is 0.\n"
      "An error is decisive if it changes what the deal pays at the levels 31, 61 and 90 (null:\n"
      "made or lost; schwarz announced: all tricks or not); card points alone, and schwarz that\n"
      "was not announced, do not count.\n\n"
      "worlds: uint32 [n, 4], hands and skat as sets. depth: at least 1, or negative: no limit,\n"
      "which only endings can afford. InputError for other arguments.");
  m.def(
      "vector_search", &vector_search, "play"_a, "worlds"_a, "depth"_a = -1, "threads"_a = 1,
      "objective"_a = "score", "reduce_payoffs"_a = false, "weights"_a = nb::none(),
      "moves"_a = kAllCards,
      "Return the vector minimax of each card of `moves` over all worlds at once (Frank and Basin\n"
      "1998): float64 [n, 32], what the card pays the player to move in each world, in units of\n"
      "`objective` without its tie-breaker; nan where it is not legal or not asked for.\n\n"
      "The player to move plays the same card in all worlds, by the greatest weighted sum. All\n"
      "others see the cards: opponents take the least in each world, a defender's partner the\n"
      "greatest. reduce_payoffs: payoff-reduction minimax (Frank, Basin and Matsubara 1998).\n"
      "depth: cards searched after the first, beyond which open-hand values follow; below 0: no\n"
      "limit. Pays change only at the levels of `error_allowing`, not with card points between.\n\n"
      "worlds: uint32 [n, 4], hands and skat as sets. weights: float64 [n], none below 0; all\n"
      "the same if None. threads share the cards. InputError for other arguments.");
  m.def(
      "alpha_mu", &search_together<joint::AlphaMu<JointGame>>, "play"_a, "worlds"_a, "plies"_a,
      "positions"_a = 0, "vectors"_a = 0, "objective"_a = "score", "weights"_a = nb::none(),
      "moves"_a = kAllCards,
      "Search all worlds at once by alpha-mu (Cazenave and Ventos 2020). Return pays of each card\n"
      "of `moves`, float64 [n, 32] as in `vector_search`, and the completed depth in own moves.\n\n"
      "A card has the vector of pays of its best strategy by the weighted mean. All others see\n"
      "the cards, as in `vector_search`. plies: own moves, with the card itself, before hands are\n"
      "opened, at least 1; the search deepens up to it. A card that a smaller depth proves\n"
      "worse than the best keeps its value of that depth. positions: rated positions\n"
      "after which the last depth is given up, 0 for no limit. vectors: vectors kept in a front, 0 "
      "for all.");
  m.def("epimc", &search_together<joint::Epimc<JointGame>>, "play"_a, "worlds"_a, "plies"_a,
        "positions"_a = 0, "vectors"_a = 0, "objective"_a = "score", "weights"_a = nb::none(),
        "moves"_a = kAllCards,
        "Search all worlds at once by EPIMC (Arjonilla, Saffidine and Cazenave 2024). Return what\n"
        "`alpha_mu` does, but the completed depth counts the cards of all seats.\n\n"
        "The first `plies` cards of all seats are played by what each seat sees in the worlds, by\n"
        "the weighted mean over those that look the same; then hands are opened. `vectors` has no\n"
        "effect.");
}

}  // namespace vorhand::bindings
