// vorhand.native.skat: the rules of card play, one call at a time.

#include "skat_checks.hpp"

using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

Card checked_card(Card card) {
  check_range("card", card, 0, kNumCards - 1);
  return card;
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_rules(nb::module_& m) {
  m.def(
      "card_points", [](CardSet cards) { return card_points(cards); }, "cards"_a,
      "Return the card points of a set of cards (0..120).");
  m.def(
      "trump_mask", [](int contract) { return trump_mask(checked_contract(contract)); },
      "contract"_a, "Return all trumps of a contract.");
  m.def(
      "legal_cards",
      [](int contract, CardSet hand, Card led) {
        return legal_cards(checked_contract(contract), hand, led < 0 ? -1 : checked_card(led));
      },
      "contract"_a, "hand"_a, "led"_a,
      "Return the cards of `hand` that may be played to a trick opened with `led` (-1: the\n"
      "player leads).");
  m.def(
      "strength",
      [](int contract, Card card) {
        return strength(checked_contract(contract), checked_card(card));
      },
      "contract"_a, "card"_a,
      "Return the strength of a card, which orders the cards that follow a suit, and the\n"
      "trumps.");
  m.def(
      "trick_winner",
      [](int contract, Card led, Card second, Card third) {
        return trick_winner(checked_contract(contract), checked_card(led), checked_card(second),
                            checked_card(third));
      },
      "contract"_a, "led"_a, "second"_a, "third"_a,
      "Return the index in the trick (0 = led) of the card that wins it.");
  m.def(
      "void_shown",
      [](int contract, Card led, Card played) {
        return void_shown(checked_contract(contract), checked_card(led), checked_card(played));
      },
      "contract"_a, "led"_a, "played"_a,
      "Return the cards that a player who answered `led` with `played` cannot hold.");
}

}  // namespace vorhand::bindings
