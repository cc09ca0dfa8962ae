// Decision diagrams of null: the trick that the soloist is forced to win, for every start of a
// trick led by a defender with few cards a hand (Furtak 2013, section 8.7).
//
// There is one for each number of cards, leader and split (the lengths of the suits, longest first;
// suits are interchangeable). The thesis asks for the owner of one card after another. Here a suit
// is decided in two steps, the numbers of cards in the hands and then the class of the suit
// (null_classes.hpp), so that at most seven steps lead to the answer. As in the thesis, impossible
// branches (overfull hands, and suits of one length out of order) are left open. An open branch may
// have any value. Equal parts are stored once, and a part with a single answer is replaced by that
// answer.
//
// Diagrams are words of 32 bits, equal on every machine of one byte order, so that a file of them
// can be mapped into memory and shared between processes.
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
  static constexpr int kMostCards = 9;         // maximum number of cards in a hand
  static constexpr std::uint32_t kNever = 15;  // the soloist is not forced; else the trick, from 1

  // Read the diagrams in `words`, which must outlive this object, up to `most` cards a hand. Throw
  // std::invalid_argument if the headers in `words` are not those of diagrams.
  explicit NullDiagrams(std::span<const std::uint32_t> words, int most = kHandSize);

  int cards() const { return cards_; }  // maximum number of cards in a hand
  std::size_t bytes() const;            // size of the parts in use

  // The class of a suit: its length, group and index. Look-ups sort the classes of all suits.
  using Place = std::uint32_t;
  Place place(int state) const { return words_[kPlaces + state]; }

  // Return the trick that the soloist is forced to win, or kNever; the leader is 1 or 2. Throw
  // std::invalid_argument if an index in the words is out of range.
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
  static constexpr int kEnds = 3;  // magic, cards, words, then the words up to each number of cards
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

// The diagrams as endings of known value in the search for null.
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

// Build the diagrams of up to `cards` cards a hand, 1 to 9; else throw std::invalid_argument.
std::vector<std::uint32_t> build_null_diagrams(int cards);

}  // namespace vorhand::skat::solver
