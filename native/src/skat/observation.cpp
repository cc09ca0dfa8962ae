#include "skat/observation.hpp"

namespace vorhand::skat {

namespace {

constexpr int kNumPhases = static_cast<int>(Phase::kOver) + 1;
constexpr int kNumPlays = kNumPlayers * kNumTricks;
constexpr int kNumClaims = kNumActionsWithClaims - kGiveUp;

bool is_claim(Action action) { return action >= kGiveUp && action < kNumActionsWithClaims; }
bool is_bid(Action action) { return action >= kFirstBid && action < kPickUp; }

// The cards played, in order. Cards that were on the table when a position began come first.
struct Plays {
  std::array<std::int8_t, kNumPlays> seats{}, cards{};
  int size = 0;

  void add(int seat, Card card) {
    seats[static_cast<std::size_t>(size)] = static_cast<std::int8_t>(seat);
    cards[static_cast<std::size_t>(size++)] = static_cast<std::int8_t>(card);
  }
  int seat(int i) const { return seats[static_cast<std::size_t>(i)]; }
  Card card(int i) const { return cards[static_cast<std::size_t>(i)]; }
};

// Call visit(seat, action) for each public action since the deal, cards of an opening trick
// included; discards and cards pushed are left out.
template <typename Visit>
void each_public_action(const Deal& deal, Visit visit) {
  const Start& start = deal.start();
  for (int i = 0; i < start.trick_size; ++i) {
    visit((start.leader + i) % kNumPlayers, start.trick[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < deal.history_size(); ++i) {
    if (deal.history_player(i) == kNumPlayers) continue;
    visit(deal.history_player(i), deal.history(i));
    if (deal.history(i) == kPickUp) i += kSkatSize;
  }
}

Plays plays_of(const Deal& deal) {
  Plays plays;
  each_public_action(deal, [&](int seat, Action action) {
    if (action < kNumCards) plays.add(seat, action);
  });
  return plays;
}

// Return the number of cards put down so far by the last player who took up the skat.
int discards_made(const Deal& deal) {
  for (int i = deal.history_size() - 1; i >= 0; --i) {
    if (deal.history(i) == kPickUp) return std::min(deal.history_size() - i - 1, kSkatSize);
  }
  return 0;
}

template <typename Sink>
void private_pieces(const Deal& deal, int seat, const Contents& contents, Sink& sink) {
  if (contents.private_info == PrivateInfo::kNone) return;
  auto sets = [&](const char* own, const char* all, auto cards_of) {
    if (contents.own()) {
      sink(own, {kNumCards}, [&](auto out) { out.cards(cards_of(seat)); });
    } else {
      sink(all, {kNumPlayers, kNumCards}, [&](auto out) {
        for (int row = 0; row < kNumPlayers; ++row) out.cards(cards_of(row), row);
      });
    }
  };
  // Return a function from seats to cards: `soloists` for the soloist, `pushes` for others.
  const auto of = [&](CardSet soloists, const std::array<CardSet, kNumPlayers>& pushes) {
    return [&deal, soloists, &pushes](int s) {
      return s == deal.soloist() ? soloists : pushes[static_cast<std::size_t>(s)];
    };
  };
  sets("hand", "hands", [&](int s) { return deal.hand(s); });
  sets("skat", "skats", of(deal.discards(), deal.pushes().pushed));
  if (!contents.recall) return;
  sets("dealt_hand", "dealt_hands", [&](int s) { return deal.dealt_hand(s); });
  sets("picked_up_skat", "picked_up_skats",
       of(deal.picked_up() ? deal.dealt_skat() : CardSet{0}, deal.pushes().received));
}

template <typename Sink>
void public_sets(const Deal& deal, const Contents& contents, const Plays& plays, Sink& sink) {
  const Shape by_seat = {kNumPlayers, kNumCards};
  sink("open_hand", {kNumCards}, [&](auto out) {
    if (deal.lies_open()) out.cards(deal.hand(deal.soloist()));
  });
  sink("voids", by_seat, [&](auto out) {
    for (int seat = 0; seat < kNumPlayers; ++seat) out.cards(deal.voids(seat), seat);
  });
  sink("trick", by_seat, [&](auto out) {
    for (int i = 0; i < deal.trick_size(); ++i) {
      out.cards(bit(deal.trick_card(i)), (deal.leader() + i) % kNumPlayers);
    }
  });
  if (contents.recall) return;
  sink("last_trick", by_seat, [&](auto out) {
    const int end = plays.size - deal.trick_size();
    for (int i = std::max(0, end - kNumPlayers); i < end; ++i) {
      out.cards(bit(plays.card(i)), plays.seat(i));
    }
  });
  sink("played", by_seat, [&](auto out) {
    for (int seat = 0; seat < kNumPlayers; ++seat) out.cards(deal.played(seat), seat);
  });
}

template <typename Sink>
void state_pieces(const Deal& deal, Sink& sink) {
  sink("phase", {kNumPhases}, [&](auto out) { out.one(static_cast<int>(deal.phase())); });
  sink("to_act", {kNumPlayers}, [&](auto out) { out.one_if_any(deal.player()); });
  sink("passed", {kNumPlayers}, [&](auto out) {
    each_public_action(deal, [&](int seat, Action action) {
      if (action == kPass) out.one(seat);
    });
  });
  sink("bid", {kNumBids}, [&](auto out) { out.one_if_any(bid_index(deal.bid())); });
  sink("soloist", {kNumPlayers}, [&](auto out) { out.one_if_any(deal.soloist()); });
  sink("picked_up", {2}, [&](auto out) {
    if (deal.picked_up() || deal.declaration().hand) out.one(deal.picked_up() ? 0 : 1);
  });
  sink("discards_made", {kSkatSize}, [&](auto out) {
    for (int i = 0; i < discards_made(deal); ++i) out.one(i);
  });
  sink("contract", {kNumContracts}, [&](auto out) {
    if (deal.declared()) out.one(static_cast<int>(deal.declaration().contract));
  });
  sink("level", {kNumLevels}, [&](auto out) {
    if (deal.declared()) out.one(static_cast<int>(deal.declaration().level));
  });
  sink("tricks", {2}, [&](auto out) {
    out.share(0, deal.soloist_tricks(), kNumTricks);
    out.share(1, deal.defender_tricks(), kNumTricks);
  });
  sink("points", {2}, [&](auto out) {
    out.share(0, deal.soloist_points(), kTotalPoints);
    out.share(1, deal.defender_points(), kTotalPoints);
  });
}

template <typename Sink>
void claim_pieces(const Deal& deal, Sink& sink) {
  sink("claims", {kNumPlayers, kNumClaims, kNumPlays}, [&](auto out) {
    int played = 0;
    each_public_action(deal, [&](int seat, Action action) {
      if (is_claim(action)) out.one((seat * kNumClaims + action - kGiveUp) * kNumPlays + played);
      if (action < kNumCards && played < kNumPlays - 1) ++played;
    });
  });
  sink("offer", {2}, [&](auto out) {
    if (is_claim(deal.offer())) out.one(deal.offer() - kGiveUp);
  });
}

template <typename Sink>
void kontra_pieces(const Deal& deal, Sink& sink) {
  sink("kontra", {kNumPlayers}, [&](auto out) {
    each_public_action(deal, [&](int seat, Action action) {
      if (action == kKontra) out.one(seat);
    });
  });
  sink("re", {2}, [&](auto out) {
    each_public_action(deal, [&](int, Action action) {
      if (action > kKontra && action < kNumActionsWithKontra) out.one(action - kRe);
    });
  });
}

template <typename Sink>
void ramsch_pieces(const Deal& deal, Sink& sink) {
  sink("seat_tricks", {kNumPlayers}, [&](auto out) {
    for (int s = 0; s < kNumPlayers; ++s) out.share(s, deal.seat_tricks(s), kNumTricks);
  });
  sink("seat_points", {kNumPlayers}, [&](auto out) {
    for (int s = 0; s < kNumPlayers; ++s) out.share(s, deal.seat_points(s), kTotalPoints);
  });
}

// Write by seat whether it took up the skat before Ramsch, and whether it pushed it on unseen.
template <typename Sink>
void push_pieces(const Deal& deal, Sink& sink) {
  sink("pushes", {kNumPlayers, 2}, [&](auto out) {
    each_public_action(deal, [&](int seat, Action action) {
      if (action == kPushUnseen) out.one(2 * seat + 1);
      if (action == kPickUp && deal.soloist() < 0) out.one(2 * seat);
    });
  });
}

template <typename Sink>
void spitze_pieces(const Deal& deal, Sink& sink) {
  sink("spitze", {1}, [&](auto out) {
    if (deal.declared() && deal.declaration().spitze) out.one(0);
  });
}

template <typename Sink>
void history_pieces(const Deal& deal, const Plays& plays, Sink& sink) {
  sink("bids", {kNumBids, kNumPlayers}, [&](auto out) {
    int value = 0;
    each_public_action(deal, [&](int seat, Action action) {
      if (is_bid(action)) value = action - kFirstBid;
      if (is_bid(action) || action == kHold) out.one(value * kNumPlayers + seat);
    });
  });
  sink("plays", {kNumPlays, kNumCards}, [&](auto out) {
    for (int i = 0; i < plays.size; ++i) out.one(i * kNumCards + plays.card(i));
  });
  sink("players_of_plays", {kNumPlays, kNumPlayers}, [&](auto out) {
    for (int i = 0; i < plays.size; ++i) out.one(i * kNumPlayers + plays.seat(i));
  });
}

template <typename Sink>
void pieces_of(const Deal& deal, int seat, const Contents& contents, const TableRules& table,
               Sink&& sink) {
  const Plays plays = contents.public_info ? plays_of(deal) : Plays{};
  private_pieces(deal, seat, contents, sink);
  if (contents.public_info) public_sets(deal, contents, plays, sink);
  sink("player", {kNumPlayers}, [&](auto out) { out.one(seat); });
  if (!contents.public_info) return;
  state_pieces(deal, sink);
  if (table.claims) claim_pieces(deal, sink);
  if (table.kontra) kontra_pieces(deal, sink);
  if (table.ramsch) ramsch_pieces(deal, sink);
  if (table.spitze) spitze_pieces(deal, sink);
  if (table.schieberamsch) push_pieces(deal, sink);
  if (contents.recall) history_pieces(deal, plays, sink);
}

const Deal kAnyDeal;  // all deals have the same layout

}  // namespace

std::vector<Piece> observation_layout(const Contents& contents, const TableRules& table) {
  return layout_of([&](auto&& sink) { pieces_of(kAnyDeal, 0, contents, table, sink); });
}

std::size_t observation_size(const Contents& contents, const TableRules& table) {
  return tensor_size_of([&](auto&& sink) { pieces_of(kAnyDeal, 0, contents, table, sink); });
}

template <typename T>
void write_observation(const Deal& deal, int seat, const Contents& contents, std::span<T> tensor) {
  pieces_of(deal, seat, contents, deal.start().table, TensorWriter<T>(tensor));
}

template void write_observation(const Deal&, int, const Contents&, std::span<float>);
template void write_observation(const Deal&, int, const Contents&, std::span<std::uint8_t>);

}  // namespace vorhand::skat
