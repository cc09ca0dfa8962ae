#include "skat/policy/lessons.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "random_member.hpp"
#include "skat/policy/playable.hpp"
#include "skat/policy/rows.hpp"

namespace vorhand::skat {

namespace {

constexpr double kErring = 40;  // percentage of players that err

// Probabilities, in 16ths, of deviations of the points in steps of kBlurStep.
constexpr std::array<int, 5> kBlur{1, 4, 6, 4, 1};
constexpr int kBlurStep = 4;

double blurred_pay(const CardPlay& world, Outcome outcome) {
  if (world.declaration.is_null() || outcome > kTotalPoints) {
    return world.pay(outcome, Objective::kScore);
  }
  double sum = 0;
  for (int k = 0; k < 5; ++k) {
    const int points = std::clamp(outcome + kBlurStep * (k - 2), 0, kTotalPoints);
    sum += kBlur[static_cast<std::size_t>(k)] *
           world.pay(static_cast<Outcome>(points), Objective::kScore);
  }
  return sum / 16;
}

// Append the inputs of a position; return the order of its suits.
template <typename Lessons>
SuitOrder keep_seen(const CardPlay& play, std::uint32_t deal, Lessons& lessons) {
  PolicyRows seen;
  const SuitOrder order = policy_rows(play, seen);
  lessons.net.push_back(static_cast<std::uint8_t>(policy_net(play)));
  lessons.size.push_back(static_cast<std::uint8_t>(seen.size));
  lessons.rows.insert(lessons.rows.end(), seen.rows().begin(), seen.rows().end());
  lessons.deal.push_back(deal);
  return order;
}

class Pupil {
 public:
  Pupil(const PolicyTeacher& teacher, PolicyLessons& lessons)
      : player_(teacher.player()), teacher_(teacher), lessons_(lessons) {
    for (const Valuer& valuer : teacher.valuers) evaluators_.push_back(valuer.evaluator());
  }

  // Play the deal to its end; each seat plays a random card with its probability in `errors`. A
  // decision between several cards is kept with a probability of `share` percent.
  void play(CardPlay play, const std::array<double, kNumPlayers>& errors, double share,
            std::uint32_t deal, Random& random) {
    while (!play.is_over()) {
      const CardSet legal = play.legal();
      if ((legal & (legal - 1)) == 0) {
        play.play(lowest(legal));
        continue;
      }
      if (100 * random.unit() < share) keep(play, legal, deal, random);
      const bool errs = random.unit() < errors[static_cast<std::size_t>(play.player())];
      const Card any = random_member(legal, random);
      play.play(errs ? any : player_(play, random));
    }
  }

 private:
  void keep(const CardPlay& play, CardSet legal, std::uint32_t deal, Random& random) {
    const SuitOrder order = keep_seen(play, deal, lessons_);
    std::array<double, kNumCards> sums{};
    const int times = values(play, legal, random, sums);
    const std::size_t first = lessons_.worth.size();
    lessons_.worth.resize(first + kNumCards, kNoWorth);
    while (legal) {
      const Card card = pop_lowest(legal);
      const double mean = sums[static_cast<std::size_t>(card)] / times;
      lessons_.worth[first + static_cast<std::size_t>(order.card(card))] =
          static_cast<std::int16_t>(std::lround(kWorthUnit * mean));
    }
  }

  // Add up the worth of each card to the player to move; return the divisor for the mean. Without
  // evaluators all sums stay 0, and the divisor is 1.
  int values(const CardPlay& play, CardSet legal, Random& random,
             std::array<double, kNumCards>& sums) {
    if (evaluators_.empty()) return 1;
    const int valuers = static_cast<int>(evaluators_.size());
    if (teacher_.worlds == 0) {
      add(play, legal, random, sums);
      return valuers;
    }
    const std::vector<World> worlds = teacher_.sampler(play, teacher_.worlds, random);
    for (const World& world : worlds) add(play.in_world(world), legal, random, sums);
    return valuers * static_cast<int>(worlds.size());
  }

  void add(const CardPlay& world, CardSet legal, Random& random,
           std::array<double, kNumCards>& sums) {
    const double side = world.player() == world.table.soloist ? 1 : -1;
    for (std::size_t k = 0; k < evaluators_.size(); ++k) {
      const Outcomes outcomes = evaluators_[k](world, legal, random);
      for (CardSet rest = legal; rest;) {
        const auto card = static_cast<std::size_t>(pop_lowest(rest));
        sums[card] +=
            side * (teacher_.valuers[k].blurred ? blurred_pay(world, outcomes[card])
                                                : world.pay(outcomes[card], Objective::kScore));
      }
    }
  }

  CardPlayer player_;
  std::vector<Evaluator> evaluators_;
  const PolicyTeacher& teacher_;
  PolicyLessons& lessons_;
};

}  // namespace

PolicyLessons policy_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, double share,
                             const PolicyTeacher& teacher) {
  PolicyLessons lessons;
  Pupil pupil(teacher, lessons);
  for (std::uint64_t number = first; number < first + n; ++number) {
    Random random(~seed, number);
    std::array<double, kNumPlayers> errors;
    for (double& error : errors) {
      const double much = random.unit();
      error = 100 * random.unit() < kErring ? kMostErrors * much : 0;
    }
    pupil.play(playable(seed, number), errors, share, static_cast<std::uint32_t>(number), random);
  }
  return lessons;
}

PlayedLessons played_lessons(std::span<const PlayedDeal> deals, double share, std::uint64_t seed) {
  PlayedLessons lessons;
  for (std::size_t i = 0; i < deals.size(); ++i) {
    Random random(seed, i);
    card_play(deals[i], deals[i].num_plays);  // throws for an invalid record
    CardPlay play = card_play(deals[i], 0);
    for (int ply = 0; ply < deals[i].num_plays; ++ply) {
      const Card card = deals[i].plays[static_cast<std::size_t>(ply)];
      CardSet legal = play.legal();
      if ((legal & (legal - 1)) != 0 && 100 * random.unit() < share) {
        const SuitOrder order = keep_seen(play, static_cast<std::uint32_t>(i), lessons);
        CardSet named = 0;
        while (legal) named |= bit(order.card(pop_lowest(legal)));
        lessons.legal.push_back(named);
        lessons.played.push_back(static_cast<std::uint8_t>(order.card(card)));
      }
      play.play(card);
    }
  }
  return lessons;
}

}  // namespace vorhand::skat
