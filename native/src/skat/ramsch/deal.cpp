// The part of a deal that follows if all pass: the pushes of Schieberamsch, and Ramsch.
#include "skat/deal.hpp"

namespace vorhand::skat {

void Deal::all_passed() {
  if (!start_.table.ramsch) return end(Phase::kOver, kTerminalPlayer);
  if (!start_.table.schieberamsch) return begin_ramsch();
  phase_ = Phase::kPickUpOrHand;
  player_ = 0;
}

void Deal::push(Action action) {
  if (action == kPushUnseen) {
    ++pushed_unseen_;
    return next_to_push();
  }
  hands_[index(player_)] |= skat_;
  pushes_.received[index(player_)] = skat_;
  skat_ = 0;
  phase_ = Phase::kDiscard;
}

void Deal::push_card(Card card) {
  hands_[index(player_)] &= ~bit(card);
  skat_ |= bit(card);
  pushes_.pushed[index(player_)] = skat_;
  if (count(skat_) == kSkatSize) next_to_push();
}

void Deal::next_to_push() {
  if (player_ == kNumPlayers - 1) return begin_ramsch();
  ++player_;
  phase_ = Phase::kPickUpOrHand;
}

// Tricks are taken as in grand.
void Deal::begin_ramsch() {
  declaration_.contract = Contract::kGrand;
  phase_ = Phase::kPlay;
  player_ = leader_ = 0;
}

void Deal::credit_ramsch_trick(int points) {
  if (tricks_played() == kNumTricks) points += card_points(skat_);
  ++seat_tricks_[index(leader_)];
  seat_points_[index(leader_)] = static_cast<std::uint8_t>(seat_points_[index(leader_)] + points);
}

Deal Deal::with_pushes(const std::array<CardSet, kNumPlayers>& hands, CardSet skat,
                       const Pushes& pushes) const {
  Deal other = *this;
  other.hands_ = hands;
  other.skat_ = other.dealt_skat_ = skat;
  other.pushes_ = pushes;
  other.dealt_hands_ = owned(hands);
  for (int seat = kNumPlayers - 1; seat >= 0; --seat) {
    if (!pushes.took_up(seat)) continue;
    CardSet& dealt = other.dealt_hands_[index(seat)];
    dealt = (dealt | pushes.pushed[index(seat)]) & ~pushes.received[index(seat)];
    other.dealt_skat_ = pushes.received[index(seat)];
  }
  other.rewrite_chance_and_discards();
  return other;
}

}  // namespace vorhand::skat
