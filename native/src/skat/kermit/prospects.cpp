#include "skat/kermit/prospects.hpp"

#include <algorithm>

#include "skat/card_location/self_play.hpp"
#include "skat/kermit/pairs.hpp"
#include "skat/kermit/tryout.hpp"
#include "skat/rule_player/bidding.hpp"

namespace vorhand::skat {

namespace {

// Tell whether the pair can still be discarded, given the cards discarded so far; its lower card is
// discarded first.
bool may_follow(CardSet pair, CardSet laid_away) {
  if (!laid_away) return true;
  const CardSet other = pair & ~laid_away;
  return (pair & laid_away) == laid_away && (!other || other > laid_away);
}

Declaration declaration_of(const GameType& type) {
  return {type.contract, type.ouvert ? Level::kOuvert : Level::kPlain, false};
}

void best_first(std::vector<Prospect>& prospects) {
  std::stable_sort(prospects.begin(), prospects.end(),
                   [](const Prospect& a, const Prospect& b) { return a.score > b.score; });
}

}  // namespace

bool has(const std::vector<Prospect>& prospects, const Declaration& declaration) {
  return std::any_of(prospects.begin(), prospects.end(),
                     [&](const Prospect& one) { return one.declaration == declaration; });
}

void Kermit::weigh(const GameType& type, CardSet twelve, int bid, const Setting& setting,
                   CardSet laid_away, Prospect& best) const {
  const Declaration declaration = declaration_of(type);
  if (!may_declare(declaration, bid)) return;
  const GameWorth::Question question(worth_, type, false, setting);
  const int run = matadors(type.contract, twelve);
  GameWorth::Discards(question, twelve).each([&](CardSet away, const GameWorth::Sums& sums) {
    if (!may_follow(away, laid_away)) return;
    const Outlook found = outlook(declaration, run, question.chances(sums), bid);
    if (found.score > best.score) best = {declaration, 0, away, found.chance, found.score};
  });
}

std::vector<Prospect> Kermit::with_skat(CardSet twelve, int bid, const Setting& setting,
                                        CardSet laid_away) const {
  std::vector<Prospect> prospects;
  for (const GameType& type : kGameTypes) {
    Prospect best;
    weigh(type, twelve, bid, setting, laid_away, best);
    if (best.discards) prospects.push_back(best);
  }
  best_first(prospects);
  return prospects;
}

std::vector<Prospect> Kermit::ways(CardSet twelve, int bid, const Setting& setting, int n,
                                   CardSet laid_away) const {
  std::vector<Prospect> found;
  for (const GameType& type : kGameTypes) {
    const Declaration declaration = declaration_of(type);
    if (!may_declare(declaration, bid)) continue;
    if (declaration.is_null()) {
      Prospect best;
      weigh(type, twelve, bid, setting, laid_away, best);
      if (best.discards) found.push_back(best);
      continue;
    }
    const GameWorth::Question question(worth_, type, false, setting);
    const int run = matadors(type.contract, twelve);
    GameWorth::Discards(question, twelve).each([&](CardSet away, const GameWorth::Sums& sums) {
      if (!may_follow(away, laid_away)) return;
      const Outlook look = outlook(declaration, run, question.chances(sums), bid);
      found.push_back({declaration, 0, away, look.chance, look.score});
    });
  }
  best_first(found);
  std::vector<Prospect> kept;
  for (const Prospect& way : found) {
    if (kept.size() < static_cast<std::size_t>(n) || !has(kept, way.declaration)) {
      kept.push_back(way);
    }
  }
  return kept;
}

std::vector<Prospect> Kermit::try_out(CardSet twelve, int bid, const Setting& setting,
                                      CardSet laid_away) const {
  if (!tryout_) return with_skat(twelve, bid, setting, laid_away);
  const auto all = ways(twelve, bid, setting, tryout_->size(), laid_away);
  return (*tryout_)(all, twelve, bid, setting);
}

Prospect Kermit::decided(CardSet twelve, int bid, const Setting& setting, CardSet laid_away) const {
  const Prospect plan = try_out(twelve, bid, setting).front();
  if (may_follow(plan.discards, laid_away)) return plan;
  return try_out(twelve, bid, setting, laid_away).front();
}

Prospect Kermit::best_with_skat(CardSet twelve, int bid, const Setting& setting) const {
  Prospect best;
  for (const GameType& type : kGameTypes) {
    const Declaration declaration = declaration_of(type);
    if (!may_declare(declaration, bid)) continue;
    const GameWorth::Question question(worth_, type, false, setting);
    CardSet away = 0;
    int odds = 0;
    GameWorth::Sums best_sums{};
    GameWorth::Discards(question, twelve).each([&](CardSet pair, const GameWorth::Sums& sums) {
      const int found = question.log_odds(sums);
      if (away && found <= odds) return;
      away = pair;
      odds = found;
      best_sums = sums;
    });
    const Outlook found =
        outlook(declaration, matadors(type.contract, twelve), question.chances(best_sums), bid);
    if (found.score > best.score) best = {declaration, 0, away, found.chance, found.score};
  }
  return best;
}

std::vector<CardSet> Kermit::skats(CardSet hand) const {
  std::vector<CardSet> all;
  int number = 0;
  for_each_pair(kAllCards & ~hand, [&](CardSet skat) {
    if (number++ % stride_ == 0) all.push_back(skat);
  });
  return all;
}

std::vector<Prospect> Kermit::after_pickup(CardSet hand, int bid, const Setting& setting) const {
  std::vector<Prospect> prospects;
  for (const CardSet skat : skats(hand)) {
    prospects.push_back(best_with_skat(hand | skat, bid, setting));
    prospects.back().skat = skat;
  }
  return prospects;
}

std::vector<Prospect> Kermit::from_hand(CardSet hand, int bid, const Setting& setting) const {
  std::vector<Prospect> prospects;
  for (const GameType& type : kGameTypes) {
    const GameWorth::Question question(worth_, type, true, setting);
    const HandWorth worth = question.chances(question.sums(hand, 0));
    for (const Level level : {Level::kPlain, Level::kSchneider, Level::kSchwarz, Level::kOuvert}) {
      const Declaration declaration{type.contract, level, true};
      if (!may_declare(declaration, bid)) continue;
      if (declaration.is_null() && declaration.ouvert() != type.ouvert) continue;
      double chance = 0, score = 0, skats = 0;
      for_each_pair(kAllCards & ~hand, [&](CardSet skat) {
        const Outlook found =
            outlook(declaration, matadors(type.contract, hand | skat), worth, bid);
        chance += double{found.chance};
        score += double{found.score};
        ++skats;
      });
      prospects.push_back({declaration, 0, 0, static_cast<float>(chance / skats),
                           static_cast<float>(score / skats)});
    }
  }
  best_first(prospects);
  return prospects;
}

Promise Kermit::mean(const std::vector<Prospect>& prospects) {
  double chance = 0, score = 0;
  for (const Prospect& one : prospects) {
    chance += double{one.chance};
    score += double{one.score};
  }
  const auto n = static_cast<double>(prospects.size());
  return {static_cast<float>(chance / n), static_cast<float>(score / n)};
}

float Kermit::chance(CardSet hand, int bid, const Setting& setting) const {
  float best = mean(after_pickup(hand, bid, setting)).chance;
  for (const Prospect& one : from_hand(hand, bid, setting)) best = std::max(best, one.chance);
  return best;
}

bool Kermit::pays(CardSet hand, int bid, const Setting& setting) const {
  for (const Prospect& one : from_hand(hand, bid, setting)) {
    if (one.chance >= threshold_) return true;
  }
  const std::vector<CardSet> all = skats(hand);
  const double needed = double{threshold_} * static_cast<double>(all.size());
  double sum = 0, left = static_cast<double>(all.size());
  for (const CardSet skat : all) {
    sum += double{best_with_skat(hand | skat, bid, setting).chance};
    if (sum >= needed) return true;
    if (sum + --left < needed) return false;
  }
  return false;
}

int Kermit::limit(CardSet hand, int seat) const {
  int reached = 0;
  for (const int value : kBidValues) {
    if (!pays(hand, value, {seat, 0, 0})) break;
    reached = value;
  }
  return reached;
}

Action Kermit::action(const Deal& deal) const {
  const int seat = deal.player();
  const CardSet hand = deal.hand(seat);
  const Setting setting = setting_of(deal, seat);
  switch (deal.phase()) {
    case Phase::kBidding: {
      const Stay stay = stays_in(deal);
      return pays(hand, stay.value, setting) ? stay.action : kPass;
    }
    case Phase::kPickUpOrHand: {
      const auto games = from_hand(hand, deal.bid(), setting);
      const float after = mean(after_pickup(hand, deal.bid(), setting)).score;
      return !games.empty() && games.front().score > after ? kPlayHand : kPickUp;
    }
    case Phase::kDiscard: {
      const CardSet gone = deal.discards();
      return lowest(decided(hand | gone, deal.bid(), setting, gone).discards & hand);
    }
    default: {
      const CardSet gone = deal.discards();
      const Declaration best = deal.picked_up()
                                   ? decided(hand | gone, deal.bid(), setting, gone).declaration
                                   : from_hand(hand, deal.bid(), setting).front().declaration;
      return declaration_action(best.contract, best.level);
    }
  }
}

Setting setting_of(const Deal& deal, int seat) {
  const auto bids = bids_by_seat(deal);
  return {seat, bids[static_cast<std::size_t>((seat + 1) % kNumPlayers)],
          bids[static_cast<std::size_t>((seat + 2) % kNumPlayers)]};
}

}  // namespace vorhand::skat
