// One deal of Skat from the first card dealt to the last trick, by the International Skat Order: a
// state machine that is a plain value.
//
// Phases: deal (chance, card by card) -> bidding -> pick up or hand -> discard -> declare -> play
// -> over. One number per action:
//   0 .. 31    a card: dealt, discarded or played
//   32, 33     pass, hold
//   34 .. 96   name the bid value kBidValues[action - 34]
//   97, 98     pick up the skat, play from the hand
//   99 .. 122  declare contract * 4 + level
// and with TableRules::claims:
//   123, 124   on one's turn to play a card: give up, lay the cards open and claim the rest
//   125, 126   in answer to it: agree, play on
// and with TableRules::kontra:
//   127        Kontra, by a defender on their turn to play their first card
//   128, 129   Re, no Re: the soloist's answer
// With TableRules::ramsch a deal in which all pass is played without a soloist.
// With TableRules::spitze:
//   130 .. 149 declare contract * 4 + level with Spitze, in a suit or grand
// With TableRules::schieberamsch each seat takes up the skat (97) and pushes two cards on, or:
//   150        push the skat on unseen
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "skat/cards.hpp"
#include "skat/pushes.hpp"
#include "skat/rules.hpp"
#include "skat/scoring.hpp"

namespace vorhand::skat {

using Action = int;
inline constexpr Action kPass = 32;
inline constexpr Action kHold = 33;
inline constexpr Action kFirstBid = 34;
inline constexpr Action kPickUp = kFirstBid + kNumBids;
inline constexpr Action kPlayHand = kPickUp + 1;
inline constexpr Action kFirstDeclaration = kPlayHand + 1;
inline constexpr int kNumActions = kFirstDeclaration + kNumContracts * kNumLevels;
static_assert(kNumActions == 123);

// Claims: ending a game before its last card (ISkO 4.3, 4.4).
inline constexpr Action kGiveUp = kNumActions;
inline constexpr Action kLayOpen = kGiveUp + 1;
inline constexpr Action kAgree = kLayOpen + 1;
inline constexpr Action kPlayOn = kAgree + 1;
inline constexpr int kNumActionsWithClaims = kPlayOn + 1;

// Kontra and Re, a rule of many Skat clubs (docs/skat-club-rules.md#kontra-and-re).
inline constexpr Action kKontra = kNumActionsWithClaims;
inline constexpr Action kRe = kKontra + 1;
inline constexpr Action kNoRe = kRe + 1;
inline constexpr int kNumActionsWithKontra = kNoRe + 1;

// Declarations with Spitze, a rule of many Skat clubs (docs/skat-club-rules.md#spitze).
inline constexpr Action kFirstSpitze = kNumActionsWithKontra;
inline constexpr int kNumActionsWithSpitze = kFirstSpitze + (kNumContracts - 1) * kNumLevels;

// Schieberamsch, a rule of many Skat clubs (docs/skat-club-rules.md#schieberamsch).
inline constexpr Action kPushUnseen = kNumActionsWithSpitze;
inline constexpr int kNumActionsWithPushes = kPushUnseen + 1;

constexpr Action declaration_action(Contract contract, Level level) {
  return kFirstDeclaration + static_cast<int>(contract) * kNumLevels + static_cast<int>(level);
}
constexpr bool is_declaration(Action action) {
  return (action >= kFirstDeclaration && action < kNumActions) ||
         (action >= kFirstSpitze && action < kNumActionsWithSpitze);
}

// At most: every bid value named and answered once, two passes, picking up, two discards, the
// declaration and thirty cards.
inline constexpr int kMaxMoves = 2 * kNumBids + 2 + 1 + kSkatSize + 1 + kNumPlayers * kNumTricks;
// The soloist may give up once and lay the cards open once, each answered by both defenders; each
// defender may give up once, answered by the other.
inline constexpr int kMaxClaimMoves = 2 * 3 + 2 * 2;
inline constexpr int kMaxKontraMoves = 2;
inline constexpr int kMaxHistory = kNumCards + kMaxMoves + kMaxClaimMoves + kMaxKontraMoves;

enum class Phase : std::uint8_t {
  kDeal,
  kBidding,
  kPickUpOrHand,
  kDiscard,
  kDeclare,
  kPlay,
  kOver
};

// OpenSpiel's numbers for chance and for the end, in place of a seat to act.
inline constexpr int kChancePlayer = -1;
inline constexpr int kTerminalPlayer = -4;

struct InvalidDealError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
struct IllegalActionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Optional rules of a table, all off by default.
struct TableRules {
  bool claims = false;  // players may give up, and the soloist may lay the cards open
  // With schwarz announced, play on after the defenders' first trick, since points count.
  bool play_out = false;
  bool kontra = false;  // a defender may double the value, and the soloist may double it again
  bool ramsch = false;  // if all pass, each plays alone and the player with most card points loses
  bool bock = false;    // the deal is of a Bock round, where values count double
  bool spitze = false;  // the soloist may promise to take the last trick with the lowest trump
  bool schieberamsch = false;  // before Ramsch each seat takes up the skat and pushes two cards on

  bool operator==(const TableRules&) const = default;
};

constexpr int num_actions(const TableRules& table) {
  if (table.schieberamsch) return kNumActionsWithPushes;
  if (table.spitze) return kNumActionsWithSpitze;
  if (table.kontra) return kNumActionsWithKontra;
  return table.claims ? kNumActionsWithClaims : kNumActions;
}

// The points and tricks credited to the soloist if one side breaks the game off.
struct Credit {
  int points = 0;  // card points, skat included
  int tricks = 0;
};

// The start of a deal, by default at the first card of a whole deal. With `given` the cards lie as
// in `hands` and `skat`, otherwise chance deals `pool`. With `declared` it begins at card play,
// with any number of cards a hand, otherwise with the bidding.
struct Start {
  TableRules table;
  bool given = false;
  bool declared = false;
  CardSet pool = kAllCards;
  std::array<CardSet, kNumPlayers> hands{};
  CardSet skat = 0;  // the soloist's discards after a pickup; 0 in a position if they are gone

  // Only with `declared`:
  int soloist = 0;
  Declaration declaration;
  int bid = 0;  // 0: none, so nothing can be overbid
  int leader = 0;
  int trick_size = 0;  // cards on the table, played by leader, leader + 1
  std::array<Card, 2> trick{-1, -1};
  int soloist_points = 0;  // in the soloist's tricks, and in the skat if `skat` is empty
  int soloist_tricks = 0;
  int matadors = 0;                          // 0: counted from the soloist's hand and skat
  std::array<CardSet, kNumPlayers> voids{};  // voids shown before the position
  // False: the past of a position is unknown and not checked. Missing tricks and points then count
  // for the defenders, and matadors, if 0, are counted from the cards left.
  bool past_known = true;

  bool operator==(const Start&) const = default;
};

class Deal {
 public:
  // Throw InvalidDealError for an impossible start, naming the card, seat or number.
  explicit Deal(const Start& start = {}) : Deal(start, false) {}
  // Return a deal whose matadors, tricks and points need not be possible with these cards: for
  // worlds, and for endings whose past does not matter.
  static Deal with_any_past(const Start& start) { return Deal(start, true); }

  const Start& start() const { return start_; }
  Phase phase() const { return phase_; }
  bool is_over() const { return phase_ == Phase::kOver; }
  // Seat to act, kChancePlayer or kTerminalPlayer.
  int player() const { return player_; }

  bool is_legal(Action action) const;
  // Fill `actions` in ascending order; return their number.
  int legal_actions(std::array<std::uint8_t, kNumActions>& actions) const;
  CardSet legal_card_set() const;
  // Apply an action. Throw IllegalActionError and leave the deal unchanged if it is illegal.
  void apply(Action action) {
    if (!is_legal(action)) refuse(action);
    advance(action);
  }
  // Apply an action that is known to be legal.
  void advance(Action action);

  int history_size() const { return history_size_; }
  Action history(int i) const { return actions_[static_cast<std::size_t>(i)]; }
  // Seat that acted, kNumPlayers for chance.
  int history_player(int i) const { return players_[static_cast<std::size_t>(i)]; }

  CardSet hand(int seat) const { return hands_[index(seat)]; }
  CardSet played(int seat) const { return played_[index(seat)]; }
  // Hand as dealt (or as given at the start).
  CardSet dealt_hand(int seat) const { return dealt_hands_[index(seat)]; }
  // The skat as dealt (or as given at the start), and as it is now (the discards after a pickup).
  CardSet dealt_skat() const { return dealt_skat_; }
  CardSet skat() const { return skat_; }
  CardSet discards() const { return discards_; }
  CardSet undealt() const { return undealt_; }
  // All cards of the deal: 32, or those left when a position began.
  CardSet in_play() const;
  CardSet voids(int seat) const { return voids_[index(seat)]; }

  // Highest value named so far, else the bid given at the start, 0 if none.
  int bid() const { return bid_ < 0 ? start_.bid : kBidValues[index(bid_)]; }
  // During bidding: the player who names values, and the one who answers (-1: forehand bids alone).
  int caller() const { return caller_; }
  int answerer() const { return answerer_; }
  // Soloist, -1 while there is none.
  int soloist() const { return soloist_; }
  bool picked_up() const { return picked_up_; }
  bool declared() const { return phase_ >= Phase::kPlay && soloist_ >= 0; }
  // Tell whether Ramsch is or was played: jacks are the only trumps, and there is no soloist.
  bool is_ramsch() const { return phase_ >= Phase::kPlay && soloist_ < 0 && start_.table.ramsch; }
  // Tell whether the seat to act takes up the skat before Ramsch, or pushes cards on.
  bool is_pushing() const {
    return soloist_ < 0 && (phase_ == Phase::kPickUpOrHand || phase_ == Phase::kDiscard);
  }
  // The cards taken up and pushed on before Ramsch, and how often the skat was pushed on unseen.
  const Pushes& pushes() const { return pushes_; }
  int pushed_unseen() const { return pushed_unseen_; }
  // The contract; `hand` is known once the skat is picked up or left.
  const Declaration& declaration() const { return declaration_; }

  int leader() const { return leader_; }
  int trick_size() const { return trick_size_; }
  Card trick_card(int i) const { return trick_[index(i)]; }
  int tricks_played() const { return soloist_tricks_ + defender_tricks_; }
  int soloist_tricks() const { return soloist_tricks_; }
  int defender_tricks() const { return defender_tricks_; }
  // The pending offer, kGiveUp, kLayOpen or kKontra, else -1; and who made it.
  Action offer() const { return offer_; }
  int offerer() const { return offerer_; }
  // Tell whether the soloist's cards lie open: in an ouvert game, or after kLayOpen.
  bool lies_open() const { return laid_open_ || (declared() && declaration_.ouvert()); }
  // The seat that ended the game early in favour of the other side: it gave up, or agreed as a
  // defender to a claim. -1: nobody.
  int broken_off_by() const { return broken_off_by_; }
  // The factor of the value, without that of a Bock round: 1, 2 after Kontra, 4 after Re.
  int multiplier() const { return multiplier_; }
  // Card points in tricks. If a start position does not give the skat (`Start::skat` is empty), the
  // soloist's points include it from the beginning.
  int soloist_points() const { return soloist_points_; }
  int defender_points() const { return defender_points_; }

  // Tricks and card points of a seat in Ramsch; the skat counts with the last trick.
  int seat_tricks(int seat) const { return seat_tricks_[index(seat)]; }
  int seat_points(int seat) const { return seat_points_[index(seat)]; }

  // Tell whether Spitze is made or can still be made: its card is in hand, or lies on the table of
  // the last trick and is not beaten.
  bool spitze_holds() const;

  // Matadors of the soloist, once a contract is declared; needs the skat unless they were given.
  int matadors() const;
  int soloist_points_with_skat() const { return soloist_points_ + card_points(skat_); }
  // Return the judged game of a deal that is over; soloist -1 if passed in or Ramsch.
  Result result() const;
  // Return the soloist's credit if the seat breaks off here: the rest, including the trick on the
  // table, goes to the other side. In null it goes to the defenders in any case.
  Credit credit_if_broken_off(int seat) const;
  // Return the result with the credit_if_broken_off of the seat, for a bid that need not be an
  // official bid value. A soloist who gives up before the first trick is complete is not schneider.
  Result result_if_broken_off(int seat, int bid) const;
  // Return the result if play ended here and the soloist had these points (skat included) and
  // tricks.
  Result result_with(int soloist_points, int soloist_tricks) const;

  // Return the deal with the same public history and the hidden cards (present hands, skat and
  // discards) of another world. The world must be consistent. If cards were pushed on, `dealt_skat`
  // is the present skat, and the pushed cards are any that this world allows.
  Deal with_hidden(const std::array<CardSet, kNumPlayers>& hands, CardSet dealt_skat,
                   CardSet discards) const;
  // Return the deal with hands, skat and pushes of another world.
  Deal with_pushes(const std::array<CardSet, kNumPlayers>& hands, CardSet skat,
                   const Pushes& pushes) const;
  // Return the cards that each seat holds or has played.
  std::array<CardSet, kNumPlayers> owned(const std::array<CardSet, kNumPlayers>& hands) const {
    return {hands[0] | played_[0], hands[1] | played_[1], hands[2] | played_[2]};
  }

  // Tell whether start and history are equal.
  bool operator==(const Deal& other) const;

 private:
  Deal(const Start& start, bool any_past);

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void deal_card(Card card);
  void cards_are_dealt();
  void begin_play();
  void all_passed();
  void begin_ramsch();
  void push(Action action);
  void push_card(Card card);
  void next_to_push();
  void apply_bid(Action action);
  void survivor_found(int seat);
  void become_soloist(int seat);
  void discard(Card card);
  void play_card(Card card);
  void finish_trick();
  void credit_ramsch_trick(int points);
  bool may_declare_by(Action action) const;
  bool may_claim(Action action) const;
  void claim(Action action);
  bool may_say_kontra() const;
  void kontra(Action action);
  void ask_next();
  void resume();
  void end(Phase phase, int player) {
    phase_ = phase;
    player_ = player;
  }
  [[noreturn]] void refuse(Action action) const;
  void rewrite_chance_and_discards();

  Start start_;
  std::array<std::uint8_t, kMaxHistory> actions_{};
  std::array<std::uint8_t, kMaxHistory> players_{};
  int history_size_ = 0;

  Phase phase_ = Phase::kDeal;
  int player_ = kChancePlayer;

  std::array<CardSet, kNumPlayers> hands_{}, dealt_hands_{}, played_{}, voids_{};
  int dealt_hand_size_ = 0;  // cards per hand if chance deals
  CardSet undealt_ = 0, dealt_skat_ = 0, skat_ = 0, discards_ = 0;

  int bid_ = -1;  // index into kBidValues
  int caller_ = -1, answerer_ = -1;
  int soloist_ = -1;
  bool picked_up_ = false;
  Pushes pushes_;
  int pushed_unseen_ = 0;
  Declaration declaration_;

  int leader_ = 0, trick_size_ = 0;
  std::array<Card, kNumPlayers> trick_{-1, -1, -1};
  int soloist_tricks_ = 0, defender_tricks_ = 0;
  int soloist_points_ = 0, defender_points_ = 0;
  bool spitze_made_ = false;
  std::array<std::uint8_t, kNumPlayers> seat_tricks_{}, seat_points_{};  // only in Ramsch

  Action offer_ = -1;
  int offerer_ = -1;
  bool laid_open_ = false;
  std::array<bool, kNumPlayers> gave_up_{};  // each player may give up once
  int broken_off_by_ = -1;

  std::array<bool, kNumPlayers> declined_first_{};  // passed when 18 would have been enough
  int multiplier_ = 1;
};

// The action by which a seat stays in the auction, and its value.
struct Stay {
  Action action;  // hold, or name the next value; kPass if there is none
  int value;
};
Stay stays_in(const Deal& deal);

std::string seat_name(int seat);
std::string action_name(Action action);

}  // namespace vorhand::skat
