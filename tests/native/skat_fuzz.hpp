// From any bytes to a Skat position, and from the position to a check of the solvers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "check.hpp"
#include "skat/solver/batch.hpp"
#include "skat/solver/minimax.hpp"

namespace vorhand::skat::solver {

struct Fuzz {
  Workspace workspace{8};
  int checked = 0;
  int refused = 0;

  // The first bytes choose the setting, the others deal; one position in sixteen is spoilt
  // in a way that validation has to notice.
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
    const auto answers = [&](Question question, std::uint32_t techniques) {
      Task task{.question = question, .techniques = techniques};
      std::array<std::int16_t, kNumCards> values;
      workspace.answer(position, task, values);
      return values;
    };
    const std::uint32_t some = length > 0 ? data[length - 1] * 2654435761u : 0;
    for (const std::uint32_t techniques : {std::uint32_t{kAllTechniques}, some & kAllTechniques}) {
      const Goal goal = null ? Goal::kTimeToLive : Goal::kPoints;
      const auto value = answers(null ? Question::kTimeToLive : Question::kValue, techniques)[0];
      CHECK(value == minimax(position, goal));
      CHECK(answers(Question::kTakesAll, techniques)[0] == minimax(position, Goal::kTakesAll));
      CHECK(answers(Question::kTakesNone, techniques)[0] == minimax(position, Goal::kTakesNone));
      if (position.tricks_left() == 0) continue;
      const auto moves = answers(null ? Question::kMovesTimeToLive : Question::kMoves, techniques);
      for (CardSet legal = position.legal(); legal;) {
        const Card card = pop_lowest(legal);
        CHECK(moves[card] == minimax_after(position, card, goal));
      }
    }
  }
};

}  // namespace vorhand::skat::solver
