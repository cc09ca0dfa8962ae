// Whole deals of trick-taking games, with their calls, as OpenSpiel plays them: Spades, Hearts, Oh
// Hell, Euchre, Skat, Bridge and Tarok. Cards have OpenSpiel's numbers; the engine plays them by
// its own rules.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "random.hpp"
#include "tensor_pieces.hpp"
#include "tricks/position.hpp"
#include "tricks/terms.hpp"

namespace vorhand::tricks {

enum class Phase { kCalls, kGive, kChoose, kPlay, kTake, kOver };

// The card play under one choice of trumps, and the map from the game's cards to the engine's.
struct PlayTerms {
  CardOrder order;
  Contract contract;
};

// A deal under way. Calls are numbered from 0; their actions follow those of the cards, or are the
// same numbers if DealSizes::apart is false.
struct Deal {
  using Move = std::pair<int, int>;  // seat that acted, and its card or call

  Phase phase = Phase::kCalls;
  int player = -1;
  int cards = 0;      // cards in each hand when the play begins
  int dealer = -1;    // -1 in games without a dealer
  int turned = -1;    // the card turned up
  int trump = -1;     // suit
  int direction = 0;  // places by which cards are passed on
  int maker = -1;     // seat that named trumps, or plays the contract
  int contract = -1;  // number of the contract, in games that number them
  int doubled = 0;    // how often the contract was doubled
  int king = -1;      // card whose holder is the maker's partner
  bool alone = false;
  std::array<Set, kMostSeats> hands{};
  std::array<Set, kMostSeats> given{};     // cards passed on or discarded before the play
  std::array<Set, kMostSeats> received{};  // cards passed by others
  std::vector<int> talon;                  // cards laid aside, in order
  int open_talon = 0;                      // number of talon cards that all have seen
  Set taken = 0;                           // cards of the talon taken up by the maker
  Set shown = 0;                           // discards that all have seen
  std::vector<Move> calls, plays;
  std::vector<int> history;  // all actions, chance included
  std::array<int, kMostSeats> tricks{};
  std::size_t trick_start = 0, last_start = 0;  // starts of this and the previous trick in `plays`
  const PlayTerms* terms = nullptr;             // null before the play
  std::vector<int> seats;                       // seats that play, in the engine's order
  Position<ManySeats> position;

  // Return the seat whose card is to be played.
  int turn() const { return seats[static_cast<std::size_t>(position.player)]; }
  int leader() const { return trick_start < plays.size() ? plays[trick_start].first : turn(); }
  // Return the points that a seat has taken.
  int points(int seat) const;
};

struct Legal {
  Set cards = 0, calls = 0;
};

// Sizes that determine the layout of observations.
struct DealSizes {
  int seats = 4, deck = 52, suits = 4;
  int calls = 0;        // number of different calls
  int rounds = 1;       // calls of a seat that are told apart; the last stands for all further ones
  int cards = 13;       // most cards in a hand when the play begins
  bool dealer = false;  // whether there is a dealer, and a card turned up for trumps
  bool gives = false;   // cards are passed on or discarded before the play
  int contracts = 0;    // number of contracts that a seat can play; 0: they are not numbered
  int most_points = 0;  // points of all tricks; 0: only the number of tricks counts
  int phases = 4;       // phases that observations distinguish
  bool apart = true;    // calls have numbers of their own; false: they are numbered as cards are
  bool dummy = false;   // the maker also plays the partner's cards, which all see
  int talon = 0;        // cards of a talon that is shown
};

using Returns = std::array<double, kMostSeats>;

// The rules of a game: chance, calls and payoffs. The engine plays the cards.
class DealRules {
 public:
  // `terms`: the terms of each choice of trumps, in the order of the game.
  DealRules(const DealSizes& sizes, const std::vector<Terms>& terms);
  virtual ~DealRules() = default;

  const DealSizes& sizes() const { return sizes_; }
  int actions() const { return sizes_.deck + (sizes_.apart ? sizes_.calls : 0); }

  // Deal the cards of a new deal.
  virtual void begin(Deal& deal, Random& random) const = 0;
  Legal legal(const Deal& deal) const;
  // Apply a legal action.
  void apply(Deal& deal, int action) const;
  // Return the returns of the seats at the end.
  virtual Returns returns(const Deal& deal) const = 0;

 protected:
  // Return the legal actions before the play: calls, choices, or cards to give.
  virtual Legal legal_before(const Deal& deal) const = 0;
  // Return the cards that a player may play, given those that are legal by the terms.
  virtual Set restricted(const Deal&, Set cards) const { return cards; }
  virtual void call(Deal&, int) const {}
  // Apply an action of the phases kChoose and kTake in games whose calls are numbered as cards are.
  virtual void choose(Deal&, int) const {}
  virtual void give(Deal&, int) const {}
  // Return the seat that plays the cards of a seat.
  virtual int actor(const Deal&, int seat) const { return seat; }
  virtual void after_trick(Deal&) const {}
  // Tell whether the play ends after a trick although the hands still have cards.
  virtual bool decided(const Deal&) const { return false; }

  int next(int seat, int places = 1) const { return (seat + places) % sizes_.seats; }
  // Deal cards, one to each seat in turn.
  void deal_cards(Deal& deal, int first, Random& random) const;
  // Draw a card that has not been dealt.
  int draw(Deal& deal, Random& random) const;
  void end(Deal& deal) const;
  // Begin the play under the terms with this number; `absent` is a seat that does not play, -1:
  // none.
  void start_play(Deal& deal, std::size_t terms, int leader, int absent = -1) const;

 private:
  void play(Deal& deal, int card) const;

  DealSizes sizes_;
  std::vector<PlayTerms> plays_;
};

struct SpadesOptions {
  int win_threshold = 500, mercy_threshold = -350, bonus = 200;
};
struct BridgeOptions {
  int dealer = 0;
  bool dealer_vulnerable = false, others_vulnerable = false;  // the dealer's side, and the other
};
struct OhHellOptions {
  int seats = 3, suits = 4, ranks = 13;
  int tricks = -1;  // number of tricks of a deal; below 0: drawn uniformly
  int points_per_trick = 1;
  bool penalty = false;
};

std::shared_ptr<const DealRules> spades(const std::vector<Terms>& terms,
                                        const SpadesOptions& options);
std::shared_ptr<const DealRules> hearts(const std::vector<Terms>& terms, bool pass_cards);
std::shared_ptr<const DealRules> oh_hell(const std::vector<Terms>& terms,
                                         const OhHellOptions& options);
// `terms`: with clubs, diamonds, hearts and spades as trumps, then the same for a maker who plays
// alone.
std::shared_ptr<const DealRules> euchre(const std::vector<Terms>& terms, bool stick_the_dealer);
// `terms`: with each of the four suits as trumps, of grand and of null.
std::shared_ptr<const DealRules> skat(const std::vector<Terms>& terms);
// `terms`: with clubs, diamonds, hearts and spades as trumps, and without trumps.
std::shared_ptr<const DealRules> bridge(const std::vector<Terms>& terms,
                                        const BridgeOptions& options);
// `terms`: of klop and both beggars, of other contracts with taroks as trumps, of colour valat.
std::shared_ptr<const DealRules> tarok(const std::vector<Terms>& terms, int seats);

// Throw std::invalid_argument unless entry i of the terms is for seats[i] seats, for all entries.
void check_terms(const std::vector<Terms>& terms, const std::vector<int>& seats);

std::size_t observation_size(const DealSizes& sizes, bool recall);

// Write the information of a seat about a deal, as bytes or floats.
template <typename T>
void write_observation(const DealSizes& sizes, const Deal& deal, int seat, bool recall,
                       std::span<T> tensor);

}  // namespace vorhand::tricks
