#include "schnapsen/observation.hpp"

namespace vorhand::schnapsen {

namespace {

constexpr int kCards = 32;  // card numbers
constexpr int kMostClosedPoints = 255;

template <typename Sink>
void private_pieces(const Rules& rules, const PlayedDeal& played, int player,
                    const Contents& contents, Sink& sink) {
  if (contents.private_info == PrivateInfo::kNone) return;
  const int rows = contents.everyone() ? 2 : 1;
  const auto seen = [&](int row) { return contents.everyone() ? row : player; };
  sink("hand", {rows, kCards}, [&](auto out) {
    for (int row = 0; row < rows; ++row) out.cards(played.deal.hands[seen(row)], row);
  });
  if (!contents.recall) return;
  sink("dealt", {rows, kCards}, [&](auto out) {
    for (int row = 0; row < rows; ++row) out.cards(dealt_hand(rules, played, seen(row)), row);
  });
  const int draws = (rules.talon_size() + 1) / 2;
  sink("draws", {rows, draws, kCards}, [&](auto out) {
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < played.num_draws; ++i) {
        out.cards(bit(played.draws[seen(row)][i]), row * draws + i);
      }
    }
  });
}

template <typename Sink>
void table_pieces(const Rules& rules, const Deal& deal, Sink& sink) {
  const auto one_of = [&](const char* name, int size, int place) {
    sink(name, {size}, [&](auto out) { out.one_if_any(place); });
  };
  const auto sets = [&](const char* name, const std::array<CardSet, 2>& cards) {
    sink(name, {2, kCards}, [&](auto out) {
      for (int player = 0; player < 2; ++player) out.cards(cards[player], player);
    });
  };
  const auto shares = [&](const char* name, const auto& counts, int whole) {
    sink(name, {2}, [&](auto out) {
      for (int player = 0; player < 2; ++player) out.share(player, counts[player], whole);
    });
  };
  one_of("to_move", 2, deal.dealing() || deal.terminal() ? -1 : deal.to_move());
  one_of("leader", 2, deal.leader);
  one_of("trump", 4, deal.trump);
  one_of("up", kCards, deal.up);
  one_of("led", kCards, deal.led);
  sets("shown", deal.known);
  sets("played", deal.played);
  sink("talon_left", {1}, [&](auto out) {
    if (!deal.dealing()) out.share(0, deal.talon_left(), rules.talon_size());
  });
  one_of("closer", 2, deal.closer);
  sink("at_closing", {2}, [&](auto out) {
    out.share(0, deal.closed_points, kMostClosedPoints);
    if (deal.closed_tricks > 0) out.one(1);
  });
  one_of("turn", 4, static_cast<int>(deal.turn));
  one_of("marriage", 4, deal.marriage);
  shares("points", deal.points, rules.target);
  shares("pending", deal.pending, rules.target);
  shares("tricks", deal.tricks, rules.deck.size() / 2);
}

template <typename Sink>
void pieces_of(const Rules& rules, const PlayedDeal& played, const MatchScore& score, int player,
               const Contents& contents, Sink&& sink) {
  sink("player", {2}, [&](auto out) { out.one(player); });
  private_pieces(rules, played, player, contents, sink);
  if (!contents.public_info) return;
  sink("score", {2}, [&](auto out) {
    for (int p = 0; p < 2; ++p) out.share(p, score.points[p], score.target);
  });
  table_pieces(rules, played.deal, sink);
  if (!contents.recall) return;
  sink("first_up", {kCards}, [&](auto out) { out.one_if_any(first_up(rules, played)); });
  // Cards, announcements of each suit, one exchange, one closing.
  sink("actions", {rules.deck.size() + rules.deck.suits + 2, kNumActions}, [&](auto out) {
    for (int i = 0; i < played.num_actions; ++i) {
      out.one(i * kNumActions + played.actions[i]);
    }
  });
}

}  // namespace

std::vector<Piece> observation_layout(const Rules& rules, const Contents& contents) {
  return layout_of([&](auto&& sink) { pieces_of(rules, {}, {}, 0, contents, sink); });
}

std::size_t observation_size(const Rules& rules, const Contents& contents) {
  return tensor_size_of([&](auto&& sink) { pieces_of(rules, {}, {}, 0, contents, sink); });
}

template <typename T>
void write_observation(const Rules& rules, const PlayedDeal& played, const MatchScore& score,
                       int player, const Contents& contents, std::span<T> tensor) {
  pieces_of(rules, played, score, player, contents, TensorWriter<T>(tensor));
}

template void write_observation(const Rules&, const PlayedDeal&, const MatchScore&, int,
                                const Contents&, std::span<float>);
template void write_observation(const Rules&, const PlayedDeal&, const MatchScore&, int,
                                const Contents&, std::span<std::uint8_t>);

}  // namespace vorhand::schnapsen
