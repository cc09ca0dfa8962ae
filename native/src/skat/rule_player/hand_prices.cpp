#include "skat/rule_player/hand_prices.hpp"

namespace vorhand::skat {

namespace {

// Written by vorhand.evaluation.training.rule_tuning. A row a trait; columns: won, schneider,
// schwarz (null: won).
constexpr std::size_t kAllTrumpTraits =
    std::size_t{kNumTrumpTraits} + std::size_t{kNumSideTraits} + std::size_t{kNumDealTraits};
constexpr std::size_t kAllNullTraits = std::size_t{kNumNullTraits} + kNumNullDealTraits;
using TrumpPrices = std::array<std::array<float, kNumSuccesses>, kAllTrumpTraits>;
using NullPrices = std::array<std::array<float, 1>, kAllNullTraits>;

// clang-format off
constexpr TrumpPrices kSuitPrices = {{
    {{  0.493f,   0.919f,  -0.604f}},  // kTrumpCount
    {{ -0.514f,  -1.512f,  -0.423f}},  // kTrumpCountSquared
    {{  0.462f,   0.769f,   2.676f}},  // kJackOfClubs
    {{  0.084f,   0.469f,   0.002f}},  // kJackOfSpades
    {{  0.016f,   0.235f,   0.721f}},  // kJackOfHearts
    {{ -0.210f,  -0.048f,   0.173f}},  // kJackOfDiamonds
    {{  0.568f,   0.502f,   2.442f}},  // kBothBlackJacks
    {{  1.986f,   1.380f,   0.379f}},  // kJackCountSquared
    {{  0.950f,   0.578f,  -0.025f}},  // kTrumpAce
    {{  0.732f,   0.319f,  -0.300f}},  // kTrumpTen
    {{  0.002f,   0.391f,  -0.226f}},  // kTrumpAceAndTen
    {{  0.156f,   0.096f,  -0.060f}},  // kTrumpKing
    {{  1.289f,   1.905f,   2.746f}},  // kVoid
    {{  0.539f,   0.098f,   0.171f}},  // kSideAce
    {{ -0.681f,  -1.208f,  -0.872f}},  // kAceTen
    {{ -0.033f,   0.350f,   1.150f}},  // kAceTenKing
    {{  0.231f,   0.548f,   0.959f}},  // kAceKing
    {{ -0.824f,  -1.459f,  -1.230f}},  // kSecondTen
    {{ -0.506f,  -0.759f,  -0.315f}},  // kThirdTen
    {{ -0.892f,  -1.414f,  -1.959f}},  // kBareTenHeld
    {{  0.200f,   0.427f,  -0.057f}},  // kSecondKing
    {{  0.408f,   0.650f,  -0.105f}},  // kBareKing
    {{  0.573f,   1.009f,  -1.697f}},  // kBareLow
    {{ -1.513f,  -2.502f,  -4.152f}},  // kLosers
    {{ -0.031f,  -0.058f,   0.148f}},  // kLosersUnderAce
    {{  0.204f,   0.963f,   0.414f}},  // kLongSuit
    {{ -0.338f,  -0.632f,  -0.896f}},  // kAnyDeal
    {{  0.183f,  -0.035f,  -0.172f}},  // kSoloistIsForehand
    {{  0.969f,   0.806f,   0.207f}},  // kSkatPoints
    {{  0.307f,   0.404f,   0.750f}},  // kFromTheHand
}};

constexpr TrumpPrices kGrandPrices = {{
    {{  2.222f,   2.533f,   1.452f}},  // kTrumpCount
    {{ -1.989f,  -2.955f,  -1.988f}},  // kTrumpCountSquared
    {{  1.243f,   1.659f,   3.176f}},  // kJackOfClubs
    {{  0.440f,   0.491f,  -0.945f}},  // kJackOfSpades
    {{  0.289f,   0.222f,  -0.316f}},  // kJackOfHearts
    {{  0.250f,   0.161f,  -0.463f}},  // kJackOfDiamonds
    {{ -0.120f,  -0.169f,   1.080f}},  // kBothBlackJacks
    {{ -1.989f,  -2.955f,  -1.988f}},  // kJackCountSquared
    {{  0.000f,   0.000f,   0.000f}},  // kTrumpAce
    {{  0.000f,   0.000f,   0.000f}},  // kTrumpTen
    {{  0.000f,   0.000f,   0.000f}},  // kTrumpAceAndTen
    {{  0.000f,   0.000f,   0.000f}},  // kTrumpKing
    {{  0.807f,   1.730f,   2.335f}},  // kVoid
    {{  1.053f,   0.763f,   0.104f}},  // kSideAce
    {{ -0.522f,  -0.896f,  -0.954f}},  // kAceTen
    {{  0.050f,   0.196f,  -0.118f}},  // kAceTenKing
    {{  0.226f,   0.390f,   0.607f}},  // kAceKing
    {{ -0.396f,  -0.877f,  -1.758f}},  // kSecondTen
    {{ -0.125f,  -0.340f,  -0.535f}},  // kThirdTen
    {{ -1.110f,  -1.681f,  -1.851f}},  // kBareTenHeld
    {{  0.316f,   0.417f,   0.122f}},  // kSecondKing
    {{  0.219f,   0.364f,  -0.114f}},  // kBareKing
    {{  0.389f,   0.808f,  -0.758f}},  // kBareLow
    {{ -1.315f,  -2.090f,  -3.394f}},  // kLosers
    {{ -0.119f,  -0.107f,   0.924f}},  // kLosersUnderAce
    {{  0.245f,   1.010f,   1.595f}},  // kLongSuit
    {{ -0.019f,  -0.259f,  -0.694f}},  // kAnyDeal
    {{  0.095f,   0.070f,   0.234f}},  // kSoloistIsForehand
    {{  1.139f,   0.776f,   0.037f}},  // kSkatPoints
    {{ -0.031f,   0.197f,   0.347f}},  // kFromTheHand
}};

constexpr NullPrices kNullPrices = {{
    {{  0.202f}},  // kNullCards
    {{ -0.594f}},  // kNullGapsHeld
    {{  0.058f}},  // kNullGapsSquared
    {{ -0.117f}},  // kNullNoSeven
    {{ -0.436f}},  // kNullNoEight
    {{ -0.504f}},  // kNullNoNine
    {{ -0.112f}},  // kNullSingleRank
    {{ -0.121f}},  // kNullSecondRank
    {{ -0.031f}},  // kNullTwoGaps
    {{  0.600f}},  // kNullSingleGap
    {{  0.020f}},  // kAnyDeal
    {{ -0.828f}},  // kSoloistIsForehand
}};

constexpr NullPrices kNullOuvertPrices = {{
    {{  0.209f}},  // kNullCards
    {{ -0.881f}},  // kNullGapsHeld
    {{  0.160f}},  // kNullGapsSquared
    {{ -0.164f}},  // kNullNoSeven
    {{ -0.331f}},  // kNullNoEight
    {{ -0.688f}},  // kNullNoNine
    {{ -0.652f}},  // kNullSingleRank
    {{ -0.174f}},  // kNullSecondRank
    {{ -0.041f}},  // kNullTwoGaps
    {{  1.283f}},  // kNullSingleGap
    {{  0.021f}},  // kAnyDeal
    {{  0.050f}},  // kSoloistIsForehand
}};

// clang-format on

// Rows from .. from + N - 1, by level of success.
template <std::size_t N>
constexpr std::array<std::array<float, N>, kNumSuccesses> rows(const TrumpPrices& prices,
                                                               std::size_t from) {
  std::array<std::array<float, N>, kNumSuccesses> part{};
  for (std::size_t level = 0; level < kNumSuccesses; ++level) {
    for (std::size_t i = 0; i < N; ++i) part[level][i] = prices[from + i][level];
  }
  return part;
}

template <std::size_t N>
constexpr std::array<float, N> rows(const NullPrices& prices, std::size_t from) {
  std::array<float, N> part{};
  for (std::size_t i = 0; i < N; ++i) part[i] = prices[from + i][0];
  return part;
}

constexpr std::size_t kSideRows = kNumTrumpTraits;
constexpr std::size_t kDealRows = kSideRows + kNumSideTraits;

}  // namespace

const std::array<std::array<std::array<float, kNumTrumpTraits>, kNumSuccesses>, 2> kTrumpPrices{
    rows<kNumTrumpTraits>(kSuitPrices, 0), rows<kNumTrumpTraits>(kGrandPrices, 0)};
const std::array<std::array<std::array<float, kNumSideTraits>, kNumSuccesses>, 2> kSidePrices{
    rows<kNumSideTraits>(kSuitPrices, kSideRows), rows<kNumSideTraits>(kGrandPrices, kSideRows)};
const std::array<std::array<std::array<float, kNumDealTraits>, kNumSuccesses>, 2> kDealPrices{
    rows<kNumDealTraits>(kSuitPrices, kDealRows), rows<kNumDealTraits>(kGrandPrices, kDealRows)};
const std::array<std::array<float, kNumNullTraits>, 2> kNullSuitPrices{
    rows<kNumNullTraits>(kNullPrices, 0), rows<kNumNullTraits>(kNullOuvertPrices, 0)};
const std::array<std::array<float, kNumNullDealTraits>, 2> kNullDealPrices{
    rows<kNumNullDealTraits>(kNullPrices, kNumNullTraits),
    rows<kNumNullDealTraits>(kNullOuvertPrices, kNumNullTraits)};

}  // namespace vorhand::skat
