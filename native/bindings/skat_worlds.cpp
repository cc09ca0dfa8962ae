// vorhand.native.skat: consistent worlds, counted, enumerated and sampled in batches.
#include "skat_worlds.hpp"

#include "bindings.hpp"
#include "skat/notation.hpp"

using namespace vorhand;
using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

using Masks = std::array<CardSet, kNumPlaces>;
// hidden, known, hidden_count, possible, half_discarded
using KnowledgeTuple = std::tuple<CardSet, Masks, std::array<int, kNumPlaces>, Masks, bool>;

KnowledgeTuple knowledge_tuple(const Deal& deal, int player) {
  const Knowledge k = knowledge_of(deal, checked_seat(player));
  return {k.hidden, k.known, k.hidden_count, k.possible, k.half_discarded};
}

PlayerWorlds worlds_known(int player, int soloist, CardSet hidden, const Masks& known,
                          const std::array<int, kNumPlaces>& hidden_count, const Masks& possible,
                          bool half_discarded) {
  Knowledge knowledge;
  knowledge.player = checked_seat(player);
  knowledge.soloist = soloist;
  knowledge.hidden = hidden;
  knowledge.known = known;
  knowledge.hidden_count = hidden_count;
  knowledge.possible = possible;
  knowledge.half_discarded = half_discarded;
  check_knowledge(knowledge);
  return PlayerWorlds(knowledge);
}

template <typename NumberOf>
WorldArray fill(const PlayerWorlds& self, std::uint64_t n, NumberOf number_of) {
  return fill_worlds(n, [&](std::uint64_t i) { return self.worlds.world(number_of(i)); });
}

// Return how many of the world numbers first .. first + n - 1 exist.
std::uint64_t rest(const PlayerWorlds& self, std::uint64_t first, std::uint64_t n) {
  const std::uint64_t count = self.worlds.count();
  return first >= count ? 0 : std::min(n, count - first);
}

WorldArray sample(const PlayerWorlds& self, std::uint64_t n, std::uint64_t seed) {
  if (self.worlds.count() == 0) throw InvalidDealError("sample: no world fits what is known");
  return fill(self, n, [&](std::uint64_t i) { return Random(seed, i).below(self.worlds.count()); });
}

WorldArray slice(const PlayerWorlds& self, std::uint64_t first, std::uint64_t n) {
  return fill(self, rest(self, first, n), [&](std::uint64_t i) { return first + i; });
}

WorldArray distinct(const PlayerWorlds& self, std::uint64_t first, std::uint64_t n,
                    std::uint64_t seed) {
  const Permutation order(self.worlds.count(), seed);
  return fill(self, rest(self, first, n), [&](std::uint64_t i) { return order(first + i); });
}

Deal deal_of(const PlayerWorlds& self, const World& world, std::uint64_t seed) {
  const int player = self.worlds.knowledge().player;
  if (!self.deal) throw IllegalActionError("deal: these worlds come from knowledge alone");
  if (!self.worlds.contains(world)) {
    std::string text = "world";
    for (std::size_t place = 0; place < kNumPlaces; ++place) {
      text += (place ? " | " : " ") + cards_text(world[place]);
    }
    throw InvalidDealError(text + ": " + seat_name(player) + " knows that the cards lie otherwise");
  }
  Random random(seed);
  return deal_in_world(*self.deal, self.worlds.knowledge(), world, random);
}

Deal resample(const Deal& deal, int player, std::uint64_t seed) {
  Random random(seed);
  return resampled(deal, checked_seat(player), random);
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_worlds(nb::module_& m) {
  nb::class_<PlayerWorlds>(
      m, "Worlds",
      "The worlds consistent with the knowledge of `player` in `deal`: all locations of the\n"
      "hidden cards that agree with the player's cards and the public history.\n\n"
      "A world is a row of four masks: the three hands by seat and the skat (after a pickup\n"
      "the discards), at present. IllegalActionError while cards are being dealt.")
      .def(nb::init<const Deal&, int>(), "deal"_a, "player"_a)
      .def_static("known", &worlds_known, nb::kw_only(), "player"_a, "soloist"_a, "hidden"_a,
                  "known"_a, "hidden_count"_a, "possible"_a, "half_discarded"_a = false,
                  "Return the worlds of a player whose knowledge is given, in the terms of\n"
                  "`knowledge`; soloist -1: none. InvalidDealError if it contradicts\n"
                  "itself.")
      .def_prop_ro(
          "count", [](const PlayerWorlds& s) { return s.worlds.count(); }, "Number of worlds.")
      .def("sample", &sample, "n"_a, "seed"_a,
           "Draw n worlds independently and uniformly, uint32 [n, 4]. Row i depends on seed\n"
           "and i alone.")
      .def("distinct", &distinct, "first"_a, "n"_a, "seed"_a,
           "Return worlds first .. first + n - 1 of a pseudo-random order, uint32 [m, 4], m\n"
           "< n at the end: sampling without repetition that becomes full enumeration.")
      .def("slice", &slice, "first"_a, "n"_a,
           "Return worlds first .. first + n - 1 of a fixed order, uint32 [m, 4], m < n at\n"
           "the end.")
      .def(
          "contains",
          [](const PlayerWorlds& s, const World& world) { return s.worlds.contains(world); },
          "world"_a, "Tell whether this is one of the worlds.")
      .def("deal", &deal_of, "world"_a, "seed"_a = 0,
           "Return the deal with the cards of `world` and a full history; the cards of an\n"
           "unseen skat before its pickup are drawn at random. InvalidDealError for a world\n"
           "that contradicts the player's knowledge.");
  m.def("knowledge", &knowledge_tuple, "deal"_a, "player"_a,
        "Return the knowledge of `player` by place (three hands, skat): (hidden, known,\n"
        "hidden_count, possible, half_discarded): cards of unknown place; cards known to lie\n"
        "there; number of hidden cards there; hidden cards that may lie there; whether only\n"
        "the first of two discards, or of two pushed cards, lies in the skat, unseen (it is\n"
        "not the highest). IllegalActionError while cards are being dealt.");
  m.def("resample", &resample, "deal"_a, "player"_a, "seed"_a,
        "Return a deal that `player` cannot distinguish from this one: uniform over all\n"
        "consistent histories (up to the order within a dealt hand).");
}

}  // namespace vorhand::bindings
