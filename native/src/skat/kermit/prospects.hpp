// Kermit's bidding (Furtak, thesis 2013, section 2.4). Before the skat is seen, the 231 skats, or
// every n-th of them, are evaluated, each with all declarations and the best of the 66 discards of
// each. Afterwards the best discards and declaration are chosen.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "skat/deal.hpp"
#include "skat/kermit/game_worth.hpp"

namespace vorhand::skat {

// A declaration with its probability of winning as declared and bid, and its expected Seeger-Fabian
// score against the mean of the two others.
struct Prospect {
  Declaration declaration;
  CardSet skat = 0;      // the skat, only in after_pickup; 0 elsewhere
  CardSet discards = 0;  // 0 in a hand game
  float chance = 0;
  float score = -1e9f;
};

struct Promise {
  float chance = 0;
  float score = -1e9f;
};

bool has(const std::vector<Prospect>& prospects, const Declaration& declaration);

class Tryout;

class Kermit {
 public:
  // Bid while the chance to win reaches the threshold, from the hand or averaged over every
  // `stride`th skat. A tryout, if any, decides on discards and declaration.
  Kermit(const GameWorth& worth, float threshold, int stride = 1,
         std::shared_ptr<const Tryout> tryout = nullptr)
      : worth_(worth), threshold_(threshold), stride_(stride), tryout_(std::move(tryout)) {}

  // Return the best prospect of each declaration with the skat in hand, the highest expected score
  // first. `laid_away`: the cards discarded so far: none, the lower-numbered one, or both.
  std::vector<Prospect> with_skat(CardSet twelve, int bid, const Setting& setting,
                                  CardSet laid_away = 0) const;
  // Return the n most promising combinations of declaration and discards, then the best discards of
  // every other declaration. For null games only the best discards are included.
  std::vector<Prospect> ways(CardSet twelve, int bid, const Setting& setting, int n,
                             CardSet laid_away = 0) const;
  // Return the best candidate of each declaration, ranked by the tryout; without one, `with_skat`.
  std::vector<Prospect> try_out(CardSet twelve, int bid, const Setting& setting,
                                CardSet laid_away = 0) const;
  // Return the best discards and declaration. After the first discard the earlier choice is kept if
  // it contains that card.
  Prospect decided(CardSet twelve, int bid, const Setting& setting, CardSet laid_away = 0) const;
  // Return the best prospect for every `stride`th skat. The discards are those that win each
  // contract most often; the declaration is the one of the highest expected score.
  std::vector<Prospect> after_pickup(CardSet hand, int bid, const Setting& setting) const;
  // Return the hand games that may be declared, averaged over all skats, the highest expected score
  // first.
  std::vector<Prospect> from_hand(CardSet hand, int bid, const Setting& setting) const;

  static Promise mean(const std::vector<Prospect>& prospects);
  // Return the chance to win at this bid: after picking up or from the hand, whichever is greater.
  float chance(CardSet hand, int bid, const Setting& setting) const;
  // Tell whether the chance reaches the threshold; stop once the remaining skats cannot change the
  // answer.
  bool pays(CardSet hand, int bid, const Setting& setting) const;
  // Return the highest value up to which bidding pays if nobody else bids, 0 for none.
  int limit(CardSet hand, int seat) const;

  // Return the next action before the card play, based on what the seat to act knows.
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

Setting setting_of(const Deal& deal, int seat);

}  // namespace vorhand::skat
