// vorhand.native.skat_card_location: card-location networks and their training data.

#include <cstring>

#include "bindings.hpp"
#include "errors.hpp"
#include "skat/card_location/locations.hpp"
#include "skat/card_location/self_play.hpp"
#include "skat_worlds.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

constexpr std::size_t kRecord = sizeof(PlayedDeal);
using Records = nb::ndarray<nb::numpy, std::uint8_t, nb::shape<-1, kRecord>, nb::c_contig>;
using GivenRecords =
    nb::ndarray<const std::uint8_t, nb::shape<-1, kRecord>, nb::c_contig, nb::device::cpu>;
using Plies = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>, nb::c_contig>;
using Shares =
    nb::ndarray<const float, nb::shape<-1, kNumCards, kNumPlaces>, nb::c_contig, nb::device::cpu>;
using Marginals = nb::ndarray<nb::numpy, float, nb::shape<-1, kNumCards, kNumPlaces>, nb::c_contig>;
using Column = nb::ndarray<nb::numpy, double, nb::ndim<1>, nb::c_contig>;
using Table = nb::ndarray<nb::numpy, double, nb::shape<kNumCards, kNumPlaces>, nb::c_contig>;

PlayedDeal record(const GivenRecords& records, std::size_t i) {
  PlayedDeal played;
  std::memcpy(&played, records.data() + i * kRecord, kRecord);
  return played;
}

Records begun_deals(std::uint64_t n, std::uint64_t seed, std::uint64_t first,
                    const Tastes& tastes) {
  auto rows = new_array<Records>({n, kRecord});
  const nb::gil_scoped_release release;
  for (std::uint64_t i = 0; i < n; ++i) {
    const PlayedDeal begun = played_deal(begun_deal(seed, first + i, tastes));
    std::memcpy(rows.data() + i * kRecord, &begun, kRecord);
  }
  return rows;
}

Records played_deals(const GivenRecords& begun, std::uint64_t seed, std::uint64_t first,
                     const Tastes& tastes) {
  const std::size_t n = begun.shape(0);
  auto rows = new_array<Records>({n, kRecord});
  const nb::gil_scoped_release release;
  for (std::size_t i = 0; i < n; ++i) {
    const PlayedDeal played = played_by_rule(record(begun, i), seed, first + i, tastes);
    std::memcpy(rows.data() + i * kRecord, &played, kRecord);
  }
  return rows;
}

CardPlay play_of(const GivenRecords& records, std::size_t i, std::int64_t plays) {
  return card_play(record(records, i), static_cast<int>(plays));
}

void check_plies(const GivenRecords& records, const Plies& plies) {
  if (plies.shape(0) != records.shape(0))
    throw std::invalid_argument("plies: expected one a record");
}

World true_world(const CardPlay& play) {
  World world{};
  std::copy(play.table.hands.begin(), play.table.hands.end(), world.begin());
  world[kSkatPlace] = play.table.skat;
  return world;
}

std::tuple<Bytes, Bytes, Bytes> location_examples(const GivenRecords& records, const Plies& plies) {
  check_plies(records, plies);
  const std::size_t n = records.shape(0);
  auto inputs = new_array<Bytes>({n, std::size_t{kNumInputs}});
  auto choices = new_array<Bytes>({n, std::size_t{kNumCards}});
  auto truth = new_array<Bytes>({n, std::size_t{kNumCards}});
  const nb::gil_scoped_release release;
  std::array<float, kNumInputs> seen;
  for (std::size_t i = 0; i < n; ++i) {
    const CardPlay play = play_of(records, i, plies(i));
    location_inputs(play, seen);
    std::copy(seen.begin(), seen.end(), inputs.data() + i * kNumInputs);
    const Choices open = location_choices(play, play.knowledge());
    std::copy(open.begin(), open.end(), choices.data() + i * kNumCards);
    const Turn turn(play);
    const World world = true_world(play);
    for (Card card = 0; card < kNumCards; ++card) {
      int place = 0;
      while (place < kNumPlaces &&
             !(world[static_cast<std::size_t>(turn.place(place))] & bit(turn.card(card)))) {
        ++place;
      }
      truth.data()[i * kNumCards + static_cast<std::size_t>(card)] =
          static_cast<std::uint8_t>(place);
    }
  }
  return {inputs, choices, truth};
}

std::tuple<Marginals, Column, Column> location_likelihoods(const GivenRecords& records,
                                                           const Plies& plies,
                                                           const Shares& shares) {
  check_plies(records, plies);
  const std::size_t n = records.shape(0);
  if (shares.shape(0) != n) throw std::invalid_argument("shares: expected one table a record");
  auto marginals = new_array<Marginals>({n, kNumCards, kNumPlaces});
  auto likelihoods = new_array<Column>({n});
  auto counts = new_array<Column>({n});
  const nb::gil_scoped_release release;
  for (std::size_t i = 0; i < n; ++i) {
    const CardPlay play = play_of(records, i, plies(i));
    const Turn turn(play);
    const Knowledge knowledge = play.knowledge();
    const Worlds worlds(knowledge);
    CardTable table;
    const auto at = [&](auto* rows, Card card, int place) -> auto& {
      return rows[(i * kNumCards + static_cast<std::size_t>(turn.card(card))) * kNumPlaces +
                  static_cast<std::size_t>(place)];
    };
    for (Card card = 0; card < kNumCards; ++card) {
      for (int place = 0; place < kNumPlaces; ++place) {
        table[static_cast<std::size_t>(card)][static_cast<std::size_t>(turn.place(place))] =
            at(shares.data(), card, place);
      }
    }
    const WeightedWorlds weighed(worlds, table);
    const CardTable found = weighed.marginals();
    for (Card card = 0; card < kNumCards; ++card) {
      for (int place = 0; place < kNumPlaces; ++place) {
        at(marginals.data(), card, place) = static_cast<float>(
            found[static_cast<std::size_t>(card)][static_cast<std::size_t>(turn.place(place))]);
      }
    }
    likelihoods.data()[i] = weighed.probability(true_world(play)).log();
    counts.data()[i] = static_cast<double>(worlds.count());
  }
  return {marginals, likelihoods, counts};
}

using GivenNets = std::vector<std::pair<std::optional<Network>, Network>>;

Table shares_in(const CardLocations& self, const CardPlay& play, const PlayerWorlds& worlds) {
  if (!play.history.whole) {
    throw std::invalid_argument(
        "card play: expected one whose plays are known from the first lead on");
  }
  if (worlds.worlds.knowledge().player != play.player()) {
    throw std::invalid_argument("worlds: expected those of the player to move");
  }
  auto table = new_array<Table>({kNumCards, kNumPlaces});
  const nb::gil_scoped_release release;
  CardLocations::Memory memory;
  const CardTable shares = self.shares(play, worlds.worlds.knowledge(), memory);
  std::copy_n(shares.front().data(), kNumCards * kNumPlaces, table.data());
  return table;
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_card_location(nb::module_& m) {
  translate<InvalidLocationsError>("InvalidLocationsError");
  nb::class_<CardLocations>(
      m, "CardLocations",
      "Card-location networks of suit games, grand and null: the probability of each hidden\n"
      "card's place from the view of the player to move.\n\n"
      "nets: three pairs of a network of the sequence of plays, or None, and the main\n"
      "network. Without the former the main network sees only what was known before the\n"
      "first lead. trust: probabilities are raised to this power. caution: the share of\n"
      "worlds that compiled players draw uniformly. InvalidLocationsError if numbers of\n"
      "networks, inputs or outputs do not fit.")
      .def(
          "__init__",
          [](CardLocations* self, const GivenNets& nets, float trust, double caution) {
            std::vector<CardLocations::Net> given;
            for (const auto& [sequence, trunk] : nets) given.push_back({sequence, trunk});
            new (self) CardLocations(std::move(given), trust, caution);
          },
          "nets"_a, "trust"_a = 1, "caution"_a = 0)
      .def_prop_ro("caution", &CardLocations::caution,
                   "Share of worlds that compiled players draw uniformly.")
      .def("shares", &shares_in, "play"_a, "worlds"_a,
           "Return probabilities by card and place (three hands, skat), float64 [32, 4],\n"
           "over the worlds of the player to move: at least 0.0001 for a possible place of\n"
           "a hidden card, 0 elsewhere; rows of ones for cards of known place. InputError\n"
           "if the history is incomplete.");
  m.attr("LOCATION_INPUTS") = static_cast<int>(kNumInputs);
  m.attr("LOCATION_BID_INPUTS") = static_cast<int>(kPlayed);
  m.attr("LOCATION_SEQUENCE") = static_cast<int>(kTricks);
  m.def(
      "location_groups",
      [] {
        std::vector<std::pair<std::string, int>> groups;
        for (const auto& [name, first] : kInputGroups) groups.emplace_back(name, first);
        return groups;
      },
      "Return the groups of inputs in order: their names and first inputs.");
  m.def("location_examples", &location_examples, "records"_a, "plies"_a,
        "Return the inputs of card-location networks for the player who makes play `plies[i]`\n"
        "(from 0) of record i (uint8 [n, 60]): inputs uint8 [n, LOCATION_INPUTS] of 0 and 1,\n"
        "those before LOCATION_BID_INPUTS known at the first lead, those from\n"
        "LOCATION_SEQUENCE on the sequence; choices uint8 [n, 32], a bit for each of several\n"
        "possible places of a hidden card, else 0; and the true places, uint8 [n, 32], 4:\n"
        "played. Cards and places in the network's terms: the trump suit of a suit game is\n"
        "swapped with clubs, places are me, left, right, skat. IllegalActionError for an\n"
        "invalid record.");
  m.def("location_likelihoods", &location_likelihoods, "records"_a, "plies"_a, "shares"_a,
        "Weigh worlds by probabilities [n, 32, 4] in the network's terms; return the exact\n"
        "marginals of the cards, float32 [n, 32, 4], the log probability of the true world,\n"
        "and the number of worlds.");
  nb::class_<Tastes>(
      m, "Tastes",
      "The distribution of players' biases: the bias towards playing is between -boldness\n"
      "and boldness; the percentages of bidders with a bias of up to 100 towards null,\n"
      "grand, hand games, ouvert, in points of expected score; and the percentage of card\n"
      "players who err, playing any card at up to four turns in ten.")
      .def(
          "__init__",
          [](Tastes* self, float boldness, float null, float grand, float hand, float ouvert,
             float errors) {
            for (const float taste : {boldness, null, grand, hand, ouvert, errors}) {
              if (!std::isfinite(taste))
                throw std::invalid_argument("tastes: expected finite numbers");
            }
            new (self) Tastes{boldness, null, grand, hand, ouvert, errors};
          },
          nb::kw_only(), "boldness"_a = 0, "null"_a = 0, "grand"_a = 0, "hand"_a = 0,
          "ouvert"_a = 0, "errors"_a = 0);
  m.def("begun_deal", &begun_deal, "seed"_a, "number"_a, "tastes"_a,
        "Return a deal at the first card of its play, bid and declared by rule players with\n"
        "random tastes for each seat. The random numbers depend on seed and number alone.");
  m.def("begun_deals", &begun_deals, "n"_a, "seed"_a, "first"_a, "tastes"_a,
        "Return the deals first .. first + n - 1 of a seed as records without plays, uint8\n"
        "[n, 60].");
  m.def("played_by_rule", &played_deals, "records"_a, "seed"_a, "first"_a, "tastes"_a,
        "Replay the deals of records from the first lead by rule players, some of whom err.\n"
        "The random numbers of row i depend on the seed and first + i alone.");
  m.def(
      "played_deal",
      [](const Deal& deal) {
        const PlayedDeal played = played_deal(deal);
        return nb::bytes(reinterpret_cast<const char*>(&played), kRecord);
      },
      "deal"_a,
      "Return the 60 bytes of a card play in a corpus: hands and skat before the first lead\n"
      "(uint32 each), contract, level, hand game, soloist (int8), the highest value that\n"
      "each seat named or held (uint16), number of plays, one byte unused, plays (uint8\n"
      "[32]). IllegalActionError for a deal that was not bid and declared, or not of 32\n"
      "cards.");
}

}  // namespace vorhand::bindings
