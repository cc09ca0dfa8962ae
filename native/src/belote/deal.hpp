// One deal of Belote or Contrée, from the first card dealt to the last trick.
//
// One number per action:
//   0 .. 31   a card (ranks 7 8 9 J Q K T A): dealt or played
//   32, 33    pass, take the suit turned up
//   34 .. 37  take another suit
//   38 .. 77  bid a suit and a value, suit * 10 + value: 80 .. 160, all tricks
//   78, 79    contre, surcontre
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>

#include "belote/observation.hpp"
#include "belote/scoring.hpp"

namespace vorhand::belote {

inline constexpr int kChancePlayer = -1;
inline constexpr int kTerminalPlayer = -4;

struct Rules {
  bool contree = false;
  int dealer = 3;
  Scoring scoring;

  bool operator==(const Rules&) const = default;
};

class Deal {
 public:
  using Actions = std::bitset<kNumActions>;

  explicit Deal(const Rules& rules = {});

  // Seat to act, kChancePlayer or kTerminalPlayer.
  int player() const;
  Actions legal_actions() const;
  // Apply a legal action.
  void apply(Action action);

  const Rules& rules() const { return rules_; }
  CardSet undealt() const { return ~dealt_; }
  CardSet hand(int seat) const { return play_ ? play_->hand(seat) : hands_[index(seat)]; }
  // The turned-up card; -1 if there is none.
  Card turned() const { return turned_; }
  // The contract; null while none is settled.
  const Contract* contract() const;
  // Seat that held king and queen of trumps when the play began; -1: none, or before the play.
  int belote_seat() const { return belote_seat_; }
  // Score of each player's side minus that of the other; zeros unless a game was played to its end.
  std::array<int, kSeats> returns() const;
  // All actions so far, dealt cards included.
  const std::vector<int>& history() const { return history_; }
  // Return the deal in the form that observations need; it refers to memory of this deal.
  const Table& table() const { return table_; }

 private:
  enum class Phase : std::uint8_t { kDeal, kCalls, kDealRest, kPlay, kOver };

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  int place() const;  // seat of the card to be dealt next; -1: turned up
  int cards_to_deal() const;
  void deal_card(Card card);
  void call(Action action);
  void call_in_auction(int seat, Action action);
  void begin_play();
  Actions bids() const;
  void update_table();

  Rules rules_;
  std::vector<int> history_;
  Phase phase_ = Phase::kDeal;
  CardSet dealt_ = 0;
  std::array<CardSet, kSeats> hands_{};  // the hands before the play
  Card turned_ = -1;

  Action said_ = kPass;  // last call other than a pass
  int speaker_ = -1;     // seat that made it
  int passes_ = 0;       // passes since then
  Contract contract_;

  std::unique_ptr<tricks::Play> play_;
  int belote_seat_ = -1;
  Table table_;
};

}  // namespace vorhand::belote
