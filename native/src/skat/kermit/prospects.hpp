// Kermit's bidding (Furtak, thesis 2013, section 2.4): before the skat is seen, all 231 skats, each
// with its best of 66 discards and all declarations; afterwards the best discards and declaration.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "skat/deal.hpp"
#include "skat/kermit/game_worth.hpp"

namespace vorhand::skat {

// The prospect of a declaration: the probability to win it as declared and bid, and its expected
// Seeger-Fabian score against the mean of the two others.
struct Prospect {
  Declaration declaration;
  CardSet skat = 0;      // picked up; 0 if nothing depends on it
  CardSet discards = 0;  // 0 in a hand game
  float chance = 0;
  float score = -1e9f;
};

struct Promise {
  float chance = 0;
  float score = -1e9f;
};

// Tell whether one of the prospects is of this declaration.
bool has(const std::vector<Prospect>& prospects, const Declaration& declaration);

class Tryout;

class Kermit {
 public:
  // Bids while the chance to win is at least the threshold; looks at every `stride`th skat. With
  // the skat in hand it tries out what to put away and to declare, if there is a tryout.
  Kermit(const GameWorth& worth, float threshold, int stride = 1,
         std::shared_ptr<const Tryout> tryout = nullptr)
      : worth_(worth), threshold_(threshold), stride_(stride), tryout_(std::move(tryout)) {}

  // The best of each declaration with the skat in hand, the highest expected score first. Cards
  // laid away already: one, then the other is any of a higher number, or two, or none.
  std::vector<Prospect> with_skat(CardSet twelve, int bid, const Setting& setting,
                                  CardSet laid_away = 0) const;
  // The n most promising pairs of a declaration and discards, then the best of every other
  // declaration. Of null games the best discards alone. Cards laid away as in `with_skat`.
  std::vector<Prospect> ways(CardSet twelve, int bid, const Setting& setting, int n,
                             CardSet laid_away = 0) const;
  // Return the prospects as `with_skat` does, but with a tryout the first is the one that did best
  // in it.
  std::vector<Prospect> try_out(CardSet twelve, int bid, const Setting& setting,
                                CardSet laid_away = 0) const;
  // Return the best discard and declaration. With cards laid away it stays the choice without them,
  // if they are among its discards.
  Prospect decided(CardSet twelve, int bid, const Setting& setting, CardSet laid_away = 0) const;
  // The best after each skat: with the discards that win each contract most often, the declaration
  // of the highest expected score.
  std::vector<Prospect> after_pickup(CardSet hand, int bid, const Setting& setting) const;
  // Hand games that may be declared, means over all skats, the highest expected score first.
  std::vector<Prospect> from_hand(CardSet hand, int bid, const Setting& setting) const;

  // The means over the skats.
  static Promise mean(const std::vector<Prospect>& prospects);
  // The chance to win if the game is played for this bid: picking up or from the hand.
  float chance(CardSet hand, int bid, const Setting& setting) const;
  // Tell whether the prospect reaches the threshold; stop once the skats left cannot change the
  // answer.
  bool pays(CardSet hand, int bid, const Setting& setting) const;
  // The highest value that is bid against silent others, 0 for none.
  int limit(CardSet hand, int seat) const;

  // The action of the seat to act until the card play, from what it knows.
  Action action(const Deal& deal) const;

 private:
  void weigh(const GameType& type, CardSet twelve, int bid, const Setting& setting,
             CardSet laid_away, Prospect& best) const;
  std::vector<CardSet> skats(CardSet hand) const;
  Prospect best_with_skat(CardSet twelve, int bid, const Setting& setting) const;

  const GameWorth& worth_;
  float threshold_;
  int stride_;
  std::shared_ptr<const Tryout> tryout_;
};

// Return the seat's knowledge of the others' bids.
Setting setting_of(const Deal& deal, int seat);

}  // namespace vorhand::skat
