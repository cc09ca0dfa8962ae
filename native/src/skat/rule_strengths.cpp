#include "skat/rule_strengths.hpp"

namespace vorhand::skat {

namespace {

// Written by vorhand.evaluation.rule_tuning. A row a rule, a column a situation: soloist
// leads, second, last; lead to foe, lead to friend, soloist led, friend led, last after
// friend, last after foe.
template <std::size_t Rules>
using Table = std::array<std::array<float, kNumSituations>, Rules>;
using TrumpTable = Table<kNumTrumpRules>;
using NullTable = Table<kNumNullRules>;

// clang-format off
constexpr TrumpTable kSuitTable = {{
    {{ 10.00f,  20.37f,  20.66f,  10.00f,  10.00f,  21.56f,   8.45f,  17.55f,  18.51f}},  // kTablePoints
    {{  4.64f,  19.09f,  19.21f,  -2.62f,   3.12f,  21.56f,  21.42f,  23.40f,  29.14f}},  // kOwnPoints
    {{  6.99f,  -3.58f,   4.91f,  11.62f,   7.28f,  10.59f,  11.45f,   4.42f,   5.77f}},  // kTrickIsOurs
    {{  3.99f,  -6.58f,   1.91f,  -6.19f,   2.68f,  -0.34f,   6.16f,   2.84f,  -0.94f}},  // kTakesItMyself
    {{ 20.41f,  20.60f,  20.89f,  12.70f,  20.48f,  21.28f,  23.93f,  23.46f,  23.95f}},  // kWinsTheGame
    {{-20.03f, -20.99f, -21.56f, -18.49f, -21.04f, -16.42f, -18.52f, -19.99f, -21.11f}},  // kLosesTheGame
    {{  7.05f,  -1.72f,   0.00f,  -0.15f,  -3.06f,   0.00f,  -8.45f,   0.00f,   0.00f}},  // kFoeOvertakes
    {{ -5.12f,   0.00f,   0.00f,  23.28f,   2.82f,  27.24f,   0.00f,   0.00f,   0.00f}},  // kFriendOvertakes
    {{ 12.05f,  -3.38f,   4.08f,  14.97f,   5.08f,  -7.66f,  -0.03f,  -0.10f,  -6.26f}},  // kLowTrick
    {{ -7.30f,  -7.83f,  -4.29f,   8.01f,  -0.38f,  -1.91f,  -7.81f,  -9.12f,  -4.91f}},  // kPoints
    {{  7.81f,  -8.51f,  -7.77f,  -0.57f,  -0.64f, -11.65f,  -1.94f,  -6.97f,  -5.40f}},  // kSpendJack
    {{ -1.92f,  -6.21f,  -4.48f,  -0.59f,  -2.98f,  -5.53f,   7.01f, -11.59f, -11.58f}},  // kSpendHighTrump
    {{ -7.46f,  -1.59f, -11.61f,  -9.03f,  -7.79f,  -3.80f,  -2.27f,  -6.09f,  -7.71f}},  // kSpendTrump
    {{  1.60f,  -8.65f, -12.91f,  -0.30f,  -0.65f,   3.51f, -21.76f, -11.85f,  -9.03f}},  // kSpendMasterTrump
    {{ -9.00f,  -8.83f,  -6.94f,  -3.39f,  -1.35f,  -7.22f, -14.97f,  -5.88f, -11.03f}},  // kTrumpRank
    {{  0.16f, -18.08f, -22.67f,  16.43f,   5.78f,  -2.00f,  -1.65f,  -6.49f,   2.53f}},  // kSpendMaster
    {{  4.57f,  11.76f,   2.47f,  -3.02f,   4.13f,   9.01f,  12.58f,   7.62f,   5.59f}},  // kSpendAce
    {{ -1.27f,  -9.21f,  -1.82f,   2.68f,  -5.65f,   3.46f,  -8.99f,   1.46f,  -1.13f}},  // kSpendTen
    {{ -3.73f,  -1.41f,   0.84f,   1.60f,   7.68f,  -1.18f,  -2.40f,   0.74f,  -0.88f}},  // kSpendKing
    {{-18.00f, -14.90f, -19.03f,  -5.99f, -14.48f, -18.23f,  -1.07f, -21.90f, -11.48f}},  // kAceCatchesTen
    {{  2.71f,  13.73f,  12.48f,  -0.89f,   2.72f,   3.50f,   7.71f,   0.46f,  -3.63f}},  // kBareTen
    {{  6.45f,  -1.62f, -11.57f,   9.00f,   1.54f,  -4.79f,  -0.28f,  -8.08f,  -8.51f}},  // kBaresTen
    {{  1.15f,   9.11f,   7.86f,  -5.18f,  19.77f,  -0.19f,   7.09f,  -1.91f,   5.99f}},  // kMakesVoid
    {{  5.86f,  -3.44f,   0.68f,   9.06f,   2.14f,   0.18f,  -5.08f,   3.89f,   2.39f}},  // kSuitLength
    {{ -6.54f,  16.16f,   7.97f, -17.41f,  -1.44f,   1.47f,  12.75f,   1.81f,   3.86f}},  // kSuitOut
    {{  4.29f,  -4.72f,  -4.25f,   7.05f,  -4.89f,   1.97f,  -9.19f,   8.38f,   1.37f}},  // kSuitMasters
    {{  5.70f,  -0.92f,   1.79f,   8.58f,   7.27f,  -1.51f,  -0.08f,  -1.67f,   1.55f}},  // kSuitLosers
    {{  0.00f,   4.84f,   3.97f,   0.00f,   0.00f,  -3.90f,  -0.36f,  -4.76f,   0.01f}},  // kCostly
    {{  0.00f, -15.25f,  -1.91f,   0.00f,   0.00f,   0.34f,  -2.09f,  -2.84f,   0.94f}},  // kDuck
    {{  0.00f,   2.41f,  -7.61f,   0.00f,   0.00f,   0.20f,   1.73f,  -2.09f,  -3.71f}},  // kRuff
    {{  0.00f,   1.95f,   0.37f,   0.00f,   0.00f,   7.94f,  -1.07f,  -0.02f,   1.75f}},  // kRuffPoints
    {{  0.00f,  -2.41f,   7.61f,   0.00f,   0.00f,  -0.20f,  -1.73f,   2.09f,   3.71f}},  // kThrowAway
    {{ 21.72f,  12.00f,  12.00f,   6.02f,   0.37f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawTrumps
    {{  5.64f,   0.00f,   0.00f, -17.37f,  -8.32f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawManyTrumps
    {{ 14.05f,   0.00f,   0.00f,  10.74f,   3.52f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithTop
    {{  5.55f,   0.00f,   0.00f,  15.56f,   8.11f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSurplus
    {{  5.06f,   0.00f,   0.00f,  -2.77f,  -3.40f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSmall
    {{ -6.19f,   0.00f,   0.00f,  -4.85f,  -2.14f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kLastTrumpOut
    {{-13.16f,   0.00f,   0.00f, -11.07f,  -4.18f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNoTrumpsOut
    {{-10.49f,  -1.23f,   5.21f,  12.92f,   3.08f,   0.79f,  11.70f,   0.35f,   9.38f}},  // kLastTrump
    {{ -1.93f,   4.03f,  -0.47f,   4.58f,   1.84f,  -0.67f,  -3.64f,  -0.56f,  -4.77f}},  // kTrumpLate
    {{  6.06f,   0.00f,   0.00f,   6.78f,   3.39f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashBeforeDraw
    {{  8.71f,   0.00f,   0.00f,  -0.22f, -11.74f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashLong
    {{ -0.13f,   0.00f,   0.00f,  -3.50f,   2.54f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoeIsVoid
    {{  3.44f,   0.00f,   0.00f,  14.91f,  -8.83f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendIsVoid
    {{ -3.10f,   0.00f,   0.00f,   8.12f,   2.41f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendsSuit
    {{ -2.84f,   0.00f,   0.00f,  -0.37f,  -5.09f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoesSuit
    {{-15.55f,   0.00f,   0.00f,  -3.01f, -10.64f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kUnderMaster
    {{ -2.31f,   0.00f,   0.00f,   1.35f,  -2.33f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFreshSuit
    {{  1.93f,   0.00f,   0.00f,  -4.58f,  -1.84f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kEndgame
    {{  3.97f,   1.57f,   7.67f,   1.64f,   4.31f,   5.38f,  -1.07f,   3.49f,   8.75f}},  // kSingleton
}};

constexpr TrumpTable kGrandTable = {{
    {{ 10.00f,  11.40f,  15.39f,  10.00f,  10.00f,  12.63f,  13.98f,  13.23f,  12.05f}},  // kTablePoints
    {{ -0.11f,  21.70f,  21.17f,   3.23f,   3.00f,  23.67f,   6.19f,  26.91f,  28.38f}},  // kOwnPoints
    {{  6.27f,   0.21f,   3.37f,   1.85f,   5.20f,   5.66f,  10.65f,  -0.05f,   2.70f}},  // kTrickIsOurs
    {{  3.27f,  -2.79f,   0.37f,   1.73f,   9.41f,   2.23f,   7.98f,  -0.61f,   2.55f}},  // kTakesItMyself
    {{ 22.20f,  21.89f,  19.65f,  12.26f,  20.01f,  19.77f,  26.60f,  20.19f,  20.36f}},  // kWinsTheGame
    {{-20.17f, -19.73f, -21.10f, -18.32f, -19.03f, -19.59f, -18.24f, -20.00f, -20.00f}},  // kLosesTheGame
    {{  6.28f,   8.47f,   0.00f,   4.63f,   2.23f,   0.00f,  -7.65f,   0.00f,   0.00f}},  // kFoeOvertakes
    {{  2.38f,   0.00f,   0.00f,   0.59f,  -2.80f,  10.47f,   0.00f,   0.00f,   0.00f}},  // kFriendOvertakes
    {{  5.84f,   3.40f,   1.62f,   8.92f,   2.97f,  -4.71f,  -2.87f,  -0.32f,   8.38f}},  // kLowTrick
    {{ -2.98f,  -1.24f,  -2.29f,  15.07f,  -4.89f,  -9.78f,  -3.99f,  -5.01f,  -2.16f}},  // kPoints
    {{ -4.17f,  -3.19f,  -8.17f,  -6.09f,  -6.24f,  -2.91f,  -8.93f,  -4.33f,  -6.55f}},  // kSpendJack
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kSpendHighTrump
    {{ -4.17f,  -3.19f,  -8.17f,  -6.09f,  -6.24f,  -2.91f,  -8.93f,  -4.33f,  -6.55f}},  // kSpendTrump
    {{  5.88f,  -1.79f,  -1.99f,  -2.11f,  -1.60f,  -5.24f, -15.65f,  -3.27f,  -4.86f}},  // kSpendMasterTrump
    {{ -1.15f, -13.14f, -11.08f,  -2.04f,  -1.21f,  -4.39f, -11.57f,  -1.73f,  -3.57f}},  // kTrumpRank
    {{  2.16f, -14.44f, -16.48f,  12.54f,   5.73f,  -3.87f,  -7.77f,  -8.30f,  -3.43f}},  // kSpendMaster
    {{  8.16f,  -2.42f,  -5.39f,  -8.43f,   9.30f,  -2.71f,   0.76f,   2.93f,  -0.07f}},  // kSpendAce
    {{ -3.28f,   4.60f,   2.41f, -14.56f,  -4.27f,  -4.85f,   7.81f,  -1.56f,  -1.81f}},  // kSpendTen
    {{ -2.02f,  -0.52f,  -0.87f,   9.23f,  -0.98f,  -3.46f,   3.49f,  -0.60f,   2.67f}},  // kSpendKing
    {{-11.92f,  -7.18f,  -9.16f, -21.51f, -12.46f, -16.67f,  -2.46f, -21.89f, -12.17f}},  // kAceCatchesTen
    {{  3.46f,  11.17f,   8.69f,  12.06f,   3.55f,   3.72f,   7.77f,   1.03f,   0.23f}},  // kBareTen
    {{  4.92f,  -3.84f, -10.83f,   0.23f,   7.76f, -15.80f,  -9.62f, -13.05f,  -6.55f}},  // kBaresTen
    {{  7.11f,   8.71f,   7.85f,  -3.50f,  -8.82f,   0.91f,   6.49f,   4.71f,  -0.37f}},  // kMakesVoid
    {{  4.66f,  -2.34f,  -1.82f,   0.94f,   5.47f,   0.73f,   0.69f,   2.26f,   1.99f}},  // kSuitLength
    {{-11.67f,  10.58f,   6.16f,  -7.54f,  -3.34f,  11.54f,  -2.28f,   7.04f,   1.97f}},  // kSuitOut
    {{  3.97f,  -1.82f,  -1.61f,  -5.80f,  -0.58f,   1.74f,   3.20f,   5.70f,   1.49f}},  // kSuitMasters
    {{  5.29f,  -2.46f,  -4.13f,   6.61f,  10.37f,   0.25f,  -4.29f,  -1.31f,   1.20f}},  // kSuitLosers
    {{  0.00f, -10.65f,  -5.37f,   0.00f,   0.00f,   2.97f,  10.84f,  -3.67f,   3.05f}},  // kCostly
    {{  0.00f, -10.88f,  -0.37f,   0.00f,   0.00f,  -2.23f, -14.76f,   0.61f,  -2.55f}},  // kDuck
    {{  0.00f,   0.81f,  -4.17f,   0.00f,   0.00f,   1.09f,  -4.93f,  -0.33f,  -2.55f}},  // kRuff
    {{  0.00f,   3.90f,   1.51f,   0.00f,   0.00f,   2.60f,  -4.06f,   1.67f,   0.27f}},  // kRuffPoints
    {{  0.00f,  -0.81f,   4.17f,   0.00f,   0.00f,  -1.09f,   4.93f,   0.33f,   2.55f}},  // kThrowAway
    {{ 24.20f,  12.00f,  12.00f,  -0.74f,   2.98f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawTrumps
    {{  4.85f,   0.00f,   0.00f,  -0.56f,  -3.57f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawManyTrumps
    {{ 18.15f,   0.00f,   0.00f,  -0.75f,   3.60f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithTop
    {{  3.20f,   0.00f,   0.00f,   0.18f,   3.55f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSurplus
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSmall
    {{ -5.45f,   0.00f,   0.00f,   0.02f,  -0.01f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kLastTrumpOut
    {{-12.35f,   0.00f,   0.00f,  -1.36f,  -5.21f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNoTrumpsOut
    {{-11.13f,  -7.99f,  -1.45f,  -0.34f,   3.44f,  -3.44f,   5.90f,   3.85f,  -4.36f}},  // kLastTrump
    {{ -1.83f,   9.85f,   3.95f,  -0.18f,   3.85f,   4.63f,  -4.12f,   2.17f,  -1.37f}},  // kTrumpLate
    {{  3.66f,   0.00f,   0.00f,   5.56f,  -4.45f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashBeforeDraw
    {{  2.61f,   0.00f,   0.00f,  10.53f,   0.39f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashLong
    {{  0.84f,   0.00f,   0.00f,   9.11f,  13.69f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoeIsVoid
    {{  1.70f,   0.00f,   0.00f,   4.99f,  -5.85f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendIsVoid
    {{  0.81f,   0.00f,   0.00f,   6.53f,   8.75f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendsSuit
    {{ -2.51f,   0.00f,   0.00f,  -5.35f, -11.56f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoesSuit
    {{-13.86f,   0.00f,   0.00f,   0.86f,  -8.73f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kUnderMaster
    {{ -0.19f,   0.00f,   0.00f,   9.27f,  -5.24f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFreshSuit
    {{  1.83f,   0.00f,   0.00f,   0.18f,  -3.85f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kEndgame
    {{  3.53f,  -2.86f,   2.08f,   5.87f,   7.23f,   5.37f,   0.20f,   2.94f,  10.66f}},  // kSingleton
}};

constexpr NullTable kNullTable = {{
    {{-13.24f, -22.89f, -16.05f, -11.77f,  -2.77f,  27.41f,  70.31f,  29.32f,  29.60f}},  // kNullCaught
    {{ -0.83f,  -4.18f,  -6.05f,   1.06f,   0.02f,   0.17f,   0.00f,  19.32f,  19.60f}},  // kNullCertain
    {{ -3.24f, -12.89f,  -6.05f,  -1.15f, -13.20f, -16.31f,   8.21f,  22.42f,   4.69f}},  // kNullITake
    {{-13.98f,   1.10f,   3.32f, -12.56f,  -7.18f,  -8.81f,  13.11f,  17.08f,  10.23f}},  // kNullRank
    {{  3.77f, -18.24f, -16.69f, -26.53f, -18.24f,  -7.63f,  -6.33f,  -4.53f,   0.07f}},  // kNullLength
    {{ -3.81f,   7.71f,   8.31f,  -6.97f,  -9.75f,   7.63f,   4.64f,   4.53f,   4.63f}},  // kNullOut
    {{-17.68f,   7.70f,   9.60f,  -3.80f,   1.31f,  11.14f,   1.08f,   6.09f,   4.65f}},  // kNullLowerOut
    {{ 13.87f,   0.01f,  -1.30f,  -3.17f, -11.08f,  -3.51f,   3.53f,  -1.56f,  -0.04f}},  // kNullHigherOut
    {{ -3.76f,  -6.85f,  -3.05f,  -4.37f,  -6.84f, -25.77f, -18.24f,   9.34f,   5.63f}},  // kNullLowerHeld
    {{ 20.86f,   8.96f,  10.09f,  -7.16f,  -3.28f,  36.81f,   3.41f,  23.69f,  12.31f}},  // kNullGap
    {{  1.50f,   8.61f,   4.39f,  -2.71f,  -1.40f,  -8.52f,  -4.25f,   8.86f,  -2.63f}},  // kNullGaps
    {{  7.20f,   8.98f,   7.80f,   4.03f,   7.09f,  10.60f,   9.91f,   0.45f,  10.94f}},  // kNullSingle
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNullThrow
    {{  3.00f,  16.19f,  10.58f,   0.00f,   0.00f,  17.19f,  14.98f,   9.41f,  -0.21f}},  // kNullThrowRank
    {{ -0.61f,  -2.68f,  -2.11f, -34.41f, -31.46f,   0.00f,   3.39f,  -0.01f,  -6.85f}},  // kNullFoeVoid
    {{ -0.61f,  -0.03f,  -1.72f,   6.63f,   4.38f,   0.00f,  -0.96f,  -0.01f,  -3.14f}},  // kNullFriendVoid
    {{  0.00f,   3.04f,   2.46f,  -7.77f,   0.02f,   0.00f,   0.44f,   0.00f,   0.10f}},  // kNullFriendsSuit
    {{  0.00f,   3.46f,   1.43f,   7.90f,   8.19f,   0.00f,  -0.04f,   0.00f,  -5.30f}},  // kNullFoesSuit
    {{-10.34f,   0.03f,  -3.17f,  12.30f,  15.13f, -17.54f,  -4.44f,  12.44f,  -1.83f}},  // kNullLowest
    {{  2.00f,  10.89f,   9.18f,   0.00f,   0.00f,  -3.18f,  -2.02f,   7.38f,   1.73f}},  // kNullHighestUnder
    {{ -4.82f,  -4.45f,  -9.69f,   0.31f,  -2.38f,   0.00f,  -1.98f,   0.00f,  -6.06f}},  // kNullFresh
    {{  0.00f,   0.69f,   1.89f, -17.11f,  -9.68f,   0.00f,   3.03f,   0.00f,   5.08f}},  // kNullLateRank
    {{  2.42f,   6.85f,   8.43f,   7.82f,   7.39f,   1.53f,  22.27f,   1.88f,   9.48f}},  // kNullFoeLowHeld
}};

constexpr NullTable kNullOuvertTable = {{
    {{-17.08f, -20.51f, -14.09f,  13.48f,  15.38f,  13.00f,  36.61f,  28.02f,  30.30f}},  // kNullCaught
    {{ -2.24f,  -2.97f,  -4.09f,   3.48f,   5.38f,   4.21f,  26.61f,  18.02f,  20.30f}},  // kNullCertain
    {{ -7.08f, -10.51f,  -4.09f, -55.34f, -34.60f, -32.03f,  17.97f,   7.70f,   6.53f}},  // kNullITake
    {{-12.41f,   0.52f,   2.04f,  -0.35f,   2.42f,   4.67f,   0.57f,  13.31f,   4.81f}},  // kNullRank
    {{  1.39f,  -6.30f,  -6.53f,   0.37f,  12.06f,   0.62f,  -1.10f,  -8.73f,  -4.20f}},  // kNullLength
    {{ -1.49f,   5.36f,   4.10f,  -2.10f,   0.13f,  -0.62f,   7.63f,   8.73f,   4.26f}},  // kNullOut
    {{ -7.91f,   6.53f,   6.06f,  -1.41f,  11.56f,  -7.24f,   7.86f,  -5.96f,   7.80f}},  // kNullLowerOut
    {{  6.44f,  -1.17f,  -1.96f,  -0.69f, -11.42f,   6.64f,  -0.23f,  14.70f,  -3.55f}},  // kNullHigherOut
    {{-13.11f,  -5.28f,  -0.45f,  -6.12f,  -7.68f,  12.63f, -15.13f,  32.14f,   7.71f}},  // kNullLowerHeld
    {{ 16.61f,  10.72f,  10.78f,  -3.09f,   3.32f,  50.05f,  -8.99f,  32.84f,   7.18f}},  // kNullGap
    {{-23.77f,   6.26f,  10.73f,   0.46f,  -6.26f, -15.50f, -13.04f,  -4.78f,  -1.81f}},  // kNullGaps
    {{ 23.53f,   1.30f,   3.21f,  10.83f,  22.74f,  18.69f,   7.65f,   4.27f,  14.73f}},  // kNullSingle
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNullThrow
    {{  3.00f,  11.42f,   6.50f,   0.00f,   0.00f,  -3.42f,  20.76f,   5.65f,  -6.90f}},  // kNullThrowRank
    {{ -1.99f,  -1.46f,  -1.02f, -23.04f, -16.30f,  27.46f,   3.86f,  19.74f,  13.88f}},  // kNullFoeVoid
    {{ -1.99f,  -1.96f,  -1.14f,  10.91f,  27.40f,  -1.39f,  -8.48f,  -0.42f,   0.82f}},  // kNullFriendVoid
    {{  0.00f,   1.97f,  -0.22f,   3.42f,   4.26f,   0.00f,  -0.25f,   0.00f,  -3.93f}},  // kNullFriendsSuit
    {{  0.00f,   1.17f,   1.82f,  -2.97f,  -6.03f,   0.00f,  -2.93f,   0.00f,   9.87f}},  // kNullFoesSuit
    {{-12.65f,   2.21f,  -1.56f,  -8.38f,  -7.76f,  10.26f,  -5.18f,   7.39f,   5.12f}},  // kNullLowest
    {{  2.00f,  12.86f,   8.85f,   0.00f,   0.00f,  -5.95f,  -6.38f,  10.95f,  -1.34f}},  // kNullHighestUnder
    {{  1.41f,   1.70f,  -2.09f,  -1.60f,   5.35f,   0.00f,  -1.00f,   0.00f,   2.07f}},  // kNullFresh
    {{  0.00f,   2.01f,   0.69f,   1.08f,  -3.86f,   0.00f,   8.73f,   0.00f,   1.61f}},  // kNullLateRank
    {{ -0.96f,   4.77f,   6.36f,  19.57f,  10.92f,  19.43f,  21.23f,  11.48f,   9.32f}},  // kNullFoeLowHeld
}};

// clang-format on

template <std::size_t Rules>
constexpr std::array<std::array<float, Rules>, kNumSituations> by_situation(
    const Table<Rules>& table) {
  std::array<std::array<float, Rules>, kNumSituations> strengths{};
  for (std::size_t rule = 0; rule < Rules; ++rule) {
    for (std::size_t s = 0; s < kNumSituations; ++s) strengths[s][rule] = table[rule][s];
  }
  return strengths;
}

}  // namespace

const std::array<TrumpStrengths, 2> kTrumpStrengths{by_situation(kSuitTable),
                                                    by_situation(kGrandTable)};
const std::array<NullStrengths, 2> kNullStrengths{by_situation(kNullTable),
                                                  by_situation(kNullOuvertTable)};

}  // namespace vorhand::skat
