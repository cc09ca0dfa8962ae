#include "skat/studies/control_bounds.hpp"

#include <algorithm>

namespace vorhand::skat::solver {

void ControlBounds::begin(const std::array<Set, kNumPlayers>& owned) {
  owned_ = owned;
  known_.clear();
}

bool ControlBounds::takes(Set cards, int leader, int need) {
  if (need <= 0) return true;
  if (set_points(cards) < need) return false;
  const std::uint64_t key = cards | static_cast<std::uint64_t>(leader) << 43;
  if (const auto found = known_.find(key); found != known_.end()) {
    if (need <= found->second.taken) return true;
    if (need >= found->second.missed) return false;
  }
  const bool taken = play(cards, {.leader = leader, .winner = leader}, need);
  Known& known = known_[key];
  if (taken) {
    known.taken = std::max(known.taken, static_cast<std::uint8_t>(need));
  } else {
    known.missed = std::min(known.missed, static_cast<std::uint8_t>(need));
  }
  return taken;
}

bool ControlBounds::play(Set cards, const Trick& trick, int need) {
  const int seat = (trick.leader + trick.size) % kNumPlayers;
  const bool ours = (seat == 0) == (trick.leader == 0);
  Set hand = cards & owned_[seat];
  if (trick.size > 0) {
    if (const Set following = hand & kBit.group[trick.led]) hand = following;
  }
  for (Set left = hand; left; left &= left - 1) {
    if (after(cards, low(left), trick, need) == ours) return ours;
  }
  return !ours;
}

bool ControlBounds::after(Set cards, int card, Trick trick, int need) {
  const int seat = (trick.leader + trick.size) % kNumPlayers;
  if (trick.size == 0) trick.led = card;
  if (trick.size == 0 || (kBit.beaters[trick.winning] & one(card))) {
    trick.winning = card, trick.winner = seat;
  }
  trick.points += kBit.points[card];
  ++trick.size;
  if (trick.size < kNumPlayers) return play(cards & ~one(card), trick, need);
  if ((trick.winner == 0) != (trick.leader == 0)) return false;
  return takes(cards & ~one(card), trick.winner, need - trick.points);
}

}  // namespace vorhand::skat::solver
