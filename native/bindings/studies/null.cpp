// vorhand.native.studies: decision diagrams of null, and its partition search.
#include "null.hpp"

#include <nanobind/stl/variant.h>

#include "bindings.hpp"
#include "skat/studies/null_partition.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat::solver;

KeptDiagrams kept(KeptDiagrams::Words words, int most) {
  const std::span<const std::uint32_t> all(words.data(), words.size());
  return {std::move(words), NullDiagrams(all, most)};
}

Array<std::uint32_t> build(int cards) {
  auto words = without_gil([&] { return build_null_diagrams(cards); });
  const std::size_t n = words.size();
  return to_array(std::move(words), {n});
}

Kept parse_kept(const std::string& name) {
  if (name == "position") return Kept::kPosition;
  if (name == "lowest_rank") return Kept::kLowestRank;
  if (name == "constraints") return Kept::kConstraints;
  throw PositionError("kept '" + name + "': expected position, lowest_rank or constraints");
}

std::tuple<Array<std::uint8_t>, Array<std::uint64_t>, Array<std::uint64_t>> null_proofs(
    const Worlds& worlds, const Setting& soloist, const Setting& leader, const std::string& kept) {
  const Kept keep = parse_kept(kept);
  const int null = static_cast<int>(Contract::kNull);
  const std::vector<Position> positions = to_positions(worlds, null, soloist, leader, {});
  for (const Position& position : positions) validate(position);
  const std::size_t n = positions.size();
  std::vector<std::uint8_t> forced(n);
  std::vector<std::uint64_t> nodes(n), proofs(n * kSideSuits);
  {
    const nb::gil_scoped_release release;
    NullPartition search;
    for (std::size_t i = 0; i < n; ++i) {
      const Frame frame(positions[i]);
      search.begin(frame, keep, kUnbounded);
      Constraints proof{};
      forced[i] = search.forced(frame.cards(), frame.leader, frame.tricks, proof);
      nodes[i] = search.nodes();
      std::copy(proof.begin(), proof.end(), proofs.begin() + i * kSideSuits);
    }
  }
  return {to_array(std::move(forced), {n}), to_array(std::move(nodes), {n}),
          to_array(std::move(proofs), {n, std::size_t{kSideSuits}})};
}

}  // namespace

void bind_null(nb::module_& m) {
  nb::class_<KeptDiagrams>(m, "NullDiagrams",
                           "Decision diagrams for `solve`: the trick that loses a null, for\n"
                           "all positions of few cards with a defender's lead.")
      .def(
          "__init__",
          [](KeptDiagrams* self, KeptDiagrams::Words words, int most) {
            new (self) KeptDiagrams(kept(std::move(words), most));
          },
          "words"_a, "most"_a = skat::kHandSize,
          R"(Use diagrams that `build` returned, uint32 [n], without copying them.

`most`: cards a hand up to which they are used. Raises InputError if these are no diagrams.)")
      .def_static(
          "build", &build, "cards"_a,
          R"(Return the diagrams of positions with up to `cards` cards a hand, 1 to 9, uint32 [n].

Seven cards take minutes and 31 MB; the eighth has six times as many positions. Raises InputError.)")
      .def_prop_ro(
          "cards", [](const KeptDiagrams& self) { return self.diagrams.cards(); },
          "Largest number of cards a hand.")
      .def_prop_ro(
          "bytes", [](const KeptDiagrams& self) { return self.diagrams.bytes(); },
          "Bytes of memory.");

  m.def("null_proofs", &null_proofs, "worlds"_a, "soloist"_a, "leader"_a, nb::kw_only(),
        "kept"_a = "constraints",
        R"(Solve null by partition search from the start of a trick; slower than `solve`.

Args:
  worlds, soloist, leader: as in `solve`.
  kept: the positions for which a stored answer holds, in which each player has the same number
    of cards of each suit. `position`: those with the same owners of the cards left, in order of
    rank; `lowest_rank`: those with the same owners from the lowest card that won by rank
    upwards; `constraints`: those in which the cards beat those that they beat in the proof
    (Furtak 2013, chapter 4).

Returns:
  (forced, nodes, constraints): whether the soloist is forced to win a trick, [n] uint8; nodes [n]
  uint64; what the answer rests on [n, 4] uint64, by suit: bit 8 * i + j if card i has to beat
  card j, both counted from the 7 in the order of null.

Raises:
  PositionError: a position or argument that makes no sense.)");
}

}  // namespace vorhand::bindings
