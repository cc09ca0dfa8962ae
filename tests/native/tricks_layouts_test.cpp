// Worlds drawn without numbers, against numbered ones.
#include <map>

#include "check.hpp"
#include "tricks/layouts.hpp"

using namespace vorhand;
using namespace vorhand::tricks;

using Row = std::array<Set, 3>;

// Worlds of small layouts occur equally often: chi-square, five standard deviations.
static void check_draws(const Layouts& layouts, Random& random) {
  const std::uint64_t size = layouts.size().low();
  std::map<Row, int> drawn;
  for (std::uint64_t number = 0; number < size; ++number) {
    Row row;
    layouts.world(number, row);
    drawn[row] = 0;
  }
  CHECK(drawn.size() == size);
  const int each = 60, all = each * static_cast<int>(size);
  for (int i = 0; i < all; ++i) {
    Row row;
    layouts.draw(random, row);
    CHECK(drawn.count(row) == 1);
    ++drawn[row];
  }
  double square = 0;
  for (const auto& [row, times] : drawn) square += double(times - each) * (times - each) / each;
  const double freedom = static_cast<double>(size) - 1;
  CHECK((square - freedom) * (square - freedom) <= 25 * 2 * freedom + 1e-9);
}

static void check_arithmetic(Random& random) {
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t a = random.next() >> 32, b = random.next() >> 32, c = random.next() >> 2;
    CHECK((Wide(a) * Wide(b)).low() == a * b);
    const Wide product = Wide(c) * Wide(c) * Wide(c) * Wide(a);
    Wide sum = product;
    sum += Wide(c);
    CHECK(sum > product && product < sum && sum != product);
    sum -= product;
    CHECK(sum == Wide(c));
    CHECK(Wide::below(random, product) < product);
  }
  CHECK(Wide(0).hex() == "0" && (Wide(1ull << 63) * Wide(32)).hex() == "100000000000000000");
  CHECK((Wide(1ull << 63) * Wide(32)).bit_width() == 69);
}

int main() {
  Random random(11);
  check_arithmetic(random);
  int checked = 0;
  for (int i = 0; i < 200; ++i) {
    const std::array<int, 3> room{int(random.below(4)), int(random.below(4)), int(random.below(3))};
    const Set hidden = (Set{1} << (room[0] + room[1] + room[2])) - 1;
    const std::array<Set, 3> possible{random.next(), hidden, random.next() | random.next()};
    const Layouts layouts(hidden, possible, room);
    if (layouts.size() < Wide(2) || layouts.size() > Wide(300)) continue;
    CHECK(layouts.numbered());
    check_draws(layouts, random);
    ++checked;
  }
  CHECK(checked > 30);
}
