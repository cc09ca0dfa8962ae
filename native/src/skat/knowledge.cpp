#include "skat/knowledge.hpp"

#include <string>

#include "skat/notation.hpp"

namespace vorhand::skat {

namespace {

// Return all cards of the deal or, for a position, those not played before it. Everyone knows them.
CardSet cards_at_start(const Start& start) {
  if (!start.given) return start.pool;
  return start.hands[0] | start.hands[1] | start.hands[2] | start.skat;
}

}  // namespace

Knowledge knowledge_of(const Deal& deal, int player) {
  if (deal.phase() == Phase::kDeal) {
    throw IllegalActionError("knowledge of " + seat_name(player) + ": the cards are not dealt yet");
  }
  Knowledge knowledge;
  knowledge.player = player;
  knowledge.soloist = deal.soloist();
  const bool is_soloist = player == deal.soloist();

  auto& known = knowledge.known;
  known[static_cast<std::size_t>(player)] = deal.hand(player);
  if (is_soloist && deal.picked_up()) known[kSkatPlace] = deal.skat();
  const PushKnowledge pushes = push_knowledge(deal.pushes(), player);
  known[kSkatPlace] |= pushes.in_skat;
  if (deal.lies_open()) known[static_cast<std::size_t>(deal.soloist())] = deal.hand(deal.soloist());

  if (deal.declared() && deal.declaration().spitze) {
    // The announcement shows that the soloist holds the lowest trump.
    const auto soloist = static_cast<std::size_t>(deal.soloist());
    known[soloist] |= deal.hand(deal.soloist()) & bit(lowest_trump(deal.declaration().contract));
  }

  CardSet seen = deal.played(0) | deal.played(1) | deal.played(2);
  for (const CardSet cards : known) seen |= cards;
  knowledge.hidden = cards_at_start(deal.start()) & ~seen;

  for (int place = 0; place < kNumPlaces; ++place) {
    const auto i = static_cast<std::size_t>(place);
    // The number of cards in each place and the voids are public.
    const int cards = place == kSkatPlace ? count(deal.skat()) : count(deal.hand(place));
    const CardSet voids = place == kSkatPlace ? 0 : deal.voids(place);
    knowledge.hidden_count[i] = cards - count(known[i]);
    const CardSet lacks = voids | pushes.impossible[i];
    knowledge.possible[i] = knowledge.hidden_count[i] ? knowledge.hidden & ~lacks : 0;
  }
  knowledge.half_discarded =
      deal.phase() == Phase::kDiscard && player != deal.player() && count(deal.skat()) == 1;
  return knowledge;
}

int Knowledge::discarder() const {
  for (std::size_t seat = 0; seat < kNumPlayers; ++seat) {
    if (hidden_count[seat] + count(known[seat]) == kHandSize + kSkatSize - 1) {
      return static_cast<int>(seat);
    }
  }
  return -1;
}

void check_knowledge(const Knowledge& knowledge) {
  auto refuse = [](const std::string& text) { throw InvalidDealError("knowledge: " + text); };
  CardSet seen = knowledge.hidden;
  int places = 0;
  for (std::size_t place = 0; place < kNumPlaces; ++place) {
    const CardSet known = knowledge.known[place];
    if (known & seen) {
      refuse("card " + card_name(lowest(known & seen)) + " is in two places");
    }
    seen |= known;
    if (knowledge.possible[place] & ~knowledge.hidden) {
      refuse("card " + card_name(lowest(knowledge.possible[place] & ~knowledge.hidden)) +
             " is possible but not hidden");
    }
    if (knowledge.hidden_count[place] < 0 || knowledge.hidden_count[place] > kNumCards) {
      refuse("hidden_count " + std::to_string(knowledge.hidden_count[place]));
    }
    places += knowledge.hidden_count[place];
  }
  const auto own = static_cast<std::size_t>(knowledge.player);
  if (knowledge.possible[own] || knowledge.hidden_count[own]) {
    refuse("players see their own cards");
  }
  if (places != count(knowledge.hidden)) {
    refuse(std::to_string(count(knowledge.hidden)) + " hidden cards for " + std::to_string(places) +
           " places");
  }
  if (knowledge.soloist < -1 || knowledge.soloist >= kNumPlayers) {
    refuse("soloist " + std::to_string(knowledge.soloist));
  }
  if (!knowledge.half_discarded) return;
  const int seat = knowledge.discarder();
  if (seat < 0 || (knowledge.soloist >= 0 && knowledge.soloist != seat) ||
      knowledge.hidden_count[kSkatPlace] != 1) {
    refuse("half discarded: expected a player with eleven cards who laid away one");
  }
}

}  // namespace vorhand::skat
