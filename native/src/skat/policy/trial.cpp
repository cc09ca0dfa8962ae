#include "skat/policy/trial.hpp"

namespace vorhand::skat {

Trial trial(std::uint64_t seed, std::uint64_t first, std::uint64_t n, const Tastes& tastes,
            const PlayerMaker& one, const PlayerMaker& other) {
  Trial found;
  const CardPlayer a = one(), b = other();
  const auto scored = [](CardPlay play, const CardPlayer& alone, const CardPlayer& against,
                         Random random) {
    while (!play.is_over()) {
      play.play((play.player() == play.table.soloist ? alone : against)(play, random));
    }
    return static_cast<std::int16_t>(play.pay(play.outcome(), Objective::kScore));
  };
  for (std::uint64_t number = first; number < first + n; ++number) {
    const CardPlay begun = card_play(played_deal(begun_deal(seed, number, tastes)), 0);
    const Random random(~seed, number);
    found.contract.push_back(static_cast<std::uint8_t>(begun.table.contract));
    found.alone.push_back(scored(begun, a, b, random));
    found.against.push_back(scored(begun, b, a, random));
  }
  return found;
}

}  // namespace vorhand::skat
