// Skat positions from random bytes, and checks of the solvers on them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

#include "check.hpp"
#include "skat/studies/minimax.hpp"
#include "skat/studies/workspace.hpp"

namespace vorhand::skat::solver {

struct Fuzz {
  StudyWorkspace workspace{8};
  int checked = 0;
  int refused = 0;

  // The first bytes choose the setting, the others deal; one position in sixteen is made invalid in
  // a way that validation must notice.
  static Position read(const std::uint8_t* data, std::size_t length, int most_cards) {
    std::size_t at = 0;
    const auto take = [&](int range) { return at < length ? data[at++] % range : 0; };
    Position position;
    position.contract = static_cast<Contract>(take(kNumContracts));
    position.soloist = take(kNumPlayers);
    position.leader = take(kNumPlayers);
    const int cards = 1 + take(most_cards);
    const int played = take(3);
    const int spoil = take(16);
    CardSet left = kAllCards;
    for (int i = 0; i < cards * kNumPlayers; ++i) {
      CardSet rest = left;
      for (int skip = take(count(left)); skip > 0; --skip) pop_lowest(rest);
      position.hands[i % kNumPlayers] |= bit(lowest(rest));
      left ^= bit(lowest(rest));
    }
    for (int i = 0; i < played; ++i) {
      CardSet legal = position.legal();
      for (int skip = take(count(legal)); skip > 0; --skip) pop_lowest(legal);
      play(position, lowest(legal));
    }
    if (spoil == 1) position.hands[take(3)] = data[0];
    if (spoil == 2) position.leader = take(256) - 128;
    return position;
  }

  void check(const std::uint8_t* data, std::size_t length, int most_cards) {
    const Position position = read(data, length, most_cards);
    try {
      validate(position);
    } catch (const PositionError&) {
      ++refused;
      return;
    }
    ++checked;
    const bool null = position.contract == Contract::kNull;
    const Goal goal = null ? Goal::kTimeToLive : Goal::kPoints;
    const std::uint32_t some = length > 0 ? data[length - 1] * 2654435761u : 0;
    for (const std::uint32_t techniques : {std::uint32_t{kAllTechniques}, some & kAllTechniques}) {
      StudyTask task;
      task.low = static_cast<int>(some % 61);
      task.techniques = techniques;
      task.high = task.low + static_cast<int>(some >> 8 & 31);
      check_goal(position, task, Goal::kTakesAll, Question::kTakesAll, Question::kMovesTakesAll);
      check_goal(position, task, Goal::kTakesNone, Question::kTakesNone, Question::kMovesTakesNone);
      if (null) {
        check_goal(position, task, goal, Question::kTimeToLive, Question::kMovesTimeToLive);
        const auto made = [](int time) { return time == 0; };
        check_goal(position, task, goal, Question::kValue, Question::kMoves, made);
        continue;
      }
      check_goal(position, task, goal, Question::kValue, Question::kMoves);
      const auto enough = [&](int points) { return points >= task.low; };
      check_goal(position, task, goal, Question::kAtLeast, Question::kMovesAtLeast, enough);
      const int value = answer(position, task, Question::kWindow)[0];
      CHECK(value == std::clamp(minimax(position, goal), task.low, task.high));
    }
  }

 private:
  std::array<std::int16_t, kNumCards> answer(const Position& position, StudyTask task,
                                             Question question) {
    std::array<std::int16_t, kNumCards> values;
    task.question = question;
    workspace.answer(position, task, values);
    return values;
  }

  // Check a question and its form for every move; `worth` derives the answer from minimax's.
  template <class Worth = std::identity>
  void check_goal(const Position& position, const StudyTask& task, Goal goal, Question question,
                  Question moves, Worth worth = {}) {
    Memory memory;
    CHECK(answer(position, task, question)[0] == worth(minimax(position, goal, &memory)));
    if (position.tricks_left() == 0) return;
    const auto values = answer(position, task, moves);
    for (CardSet legal = position.legal(); legal;) {
      const Card card = pop_lowest(legal);
      CHECK(values[card] == worth(minimax_after(position, card, goal, &memory)));
    }
  }
};

}  // namespace vorhand::skat::solver
