// Kermit's evaluation of a hand and two discards (Buro, Long, Furtak and Sturtevant, IJCAI 2009;
// Furtak, thesis 2013, section 2.4): the probabilities of winning a game and of making schneider
// and schwarz in real play, given the soloist's knowledge at its beginning.
//
// Each side suit, the trumps, the discards, counts of some cards, the seat and the others' bids
// select rows of numbers, and the rows are added. The first three sums are log odds; a weighted sum
// of all positive sums is added to them, which models interactions. All numbers are integers, so
// that results are equal on every processor. There is one net per kind of game, fitted to games of
// rule players, or of policies and search players (`vorhand train bidding`); a curve calibrates its
// log odds on held-out deals.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skat/rule_player/game_kind.hpp"
#include "skat/rule_player/hand_worth.hpp"
#include "skat/scoring.hpp"

namespace vorhand::skat {

// A soloist's knowledge apart from the cards. Bids are the highest values that the players to the
// left and to the right named or held, 0 for none.
struct Setting {
  int seat = 0;
  int left_bid = 0;
  int right_bid = 0;
};

// A contract, and whether null is played with open cards.
struct GameType {
  Contract contract = Contract::kDiamonds;
  bool ouvert = false;
};
inline constexpr std::array<GameType, kNumContracts + 1> kGameTypes{{{Contract::kDiamonds},
                                                                     {Contract::kHearts},
                                                                     {Contract::kSpades},
                                                                     {Contract::kClubs},
                                                                     {Contract::kGrand},
                                                                     {Contract::kNull},
                                                                     {Contract::kNull, true}}};
GameKind kind_of(const GameType& type);

inline constexpr int kWorthWidth = 32;  // largest width of a net
inline constexpr int kMostRows = 16;
inline constexpr int kNumKinds = 4;
inline constexpr int kKnots = 17;  // knots of a curve

// Return the number of rows of the net of each kind of game.
std::array<int, kNumKinds> worth_rows();

struct Rows {
  std::array<std::uint16_t, kMostRows> row;
  int size = 0;
  void add(int number) {
    row[static_cast<std::size_t>(size++)] = static_cast<std::uint16_t>(number);
  }
};
// `add_setting` adds the rows of the setting, `add_cards` those of ten cards and the two discards
// (0: a hand game).
void add_setting(const GameType& type, bool hand_game, const Setting& setting, Rows& rows);
void add_cards(const GameType& type, CardSet hand, CardSet away, Rows& rows);

// Groups of cards with rows of their own: the suits, and the trumps. In null there are only the
// suits; the suit that is trump is empty.
inline constexpr int kTrumpsAt = 4;
inline constexpr int kCardGroups = 5;
CardSet group_mask(Contract contract, int group);
// Add the rows of a group's cards, held and discarded. Return the part that the group adds to the
// index of the counts row.
int add_group(Contract contract, int group, CardSet held, CardSet away, Rows& rows);
int counts_row(Contract contract, int counts);

class GameWorth {
 public:
  using Sums = std::array<std::int16_t, kWorthWidth>;
  inline static constexpr float kUnit = 1.0f / 256;

  // Read nets; the file's size implies their width. `curves`, by kind of game and success, replace
  // the file's own. Throws std::invalid_argument for wrong sizes.
  explicit GameWorth(std::span<const unsigned char> bytes,
                     std::optional<std::span<const unsigned char>> curves = std::nullopt);

  // Calibrated log odds at whole numbers of log odds from -8 to 8; linear between them, with slope
  // 1 outside.
  struct Curve {
    std::array<std::int16_t, kKnots> at;
    int operator()(int log_odds) const;
  };

  struct Net {
    std::vector<Sums> rows;
    std::array<Sums, kNumSuccesses> out{};  // columns missing in the file are zeros
    std::array<Curve, kNumSuccesses> curves;
    void add(const Rows& what, Sums& sums) const;
    // Inner loops in a form that compilers vectorise.
    int log_odds(const Sums& sums, std::size_t success) const {
      Sums above;
      for (std::size_t k = 0; k < sums.size(); ++k) {
        above[k] = sums[k] > 0 ? sums[k] : std::int16_t{0};
      }
      const Sums& weight = out[success];
      std::int32_t together = 0;
      for (std::size_t k = 0; k < sums.size(); ++k) {
        together += std::int32_t{above[k]} * std::int32_t{weight[k]};
      }
      return sums[success] + together / static_cast<int>(1 / kUnit);
    }
  };

  class Discards;

  // Evaluation of many hands; the rows that they share are added up once.
  class Question {
   public:
    Question(const GameWorth& worth, const GameType& type, bool hand_game, const Setting& setting);
    Sums sums(CardSet hand, CardSet away) const;  // away: 0 in a hand game
    // Return the log odds of winning, in units of kUnit.
    int log_odds(const Sums& sums) const { return net_.log_odds(sums, kWins); }
    HandWorth chances(const Sums& sums) const;

   private:
    friend class Discards;
    const Net& net_;
    GameType type_;
    Sums common_{};
  };

  // Evaluations of twelve cards after each pair of discards, computed from the changes of the
  // groups that lose a card.
  class Discards {
   public:
    Discards(const Question& question, CardSet twelve);
    // Call visit(pair, sums) for all 66 pairs.
    template <typename Visit>
    void each(const Visit& visit) const {
      for (int i = 0; i < num_cards_; ++i) {
        const Change& first = singles_[static_cast<std::size_t>(i)];
        for (int j = i + 1; j < num_cards_; ++j) {
          const Change& second = singles_[static_cast<std::size_t>(j)];
          if (first.group != second.group) {
            visit(first.cards | second.cards, with(first.part, &second.part));
          }
        }
      }
      for (int i = 0; i < num_pairs_; ++i) {
        const Change& two = pairs_[static_cast<std::size_t>(i)];
        visit(two.cards, with(two.part, nullptr));
      }
    }

   private:
    struct Part {
      Sums sums{};
      int counts = 0;
    };
    struct Change {
      CardSet cards = 0;
      int group = 0;
      Part part;
    };

    static void join(Sums& sums, const Part& part, int& counts) {
      for (std::size_t k = 0; k < sums.size(); ++k) {
        sums[k] = static_cast<std::int16_t>(sums[k] + part.sums[k]);
      }
      counts += part.counts;
    }
    static Part less(Part part, const Part& other) {
      for (std::size_t k = 0; k < part.sums.size(); ++k) {
        part.sums[k] = static_cast<std::int16_t>(part.sums[k] - other.sums[k]);
      }
      part.counts -= other.counts;
      return part;
    }
    Part part(int group, CardSet held, CardSet away) const;
    Sums with(const Part& change, const Part* another) const {
      Sums sums = all_;
      int counts = all_counts_;
      join(sums, change, counts);
      if (another) join(sums, *another, counts);
      const int row = counts_row(question_.type_.contract, counts);
      join(sums, {question_.net_.rows[static_cast<std::size_t>(row)], 0}, counts);
      return sums;
    }

    const Question& question_;
    Sums all_;  // sums with all twelve cards in hand, without the row of counts
    int all_counts_ = 0;
    int num_cards_ = 0, num_pairs_ = 0;
    std::array<Change, kHandSize + kSkatSize> singles_;
    std::array<Change, 66> pairs_;
  };

 private:
  std::array<Net, kNumKinds> nets_;
};

// Return the embedded evaluation, fitted to rule players' games.
const GameWorth& shipped_game_worth();

}  // namespace vorhand::skat
