#include "skat/studies/null_diagrams.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "skat/solver/moves.hpp"
#include "skat/solver/null_suit.hpp"

namespace vorhand::skat::solver {

NullDiagrams::NullDiagrams(std::span<const std::uint32_t> words, int most) : words_(words) {
  const std::size_t size = words.size();
  if (size < kRoots || words[0] != kMagic || words[2] != size) {
    throw std::invalid_argument("null diagrams: " + std::to_string(size) +
                                " words that are none, or not all of them");
  }
  const auto expect = [](const char* what, std::uint32_t found, std::size_t least,
                         std::size_t past) {
    if (found >= least && found < past) return;
    throw std::invalid_argument("null diagrams: " + std::string(what) + " " +
                                std::to_string(found) + ", expected " + std::to_string(least) +
                                " to " + std::to_string(past - 1));
  };
  expect("cards a hand", words[1], 1, kMostCards + 1);
  const auto cards = static_cast<int>(words[1]);
  const auto parts = static_cast<std::size_t>(
      root(cards + 1, 1, 0, 0, 0));  // index of the first part, which follows the roots
  for (int i = 0; i < cards; ++i) expect("end", words[kEnds + i], parts, size + 1);
  for (std::size_t i = kRoots; i < parts; ++i) {
    if (words[i] > kNever) expect("root", words[i], parts, size);
  }
  for (int state = 0; state < kNullSuitStates; ++state) {
    expect("length of a suit", static_cast<std::uint32_t>(length(place(state))), 0,
           kNullSuitCards + 1);
  }
  cards_ = std::min(most, cards);
}

void NullDiagrams::refuse(const char* what, std::size_t found) {
  throw std::invalid_argument("null diagrams: damaged, " + std::string(what) + " is " +
                              std::to_string(found));
}

std::size_t NullDiagrams::bytes() const {
  return cards_ > 0 ? sizeof(words_[0]) * words_[kEnds + cards_ - 1] : 0;
}

// A builder for one number of cards after the other: a position is searched for one trick, and the
// rest is looked up.
class NullDiagramBuilder {
 public:
  explicit NullDiagramBuilder(int most) : most_(most) {
    words_.assign(NullDiagrams::root(most + 1, 1, 0, 0, 0), 0);
    words_[0] = NullDiagrams::kMagic;
    for (int state = 1; state < kNullSuitStates; ++state) {
      const bool used = suit_state(suit_owners(state)) == state;
      if (used) words_[NullDiagrams::kPlaces + state] = NullDiagrams::place_of(classes_.of(state));
    }
    for (int cards = 0; cards <= kNullSuitCards; ++cards) {
      for (const auto& group : classes_.groups(cards)) {
        for (const auto& suit : group) facts_[cards].push_back(facts(suit));
      }
    }
  }

  std::vector<std::uint32_t> build() {
    for (cards_ = 1; cards_ <= most_; ++cards_) {
      for (leader_ = 1; leader_ < kNumPlayers; ++leader_) {
        each_split([&](const std::array<int, kSideSuits>& lengths) {
          lengths_ = lengths;
          const std::uint32_t at = part(0, {cards_, cards_, cards_});
          words_[NullDiagrams::root(cards_, leader_, lengths[0], lengths[1], lengths[2])] = at;
        });
      }
      words_[NullDiagrams::kEnds + cards_ - 1] = static_cast<std::uint32_t>(words_.size());
    }
    words_[1] = static_cast<std::uint32_t>(most_);
    words_[2] = static_cast<std::uint32_t>(words_.size());
    return std::move(words_);
  }

 private:
  using Room = std::array<int, kNumPlayers>;  // cards that each hand can still take

  struct Suit {
    NullDiagrams::Place place = 0;
    SuitOwners owners{};
    std::array<bool, kNumPlayers> kills{};  // this defender can lead it so that the soloist wins
    bool safe = false;
    std::array<NullDiagrams::Place, 256>
        without{};  // place of the suit without these cards (at most three)
  };

  Suit facts(const NullClasses::Class& known) const {
    Suit suit{.place = NullDiagrams::place_of(known), .owners = known.owners};
    const auto& [own, first, second] = known.owners;
    const Set below = lowest_bit(own) - 1;
    suit.safe = is_safe(own, first | second);
    for (int leader = 1; own && leader < kNumPlayers; ++leader) {
      const Set partner = known.owners[3 - leader];
      suit.kills[leader] = (known.owners[leader] & below) && (!partner || (partner & below));
    }
    const int all = own | first | second;
    for (int gone = 0; gone <= all; ++gone) {
      if ((gone & ~all) || size(gone) > kNumPlayers) continue;
      SuitOwners left = known.owners;
      for (auto& hand : left) hand = static_cast<std::uint8_t>(hand & ~gone);
      suit.without[gone] = NullDiagrams::place_of(classes_.of(suit_state(left)));
    }
    return suit;
  }

  template <class Split>
  void each_split(Split&& split) const {
    for (int a = 0; a <= kNullSuitCards; ++a) {
      for (int b = 0; b <= a; ++b) {
        for (int c = 0; c <= b; ++c) {
          const int d = 3 * cards_ - a - b - c;
          if (d >= 0 && d <= c) split({a, b, c, d});
        }
      }
    }
  }

  // --- The diagram: parts that are left open are 0 ---

  std::uint32_t part(int level, const Room& room) {
    if (level == kSideSuits) return time_to_live();
    const int length = lengths_[level];
    if (level == kSideSuits - 1) return of_group(level, room, {});
    std::vector<std::uint32_t> parts(NullClasses::group_of(0, length) + 1, 0);
    for (int own = 0; own <= std::min(length, room[0]); ++own) {
      for (int first = 0; first <= std::min(length - own, room[1]); ++first) {
        const Room left{room[0] - own, room[1] - first, room[2] - (length - own - first)};
        if (left[2] < 0) continue;
        parts[NullClasses::group_of(own, first)] =
            of_group(level, {own, first, length - own - first}, left);
      }
    }
    return stored(parts);
  }

  // Build the part in which the suit of the level has these numbers of cards.
  std::uint32_t of_group(int level, const Room& held, const Room& left) {
    const int length = lengths_[level];
    const auto& group = classes_.groups(length)[NullClasses::group_of(held[0], held[1])];
    std::vector<std::uint32_t> parts(group.size(), 0);
    const std::size_t first = number_of(group.front());
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Suit& suit = facts_[length][first + i];
      if (level > 0 && lengths_[level - 1] == length && suit.place > suits_[level - 1]->place)
        break;
      suits_[level] = &suit;
      parts[i] = suit.kills[leader_] ? 1 : part(level + 1, left);
    }
    return stored(parts);
  }

  std::size_t number_of(const NullClasses::Class& suit) const {
    std::size_t before = 0;
    for (int group = 0; group < suit.group; ++group) {
      before += classes_.groups(suit.cards)[group].size();
    }
    return before + suit.index;
  }

  std::uint32_t stored(std::vector<std::uint32_t>& parts) {
    const auto known = std::ranges::find_if(parts, [](std::uint32_t part) { return part != 0; });
    if (known == parts.end()) return 0;
    const std::uint32_t some = *known;
    std::ranges::replace(parts, 0u, some);
    if (some <= NullDiagrams::kNever && std::ranges::count(parts, some) == std::ssize(parts)) {
      return some;
    }
    std::uint64_t hash = parts.size();
    for (const std::uint32_t part : parts) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
      hash ^= hash >> 29;
    }
    const auto [begin, end] = seen_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (it->second + parts.size() <= words_.size() &&
          std::equal(parts.begin(), parts.end(), words_.begin() + it->second)) {
        return it->second;
      }
    }
    const auto at = static_cast<std::uint32_t>(words_.size());
    words_.insert(words_.end(), parts.begin(), parts.end());
    seen_.emplace(hash, at);
    return at;
  }

  // --- One position: one trick is searched, the remaining cards are looked up ---

  std::uint32_t time_to_live() {
    if (std::ranges::all_of(suits_, [](const Suit* suit) { return suit->safe; })) {
      return NullDiagrams::kNever;
    }
    return best(0, 0, NullDiagrams::kNever);
  }

  // Return the value if it is between the bounds, else the bound that it passes.
  std::uint32_t best(int place, std::uint32_t least, std::uint32_t most) {
    if (place == kNumPlayers) return after_trick();
    const int seat = (leader_ + place) % kNumPlayers;
    const bool follows = place > 0 && suits_[trick_[0].suit]->owners[seat];
    // Suits in which the soloist is in danger first: they contain most of the winning leads.
    for (const bool safe : {false, true}) {
      for (int i = 0; i < kSideSuits; ++i) {
        if (follows ? i != trick_[0].suit : lengths_[i] == 0) continue;
        if (suits_[i]->safe != safe) continue;
        Set tried = worth_trying(*suits_[i], seat);
        while (tried) {
          const int card = seat == 0 ? high(tried) : low(tried);
          tried ^= one(card);
          trick_[place] = {i, seat, card};
          const std::uint32_t value = best(place + 1, least, most);
          (seat == 0 ? least : most) = seat == 0 ? std::max(least, value) : std::min(most, value);
          if (least >= most) return least;
        }
      }
    }
    return seat == 0 ? least : most;
  }

  // Return the lowest of adjacent cards in one hand.
  static Set worth_trying(const Suit& suit, int seat) {
    const Set hand = suit.owners[seat];
    const Set all = suit.owners[0] | suit.owners[1] | suit.owners[2];
    return hand & ~linked_below(hand, gaps(all));
  }

  std::uint32_t after_trick() const {
    const Card* taker = &trick_[0];
    std::array<std::uint8_t, kSideSuits> gone{};
    for (const Card& card : trick_) {
      gone[card.suit] = static_cast<std::uint8_t>(gone[card.suit] | 1 << card.rank);
      if (card.suit == taker->suit && card.rank > taker->rank) taker = &card;
    }
    if (taker->seat == 0) return 1;
    if (cards_ == 1) return NullDiagrams::kNever;
    std::array<NullDiagrams::Place, kSideSuits> left;
    for (int i = 0; i < kSideSuits; ++i) left[i] = suits_[i]->without[gone[i]];
    const std::uint32_t time = looked_up(left, taker->seat);
    return time == NullDiagrams::kNever ? time : time + 1;
  }

  std::uint32_t looked_up(const std::array<NullDiagrams::Place, kSideSuits>& left,
                          int leader) const {
    NullDiagrams below;
    below.words_ = words_;
    return below.time_to_live(left, cards_ - 1, leader);
  }

  struct Card {
    int suit, seat, rank;
  };

  const int most_;
  const NullClasses classes_;
  std::array<std::vector<Suit>, kNullSuitCards + 1> facts_;
  std::vector<std::uint32_t> words_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> seen_;
  int cards_ = 0, leader_ = 0;
  std::array<int, kSideSuits> lengths_{};
  std::array<const Suit*, kSideSuits> suits_{};
  std::array<Card, kNumPlayers> trick_{};
};

std::vector<std::uint32_t> build_null_diagrams(int cards) {
  if (cards < 1 || cards > NullDiagrams::kMostCards) {
    throw std::invalid_argument("null diagrams of " + std::to_string(cards) +
                                " cards a hand: expected 1 to 9");
  }
  return NullDiagramBuilder(cards).build();
}

void NullLookup::begin(const Frame& frame) {
  places_ = {};
  owned_ = frame.owned;
}

std::uint32_t NullLookup::time_to_live(Set cards, int tricks, int leader) {
  std::array<NullDiagrams::Place, kSideSuits> suits;
  for (int i = 0; i < kSideSuits; ++i) {
    const auto left = static_cast<std::uint8_t>(cards >> (8 * i));
    NullDiagrams::Place& place = places_[i][left];
    if (left && !place) {
      SuitOwners owners;
      for (int seat = 0; seat < kNumPlayers; ++seat) {
        owners[seat] = static_cast<std::uint8_t>(owned_[seat] >> (8 * i) & left);
      }
      place = diagrams_.place(suit_state(owners));
    }
    suits[i] = place;
  }
  return diagrams_.time_to_live(suits, tricks, leader);
}

}  // namespace vorhand::skat::solver
