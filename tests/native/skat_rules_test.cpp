// Rules of card play without Python.
#include "check.hpp"
#include "skat/notation.hpp"
#include "skat/rules.hpp"

using namespace vorhand::skat;

static Card card(const char* name) {
  const Card parsed = parse_card(name);
  CHECK(parsed >= 0);
  return parsed;
}

int main() {
  CHECK(card_points(kAllCards) == kTotalPoints);
  for (Card c = 0; c < kNumCards; ++c) CHECK(parse_card(card_name(c)) == c);
  CHECK(parse_card("XX") == -1);

  const auto hearts = Contract::kHearts;
  CHECK(count(trump_mask(hearts)) == 11);
  CHECK(trick_winner(hearts, card("SA"), card("H7"), card("DJ")) == 2);
  CHECK(trick_winner(hearts, card("SA"), card("ST"), card("DA")) == 0);
  CHECK(trick_winner(Contract::kNull, card("ST"), card("SJ"), card("SA")) == 2);
  CHECK(trick_winner(Contract::kNull, card("SJ"), card("ST"), card("HA")) == 0);
  CHECK(legal_cards(hearts, bit(card("CJ")) | bit(card("S7")), card("HA")) == bit(card("CJ")));
  CHECK(void_shown(Contract::kGrand, card("DJ"), card("D7")) == kJacks);
  return 0;
}
