#include "skat/policy/inference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace vorhand::skat {

namespace {

// A card played by a player other than the one to move now, and the table before that card.
struct Moment {
  CardPlay play;
  Card card;
  CardSet since;  // cards that its player played from then on, this one included
};

// The moments of each seat; none for the player to move now.
using Moments = std::array<std::vector<Moment>, kNumPlayers>;

// Return the moments of each seat. Of the hands in their tables only that of the seat itself is
// used.
Moments moments_of(const CardPlay& now, const World& world) {
  CardPlay play = now.in_world(world);
  PlayTable& table = play.table;
  table = {.contract = table.contract,
           .soloist = table.soloist,
           .hand_game = table.hand_game,
           .lies_open = play.declaration.ouvert(),
           .target = table.target,
           .hands = table.hands,
           .skat = table.skat};
  play.soloist_played = 0;
  play.history.size = 0;
  const std::span played(now.history.cards.data(), now.history.size);
  // A first pass, with the hands that are left now, finds the player of each card.
  std::array<CardSet, kNumPlayers> since{};
  for (CardPlay walk = play; const Card card : played) {
    since[static_cast<std::size_t>(walk.player())] |= bit(card);
    walk.play(card);
  }
  for (std::size_t seat = 0; seat < kNumPlayers; ++seat) table.hands[seat] |= since[seat];
  Moments moments;
  for (const Card card : played) {
    const auto seat = static_cast<std::size_t>(play.player());
    if (play.player() != now.player()) moments[seat].push_back({play, card, since[seat]});
    since[seat] &= ~bit(card);
    play.play(card);
  }
  return moments;
}

class Reader {
 public:
  Reader(const Policy& policy, const Reading& reading, std::vector<Moment>& moments, int seat)
      : policy_(policy), reading_(reading), moments_(moments), seat_(seat) {}

  // Return the log probability of all cards that the seat played, if it now holds `hand`.
  double log_chance(CardSet hand, CardSet skat) {
    double log = 0;
    for (Moment& moment : moments_) {
      PlayTable& table = moment.play.table;
      table.hands[static_cast<std::size_t>(seat_)] = hand | moment.since;
      table.skat = skat;
      const CardSet legal = moment.play.legal();
      if (!(legal & bit(moment.card))) return -std::numeric_limits<double>::infinity();
      if (legal == bit(moment.card)) continue;
      const double share = policy_.shares(moment.play, reading_.temperature)[moment.card];
      log += std::log(reading_.floor / count(legal) + (1 - reading_.floor) * share);
    }
    return log;
  }

 private:
  const Policy& policy_;
  const Reading& reading_;
  std::vector<Moment>& moments_;
  const int seat_;
};

}  // namespace

void log_chances(const Policy& policy, const CardPlay& play, std::span<const World> worlds,
                 const Reading& reading, std::span<double> logs) {
  std::fill(logs.begin(), logs.end(), 0.0);
  if (worlds.empty()) return;
  Moments moments = moments_of(play, worlds.front());
  // Worlds in which a player has the same cards share the result, since the player's view depends
  // on these alone; late in a deal most worlds share results.
  struct Cards {
    CardSet hand, skat;
    std::uint32_t world;
    auto both() const { return std::pair(hand, skat); }
  };
  std::vector<Cards> cards(worlds.size());
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    const auto at = static_cast<std::size_t>(seat);
    if (moments[at].empty()) continue;
    const bool sees_skat = seat == play.table.soloist && !play.table.hand_game;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      const CardSet skat = sees_skat ? worlds[i][kSkatPlace] : 0;
      cards[i] = {worlds[i][at], skat, static_cast<std::uint32_t>(i)};
    }
    std::sort(cards.begin(), cards.end(),
              [](const Cards& a, const Cards& b) { return a.both() < b.both(); });
    Reader reader(policy, reading, moments[at], seat);
    double log = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const Cards& each = cards[i];
      if (i == 0 || each.both() != cards[i - 1].both()) {
        log = reader.log_chance(each.hand, each.skat);
      }
      logs[each.world] += log;
    }
  }
}

}  // namespace vorhand::skat
