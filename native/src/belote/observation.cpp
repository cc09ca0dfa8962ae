#include "belote/observation.hpp"

namespace vorhand::belote {

namespace {

constexpr int kSides = 2;
constexpr int kSuits = 4;
constexpr int kShownCalls = 16;  // number of most recent calls in a tensor with recall
constexpr int kCallSize = kSeats + kNumActions;
constexpr int kPlaySize = kSeats + kCards;
constexpr int kPoints = 162;  // points of all tricks
constexpr int kQueen = 4, kKing = 5;
enum Phase { kDeal, kCalls, kPlay, kOver, kPhases };

using Plays = std::vector<tricks::Play::Card>;

const Plays& plays_of(const Table& table) {
  static const Plays none;
  return table.play ? table.play->history() : none;
}

Phase phase_of(const Table& table) {
  if (table.over) return kOver;
  if (table.dealing) return kDeal;
  return table.play ? kPlay : kCalls;
}

// Return the cards dealt to a seat, without the card taken; for place -1 the turned-up card.
CardSet dealt_to(const Table& table, int place) {
  CardSet cards = 0;
  for (std::size_t i = 0; i < table.dealt.size(); ++i) {
    if (table.places[i] == place) cards |= bit(table.dealt[i]);
  }
  return cards;
}

// Return the hand of a seat before its first play, or the part of it that has been dealt so far.
CardSet first_hand(const Table& table, int seat) {
  return dealt_to(table, seat) | (seat == table.taker ? dealt_to(table, -1) : 0);
}

CardSet hand_of(const Table& table, int seat) {
  return table.play ? static_cast<CardSet>(table.play->hand(seat)) : first_hand(table, seat);
}

// Return the seat that has announced belote by playing king or queen of trumps; -1: none.
int announced(const Table& table) {
  if (!table.play) return -1;
  const CardSet both = (bit(kQueen) | bit(kKing)) << (8 * table.play->terms().trump);
  for (int holder = 0; holder < kSeats; ++holder) {
    if ((first_hand(table, holder) & both) != both) continue;
    for (const auto& [seat, card] : table.play->history()) {
      if (both & bit(card)) return holder;
    }
  }
  return -1;
}

// The current bid, or the suit that was taken.
struct Claim {
  int seat = -1, suit = -1, value = -1;
  bool doubled = false, redoubled = false;
};

Claim claim_of(const Table& table) {
  Claim claim;
  for (const auto& [seat, action] : table.calls) {
    if (action == kDouble) claim.doubled = true;
    if (action == kRedouble) claim.redoubled = true;
    if (action == kPass || action >= kDouble) continue;
    claim.seat = seat;
    if (action == kTake) {
      claim.suit = suit_of(lowest(dealt_to(table, -1)));
    } else if (action < kFirstBid) {
      claim.suit = action - kFirstSuit;
    } else {
      claim.suit = (action - kFirstBid) / kValues;
      claim.value = (action - kFirstBid) % kValues;
    }
  }
  return claim;
}

// Tricks and card points of each side, the last trick's ten included.
struct Taken {
  std::array<int, kSides> tricks{}, points{};
};

Taken taken_by(const tricks::Play& play) {
  Taken taken;
  const Plays& plays = play.history();
  const auto size = plays.size();
  int points = 0;
  for (std::size_t i = 0; i < size; ++i) {
    points += play.terms().points[static_cast<std::size_t>(plays[i].second)];
    if (i % kSeats != kSeats - 1) continue;
    const bool last = i + 1 == kCards;
    const int winner = i + 1 < size ? plays[i + 1].first : play.player();
    const auto side = static_cast<std::size_t>(winner % kSides);
    ++taken.tricks[side];
    taken.points[side] += points + (last ? play.terms().last_points : 0);
    points = 0;
  }
  return taken;
}

template <typename Sink>
void history_pieces(const Table& table, Sink& sink) {
  sink("calls", {kShownCalls, kCallSize}, [&](auto out) {
    const int size = static_cast<int>(table.calls.size());
    const int begin = std::max(0, size - kShownCalls);
    for (int i = begin; i < size; ++i) {
      const auto& [seat, action] = table.calls[static_cast<std::size_t>(i)];
      out.one((i - begin) * kCallSize + seat);
      out.one((i - begin) * kCallSize + kSeats + action);
    }
  });
  sink("plays", {kCards, kPlaySize}, [&](auto out) {
    int row = 0;
    for (const auto& [seat, card] : plays_of(table)) {
      out.one(row * kPlaySize + seat);
      out.one(row++ * kPlaySize + kSeats + card);
    }
  });
}

template <typename Sink>
void bid_pieces(const Table& table, Sink& sink) {
  const Claim claim = claim_of(table);
  const auto one_of = [&](const char* name, int size, int place) {
    sink(name, {size}, [&](auto out) { out.one_if_any(place); });
  };
  one_of("phase", kPhases, phase_of(table));
  one_of("to_act", kSeats, table.to_act);
  sink("calls", {kSeats, kNumActions}, [&](auto out) {
    const auto& calls = table.calls;  // only the last call of each seat is shown
    const std::size_t size = calls.size();
    for (std::size_t i = size - std::min<std::size_t>(size, kSeats); i < size; ++i) {
      out.one(calls[i].first * kNumActions + calls[i].second);
    }
  });
  one_of("taker", kSeats, claim.seat);
  one_of("trumps", kSuits, claim.suit);
  one_of("value", kValues, claim.value);
  sink("doubled", {2}, [&](auto out) {
    if (claim.doubled) out.one(0);
    if (claim.redoubled) out.one(1);
  });
}

template <typename Sink>
void trick_pieces(const Table& table, Sink& sink) {
  const Plays& plays = plays_of(table);
  const std::size_t end = plays.size() - plays.size() % kSeats;
  const auto cards = [&](const char* name, std::size_t from, std::size_t to) {
    sink(name, {kSeats, kCards}, [&, from, to](auto out) {
      for (std::size_t i = from; i < to; ++i) out.cards(bit(plays[i].second), plays[i].first);
    });
  };
  cards("trick", end, plays.size());
  cards("last_trick", end - std::min<std::size_t>(end, kSeats), end);
  cards("played", 0, plays.size());
  const Taken taken = table.play ? taken_by(*table.play) : Taken{};
  const auto shares = [&](const char* name, const auto& counts, int whole) {
    sink(name, {kSides}, [&, whole](auto out) {
      for (int side = 0; side < kSides; ++side) {
        out.share(side, counts[static_cast<std::size_t>(side)], whole);
      }
    });
  };
  shares("tricks", taken.tricks, kHand);
  shares("points", taken.points, kPoints);
}

template <typename Sink>
void pieces_of(const Table& table, int seat, const Contents& contents, Sink&& sink) {
  const bool shown = contents.public_info;
  sink("player", {kSeats}, [&](auto out) { out.one(seat); });
  if (shown) sink("first", {kSeats}, [&](auto out) { out.one(table.first); });
  const char* name = contents.recall ? "dealt" : "hand";
  const auto cards = [&](int s) {
    return contents.recall ? dealt_to(table, s) : hand_of(table, s);
  };
  if (contents.own()) sink(name, {kCards}, [&](auto out) { out.cards(cards(seat)); });
  if (contents.everyone()) {
    sink(name, {kSeats, kCards}, [&](auto out) {
      for (int s = 0; s < kSeats; ++s) out.cards(cards(s), s);
    });
  }
  if (!shown) return;
  sink("turned", {kCards}, [&](auto out) { out.cards(dealt_to(table, -1)); });
  if (contents.recall) {
    history_pieces(table, sink);
  } else {
    bid_pieces(table, sink);
    trick_pieces(table, sink);
  }
  sink("belote", {kSeats}, [&](auto out) { out.one_if_any(announced(table)); });
}

}  // namespace

std::vector<Piece> observation_layout(const Contents& contents) {
  return layout_of([&](auto&& sink) { pieces_of({}, 0, contents, sink); });
}

std::size_t observation_size(const Contents& contents) {
  return tensor_size_of([&](auto&& sink) { pieces_of({}, 0, contents, sink); });
}

template <typename T>
void write_observation(const Table& table, int seat, const Contents& contents,
                       std::span<T> tensor) {
  pieces_of(table, seat, contents, TensorWriter<T>(tensor));
}

template void write_observation(const Table&, int, const Contents&, std::span<float>);
template void write_observation(const Table&, int, const Contents&, std::span<std::uint8_t>);

}  // namespace vorhand::belote
