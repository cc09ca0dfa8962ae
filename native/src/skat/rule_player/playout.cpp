#include "skat/rule_player/playout.hpp"

#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

SeatView PlayTable::view() const {
  SeatView view;
  const int me = player();
  view.contract = contract;
  view.player = static_cast<std::int8_t>(me);
  view.soloist = soloist;
  view.leader = leader;
  view.trick_size = trick_size;
  view.trick = trick;
  view.hand_game = hand_game;
  view.target = target;
  view.hand = hands[me];
  view.played = played;
  view.missing = missing;
  view.led = led;
  view.soloist_points = soloist_points;
  view.defender_points = defender_points;
  if (lies_open) view.ouvert = hands[soloist];
  if (me == soloist && !hand_game) {
    view.skat = skat;
    view.soloist_points = static_cast<std::uint8_t>(points_with_skat());
  }
  return view;
}

void PlayTable::play(Card card) {
  const int me = player();
  hands[me] &= ~bit(card);
  played |= bit(card);
  if (trick_size == 0) {
    led[me] |= bit(card);
  } else {
    missing[me] |= void_shown(contract, trick[0], card);
  }
  if (trick_size < 2) {
    trick[trick_size++] = static_cast<std::int8_t>(card);
    return;
  }
  const int winner = (leader + trick_winner(contract, trick[0], trick[1], card)) % kNumPlayers;
  const int points =
      kRankPoints[rank_of(trick[0])] + kRankPoints[rank_of(trick[1])] + kRankPoints[rank_of(card)];
  if (winner == soloist) {
    soloist_points = static_cast<std::uint8_t>(soloist_points + points);
    ++soloist_tricks;
  } else {
    defender_points = static_cast<std::uint8_t>(defender_points + points);
    ++defender_tricks;
  }
  leader = static_cast<std::int8_t>(winner);
  trick_size = 0;
}

PlayTable play_table(const Deal& deal) {
  PlayTable table;
  const SeatView seen = seat_view(deal);
  table.contract = seen.contract;
  table.soloist = seen.soloist;
  table.leader = seen.leader;
  table.trick_size = seen.trick_size;
  table.trick = seen.trick;
  table.hand_game = seen.hand_game;
  table.lies_open = deal.lies_open();
  table.target = seen.target;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    table.hands[static_cast<std::size_t>(seat)] = deal.hand(seat);
  }
  table.skat = deal.skat();
  table.played = seen.played;
  table.missing = seen.missing;
  table.led = seen.led;
  table.soloist_points = static_cast<std::uint8_t>(deal.soloist_points());
  table.defender_points = static_cast<std::uint8_t>(deal.defender_points());
  table.soloist_tricks = static_cast<std::uint8_t>(deal.soloist_tricks());
  table.defender_tricks = static_cast<std::uint8_t>(deal.defender_tricks());
  return table;
}

void play_out_by_rule(PlayTable& table) {
  while (!table.is_over()) table.play(rule_card(table.view()));
}

}  // namespace vorhand::skat
