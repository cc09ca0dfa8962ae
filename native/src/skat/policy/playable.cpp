#include "skat/policy/playable.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "skat/card_location/self_play.hpp"
#include "skat/kermit/game_worth.hpp"
#include "skat/rule_player/match.hpp"

namespace vorhand::skat {

namespace {

constexpr std::uint64_t kSuit = 50, kGrand = 40;  // percentages; the rest: null
constexpr std::uint64_t kHandGames = 10, kHopeless = 10, kBestContract = 75;  // percentages
constexpr float kLeastOdds = 0.4f;  // log odds of winning, unless hopeless games are allowed
constexpr float kNoise = 0.7f;      // noise in the log odds of discards

struct Candidate {
  float odds = -1e9f;
  CardSet away = 0;
};

// Return the best discards by noisy log odds.
Candidate best_discards(const GameType& type, CardSet twelve, bool forehand, Random& random) {
  Candidate best;
  float best_noisy = -1e9f;
  for (CardSet rest = twelve; rest;) {
    const CardSet first = bit(pop_lowest(rest));
    for (CardSet others = rest; others;) {
      const CardSet away = first | bit(pop_lowest(others));
      const float odds = win_log_odds(type.contract, {twelve & ~away, away, forehand, type.ouvert});
      const float noisy = odds + kNoise * static_cast<float>(random.unit());
      if (noisy <= best_noisy) continue;
      best_noisy = noisy;
      best = {odds, away};
    }
  }
  return best;
}

}  // namespace

CardPlay playable(std::uint64_t seed, std::uint64_t number) {
  Random random(seed, number);
  // The kind is drawn before the deal, since hands that win a grand are rare.
  const std::uint64_t kind = random.below(100);
  const std::size_t first = kind < kSuit ? 0 : kind < kSuit + kGrand ? 4 : 5;
  const std::size_t end = kind < kSuit ? 4 : kind < kSuit + kGrand ? 5 : 7;
  // Drawn once, not with every new deal: most deals are hopeless, and so most games would be.
  const bool hopeless = random.below(100) < kHopeless;
  while (true) {
    const Deal deal = shuffled_deal(random.next(), number);
    const auto seat = static_cast<int>(random.below(kNumPlayers));
    const bool from_hand = random.below(100) < kHandGames;
    const CardSet twelve = deal.hand(seat) | deal.skat();
    std::array<Candidate, kGameTypes.size()> found;
    for (std::size_t t = first; t < end; ++t) {
      const GameType& type = kGameTypes[t];
      found[t] =
          from_hand
              ? Candidate{win_log_odds(type.contract, {deal.hand(seat), 0, seat == 0, type.ouvert}),
                          deal.skat()}
              : best_discards(type, twelve, seat == 0, random);
    }
    const auto better = [](const Candidate& a, const Candidate& b) { return a.odds < b.odds; };
    const std::size_t best = static_cast<std::size_t>(
        std::max_element(found.begin(), found.end(), better) - found.begin());
    const std::size_t odd = first + random.below(end - first);
    const std::size_t type = random.below(100) < kBestContract ? best : odd;
    if (found[type].odds < kLeastOdds && !hopeless) continue;

    PlayedDeal played;
    for (int s = 0; s < kNumPlayers; ++s) played.cards[static_cast<std::size_t>(s)] = deal.hand(s);
    const CardSet away = found[type].away;
    played.cards[static_cast<std::size_t>(seat)] = twelve & ~away;
    played.cards[kNumPlayers] = away;
    played.contract = static_cast<std::int8_t>(kGameTypes[type].contract);
    played.level =
        static_cast<std::int8_t>(kGameTypes[type].ouvert ? Level::kOuvert : Level::kPlain);
    played.hand_game = from_hand;
    played.soloist = static_cast<std::int8_t>(seat);
    return card_play(played, 0);
  }
}

}  // namespace vorhand::skat
