#include "belote/deal.hpp"

#include <vector>

namespace vorhand::belote {

namespace {

constexpr int kFirstCards = 5;  // cards in each hand before the calls of the plain game
constexpr int kTurnedAt = kSeats * kFirstCards;
constexpr std::array<int, 8> kPlainPoints{0, 0, 0, 2, 3, 4, 10, 11};
constexpr std::array<int, 8> kTrumpPoints{0, 0, 14, 20, 3, 4, 10, 11};
constexpr std::array<int, 8> kTrumpOrder{0, 1, 4, 5,
                                         6, 7, 2, 3};  // ranks, weak to strong: 78QKTA9J

constexpr CardSet belote_cards(int trump) { return CardSet{0b110000} << (8 * trump); }

// Return the terms of the card play; only the points of `side` count.
tricks::Terms make_terms(int trump, int side) {
  tricks::Terms terms;
  terms.seats = kSeats;
  terms.trump = trump;
  for (int suit = 0; suit < 4; ++suit) {
    std::vector<int> cards;
    for (std::size_t i = 0; i < 8; ++i) {
      cards.push_back(make_card(suit, suit == trump ? kTrumpOrder[i] : static_cast<int>(i)));
      terms.points.push_back(suit == trump ? kTrumpPoints[i] : kPlainPoints[i]);
    }
    terms.suits.push_back(cards);
  }
  terms.side = side == 0 ? 0b0101 : 0b1010;
  terms.last_points = 10;
  terms.all_tricks = 90;
  terms.duties = {true, true, true};
  return terms;
}

const tricks::Terms& terms_of(const Contract& contract) {
  static const std::vector<tricks::Terms> all = [] {
    std::vector<tricks::Terms> each;
    for (int number = 0; number < 8; ++number) each.push_back(make_terms(number / 2, number % 2));
    return each;
  }();
  return all[static_cast<std::size_t>(2 * contract.trump + contract.taker % 2)];
}

}  // namespace

Deal::Deal(const Rules& rules) : rules_(rules) { table_.first = (rules.dealer + 1) % kSeats; }

int Deal::player() const {
  switch (phase_) {
    case Phase::kCalls:
      return (table_.first + static_cast<int>(table_.calls.size())) % kSeats;
    case Phase::kPlay:
      return play_->player();
    case Phase::kOver:
      return kTerminalPlayer;
    default:
      return kChancePlayer;
  }
}

int Deal::place() const {
  const int number = count(dealt_), first = table_.first;
  if (rules_.contree || number < kTurnedAt) return (first + number) % kSeats;
  if (number == kTurnedAt) return -1;
  const int rest = number - kTurnedAt - 1;
  if (rest < 2 * kSeats) return (first + rest) % kSeats;
  // The last round skips the taker, who already has the card turned up.
  int seat = first;
  for (int left = rest - 2 * kSeats; seat == contract_.taker || left-- > 0;) {
    seat = (seat + 1) % kSeats;
  }
  return seat;
}

Deal::Actions Deal::bids() const {
  Actions actions;
  actions.set(kPass);
  const bool other_side = speaker_ >= 0 && speaker_ % 2 != player() % 2;
  if (said_ == kDouble) return actions.set(kRedouble, other_side);
  const int value = speaker_ < 0 ? -1 : (said_ - kFirstBid) % kValues;
  for (Action action = kFirstBid; action < kDouble; ++action) {
    if ((action - kFirstBid) % kValues > value) actions.set(index(action));
  }
  return actions.set(kDouble, other_side);
}

Deal::Actions Deal::legal_actions() const {
  if (phase_ == Phase::kOver) return {};
  if (phase_ == Phase::kPlay) return Actions(play_->legal());
  if (phase_ != Phase::kCalls) return Actions(undealt());
  if (rules_.contree) return bids();
  Actions actions;
  actions.set(kPass);
  if (table_.calls.size() < kSeats) return actions.set(kTake);
  for (int suit = 0; suit < 4; ++suit) {
    if (suit != suit_of(turned_)) actions.set(index(kFirstSuit + suit));
  }
  return actions;
}

void Deal::apply(Action action) {
  history_.push_back(action);
  if (phase_ == Phase::kPlay) {
    play_->play(action);
    if (play_->over()) phase_ = Phase::kOver;
  } else if (phase_ == Phase::kCalls) {
    call(action);
  } else {
    deal_card(action);
  }
  update_table();
}

void Deal::update_table() {
  table_.to_act = player();
  table_.over = phase_ == Phase::kOver;
  table_.dealing = player() == kChancePlayer;
  table_.taker = contract_.taker;
  table_.play = play_.get();
}

int Deal::cards_to_deal() const {
  return phase_ == Phase::kDeal && !rules_.contree ? kTurnedAt + 1 : kCards;
}

void Deal::deal_card(Card card) {
  const int seat = place();
  table_.dealt.push_back(card);
  table_.places.push_back(seat);
  if (seat < 0) {
    turned_ = card;
  } else {
    hands_[index(seat)] |= bit(card);
  }
  dealt_ |= bit(card);
  if (count(dealt_) < cards_to_deal()) return;
  if (phase_ == Phase::kDealRest) return begin_play();
  phase_ = Phase::kCalls;
}

void Deal::call(Action action) {
  const int seat = player();
  table_.calls.emplace_back(seat, action);
  passes_ = action == kPass ? passes_ + 1 : 0;
  if (rules_.contree) return call_in_auction(seat, action);
  if (action != kPass) {
    contract_ = {seat, action == kTake ? suit_of(turned_) : action - kFirstSuit};
    hands_[index(seat)] |= bit(turned_);
    phase_ = Phase::kDealRest;
  } else if (passes_ == 2 * kSeats) {
    phase_ = Phase::kOver;
  }
}

void Deal::call_in_auction(int seat, Action action) {
  if (action >= kFirstBid && action < kDouble) {
    const int suit = (action - kFirstBid) / kValues, value = (action - kFirstBid) % kValues;
    contract_ = {seat, suit, value == kValues - 1 ? kAllTricks : 80 + 10 * value};
  }
  if (action == kDouble) contract_.factor = 2;
  if (action == kRedouble) contract_.factor = rules_.scoring.surcontre;
  if (action != kPass) {
    said_ = action;
    speaker_ = seat;
  }
  if (action == kRedouble || (speaker_ >= 0 && passes_ == kSeats - 1)) return begin_play();
  if (passes_ == kSeats) phase_ = Phase::kOver;
}

void Deal::begin_play() {
  const CardSet both = belote_cards(contract_.trump);
  for (int seat = 0; seat < kSeats; ++seat) {
    if ((hands_[index(seat)] & both) == both) belote_seat_ = seat;
  }
  const std::vector<tricks::Set> hands(hands_.begin(), hands_.end());
  play_ = tricks::Play::make(terms_of(contract_), hands, kHand, table_.first);
  phase_ = Phase::kPlay;
}

const Contract* Deal::contract() const {
  return contract_.taker >= 0 && phase_ != Phase::kCalls ? &contract_ : nullptr;
}

std::array<int, kSeats> Deal::returns() const {
  if (phase_ != Phase::kOver || !play_) return {};
  const int side = belote_seat_ < 0 ? -1 : (belote_seat_ + contract_.taker) % 2;
  const auto [own, other] = scores(rules_.scoring, contract_, play_->points(), side);
  std::array<int, kSeats> returns;
  for (int seat = 0; seat < kSeats; ++seat) {
    returns[index(seat)] = (seat + contract_.taker) % 2 == 0 ? own - other : other - own;
  }
  return returns;
}

}  // namespace vorhand::belote
