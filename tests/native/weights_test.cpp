// Fitted numbers without Python: decimals are read as the compiler reads them.
#include "weights.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "check.hpp"
#include "skat/rule_player/hand_prices.hpp"
#include "skat/rule_player/strengths.hpp"

using namespace vorhand;

namespace {

template <typename Call>
bool throws(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

}  // namespace

int main() {
  for (int number = -200'000; number <= 200'000; ++number) {
    for (const int digits : {0, 1, 2, 3}) {
      char text[32];
      const int power = digits == 0 ? 1 : digits == 1 ? 10 : digits == 2 ? 100 : 1000;
      const int size = std::abs(number);
      if (digits) {
        std::snprintf(text, sizeof text, "%s%d.%0*d", number < 0 ? "-" : "", size / power, digits,
                      size % power);
      } else {
        std::snprintf(text, sizeof text, "%d", number);
      }
      CHECK(weights::decimal(text) == std::strtof(text, nullptr));
    }
  }
  CHECK(weights::decimal("24.78") == 24.78f);
  for (const char* text : {"", "-", ".", "x", "1,5", "1.2.3", "12345678", "1e3", " 1"}) {
    CHECK(throws([&] { weights::decimal(text); }));
  }
  const weights::Table table("rule_player_hands.tsv");
  CHECK(table.at("null", "NullCards", "won") == skat::hand_prices().null_suit[0][0]);
  CHECK(throws([&] { table.at("null", "NullCards", "schwarz"); }));  // left out
  CHECK(throws([&] { table.at("null", "NullCards", "lost"); }));
  CHECK(throws([&] { table.at("null", "TrumpCount", "won"); }));
  CHECK(throws([] { weights::bytes("no_such_file.tsv"); }));
  CHECK(skat::kTrumpRuleNames.front() == "TablePoints");
  CHECK(skat::kTrumpRuleNames.back() == "Singleton");
  CHECK(skat::kNullRuleNames[skat::kNullFoeVoid] == "NullFoeVoid");
  CHECK(skat::kSituationNames[skat::kLastAfterFoe] == "LastAfterFoe");
  return 0;
}
