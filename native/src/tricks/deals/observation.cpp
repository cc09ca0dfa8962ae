// The information of a seat about a deal, in pieces.
#include <algorithm>

#include "tricks/deals/deal.hpp"

namespace vorhand::tricks {

namespace {

template <typename Writer>
void mark(const Writer& out, Set cards, int first = 0) {
  while (cards) out.one(first + pop_lowest(cards));
}

// The auction of Bridge: who passed before the first bid, and who made, doubled and redoubled each
// bid. The order of the calls follows from this, except for the passes at the end.
template <typename Sink>
void auction_pieces(const DealSizes& sizes, const Deal& deal, Sink& sink) {
  sink("doubled", {3}, [&](auto out) {
    if (deal.contract >= 0) out.one(deal.doubled);
  });
  sink("passes", {sizes.seats}, [&](auto out) {
    for (const auto& [caller, call] : deal.calls) {
      if (call > 0) return;
      out.one(caller);
    }
  });
  sink("bids", {sizes.contracts, 3, sizes.seats}, [&](auto out) {
    int bid = -1;
    for (const auto& [caller, call] : deal.calls) {
      if (call == 0) continue;
      if (call > 2) bid = call - 3;
      out.one((3 * bid + (call > 2 ? 0 : call)) * sizes.seats + caller);
    }
  });
  sink("dummy", {sizes.deck}, [&](auto out) {
    if (deal.plays.empty()) return;
    mark(out, deal.hands[static_cast<std::size_t>((deal.maker + 2) % sizes.seats)]);
  });
}

template <typename Sink>
void talon_pieces(const DealSizes& sizes, const Deal& deal, Sink& sink) {
  sink("king", {sizes.deck}, [&](auto out) { out.one_if_any(deal.king); });
  sink("talon", {sizes.talon, sizes.deck}, [&](auto out) {
    for (int place = 0; place < deal.open_talon; ++place) {
      out.one(place * sizes.deck + deal.talon[static_cast<std::size_t>(place)]);
    }
  });
  sink("taken", {sizes.deck}, [&](auto out) { mark(out, deal.taken); });
  sink("shown", {sizes.deck}, [&](auto out) { mark(out, deal.shown); });
}

template <typename Sink>
void call_pieces(const DealSizes& sizes, const Deal& deal, int seat, Sink& sink) {
  const auto seat_index = static_cast<std::size_t>(seat);
  if (sizes.dealer) {
    sink("dealer", {sizes.seats}, [&](auto out) { out.one_if_any(deal.dealer); });
    sink("turned", {sizes.deck}, [&](auto out) { out.one_if_any(deal.turned); });
    sink("trumps", {sizes.suits}, [&](auto out) { out.one_if_any(deal.trump); });
  }
  if (sizes.gives) {
    sink("given", {sizes.deck}, [&](auto out) { mark(out, deal.given[seat_index]); });
  }
  if (sizes.gives && !sizes.calls) {  // games in which cards are passed on
    sink("direction", {sizes.seats}, [&](auto out) { out.one(deal.direction); });
    sink("received", {sizes.deck}, [&](auto out) { mark(out, deal.received[seat_index]); });
  }
  if (sizes.contracts) {
    sink("declarer", {sizes.seats}, [&](auto out) { out.one_if_any(deal.maker); });
    sink("contract", {sizes.contracts}, [&](auto out) { out.one_if_any(deal.contract); });
  }
  if (sizes.dummy) return auction_pieces(sizes, deal, sink);
  if (sizes.talon) talon_pieces(sizes, deal, sink);
  if (!sizes.calls) return;
  sink("calls", {sizes.rounds, sizes.seats, sizes.calls}, [&](auto out) {
    std::array<int, kMostSeats> rounds{};
    for (const auto& [caller, call] : deal.calls) {
      const int made = rounds[static_cast<std::size_t>(caller)]++;
      const int round = std::min(made, sizes.rounds - 1);  // the last round has all further calls
      out.one((round * sizes.seats + caller) * sizes.calls + call);
    }
  });
}

template <typename Sink>
void play_pieces(const DealSizes& sizes, const Deal& deal, Sink& sink) {
  const auto cards = [&](const char* name, std::size_t from, std::size_t to) {
    sink(name, {sizes.seats, sizes.deck}, [&, from, to](auto out) {
      for (std::size_t i = from; i < to; ++i) {
        out.one(deal.plays[i].first * sizes.deck + deal.plays[i].second);
      }
    });
  };
  sink("leader", {sizes.seats}, [&](auto out) {
    if (deal.phase == Phase::kPlay) out.one(deal.leader());
  });
  cards("trick", deal.trick_start, deal.plays.size());
  cards("last_trick", deal.last_start, deal.trick_start);
  cards("played", 0, deal.plays.size());
  sink("tricks", {sizes.seats}, [&](auto out) {
    for (int seat = 0; seat < sizes.seats; ++seat) {
      out.share(seat, deal.tricks[static_cast<std::size_t>(seat)], sizes.cards);
    }
  });
  if (!sizes.most_points) return;
  sink("points", {sizes.seats}, [&](auto out) {
    for (int seat = 0; seat < sizes.seats; ++seat) {
      out.share(seat, deal.points(seat), sizes.most_points);
    }
  });
}

template <typename Sink>
void pieces_of(const DealSizes& sizes, const Deal& deal, int seat, bool recall, Sink&& sink) {
  sink("player", {sizes.seats}, [&](auto out) { out.one(seat); });
  sink("phase", {sizes.phases}, [&](auto out) {
    if (deal.phase != Phase::kOver) out.one(static_cast<int>(deal.phase));
  });
  sink("hand", {sizes.deck},
       [&](auto out) { mark(out, deal.hands[static_cast<std::size_t>(seat)]); });
  call_pieces(sizes, deal, seat, sink);
  play_pieces(sizes, deal, sink);
  if (!recall) return;
  const int row = sizes.seats + sizes.deck;
  sink("plays", {sizes.seats * sizes.cards, row}, [&](auto out) {
    int first = 0;
    for (const auto& [mover, card] : deal.plays) {
      out.one(first + mover);
      out.one(first + sizes.seats + card);
      first += row;
    }
  });
}

}  // namespace

std::size_t observation_size(const DealSizes& sizes, bool recall) {
  return tensor_size_of([&](auto&& sink) { pieces_of(sizes, {}, 0, recall, sink); });
}

template <typename T>
void write_observation(const DealSizes& sizes, const Deal& deal, int seat, bool recall,
                       std::span<T> tensor) {
  pieces_of(sizes, deal, seat, recall, TensorWriter<T>(tensor));
}

template void write_observation(const DealSizes&, const Deal&, int, bool, std::span<float>);
template void write_observation(const DealSizes&, const Deal&, int, bool, std::span<std::uint8_t>);

}  // namespace vorhand::tricks
