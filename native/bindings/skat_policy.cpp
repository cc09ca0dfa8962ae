// vorhand.native.skat_policy: policy networks and their training data.

#include <cstring>

#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "skat/policy/inference.hpp"
#include "skat/policy/lessons.hpp"
#include "skat/policy/policy.hpp"
#include "skat/policy/trial.hpp"
#include "skat_play.hpp"
#include "skat_player.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

constexpr int kMostWorlds = 1'000'000;

using Given = nb::ndarray<const std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using GivenBias = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using GivenNet = std::tuple<Given, Given, GivenBias, Given, GivenBias>;

// Return the numbers of a matrix. Throw InvalidPolicyError for another number of columns.
std::vector<std::int16_t> matrix(const Given& given, std::size_t columns, const char* what) {
  if (given.shape(1) != columns) {
    throw InvalidPolicyError(std::string(what) + ": " + std::to_string(given.shape(1)) +
                             " columns, expected " + std::to_string(columns));
  }
  return {given.data(), given.data() + given.size()};
}

Policy::Net net_of(const GivenNet& given) {
  const auto& [rows, hidden, hidden_bias, out, ceiling] = given;
  if (ceiling.size() != 1) throw InvalidPolicyError("ceiling: expected one number");
  Policy::Net net;
  net.width = hidden.shape(1);
  net.ceiling = ceiling.data()[0];
  net.rows = matrix(rows, net.width + kNumCards, "rows");
  net.hidden = matrix(hidden, net.width, "hidden");
  net.hidden_bias = {hidden_bias.data(), hidden_bias.data() + hidden_bias.size()};
  net.out = matrix(out, hidden_bias.size(), "out");
  return net;
}

using LessonColumns = std::tuple<Column<std::uint8_t>, Column<std::uint8_t>, Column<std::uint16_t>,
                                 Matrix<std::int16_t>, Column<std::uint32_t>>;

LessonColumns lessons(std::uint64_t n, std::uint64_t seed, std::uint64_t first, double share,
                      const Player& player, const Player& playout, const std::string& values,
                      int worlds, const std::optional<CardLocations>& belief, bool blurred) {
  PolicyTeacher teacher;
  teacher.player = player.make;
  const bool both = values == "both";
  if (both || values == "playouts") {
    teacher.valuers.push_back(
        {[&] { return played_out(playout.make(), Objective::kScore); }, blurred});
  }
  if (both || values == "open hands") {
    teacher.valuers.push_back({[] { return open_hand(Values::kLevels); }, false});
  }
  if (teacher.valuers.empty() && values != "none") {
    throw std::invalid_argument("values '" + values +
                                "': expected playouts, open hands, both or none");
  }
  if (worlds < 0 || worlds > kMostWorlds) {
    throw std::invalid_argument("worlds " + std::to_string(worlds) + ": expected 0 to 1,000,000");
  }
  teacher.worlds = worlds;
  teacher.sampler =
      belief ? located_worlds(std::make_shared<const CardLocations>(*belief)) : uniform_worlds();
  auto all = without_gil([&] { return policy_lessons(seed, first, n, share, teacher); });
  const std::size_t kept = all.net.size();
  return {as_column(std::move(all.net)), as_column(std::move(all.size)),
          as_column(std::move(all.rows)),
          as_array<Matrix<std::int16_t>>(std::move(all.worth), {kept, std::size_t{kNumCards}}),
          as_column(std::move(all.deal))};
}

using Records = nb::ndarray<const std::uint8_t, nb::shape<-1, sizeof(PlayedDeal)>, nb::c_contig,
                            nb::device::cpu>;
using PlayedColumns =
    std::tuple<Column<std::uint8_t>, Column<std::uint8_t>, Column<std::uint16_t>,
               Column<std::uint32_t>, Column<std::uint8_t>, Column<std::uint32_t>>;

PlayedColumns of_played(const Records& records, double share, std::uint64_t seed) {
  std::vector<PlayedDeal> deals(records.shape(0));
  if (!deals.empty()) std::memcpy(deals.data(), records.data(), records.nbytes());
  auto all = without_gil([&] { return played_lessons(deals, share, seed); });
  return {as_column(std::move(all.net)),    as_column(std::move(all.size)),
          as_column(std::move(all.rows)),   as_column(std::move(all.legal)),
          as_column(std::move(all.played)), as_column(std::move(all.deal))};
}

using TrialColumns = std::tuple<Column<std::uint8_t>, Column<std::int16_t>, Column<std::int16_t>>;

TrialColumns tried(std::uint64_t n, std::uint64_t seed, std::uint64_t first, const Tastes& tastes,
                   const Player& one, const Player& other) {
  auto found = without_gil([&] { return trial(seed, first, n, tastes, one.make, other.make); });
  return {as_column(std::move(found.contract)), as_column(std::move(found.alone)),
          as_column(std::move(found.against))};
}

Row<std::int32_t> preferences(const std::shared_ptr<const Policy>& policy, const CardPlay& play) {
  std::vector<std::int32_t> found(kNumCards);
  const Preferences all = policy->preferences(play, play.legal());
  std::copy(all.begin(), all.end(), found.begin());
  return as_array<Row<std::int32_t>>(std::move(found), {std::size_t{kNumCards}});
}

Column<double> chances(const SharedPolicy& self, const CardPlay& play, const WorldArray& rows,
                       double temperature, double floor) {
  if (!(temperature > 0) || temperature > 100) {
    throw std::invalid_argument("temperature: expected a number above 0, at most 100");
  }
  if (!(floor >= 0 && floor <= 1))
    throw std::invalid_argument("floor: expected a number from 0 to 1");
  if (!play.history.whole) {
    throw std::invalid_argument("play: expected a play with all cards since the first lead known");
  }
  const std::vector<World> worlds = to_worlds(play, rows, true);
  std::vector<double> logs(worlds.size());
  {
    nb::gil_scoped_release release;
    log_chances(*self.policy, play, worlds, {temperature, floor}, logs);
  }
  return as_column(std::move(logs));
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_policy(nb::module_& m) {
  translate<InvalidPolicyError>("InvalidPolicyError");
  nb::class_<SharedPolicy>(m, "Policy",
                           "Policy networks: a preference for each legal card given the\n"
                           "view of the player to move.")
      .def(
          "__init__",
          [](SharedPolicy* self, const std::vector<GivenNet>& nets) {
            std::vector<Policy::Net> all;
            for (const GivenNet& net : nets) all.push_back(net_of(net));
            new (self) SharedPolicy{std::make_shared<const Policy>(std::move(all))};
          },
          "nets"_a,
          "nets: for suit games, grand and null, in each for the soloist, the defender\n"
          "before the soloist and the one after, int16: rows [ROWS, width + 32], of which\n"
          "the last 32 columns score the cards directly, weights of the hidden layer\n"
          "[hidden, width] and its bias, weights of the last layer [32, hidden], and the\n"
          "ceiling of a layer's inputs [1]. Rows, bias and ceiling in units of 1 / ONE,\n"
          "weights of 1 / WEIGHT_ONE; widths are multiples of 16. InvalidPolicyError for\n"
          "other nets, or sums that may overflow.")
      .def(
          "preferences",
          [](const SharedPolicy& self, const CardPlay& play) {
            return preferences(self.policy, play);
          },
          "play"_a, "Return logits by card, int32 [32], in units of 1 / ONE; 0 for illegal cards.")
      .def("log_chances", &chances, "play"_a, "worlds"_a, "temperature"_a = 1, "floor"_a = 0,
           "Return for each world, float64 [n], the log probability that the other players\n"
           "played their cards as they did; -inf if they could not. worlds: uint32 [n, 4].\n"
           "temperature: of the policy, the higher the less informative. floor: the share\n"
           "of cards played at random. InputError for an incomplete history.")
      .def(
          "player",
          [](const SharedPolicy& self, float temperature) {
            if (!(temperature >= 0) || temperature > 100) {
              throw std::invalid_argument("temperature: expected a number from 0 to 100");
            }
            return Player{
                [policy = self.policy, temperature] { return policy_player(policy, temperature); }};
          },
          "temperature"_a = 0,
          "Return a player of the card with the highest preference; above temperature 0 it\n"
          "draws from the softmax.");
  m.attr("NETS") = kPolicyNets;
  m.attr("ROWS") = kPolicyRows;
  m.attr("RULE_ROW") = kRuleRow;
  m.attr("MOST_ROWS") = kMostPolicyRows;
  m.attr("ONE") = kPolicyOne;
  m.attr("WEIGHT_ONE") = 1 << kPolicyWeightBits;
  m.attr("WORTH_UNIT") = kWorthUnit;
  m.attr("NO_WORTH") = static_cast<int>(kNoWorth);
  m.def(
      "rows",
      [](const CardPlay& play) {
        PolicyRows seen;
        policy_rows(play, seen);
        return std::vector<int>(seen.rows().begin(), seen.rows().end());
      },
      "play"_a, "Return the rows that are looked up for the player to move.");
  m.def("lessons", &lessons, "n"_a, "seed"_a, "first"_a, "share"_a, "player"_a, "playout"_a,
        "values"_a = "playouts", "worlds"_a = 0, "belief"_a = nb::none(), "blurred"_a = true,
        "Return positions of the deals first .. first + n - 1 of a seed, in plausible\n"
        "contracts, played by `player`, with errors of some seats; `share` percent of the\n"
        "turns with a choice are kept. values: `playouts` by `playout`, `open hands`\n"
        "by levels, the mean of `both`, or `none`; in the true world, or in `worlds`\n"
        "worlds, drawn by networks or uniformly. blurred: playouts pay the mean over\n"
        "similar card points.\n\n"
        "Returns:\n"
        "  network [k], number of rows [k], rows of all, worth of cards to the player to\n"
        "    move [k, 32] in units of 1 / WORTH_UNIT points (NO_WORTH: illegal), and the\n"
        "    deal [k]. Cards have the network's numbers.");
  m.def("played_lessons", &of_played, "records"_a, "share"_a, "seed"_a = 0,
        "Return positions of deals [n, 60] as `skat_card_location.played_deal` writes them;\n"
        "`share` percent of the turns with a choice are kept.\n\n"
        "Returns:\n"
        "  network [k], number of rows [k], rows of all, the set of legal cards [k] and the\n"
        "    card played [k], in the network's numbers, and the deal [k]. IllegalActionError\n"
        "    for an invalid record.");
  m.def("trial", &tried, "n"_a, "seed"_a, "first"_a, "tastes"_a, "one"_a, "other"_a,
        "Play deals bid by rule players of these tastes: the contract [n], the soloist's\n"
        "score less the mean of the defenders with `one` as soloist against `other` twice\n"
        "[n], and vice versa [n].");
}

}  // namespace vorhand::bindings
