#include "skat/studies/self_play_positions.hpp"

#include "permutation.hpp"
#include "random_member.hpp"
#include "skat/card_location/self_play.hpp"
#include "skat/rule_player/player.hpp"
#include "skat/rule_player/playout.hpp"

namespace vorhand::skat {
namespace {

// Return the first deal of the kind in the number's random stream.
Deal deal_of_kind(bool grand, std::uint64_t seed, std::uint64_t number) {
  Random random(seed, number);
  for (;;) {
    Deal deal = begun_deal(random.next(), number, Tastes{});
    const Contract contract = deal.declaration().contract;
    if (contract != Contract::kNull && (contract == Contract::kGrand) == grand) return deal;
  }
}

PlayTable played_on(PlayTable table, int cards, Random random) {
  const double errors = random.unit();
  while (table.trick_size > 0 || count(table.hands[table.player()]) > cards) {
    if (random.unit() < errors) {
      const CardSet legal = legal_cards(table.contract, table.hands[table.player()],
                                        table.trick_size ? table.trick[0] : -1);
      table.play(random_member(legal, random));
    } else {
      table.play(rule_card(table.view()));
    }
  }
  return table;
}

}  // namespace

void self_play_positions(bool grand, int cards, std::uint64_t seed, std::uint64_t number,
                         std::span<solver::Position> positions) {
  const PlayTable start = play_table(deal_of_kind(grand, seed, number));
  for (std::size_t line = 0; line < positions.size(); ++line) {
    const PlayTable table = played_on(start, cards, Random(mix64(seed ^ number), line));
    positions[line] = {.hands = table.hands,
                       .contract = table.contract,
                       .soloist = table.soloist,
                       .leader = table.leader};
  }
}

}  // namespace vorhand::skat
