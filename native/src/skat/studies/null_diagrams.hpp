// Decision diagrams of null: when the soloist is forced to win a trick, for every position at the
// start of a trick that a defender leads, of up to so many cards a hand (Furtak 2013, section 8.7).
//
// There is one for each number of cards, leader and split (the lengths of the suits, longest
// first, which are all the same in null). The thesis asks who owns one card after the other. Here a
// suit is decided in two steps, how many cards of it each hand holds and then which class of such
// suits it is (null_classes.hpp), so that seven steps lead to the answer. As there, what cannot be
// is left open: hands overfull, and suits of one length in another order than from the last
// class to the first. What is left open agrees with everything, equal parts are stored once, and a
// part with one answer is that answer.
//
// Words of 32 bits; the same on every machine of one byte order, so that a file of them can be
// mapped into memory and shared between processes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "skat/solver/null_search.hpp"
#include "skat/studies/null_classes.hpp"

namespace vorhand::skat::solver {

class NullDiagrams {
 public:
  static constexpr int kMostCards = 9;         // a hand
  static constexpr std::uint32_t kNever = 15;  // the soloist is not forced; else the trick, from 1

  // Read the diagrams in `words`, which have to outlive this, up to `most` cards a hand. Throws
  // std::invalid_argument if these are no diagrams, by the headers of their parts.
  explicit NullDiagrams(std::span<const std::uint32_t> words, int most = kHandSize);

  int cards() const { return cards_; }  // a hand, at most
  std::size_t bytes() const;            // that are looked at

  // The class of a suit. All of a position give its place when sorted, the highest first.
  using Place = std::uint32_t;
  Place place(int state) const { return words_[kPlaces + state]; }

  // The trick that the soloist is forced to win, or kNever; the leader is 1 or 2.
  // Throws std::invalid_argument if the way there leads out of the words.
  std::uint32_t time_to_live(std::array<Place, kSideSuits> suits, int cards, int leader) const {
    const auto order = [](Place& a, Place& b) {
      const Place swap = (a ^ b) & -static_cast<Place>(a < b);
      a ^= swap;
      b ^= swap;
    };
    auto& [a, b, c, d] = suits;
    order(a, b), order(c, d), order(a, c), order(b, d), order(b, c);
    std::uint32_t at = words_[root(cards, leader, length(a), length(b), length(c))];
    for (int i = 0; at > kNever && i < kSideSuits; ++i) {
      if (i + 1 < kSideSuits) at = part(at, suits[i] >> 16 & 0xFF);
      if (at > kNever) at = part(at, suits[i] & 0xFFFF);
    }
    if (at > kNever) [[unlikely]]
      refuse("an answer", at);
    return at;
  }

 private:
  friend class NullDiagramBuilder;

  static constexpr std::uint32_t kMagic = 0x314E4856;  // VHN1
  static constexpr int kEnds =
      3;  // after magic, cards, words: the words up to each number of cards
  static constexpr int kPlaces = 12;
  static constexpr int kRoots = kPlaces + kNullSuitStates;
  static constexpr int kSplits = 9 * 9 * 9;  // lengths of the three longest suits

  static constexpr Place place_of(const NullClasses::Class& suit) {
    return static_cast<Place>(suit.cards << 24 | suit.group << 16 | suit.index);
  }
  static constexpr int length(Place suit) { return static_cast<int>(suit >> 24); }
  static constexpr int root(int cards, int leader, int a, int b, int c) {
    return kRoots + (2 * (cards - 1) + leader - 1) * kSplits + (a * 9 + b) * 9 + c;
  }

  NullDiagrams() = default;

  std::uint32_t part(std::uint32_t at, std::uint32_t which) const {
    const std::size_t place = std::size_t{at} + which;
    if (place >= words_.size()) [[unlikely]]
      refuse("a part", place);
    return words_[place];
  }
  [[noreturn]] static void refuse(const char* what, std::size_t found);

  std::span<const std::uint32_t> words_;
  int cards_ = 0;
};

// The diagrams as the search for null asks them.
class NullLookup : public NullEndings {
 public:
  explicit NullLookup(const NullDiagrams& diagrams) : diagrams_(diagrams) {}

  int cards() const override { return diagrams_.cards(); }
  void begin(const Frame& frame) override;
  std::uint32_t time_to_live(Set cards, int tricks, int leader) override;

 private:
  const NullDiagrams& diagrams_;
  std::array<std::array<NullDiagrams::Place, 256>, kSideSuits> places_{};  // 0: not yet known
  std::array<Set, kNumPlayers> owned_{};
};

// The diagrams of up to so many cards a hand, 1 to 9. Throws std::invalid_argument.
std::vector<std::uint32_t> build_null_diagrams(int cards);

}  // namespace vorhand::skat::solver
