#include "skat/studies/trump_shapes.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>

namespace vorhand::skat::solver {
namespace {

constexpr int kSideLength = 7, kJacks = 4;
constexpr int kMostCards = 3 * kMostTableCards;

constexpr auto kPower = [] {
  std::array<std::uint32_t, kMostCards + 1> powers{1};
  for (int i = 1; i <= kMostCards; ++i) powers[i] = 3 * powers[i - 1];
  return powers;
}();

using Worths = std::vector<int>;  // worths of a suit's cards, from the lowest up

std::set<Worths> valuations(int length, int jacks) {
  std::set<Worths> found;
  for (unsigned ranks = 0; ranks < 1u << kSideLength; ++ranks) {
    if (std::popcount(ranks) != length - jacks) continue;
    Worths worths;
    for (int rank = 0; rank < kSideLength; ++rank) {
      if (ranks >> rank & 1) worths.push_back(kRankPoints[rank]);
    }
    worths.insert(worths.end(), static_cast<std::size_t>(jacks), kRankPoints[kJack]);
    found.insert(std::move(worths));
  }
  return found;
}

std::set<Worths> valuations(TrumpKind kind, int group, int length) {
  if (group < kSideSuits) return valuations(length, 0);
  if (kind == TrumpKind::kGrand) return valuations(length, length);
  std::set<Worths> found;
  for (int jacks = 0; jacks <= std::min(kJacks, length); ++jacks)
    found.merge(valuations(length, jacks));
  return found;
}

// Return for each two sets of a suit's cards the largest amount by which the first can be worth
// more than the second. In base 3 the index has digit 1 for each card in the first set only, and
// digit 2 for each card in the second only.
std::vector<int> most_more(TrumpKind kind, int group, int length) {
  std::vector<int> most(kPower[length], -kTotalPoints);
  for (const Worths& worths : valuations(kind, group, length)) {
    std::vector<int> more(1);
    for (const int worth : worths) {
      const std::size_t n = more.size();
      more.resize(3 * n);
      for (std::size_t i = 0; i < n; ++i) {
        more[i + n] = more[i] + worth;
        more[i + 2 * n] = more[i] - worth;
      }
    }
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], more[i]);
  }
  return most;
}

}  // namespace

std::vector<Split> splits(TrumpKind kind, int cards) {
  const bool grand = kind == TrumpKind::kGrand;
  std::vector<Split> found;
  for (int a = 0; a <= kSideLength; ++a) {
    for (int b = 0; b <= a; ++b) {
      for (int c = 0; c <= b; ++c) {
        for (int d = 0; d <= (grand ? c : 0); ++d) {
          const int trumps = 3 * cards - a - b - c - d;
          if (trumps < 0 || trumps > (grand ? kJacks : kSideLength + kJacks)) continue;
          found.push_back({a, b, c, d, trumps});
        }
      }
    }
  }
  return found;
}

std::uint32_t owner_code(const Shape& shape, int group, int first_card) {
  const unsigned suit = (1u << shape.split[group]) - 1;
  std::uint32_t code = 0;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    code += static_cast<std::uint32_t>(seat + 1) * ternary(shape.owned[seat] >> first_card & suit);
  }
  return code;
}

std::uint64_t shape_key(const Shape& shape) {
  std::array<std::uint32_t, kSuitGroups> codes{};
  for (int group = 0, first = 0; group < kSuitGroups; first += shape.split[group++]) {
    codes[group] = owner_code(shape, group, first);
  }
  return shape_key({codes[0], codes[1], codes[2], codes[3]}, codes[kSideSuits], shape.leader);
}

Split split_of(TrumpKind kind, std::uint64_t key) {
  const auto digits = [](std::uint64_t code) {
    int count = 0;
    for (; code; code = (code - 1) / 3) ++count;
    return count;
  };
  const bool grand = kind == TrumpKind::kGrand;
  return {digits(key & 0xFFF), digits(key >> 12 & 0xFFF), digits(key >> 24 & 0xFFF),
          grand ? digits(key >> 43 & 0xFFF) : 0, digits(key >> 36 & (grand ? 0x7F : 0x7FFFF))};
}

Shape sorted(const Shape& shape, std::array<std::uint8_t, kSuitGroups>& from) {
  std::array<std::uint32_t, kSuitGroups> codes{};
  std::array<int, kSuitGroups> first{};
  for (int group = 0, next = 0; group < kSuitGroups; next += shape.split[group++]) {
    first[group] = next;
    from[group] = static_cast<std::uint8_t>(group);
    if (group < kSideSuits) codes[group] = owner_code(shape, group, next);
  }
  std::sort(from.begin(), from.begin() + kSideSuits,
            [&](auto a, auto b) { return codes[a] > codes[b]; });
  Shape result{.cards = shape.cards, .leader = shape.leader};
  for (int i = 0, at = 0; i < kSuitGroups; at += result.split[i++]) {
    const int length = shape.split[from[i]];
    const unsigned suit = (1u << length) - 1;
    result.split[i] = length;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      result.owned[seat] |=
          static_cast<std::uint16_t>((shape.owned[seat] >> first[from[i]] & suit) << at);
    }
  }
  return result;
}

std::vector<Shape> shapes(const Split& split) {
  int all = 0;
  for (const int length : split) all += length;
  Shape shape{.cards = all / kNumPlayers, .split = split};
  std::vector<Shape> found;
  const auto deal = [&](auto& self, int group, int first, std::uint32_t before) -> void {
    if (group == kSuitGroups) {
      for (shape.leader = 0; shape.leader < kNumPlayers; ++shape.leader) found.push_back(shape);
      return;
    }
    const int length = split[group];
    const bool alike = group > 0 && group < kSideSuits && split[group - 1] == length;
    const auto before_suit = shape.owned;
    for (std::uint32_t number = 0; number < kPower[length]; ++number) {
      shape.owned = before_suit;
      std::uint32_t digits = number, code = 0;
      for (int i = 0; i < length; ++i, digits /= 3) {
        code += kPower[i] * (digits % 3 + 1);
        shape.owned[digits % 3] |= static_cast<std::uint16_t>(1 << (first + i));
      }
      if (alike && code > before) continue;
      const bool room = std::ranges::all_of(
          shape.owned, [&](std::uint16_t hand) { return std::popcount(hand) <= shape.cards; });
      if (room) self(self, group + 1, first + length, code);
    }
    shape.owned = before_suit;
  };
  deal(deal, 0, 0, 0);
  return found;
}

WorthOrder::WorthOrder(TrumpKind kind, const Split& split) {
  std::vector<int> more(1);
  for (int group = 0; group < kSuitGroups; ++group) {
    const std::vector<int> suit = most_more(kind, group, split[group]);
    std::vector<int> all;
    all.reserve(more.size() * suit.size());
    for (const int of_suit : suit) {
      for (const int below : more) all.push_back(below + of_suit);
    }
    more = std::move(all);
  }
  never_more_.assign(more.size() / 64 + 1, 0);
  for (std::size_t i = 0; i < more.size(); ++i) {
    if (more[i] <= 0) never_more_[i >> 6] |= std::uint64_t{1} << (i & 63);
  }
  std::array<Eight, kMostCards> worth{};
  for (int group = 0, first = 0; group < kSuitGroups; first += split[group++]) {
    const std::set<Worths> all = valuations(kind, group, split[group]);
    const std::vector<Worths> list(all.begin(), all.end());
    for (unsigned k = 0; k < 8; ++k) {
      // Keep the first, the last, and some others that differ from suit to suit.
      const std::size_t at =
          k == 0   ? 0
          : k == 1 ? list.size() - 1
                   : (k * 0x9E3779B1u ^ static_cast<unsigned>(group) * 0x85EBCA6Bu) % list.size();
      for (int i = 0; i < split[group]; ++i)
        worth[first + i] |= static_cast<Eight>(list[at][i]) << (8 * k);
    }
  }
  for (unsigned set = 1; set < 256; ++set) {
    const int card = std::countr_zero(set);
    low_[set] = low_[set & (set - 1)] + worth[card];
    if (card + 8 < kMostCards) high_[set] = high_[set & (set - 1)] + worth[card + 8];
  }
}

}  // namespace vorhand::skat::solver
