// Order of cards, against loops over single cards.
#include "suit_order.hpp"

#include "check.hpp"
#include "random.hpp"

using namespace vorhand;

namespace {

using Set = std::uint64_t;

Set bit(int card) { return Set{1} << card; }

Set slow_above_all(Set own, Set others) {
  Set result = 0;
  for (int card = 0; card < 64; ++card) {
    if ((own & bit(card)) && (others >> card) == 0) result |= bit(card);
  }
  return result;
}

// Runs of eight cards.
Set slow_linked(Set cards, Set present) {
  Set result = 0;
  for (int card = 0; card < 64; ++card) {
    if (!(cards & bit(card)) || card % 8 == 0) continue;
    int below = card - 1;
    while (below % 8 && !(present & bit(below))) --below;
    if (cards & bit(below)) result |= bit(card);
  }
  return result;
}

Set slow_spread(Set numbers, Set cards) {
  Set result = 0;
  for (int card = 0, number = 0; card < 64; ++card) {
    if (!(cards & bit(card))) continue;
    if (numbers & bit(number++)) result |= bit(card);
  }
  return result;
}

}  // namespace

int main() {
  constexpr Set kBottoms = 0x0101010101010101u, kTops = kBottoms << 7;
  Random random(7, 1);
  for (int i = 0; i < 20000; ++i) {
    const Set a = random.next() & random.next(),
              b = random.next() & (i % 3 ? ~Set{0} : random.next());
    CHECK(above_all(a, i % 5 ? b >> (i % 60) : 0) == slow_above_all(a, i % 5 ? b >> (i % 60) : 0));
    const Set present = a | b;
    CHECK(linked_below(a, ~(present | kTops), kBottoms) == slow_linked(a, present));
    CHECK(spread(a, b) == slow_spread(a, b));
    CHECK(spread(numbers_in(a, b), b) == (a & b));
    CHECK(numbers_in(a, b) == numbers_in(a & b, b));
  }
}
