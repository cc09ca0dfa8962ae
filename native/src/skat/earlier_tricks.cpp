#include "skat/earlier_tricks.hpp"

#include <bitset>
#include <string>
#include <vector>

#include "skat/start.hpp"

namespace vorhand::skat {

namespace {

// A set of point totals, one bit each.
using Points = std::bitset<kTotalPoints + 1>;

[[noreturn]] void impossible(const std::string& text) { throw InvalidDealError(text); }

// The first `n` trumps from the jack of clubs down, and the next one, if any.
struct TopTrumps {
  CardSet first = 0;
  CardSet next = 0;
};

TopTrumps top_trumps(Contract contract, int n) {
  TopTrumps top;
  auto add = [&](Card card) {
    if (n > 0) {
      top.first |= bit(card);
    } else if (n == 0) {
      top.next = bit(card);
    }
    --n;
  };
  for (int suit = 3; suit >= 0; --suit) add(make_card(suit, kJack));
  if (!is_suit(contract)) return top;
  for (int rank = kAce; rank >= kSeven; --rank) add(make_card(static_cast<int>(contract), rank));
  return top;
}

// The cards implied by a number of matadors.
struct Matadors {
  CardSet held = 0;    // cards among the soloist's twelve
  CardSet lacked = 0;  // cards of the defenders
};

Matadors matadors_of(Contract contract, int number) {
  if (number == 0) return {};
  const TopTrumps top = top_trumps(contract, number < 0 ? -number : number);
  return number > 0 ? Matadors{top.first, top.next} : Matadors{top.next, top.first};
}

// Return the possible point totals of `k` of the cards, for each k up to `most`.
std::vector<Points> points_of_subsets(CardSet cards, int most) {
  std::vector<Points> made(static_cast<std::size_t>(most) + 1);
  made[0].set(0);
  while (cards) {
    const auto points = static_cast<std::size_t>(kRankPoints[rank_of(pop_lowest(cards))]);
    for (std::size_t k = made.size() - 1; k > 0; --k) made[k] |= made[k - 1] << points;
  }
  return made;
}

class Past {
 public:
  Past(const Start& start, int hand_size)
      : start_(start), finished_(kNumTricks - hand_size), gone_(cards_gone(start)) {
    skat_ = count(gone_) > kNumPlayers * finished_ ? kSkatSize : 0;
    if (!start.given) {
      open_ = start.pool;
      own_of_open_ = hand_size + count(start.pool) % kNumPlayers;
      return;
    }
    own_ = start.hands[static_cast<std::size_t>(start.soloist)] | start.skat;
    for (int i = 0; i < start.trick_size; ++i) {
      if ((start.leader + i) % kNumPlayers == start.soloist) {
        own_ |= bit(start.trick[static_cast<std::size_t>(i)]);
      }
    }
  }

  int finished() const { return finished_; }
  bool skat_gone() const { return skat_ > 0; }

  // Tell whether the soloist's twelve cards can have this number of matadors.
  bool fits(int matadors) const {
    const Matadors stated = matadors_of(start_.declaration.contract, matadors);
    const CardSet anyones = gone_ | open_;
    return (stated.held & ~(own_ | anyones)) == 0 && (stated.lacked & own_) == 0 &&
           count(stated.held & gone_) <= finished_ + skat_ &&
           count(stated.lacked & gone_) <= 2 * finished_ &&
           count(stated.held & open_) <= own_of_open_ &&
           count(stated.lacked & open_) <= count(open_) - own_of_open_;
  }

  // Return the possible points of the soloist's tricks, with the skat if it is gone. Matadors win
  // their tricks; the trump below them loses only to them.
  Points points(int tricks, int matadors) const {
    const Matadors stated = matadors_of(start_.declaration.contract, matadors);
    const CardSet held = stated.held & gone_, lacked = stated.lacked & gone_;
    const CardSet surely = matadors > 0 ? held : 0;  // certainly in the soloist's tricks or skat
    const CardSet single = matadors > 0 ? lacked : held;
    const int pile = 3 * tricks + skat_, left = 3 * (finished_ - tricks);
    if (count(surely) > tricks + skat_) return {};
    if (matadors < 0 && count(lacked) > 2 * (finished_ - tricks)) return {};
    const std::vector<Points> made = points_of_subsets(gone_ & ~(held | lacked), pile);
    auto with = [&](CardSet cards) -> Points {
      const int more = pile - count(cards);
      if (more < 0) return {};
      return made[static_cast<std::size_t>(more)] << static_cast<std::size_t>(card_points(cards));
    };
    if (!single) return with(surely);
    // `single` goes to its owner's side if that side has a trick (or the skat), or to the other
    // side if a matador there beats it.
    const bool in_pile = matadors > 0 ? surely && tricks > 0 : tricks + skat_ > 0;
    const bool outside = left > 0 && (matadors > 0 || lacked);
    Points found;
    if (in_pile) found |= with(surely | single);
    if (outside) found |= with(surely);
    return found;
  }

 private:
  const Start& start_;
  int finished_;         // number of finished tricks
  CardSet gone_;         // cards in these tricks, and the skat's if it is gone
  int skat_ = 0;         // number of cards of the skat among them
  CardSet own_ = 0;      // cards certainly among the soloist's twelve
  CardSet open_ = 0;     // cards still to be dealt, to any player or the skat
  int own_of_open_ = 0;  // number of these cards that the soloist and the skat get
};

void check_matadors(const Past& past, const Start& start) {
  if (!start.matadors || past.fits(start.matadors)) return;
  const int most = is_suit(start.declaration.contract) ? 11 : 4;
  std::string others;
  for (int number = -most; number <= most; ++number) {
    if (number && past.fits(number))
      others += (others.empty() ? "" : ", ") + std::to_string(number);
  }
  impossible("matadors " + std::to_string(start.matadors) + ": the cards allow " + others);
}

void check_leader(const Past& past, const Start& start) {
  const bool soloist_leads = start.leader == start.soloist;
  std::string expected;
  if (past.finished() == 0) {
    if (start.leader != 0) expected = "0, forehand leads the first trick";
  } else if (start.soloist_tricks == 0 && soloist_leads) {
    expected = "a defender, the soloist has won no trick";
  } else if (start.soloist_tricks == past.finished() && !soloist_leads) {
    expected = std::to_string(start.soloist) + ", the soloist has won every trick";
  }
  if (!expected.empty()) {
    impossible("leader " + std::to_string(start.leader) + ": expected " + expected);
  }
}

void check_points(const Past& past, const Start& start) {
  const int matadors = start.matadors;
  const Points possible = past.points(start.soloist_tricks, matadors);
  if (possible.none()) {
    std::string others;
    for (int tricks = 0; tricks <= past.finished(); ++tricks) {
      if (past.points(tricks, matadors).any()) {
        others += (others.empty() ? "" : ", ") + std::to_string(tricks);
      }
    }
    impossible("soloist_tricks " + std::to_string(start.soloist_tricks) + " with matadors " +
               std::to_string(matadors) + ": expected " + others);
  }
  const int points = start.soloist_points;
  if (points >= 0 && points <= kTotalPoints && possible[static_cast<std::size_t>(points)]) return;
  int below = -1, above = -1, low = -1, high = -1;
  for (int n = 0; n <= kTotalPoints; ++n) {
    if (!possible[static_cast<std::size_t>(n)]) continue;
    if (low < 0) low = n;
    high = n;
    if (n < points) below = n;
    if (n > points && above < 0) above = n;
  }
  std::string text = "soloist_points " + std::to_string(points) + " in " +
                     std::to_string(start.soloist_tricks) + " of " +
                     std::to_string(past.finished()) + " tricks" +
                     (past.skat_gone() ? " and the skat" : "") + ": expected ";
  if (low == high) impossible(text + std::to_string(low));
  text += std::to_string(low) + " .. " + std::to_string(high);
  if (below >= 0 && above >= 0) {
    text += ", and of these what cards make that are gone: " + std::to_string(below) + " or " +
            std::to_string(above);
  }
  impossible(text);
}

}  // namespace

void check_earlier_tricks(const Start& start, int hand_size) {
  const Past past(start, hand_size);
  check_matadors(past, start);
  check_leader(past, start);
  check_points(past, start);
}

}  // namespace vorhand::skat
