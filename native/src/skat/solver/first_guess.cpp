#include "skat/solver/first_guess.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "weights.hpp"

namespace vorhand::skat::solver {
namespace {

template <std::size_t kSize>
void add(std::array<std::int16_t, kSize>& sum, const std::array<std::int16_t, kSize>& row) {
  for (std::size_t i = 0; i < kSize; ++i) sum[i] = static_cast<std::int16_t>(sum[i] + row[i]);
}

template <std::size_t kSize>
int dot(const std::array<std::int16_t, kSize>& a, const std::array<std::int16_t, kSize>& b) {
  int sum = 0;
  for (std::size_t i = 0; i < kSize; ++i) sum += a[i] * b[i];
  return sum;
}

// A reader of two-byte numbers, low byte first, in the order of the members of GuessNet.
class Reader {
 public:
  explicit Reader(std::span<const unsigned char> bytes) : left_(bytes) {}

  template <typename Number>
    requires std::is_integral_v<Number>
  void read(Number& number) {
    if (left_.size() < 2) fail();
    number = static_cast<std::int16_t>(left_[0] | left_[1] << 8);
    left_ = left_.subspan(2);
  }
  template <typename Part, std::size_t kSize>
  void read(std::array<Part, kSize>& parts) {
    for (Part& part : parts) read(part);
  }
  void read(GuessNet& net) {
    read(net.suit);
    read(net.common);
    read(net.second);
    read(net.second_common);
    read(net.out);
    read(net.out_bias);
  }
  void end() const {
    if (!left_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw std::invalid_argument(
        "weights first_guess.bin: expected two nets of the size of GuessNet");
  }

  std::span<const unsigned char> left_;
};

}  // namespace

const GuessNet& guess_net(bool grand) {
  static const auto nets = [] {
    std::array<GuessNet, 2> both;
    Reader reader(weights::bytes("first_guess.bin"));
    reader.read(both);
    reader.end();
    return both;
  }();
  return nets[grand];
}

int first_guess(const std::array<Set, kNumPlayers>& owned, bool grand, int leader, int tricks,
                int rest) {
  const GuessNet& net = guess_net(grand);
  GuessNet::Row<GuessNet::kFirst> common = net.common[GuessNet::kLeaderInput + leader];
  GuessNet::Row<GuessNet::kSecond> second = net.second_common[GuessNet::kLeaderInput + leader];
  const auto see = [&](int input) {
    add(common, net.common[input]);
    add(second, net.second_common[input]);
  };
  see(GuessNet::kTricksInput + std::max(tricks, 1) - 1);
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    for (Set left = owned[seat] & kTrumps; left; left &= left - 1) {
      see((low(left) - kTrumpShift) * kNumPlayers + seat);
    }
  }
  GuessNet::Row<GuessNet::kFirst> first{};
  for (int i = 0; i < (grand ? kSideSuits : kSideSuits - 1); ++i) {
    GuessNet::Row<GuessNet::kFirst> suit = common;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      for (Set left = owned[seat] >> (8 * i) & 0x7F; left; left &= left - 1) {
        add(suit, net.suit[low(left) * kNumPlayers + seat]);
      }
    }
    for (std::int16_t& unit : suit) unit = std::max<std::int16_t>(unit, 0);
    add(first, suit);
  }
  for (int i = 0; i < GuessNet::kSecond; ++i) {
    const int unit = second[i] + dot(first, net.second[i]) / GuessNet::kUnit;
    second[i] = static_cast<std::int16_t>(std::clamp(unit, 0, 32767));
  }
  const int share =
      dot(second, net.out) / GuessNet::kUnit + net.out_bias;  // share of the points left
  return (share * rest + GuessNet::kUnit / 2) / GuessNet::kUnit;
}

}  // namespace vorhand::skat::solver
