#include "skat/deal.hpp"

#include <algorithm>

#include "skat/notation.hpp"
#include "skat/start.hpp"

namespace vorhand::skat {

std::string action_name(Action action) {
  if (action < 0 || action >= kNumActionsWithPushes) return "unknown";
  if (action < kNumCards) return card_name(action);
  if (action == kPass) return "pass";
  if (action == kHold) return "hold";
  if (action < kPickUp)
    return std::to_string(kBidValues[static_cast<std::size_t>(action - kFirstBid)]);
  if (action == kPickUp) return "pick up";
  if (action == kPlayHand) return "hand";
  static const char* const kSayings[] = {"give up", "lay open", "agree", "play on",
                                         "kontra",  "re",       "no re"};
  if (action == kPushUnseen) return "push unseen";
  if (action >= kFirstSpitze) {
    return action_name(action - kFirstSpitze + kFirstDeclaration) + " spitze";
  }
  if (action >= kGiveUp) return kSayings[action - kGiveUp];
  static const char* const kContracts[kNumContracts] = {"diamonds", "hearts", "spades",
                                                        "clubs",    "grand",  "null"};
  static const char* const kLevels[kNumLevels] = {"", " schneider announced", " schwarz announced",
                                                  " ouvert"};
  const int code = action - kFirstDeclaration;
  return std::string(kContracts[code / kNumLevels]) + kLevels[code % kNumLevels];
}

Stay stays_in(const Deal& deal) {
  if (deal.player() == deal.answerer()) return {kHold, deal.bid()};
  const auto* next = std::upper_bound(kBidValues.begin(), kBidValues.end(), deal.bid());
  if (next == kBidValues.end()) return {kPass, deal.bid()};
  return {kFirstBid + static_cast<int>(next - kBidValues.begin()), *next};
}

Deal::Deal(const Start& start, bool any_past) : start_(start) {
  check_start(start, any_past);
  if (start.declared) {
    soloist_ = start.soloist;
    declaration_ = start.declaration;
    picked_up_ = !start.declaration.hand;
  }
  if (!start.given) {
    undealt_ = start.pool;
    dealt_hand_size_ = count(start.pool) / kNumPlayers;
    return;
  }
  hands_ = start.hands;
  skat_ = start.skat;
  cards_are_dealt();
}

CardSet Deal::in_play() const { return start_.declared ? ~cards_gone(start_) : kAllCards; }

bool Deal::is_legal(Action action) const {
  if (action < 0 || action >= kNumActionsWithPushes) return false;
  if (action < kNumCards) return (legal_card_set() & bit(action)) != 0;
  switch (phase_) {
    case Phase::kBidding:
      if (action == kPass) return true;
      if (player_ == answerer_) return action == kHold;
      return action > kFirstBid + bid_ && action < kPickUp;
    case Phase::kPickUpOrHand:
      return action == kPickUp || action == (soloist_ < 0 ? kPushUnseen : kPlayHand);
    case Phase::kDeclare:
      return may_declare_by(action);
    case Phase::kPlay:
      if (offer_ == kKontra) return action == kRe || action == kNoRe;
      return action == kKontra ? may_say_kontra() : may_claim(action);
    default:
      return false;
  }
}

// A soloist who declares Spitze must hold the lowest trump.
bool Deal::may_declare_by(Action action) const {
  const bool spitze = action >= kFirstSpitze;
  const int code = action - (spitze ? kFirstSpitze : kFirstDeclaration);
  if (code < 0 || (!spitze && action >= kNumActions) || action == kPushUnseen) return false;
  const auto contract = static_cast<Contract>(code / kNumLevels);
  if (!may_declare({contract, static_cast<Level>(code % kNumLevels), declaration_.hand}, bid())) {
    return false;
  }
  const bool holds = (hands_[index(soloist_)] & bit(lowest_trump(contract))) != 0;
  return !spitze || (start_.table.spitze && holds);
}

CardSet Deal::legal_card_set() const {
  if (offer_ >= 0) return 0;
  switch (phase_) {
    case Phase::kDeal:
      return undealt_;
    case Phase::kDiscard: {
      // Discards ascend, so that a pair has one history: the first card is not the highest of the
      // twelve, and the second is above the first.
      // Jacks are not pushed on.
      const CardSet hand = hands_[index(player_)] & (soloist_ < 0 ? ~kJacks : kAllCards);
      if (skat_) return hand & ~(skat_ | (skat_ - 1));
      return hand & ~std::bit_floor(hand);
    }
    case Phase::kPlay:
      return legal_cards(declaration_.contract, hands_[index(player_)],
                         trick_size_ ? trick_[0] : -1);
    default:
      return 0;
  }
}

int Deal::legal_actions(std::array<std::uint8_t, kNumActions>& actions) const {
  int n = 0;
  auto add = [&](Action action) { actions[index(n++)] = static_cast<std::uint8_t>(action); };
  for (CardSet cards = legal_card_set(); cards;) add(pop_lowest(cards));
  Action from = 0, to = 0;
  if (phase_ == Phase::kBidding) {
    from = kPass;
    to = kPickUp;
  } else if (phase_ == Phase::kPickUpOrHand) {
    from = kPickUp;
    to = kFirstDeclaration;
    if (soloist_ < 0) to = kPlayHand;
  } else if (phase_ == Phase::kDeclare) {
    from = kFirstDeclaration;
    to = start_.table.spitze ? kNumActionsWithSpitze : kNumActions;
  } else if (phase_ == Phase::kPlay && (start_.table.claims || start_.table.kontra)) {
    from = kGiveUp;
    to = kNumActionsWithKontra;
  }
  for (Action action = from; action < to; ++action) {
    if (is_legal(action)) add(action);
  }
  if (is_legal(kPushUnseen)) add(kPushUnseen);
  return n;
}

void Deal::advance(Action action) {
  actions_[index(history_size_)] = static_cast<std::uint8_t>(action);
  players_[index(history_size_)] =
      static_cast<std::uint8_t>(player_ == kChancePlayer ? kNumPlayers : player_);
  ++history_size_;
  switch (phase_) {
    case Phase::kDeal:
      return deal_card(action);
    case Phase::kBidding:
      return apply_bid(action);
    case Phase::kPickUpOrHand:
      if (soloist_ < 0) return push(action);
      picked_up_ = action == kPickUp;
      declaration_.hand = !picked_up_;
      if (picked_up_) {
        hands_[index(soloist_)] |= skat_;
        skat_ = 0;
      }
      phase_ = picked_up_ ? Phase::kDiscard : Phase::kDeclare;
      return;
    case Phase::kDiscard:
      return soloist_ < 0 ? push_card(action) : discard(action);
    case Phase::kDeclare: {
      declaration_.spitze = action >= kFirstSpitze;
      const int code = action - (declaration_.spitze ? kFirstSpitze : kFirstDeclaration);
      declaration_.contract = static_cast<Contract>(code / kNumLevels);
      declaration_.level = static_cast<Level>(code % kNumLevels);
      return begin_play();
    }
    case Phase::kPlay:
      if (action >= kKontra) return kontra(action);
      return action < kNumCards ? play_card(action) : claim(action);
    case Phase::kOver:
      return;
  }
}

void Deal::deal_card(Card card) {
  undealt_ &= ~bit(card);
  const int dealt = history_size_ - 1;
  const int seat = (dealt >= dealt_hand_size_) + (dealt >= 2 * dealt_hand_size_) +
                   (dealt >= 3 * dealt_hand_size_);
  (seat < kNumPlayers ? hands_[index(seat)] : skat_) |= bit(card);
  if (!undealt_) cards_are_dealt();
}

void Deal::cards_are_dealt() {
  dealt_hands_ = hands_;
  dealt_skat_ = skat_;
  if (start_.declared) {
    if (picked_up_) discards_ = skat_;
    return begin_play();
  }
  phase_ = Phase::kBidding;
  caller_ = player_ = 1;
  answerer_ = 0;
}

// Middlehand bids against forehand, then rearhand bids against the one who has not passed. If
// nobody has named a value, forehand may still do so (ISkO 3.3).
void Deal::apply_bid(Action action) {
  if (action == kHold) {
    player_ = caller_;
    return;
  }
  if (action != kPass) {
    bid_ = action - kFirstBid;
    if (answerer_ < 0) return become_soloist(caller_);
    player_ = answerer_;
    return;
  }
  declined_first_[index(player_)] = bid_ < (player_ == answerer_ ? 1 : 0);
  if (answerer_ < 0) {
    return all_passed();
  }
  survivor_found(player_ == caller_ ? answerer_ : caller_);
}

void Deal::survivor_found(int seat) {
  if (caller_ == 1) {
    caller_ = player_ = 2;
    answerer_ = seat;
  } else if (bid_ >= 0) {
    become_soloist(seat);
  } else {
    caller_ = player_ = 0;
    answerer_ = -1;
  }
}

void Deal::become_soloist(int seat) {
  soloist_ = player_ = seat;
  phase_ = Phase::kPickUpOrHand;
}

void Deal::discard(Card card) {
  hands_[index(soloist_)] &= ~bit(card);
  skat_ |= bit(card);
  discards_ = skat_;
  if (count(skat_) == kSkatSize) phase_ = Phase::kDeclare;
}

void Deal::begin_play() {
  phase_ = Phase::kPlay;
  if (start_.declared) {
    const int hand_size = count(hands_[index(start_.leader)]) + (start_.trick_size > 0);
    leader_ = start_.leader;
    trick_size_ = start_.trick_size;
    voids_ = start_.voids;
    for (int i = 0; i < trick_size_; ++i) {
      trick_[index(i)] = start_.trick[index(i)];
      voids_[index((leader_ + i) % kNumPlayers)] |=
          void_shown(declaration_.contract, trick_[0], trick_[index(i)]);
    }
    soloist_tricks_ = start_.soloist_tricks;
    defender_tricks_ = kNumTricks - hand_size - soloist_tricks_;
    soloist_points_ = start_.soloist_points;
    defender_points_ = card_points(cards_gone(start_)) - soloist_points_;
  }
  player_ = (leader_ + trick_size_) % kNumPlayers;
}

void Deal::play_card(Card card) {
  hands_[index(player_)] &= ~bit(card);
  played_[index(player_)] |= bit(card);
  trick_[index(trick_size_++)] = card;
  voids_[index(player_)] |= void_shown(declaration_.contract, trick_[0], card);
  player_ = (player_ + 1) % kNumPlayers;
  if (trick_size_ == kNumPlayers) finish_trick();
}

void Deal::finish_trick() {
  const int position = trick_winner(declaration_.contract, trick_[0], trick_[1], trick_[2]);
  const int points = kRankPoints[rank_of(trick_[0])] + kRankPoints[rank_of(trick_[1])] +
                     kRankPoints[rank_of(trick_[2])];
  leader_ = player_ = (leader_ + position) % kNumPlayers;
  trick_size_ = 0;
  const bool soloist_won = leader_ == soloist_;
  spitze_made_ = declaration_.spitze && soloist_won && tricks_played() == kNumTricks - 1 &&
                 trick_[index(position)] == lowest_trump(declaration_.contract);
  (soloist_won ? soloist_tricks_ : defender_tricks_) += 1;
  (soloist_won ? soloist_points_ : defender_points_) += points;
  if (soloist_ < 0) credit_ramsch_trick(points);

  const bool decided = soloist_won ? declaration_.is_null()
                                   : declaration_.schwarz_announced() && !start_.table.play_out;
  if (decided || tricks_played() == kNumTricks) end(Phase::kOver, kTerminalPlayer);
}

bool Deal::may_claim(Action action) const {
  if (!start_.table.claims || soloist_ < 0) return false;
  if (offer_ >= 0) return action == kAgree || action == kPlayOn;
  if (action == kGiveUp) return !gave_up_[index(player_)];
  return action == kLayOpen && player_ == soloist_ && !laid_open_;
}

// A soloist with nine cards or more gives up without asking (ISkO 4.4.1); with fewer, one defender
// must agree. A defender who gives up needs the partner's agreement. Both defenders must agree
// to the soloist's claim.
void Deal::claim(Action action) {
  constexpr int kCardsToGiveUpFreely = 9;
  if (action == kAgree) {
    const bool first = (offerer_ + 1) % kNumPlayers == player_;
    if (offer_ == kLayOpen && first) return ask_next();
    broken_off_by_ = offer_ == kLayOpen ? player_ : offerer_;
    offer_ = -1;
    return end(Phase::kOver, kTerminalPlayer);
  }
  if (action == kPlayOn) {
    if (offer_ == kGiveUp && offerer_ == soloist_) return ask_next();
    return resume();
  }
  if (action == kLayOpen) laid_open_ = true;
  if (action == kGiveUp) gave_up_[index(player_)] = true;
  if (action == kGiveUp && player_ == soloist_ &&
      count(hands_[index(player_)]) >= kCardsToGiveUpFreely) {
    broken_off_by_ = player_;
    return end(Phase::kOver, kTerminalPlayer);
  }
  offer_ = action;
  offerer_ = player_;
  ask_next();
}

// Ask the next defender; when all have answered, play continues.
void Deal::ask_next() {
  player_ = (player_ + 1) % kNumPlayers;
  if (player_ == soloist_ && player_ != offerer_) player_ = (player_ + 1) % kNumPlayers;
  if (player_ == offerer_) resume();
}

void Deal::resume() {
  player_ = offerer_;
  offer_ = offerer_ = -1;
}

// A defender may say Kontra before their own first card, unless it was said, they declined 18, have
// offered to give up, or see the soloist's cards. Without the bidding nobody may.
bool Deal::may_say_kontra() const {
  const std::size_t seat = index(player_);
  return start_.table.kontra && !start_.declared && soloist_ >= 0 && offer_ < 0 &&
         multiplier_ == 1 && player_ != soloist_ && count(hands_[seat]) == kNumTricks &&
         !declined_first_[seat] && !gave_up_[seat] && !lies_open();
}

void Deal::kontra(Action action) {
  if (action == kNoRe) return resume();
  multiplier_ *= 2;
  if (action == kRe) return resume();
  offer_ = kKontra;
  offerer_ = player_;
  player_ = soloist_;
}

Credit Deal::credit_if_broken_off(int seat) const {
  if (seat == soloist_ || declaration_.is_null()) {
    return {soloist_points_with_skat(), soloist_tricks_};
  }
  return {kTotalPoints - defender_points_, kNumTricks - defender_tricks_};
}

namespace {

// Return the declaration to be judged. In grand with all jacks Spitze does not count, but is legal,
// since forbidding it would reveal the hand (docs/skat-club-rules.md#spitze).
Declaration that_counts(const Deal& deal) {
  Declaration declaration = deal.declaration();
  const CardSet ten = deal.hand(deal.soloist()) | deal.played(deal.soloist());
  if (declaration.contract == Contract::kGrand && (ten & kJacks) == kJacks) {
    declaration.spitze = false;
  }
  return declaration;
}

}  // namespace

Result Deal::result_if_broken_off(int seat, int bid) const {
  if (!declared()) throw std::logic_error("broken off before a declaration");
  constexpr int kMostPointsOfSchneider = 30;
  const Credit credit = credit_if_broken_off(seat);
  auto [points, tricks] = credit;
  if (seat == soloist_) {
    if (declaration_.is_null()) tricks = std::max(tricks, 1);
    if (tricks_played() == 0) {
      points = std::max(points, kMostPointsOfSchneider + 1);
      tricks = std::max(tricks, 1);
    }
  }
  Result result = judge(soloist_, that_counts(*this), matadors(), bid, points, tricks, multiplier_,
                        start_.table.bock, seat != soloist_ && spitze_holds());
  result.points = credit.points;
  result.tricks = credit.tricks;
  return result;
}

bool Deal::spitze_holds() const {
  if (!declaration_.spitze) return false;
  const CardSet lowest = bit(lowest_trump(declaration_.contract));
  if (spitze_made_ || (hands_[index(soloist_)] & lowest)) return true;
  CardSet table = 0;
  for (int i = 0; i < trick_size_; ++i) table |= bit(trick_[index(i)]);
  // In the last trick any other trump on the table beats the lowest one.
  return tricks_played() == kNumTricks - 1 && (table & trump_mask(declaration_.contract)) == lowest;
}

int Deal::matadors() const {
  if (start_.matadors) return start_.matadors;
  return skat::matadors(declaration_.contract, dealt_hands_[index(soloist_)] | dealt_skat_);
}

Result Deal::result() const {
  if (!is_over()) throw std::logic_error("result of a deal that is not over");
  if (is_ramsch()) {
    return judge_ramsch(seat_points_, seat_tricks_, start_.table.bock, pushed_unseen_);
  }
  if (soloist_ < 0) return {};
  if (broken_off_by_ >= 0) return result_if_broken_off(broken_off_by_, bid());
  return result_with(soloist_points_with_skat(), soloist_tricks_);
}

Result Deal::result_with(int soloist_points, int soloist_tricks) const {
  if (!declared()) throw std::logic_error("result of a deal without a declaration");
  return judge(soloist_, that_counts(*this), matadors(), bid(), soloist_points, soloist_tricks,
               multiplier_, start_.table.bock, is_over() ? spitze_made_ : spitze_holds());
}

Deal Deal::with_hidden(const std::array<CardSet, kNumPlayers>& hands, CardSet dealt_skat,
                       CardSet discards) const {
  if (pushes_.last() >= 0) {
    return with_pushes(hands, dealt_skat, lowest_pushes(pushes_, -1, owned(hands), dealt_skat));
  }
  Deal other = *this;
  other.hands_ = hands;
  other.dealt_skat_ = dealt_skat;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    other.dealt_hands_[index(seat)] = hands[index(seat)] | played_[index(seat)];
  }
  if (start_.declared || !picked_up_) {
    other.skat_ = dealt_skat;
    if (picked_up_) other.discards_ = dealt_skat;
  } else {
    other.skat_ = other.discards_ = discards;
    CardSet& dealt = other.dealt_hands_[index(soloist_)];
    dealt = (dealt | discards) & ~dealt_skat;
  }
  other.rewrite_chance_and_discards();
  return other;
}

// Rewrite start and history to match the present places of the cards.
void Deal::rewrite_chance_and_discards() {
  if (start_.given) {
    start_.hands = dealt_hands_;
    start_.skat = dealt_skat_;
  }
  int next = 0;
  auto rewrite = [&](CardSet cards, int n) {
    CardSet before = 0;
    for (int i = 0; i < n; ++i) before |= bit(actions_[index(next + i)]);
    if (before == cards) {
      next += n;  // keep the order in which a player received known cards
      return;
    }
    while (cards) actions_[index(next++)] = static_cast<std::uint8_t>(pop_lowest(cards));
  };
  if (!start_.given) {
    for (const CardSet hand : dealt_hands_) rewrite(hand, dealt_hand_size_);
    rewrite(dealt_skat_, count(dealt_skat_));
  }
  for (int i = 0; i < history_size_; ++i) {
    if (history(i) != kPickUp) continue;
    next = i + 1;
    const CardSet cards = picked_up_ ? discards_ : pushes_.pushed[index(history_player(i))];
    rewrite(cards, count(cards));
  }
}

bool Deal::operator==(const Deal& other) const {
  return start_ == other.start_ && history_size_ == other.history_size_ &&
         std::equal(actions_.begin(), actions_.begin() + history_size_, other.actions_.begin());
}

void Deal::refuse(Action action) const {
  std::string text = "action " + std::to_string(action);
  if (action >= 0 && action < kNumActionsWithPushes) text += " (" + action_name(action) + ")";
  if (is_over()) throw IllegalActionError(text + ": the deal is over");
  text += ": expected ";
  std::array<std::uint8_t, kNumActions> actions;
  const int n = legal_actions(actions);
  for (int i = 0; i < n; ++i) {
    text += (i ? ", " : "one of ") + action_name(actions[index(i)]);
    if (i == 11 && n > 13) {
      text += ", ... (" + std::to_string(n) + " in all)";
      break;
    }
  }
  if (player_ >= 0) text += " from " + seat_name(player_);
  throw IllegalActionError(text);
}

}  // namespace vorhand::skat
