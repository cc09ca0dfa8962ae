// vorhand.native.studies: look-up tables of trump games.
#include "trump_tables.hpp"

#include <mutex>

#include "bindings.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat::solver;

TrumpKind parse_kind(const std::string& name) {
  if (name == "suit") return TrumpKind::kSuit;
  if (name == "grand") return TrumpKind::kGrand;
  throw std::invalid_argument("kind '" + name + "': expected suit or grand");
}

void check_cards(int cards) {
  if (cards >= 1 && cards <= kMostTableCards) return;
  throw std::invalid_argument("cards a hand " + std::to_string(cards) + ": expected 1 to " +
                              std::to_string(kMostTableCards));
}

// A solver of splits of one kind, for one thread at a time.
struct Rows {
  CaptureSolver solver;
  std::mutex mutex;

  explicit Rows(const std::string& kind) : solver(parse_kind(kind)) {}

  std::tuple<Array<std::uint64_t>, Array<std::uint16_t>> of(const Split& split, int most) {
    bool known = false;
    for (int cards = 1; cards <= kMostTableCards; ++cards) {
      known = known || std::ranges::count(splits(solver.kind(), cards), split) != 0;
    }
    if (!known) throw std::invalid_argument("split: expected one of trump_splits");
    if (most < 1 || most > 4096) throw std::invalid_argument("most: expected 1 to 4096 sets");
    auto rows = without_gil([&] {
      const std::lock_guard lock(mutex);
      return trump_rows(solver, split, most);
    });
    const std::size_t n = rows.keys.size(), sets = rows.functions.size();
    return {to_array(std::move(rows.keys), {n}), to_array(std::move(rows.functions), {sets})};
  }
};

template <class T>
using Numbers = nb::ndarray<const T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

Array<std::uint32_t> assemble(const std::string& kind, int cards,
                              const Numbers<std::uint64_t>& keys,
                              const Numbers<std::uint16_t>& functions,
                              const std::optional<std::vector<Split>>& largest) {
  const TrumpKind of = parse_kind(kind);
  const std::vector<Split> held = largest ? *largest : splits(of, cards);
  auto words = without_gil([&] {
    return write_trump_tables(of, cards, held, {keys.data(), keys.size()},
                              {functions.data(), functions.size()});
  });
  const std::size_t n = words.size();
  return to_array(std::move(words), {n});
}

std::size_t room_of(const Numbers<std::uint16_t>& functions) {
  const nb::gil_scoped_release release;
  return bytes_of({functions.data(), functions.size()});
}

}  // namespace

TablesOfCall::TablesOfCall(const std::vector<KeptTables*>& tables) {
  using skat::solver::PositionError;
  for (const KeptTables* some : tables) {
    if (!some) throw PositionError("tables: expected TrumpTables, not None");
    kept_.push_back(nb::find(some));
    const auto kind = static_cast<std::size_t>(some->tables.kind());
    if (by_kind[kind]) throw PositionError("tables: expected at most one of each kind");
    by_kind[kind] = &some->tables;
  }
}

void bind_trump_tables(nb::module_& m) {
  nb::class_<KeptTables>(m, "TrumpTables",
                         "Values of trump games, for positions of few cards: see\n"
                         "`solve`.")
      .def(
          "__init__",
          [](KeptTables* self, KeptTables::Words words, int most) {
            const TrumpTables tables({words.data(), words.size()}, most);
            new (self) KeptTables{std::move(words), tables};
          },
          "words"_a, "most"_a = skat::kHandSize,
          R"(Use the words that `assemble` returned, uint32 [n], without copying them.

`most`: largest number of cards a hand for which the tables are used. InputError for other words.)")
      .def_static(
          "assemble", &assemble, "kind"_a, "cards"_a, "keys"_a, "functions"_a,
          "largest"_a = nb::none(),
          R"(Return the tables of `suit` games or `grand` with these rows (`TrumpRows`), uint32 [n].

Expected are the rows of all splits of 2 to `cards` cards a hand (`cards` from 2 to 5). If `largest`
is given, only those splits of `cards` cards are expected. InputError for other rows.)")
      .def_static("bytes_of", &room_of, "functions"_a,
                  "Return about how many bytes rows with these functions take in a file of\n"
                  "their own. InputError if the functions are incomplete.")
      .def_prop_ro(
          "kind",
          [](const KeptTables& self) {
            return self.tables.kind() == TrumpKind::kSuit ? "suit" : "grand";
          },
          "`suit` or `grand`.")
      .def_prop_ro(
          "cards", [](const KeptTables& self) { return self.tables.cards(); },
          "Largest number of cards a hand.")
      .def_prop_ro(
          "shapes", [](const KeptTables& self) { return self.tables.shapes(); },
          "Number of shapes: who holds which ranks, and who leads.")
      .def_prop_ro(
          "whole", [](const KeptTables& self) { return self.tables.whole(); },
          "True if all splits of `cards` cards are known, False if only some are.")
      .def_prop_ro(
          "lengths", [](const KeptTables& self) { return self.tables.lengths(); },
          "Numbers of shapes that were left open, need one set, two sets, more.")
      .def_prop_ro(
          "bytes", [](const KeptTables& self) { return self.tables.bytes(); }, "Bytes of memory.");

  nb::class_<Rows>(m, "TrumpRows", "Rows of tables of `suit` games or `grand`.")
      .def(nb::init<const std::string&>(), "kind"_a)
      .def("of", &Rows::of, "split"_a, "most"_a,
           R"(Return every shape of a split, and its value as a function of the worth of its cards.

Args:
  split: one of `trump_splits`.
  most: largest number of sets of cards in a function; a longer one is left open.

Returns:
  (keys uint64 [n], functions uint16 [m]): for each key the number of sets that follow, 0 if left
  open, plus 2^15 for a maximum of minima (else it is a minimum of maxima); a set has a bit for
  each card that the soloist captures, plus 2^15 if it ends an inner minimum or maximum.

Raises:
  InputError: another split, or `most` out of range.)");

  m.def(
      "trump_splits",
      [](const std::string& kind, int cards) {
        check_cards(cards);
        return splits(parse_kind(kind), cards);
      },
      "kind"_a, "cards"_a,
      R"(Return the splits of `cards` cards a hand, 1 to 5: the numbers of cards of four side suits,
the longest first, and of the trumps (in grand the jacks). InputError for other arguments.)");
}

}  // namespace vorhand::bindings
