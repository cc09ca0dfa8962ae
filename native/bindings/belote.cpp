// vorhand.native.belote: observations.

#include "belote/observation.hpp"
#include "observations.hpp"

using namespace vorhand;
using namespace vorhand::belote;
using namespace vorhand::bindings;

namespace {

Table table(int first, int to_act, bool over, const std::vector<int>& dealt,
            const std::vector<int>& places, const std::vector<std::pair<int, Action>>& calls,
            int taker, const tricks::Play* play) {
  for (const int card : dealt) {
    if (card < 0 || card >= kCards) throw std::invalid_argument("dealt: expected cards 0 .. 31");
  }
  for (const auto& [seat, action] : calls) {
    if (seat < 0 || seat >= kSeats || action < 0 || action >= kNumActions) {
      throw std::invalid_argument("calls: expected pairs of a seat and an action");
    }
  }
  if (places.size() < dealt.size()) throw std::invalid_argument("places: expected one a card");
  const bool outside = first < 0 || first >= kSeats || to_act >= kSeats || taker >= kSeats;
  if (outside) throw std::invalid_argument("first, to_act, taker: expected seats");
  const bool turned = std::find(places.begin(), places.begin() + std::ssize(dealt), -1) !=
                      places.begin() + std::ssize(dealt);
  for (const auto& [seat, action] : calls) {
    if (action == kTake && !turned) {
      throw std::invalid_argument("places: expected -1, the card that a call takes");
    }
  }
  if (play) {
    const auto& [seats, suits, trump, points] = std::tie(play->terms().seats, play->terms().suits,
                                                         play->terms().trump, play->terms().points);
    if (seats != kSeats || points.size() != kCards || trump < 0 || trump > 3) {
      throw std::invalid_argument("play: expected one of 4 seats with 32 cards and trumps 0 .. 3");
    }
  }
  return {first, to_act, over, places.size() > dealt.size(), dealt, places, calls, taker, play};
}

int checked_seat(int seat) {
  if (seat < 0 || seat >= kSeats) {
    throw std::invalid_argument("seat " + std::to_string(seat) + ": expected 0 to 3");
  }
  return seat;
}

template <typename T>
void write(const Table& seen, int player, const Contents& contents, const Tensor<T>& tensor) {
  write_observation(seen, checked_seat(player), contents,
                    checked_tensor(tensor, observation_size(contents)));
}

auto observation(const Table& seen, int player, const Contents& contents) {
  return as_list(observation_size(contents), [&](auto tensor) {
    write_observation(seen, checked_seat(player), contents, tensor);
  });
}

}  // namespace

void vorhand::bindings::bind_belote(nb::module_& m) {
  nb::class_<Table>(m, "Table", "A deal with all its cards, to be observed.")
      .def(nb::new_(&table), "first"_a, "to_act"_a, "over"_a, "dealt"_a, "places"_a, "calls"_a,
           "taker"_a, "play"_a.none(), nb::keep_alive<0, 9>(),  // `new_` counts the class as 1
           "first: the seat that calls first. to_act: negative if no seat is. dealt: the cards\n"
           "in the order of dealing. places: the seat of each card, those to be dealt next\n"
           "included; -1 for the turned-up card. calls: seat and action. taker: the seat, -1\n"
           "before the contract. play: None before the first lead.");
  m.def(
       "observation_shapes",
       [](const Contents& contents) { return shapes_of(observation_layout(contents)); },
       "contents"_a, kShapesDoc)
      .def("observation", &observation, "table"_a, "player"_a, "contents"_a, kListDoc)
      .def("write_observation", &write<float>, "table"_a, "player"_a, "contents"_a,
           "tensor"_a.noconvert(), kWriteDoc)
      .def("write_observation", &write<std::uint8_t>, "table"_a, "player"_a, "contents"_a,
           "tensor"_a.noconvert(), kWriteDoc);
}
