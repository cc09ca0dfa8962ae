#include "skat/rule_player/strengths.hpp"

namespace vorhand::skat {

namespace {

// Written by vorhand.evaluation.training.rule_tuning. A row a rule, a column a situation: soloist
// leads, second, last; lead to foe, lead to friend, soloist led, friend led, last after
// friend, last after foe.
template <std::size_t Rules>
using Table = std::array<std::array<float, kNumSituations>, Rules>;
using TrumpTable = Table<kNumTrumpRules>;
using NullTable = Table<kNumNullRules>;

// clang-format off
constexpr TrumpTable kSuitTable = {{
    {{ 10.00f,  24.78f,  19.09f,  10.00f,  10.00f,  23.58f,  10.16f,  18.31f,  19.97f}},  // kTablePoints
    {{  4.55f,  19.89f,  19.23f,  -0.10f,   4.02f,  22.73f,  21.69f,  25.83f,  30.15f}},  // kOwnPoints
    {{  8.43f,  -3.88f,   3.94f,  12.21f,   7.51f,  13.67f,  13.08f,   3.95f,   5.94f}},  // kTrickIsOurs
    {{  5.43f,  -6.88f,   0.94f,  -5.29f,   4.32f,  -3.88f,   5.22f,   6.70f,   0.11f}},  // kTakesItMyself
    {{ 22.75f,  20.86f,  22.36f,  12.76f,  19.70f,  21.58f,  24.01f,  23.42f,  24.68f}},  // kWinsTheGame
    {{-19.95f, -21.18f, -22.55f, -18.78f, -20.89f, -16.25f, -18.63f, -19.99f, -21.29f}},  // kLosesTheGame
    {{ 11.54f,   0.24f,   0.00f,  -1.20f,  -1.55f,   0.00f, -10.08f,   0.00f,   0.00f}},  // kFoeOvertakes
    {{ -5.22f,   0.00f,   0.00f,  22.51f,   3.14f,  31.07f,   0.00f,   0.00f,   0.00f}},  // kFriendOvertakes
    {{ 12.92f,  -1.74f,   1.57f,  15.06f,   5.78f,  -1.99f,  -1.93f,   2.30f,  -5.59f}},  // kLowTrick
    {{ -7.94f,  -9.41f,  -5.44f,  10.93f,   0.36f,  -2.32f,  -9.90f,  -9.80f,  -2.74f}},  // kPoints
    {{  8.32f,  -7.49f,  -9.48f,  -0.05f,  -0.49f, -11.63f,  -1.93f,  -6.35f,  -2.81f}},  // kSpendJack
    {{ -1.43f,  -5.43f,  -4.17f,  -0.86f,  -4.10f,  -6.68f,   6.73f, -16.07f, -10.24f}},  // kSpendHighTrump
    {{ -8.43f,  -1.43f, -11.24f,  -9.69f,  -9.87f,  -3.75f,  -2.96f,  -5.26f,  -8.28f}},  // kSpendTrump
    {{  2.75f,  -9.51f, -13.07f,  -0.73f,  -1.21f,   4.69f, -25.13f, -14.44f,  -9.31f}},  // kSpendMasterTrump
    {{-13.24f, -10.12f,  -7.14f,  -6.17f,   0.16f,  -8.38f, -15.63f,  -7.35f, -12.02f}},  // kTrumpRank
    {{  0.53f, -19.32f, -25.00f,  15.82f,   5.12f,  -0.84f,  -2.63f,  -4.31f,   0.80f}},  // kSpendMaster
    {{  1.54f,  11.74f,   2.80f,  -0.33f,   6.32f,  11.75f,  13.48f,  12.28f,   6.18f}},  // kSpendAce
    {{  2.17f,  -9.83f,  -0.65f,  -0.67f,  -7.84f,   5.35f,  -9.63f,   1.71f,  -0.68f}},  // kSpendTen
    {{  1.00f,   0.41f,  -0.37f,   3.52f,   5.14f,   0.74f,  -2.53f,   1.30f,   1.18f}},  // kSpendKing
    {{-18.94f, -15.23f, -22.83f, -12.60f, -15.90f, -14.32f,  -2.42f, -17.66f, -11.29f}},  // kAceCatchesTen
    {{  3.19f,  18.10f,  15.09f,  -4.30f,   5.09f,   3.05f,   7.16f,   1.18f,  -3.55f}},  // kBareTen
    {{  4.21f,  -2.69f, -15.85f,   7.51f,  -0.39f,  -6.63f,   0.36f,  -7.54f,  -9.12f}},  // kBaresTen
    {{  0.16f,  10.56f,   8.01f,  -2.77f,  14.23f,   1.25f,   7.14f,  -2.25f,   7.83f}},  // kMakesVoid
    {{  6.39f,  -5.54f,   0.94f,   8.71f,   1.51f,  -1.80f,  -4.65f,   5.50f,   2.97f}},  // kSuitLength
    {{-10.10f,  19.35f,   8.99f, -21.88f,   2.06f,   4.38f,  11.15f,  -1.56f,   6.28f}},  // kSuitOut
    {{  1.95f,  -8.23f,  -4.96f,   6.17f,  -3.87f,  -0.05f,  -7.36f,   5.07f,   1.12f}},  // kSuitMasters
    {{  8.62f,  -1.53f,   3.20f,   8.44f,   3.95f,  -3.43f,  -1.39f,   5.28f,   2.67f}},  // kSuitLosers
    {{  0.00f,   5.72f,   3.81f,   0.00f,   0.00f,  -4.70f,  -1.56f, -10.03f,  -1.19f}},  // kCostly
    {{  0.00f, -15.25f,  -0.94f,   0.00f,   0.00f,   3.88f,  -3.52f,  -6.70f,  -0.11f}},  // kDuck
    {{  0.00f,   2.57f,  -7.24f,   0.00f,   0.00f,   0.25f,   1.04f,  -1.26f,  -4.28f}},  // kRuff
    {{  0.00f,   2.32f,   0.29f,   0.00f,   0.00f,   9.35f,  -2.31f,   0.20f,   2.06f}},  // kRuffPoints
    {{  0.00f,  -2.57f,   7.24f,   0.00f,   0.00f,  -0.25f,  -1.04f,   1.26f,   4.28f}},  // kThrowAway
    {{ 23.61f,  12.00f,  12.00f,   7.05f,   5.15f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawTrumps
    {{ 10.77f,   0.00f,   0.00f, -19.26f, -14.08f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawManyTrumps
    {{ 17.76f,   0.00f,   0.00f,  12.00f,   9.81f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithTop
    {{  5.19f,   0.00f,   0.00f,  17.34f,  13.32f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSurplus
    {{  4.40f,   0.00f,   0.00f,  -3.80f,  -3.23f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSmall
    {{ -4.97f,   0.00f,   0.00f,  -5.32f,  -3.36f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kLastTrumpOut
    {{-16.01f,   0.00f,   0.00f, -12.76f, -11.04f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNoTrumpsOut
    {{-12.24f,   1.21f,   4.09f,  12.81f,  11.00f,   2.09f,  12.30f,   0.26f,  10.89f}},  // kLastTrump
    {{ -4.64f,   5.45f,   2.33f,   4.77f,   1.70f,  -0.61f,  -4.86f,  -0.48f,  -5.75f}},  // kTrumpLate
    {{  5.95f,   0.00f,   0.00f,   3.29f,   3.05f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashBeforeDraw
    {{  8.49f,   0.00f,   0.00f,  -1.18f, -15.42f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashLong
    {{ -3.84f,   0.00f,   0.00f,  -1.43f,   2.40f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoeIsVoid
    {{  1.72f,   0.00f,   0.00f,  20.75f, -12.77f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendIsVoid
    {{ -2.00f,   0.00f,   0.00f,   3.92f,   2.99f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendsSuit
    {{ -4.64f,   0.00f,   0.00f,  10.82f,  -8.07f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoesSuit
    {{-17.44f,   0.00f,   0.00f,  -3.59f,  -9.42f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kUnderMaster
    {{ -5.62f,   0.00f,   0.00f,  -2.98f,  -3.21f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFreshSuit
    {{  4.64f,   0.00f,   0.00f,  -4.77f,  -1.70f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kEndgame
    {{  3.42f,   0.46f,   7.19f,   3.22f,  -0.13f,   8.31f,  -1.19f,   3.53f,  10.01f}},  // kSingleton
}};

constexpr TrumpTable kGrandTable = {{
    {{ 10.00f,  12.57f,  15.23f,  10.00f,  10.00f,  14.96f,  14.47f,  14.06f,  13.95f}},  // kTablePoints
    {{  9.39f,  23.77f,  21.42f,   6.74f,  -0.15f,  26.16f,   4.05f,  28.32f,  30.06f}},  // kOwnPoints
    {{  6.86f,   0.20f,   3.49f,   3.40f,   5.59f,   4.97f,  11.10f,  -0.12f,   3.55f}},  // kTrickIsOurs
    {{  3.86f,  -2.80f,   0.49f,   2.40f,  10.33f,   1.82f,   8.49f,  -0.67f,   3.96f}},  // kTakesItMyself
    {{ 25.13f,  22.08f,  20.49f,  11.35f,  21.46f,  20.47f,  27.09f,  21.35f,  20.41f}},  // kWinsTheGame
    {{-20.22f, -19.40f, -22.31f, -17.95f, -18.81f, -19.14f, -18.16f, -20.00f, -20.00f}},  // kLosesTheGame
    {{  5.88f,  10.31f,   0.00f,   4.65f,   5.10f,   0.00f,  -8.10f,   0.00f,   0.00f}},  // kFoeOvertakes
    {{  3.69f,   0.00f,   0.00f,   3.04f,  -0.07f,  10.48f,   0.00f,   0.00f,   0.00f}},  // kFriendOvertakes
    {{  1.19f,   1.61f,   1.71f,  11.01f,   2.31f,  -3.45f,  -6.50f,  -0.15f,   4.24f}},  // kLowTrick
    {{ -6.60f,  -0.78f,  -1.86f,  14.86f,  -5.74f,  -8.88f,  -4.33f,  -6.99f,  -3.13f}},  // kPoints
    {{ -4.60f,  -3.88f,  -8.69f,  -6.23f,  -7.11f,  -3.94f,  -9.11f,  -4.14f,  -5.75f}},  // kSpendJack
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kSpendHighTrump
    {{ -4.60f,  -3.88f,  -8.69f,  -6.23f,  -7.11f,  -3.94f,  -9.11f,  -4.14f,  -5.75f}},  // kSpendTrump
    {{  4.89f,  -3.21f,  -2.48f,  -2.02f,  -1.23f,  -5.52f, -16.87f,  -4.54f,  -6.16f}},  // kSpendMasterTrump
    {{  0.55f, -14.94f, -13.11f,  -2.12f,  -1.11f,  -4.98f, -13.08f,  -2.44f,  -3.88f}},  // kTrumpRank
    {{  3.81f, -15.43f, -18.53f,   9.36f,   9.88f,  -7.24f,  -9.01f, -10.99f,  -7.36f}},  // kSpendMaster
    {{ -2.84f,  -3.60f,  -5.72f,  -3.96f,  10.12f,  -3.91f,   0.58f,   2.26f,  -4.32f}},  // kSpendAce
    {{  8.28f,   4.91f,   2.02f, -19.60f,  -1.63f,  -3.71f,   6.92f,  -3.39f,   1.57f}},  // kSpendTen
    {{ -0.22f,  -0.88f,  -1.10f,   2.68f,  -0.74f,  -2.30f,   0.45f,   0.08f,   3.23f}},  // kSpendKing
    {{-11.90f,  -6.51f,  -7.92f, -26.20f, -18.72f, -19.58f,  -2.25f, -23.35f, -13.17f}},  // kAceCatchesTen
    {{  0.36f,  12.00f,  11.90f,  10.05f,   2.79f,   4.76f,   7.88f,   2.26f,   0.03f}},  // kBareTen
    {{  8.50f,  -4.08f,  -8.81f,  -2.20f,   8.55f, -15.26f,  -9.76f, -15.02f,  -6.51f}},  // kBaresTen
    {{  2.46f,   9.35f,   9.66f,  -1.70f,  -6.30f,   0.10f,   7.83f,   3.48f,   1.16f}},  // kMakesVoid
    {{  5.47f,  -2.91f,  -2.73f,   2.34f,   5.81f,  -0.41f,   2.58f,   6.00f,   2.56f}},  // kSuitLength
    {{-15.16f,  10.96f,   6.10f,  -8.39f,  -6.59f,  11.12f,   2.17f,   5.17f,   2.11f}},  // kSuitOut
    {{  3.55f,  -2.34f,  -2.90f,  -5.13f,   1.14f,  -2.66f,   2.59f,  11.27f,   0.91f}},  // kSuitMasters
    {{  7.12f,  -3.42f,  -4.93f,   8.68f,   8.90f,   1.86f,   0.02f,   0.71f,   3.33f}},  // kSuitLosers
    {{  0.00f, -11.12f,  -5.08f,   0.00f,   0.00f,   3.83f,  11.22f,  -4.70f,   3.01f}},  // kCostly
    {{  0.00f, -13.63f,  -0.49f,   0.00f,   0.00f,  -1.82f, -16.04f,   0.67f,  -3.96f}},  // kDuck
    {{  0.00f,   0.12f,  -4.69f,   0.00f,   0.00f,   0.06f,  -5.11f,  -0.14f,  -1.75f}},  // kRuff
    {{  0.00f,   5.00f,   0.88f,   0.00f,   0.00f,   3.59f,  -3.50f,   2.88f,   1.21f}},  // kRuffPoints
    {{  0.00f,  -0.12f,   4.69f,   0.00f,   0.00f,  -0.06f,   5.11f,   0.14f,   1.75f}},  // kThrowAway
    {{ 26.89f,  12.00f,  12.00f,   0.32f,   4.73f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawTrumps
    {{  7.66f,   0.00f,   0.00f,  -0.36f,  -6.28f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawManyTrumps
    {{ 20.25f,   0.00f,   0.00f,   0.54f,   6.60f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithTop
    {{  1.41f,   0.00f,   0.00f,   0.26f,   6.71f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSurplus
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kDrawWithSmall
    {{ -9.34f,   0.00f,   0.00f,  -0.18f,  -0.34f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kLastTrumpOut
    {{-15.47f,   0.00f,   0.00f,  -2.55f,  -7.83f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNoTrumpsOut
    {{-10.69f,  -7.34f,  -2.54f,  -0.67f,   6.16f,  -3.70f,   9.81f,   4.90f,  -2.30f}},  // kLastTrump
    {{ -3.48f,  11.49f,   5.25f,  -0.23f,   4.62f,   4.32f,  -3.77f,   2.38f,  -1.44f}},  // kTrumpLate
    {{  9.52f,   0.00f,   0.00f,   2.51f,  -4.32f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashBeforeDraw
    {{  1.47f,   0.00f,   0.00f,   9.16f,   1.67f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kCashLong
    {{  1.21f,   0.00f,   0.00f,   9.17f,  15.75f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoeIsVoid
    {{ -0.82f,   0.00f,   0.00f,   2.52f,  -8.32f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendIsVoid
    {{ -1.50f,   0.00f,   0.00f,   6.72f,   5.40f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFriendsSuit
    {{ -2.24f,   0.00f,   0.00f,  -6.77f, -12.68f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFoesSuit
    {{-15.18f,   0.00f,   0.00f,  -1.08f,  -8.73f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kUnderMaster
    {{ -0.37f,   0.00f,   0.00f,   6.05f,  -3.91f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kFreshSuit
    {{  3.48f,   0.00f,   0.00f,   0.23f,  -4.62f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kEndgame
    {{  2.46f,  -2.77f,   1.08f,   4.20f,   5.55f,   7.73f,   1.71f,   4.89f,   8.90f}},  // kSingleton
}};

constexpr NullTable kNullTable = {{
    {{-13.32f, -23.53f, -16.73f, -14.55f,  -4.80f,  26.86f,  73.02f,  30.18f,  30.19f}},  // kNullCaught
    {{ -0.84f,  -4.26f,  -6.73f,   1.06f,   0.02f,   0.17f,   0.00f,  20.18f,  20.19f}},  // kNullCertain
    {{ -3.32f, -13.53f,  -6.73f,  -0.12f,  -8.93f, -15.74f,   8.89f,  21.61f,   5.15f}},  // kNullITake
    {{-13.68f,   1.16f,   2.68f, -13.73f,  -7.76f,  -8.25f,  13.42f,  17.08f,  10.11f}},  // kNullRank
    {{  4.00f, -19.67f, -18.51f, -29.05f, -18.38f,  -7.63f,  -6.53f,  -4.39f,  -1.75f}},  // kNullLength
    {{ -5.03f,   8.30f,   9.09f,  -7.23f, -10.28f,   7.63f,   4.35f,   4.39f,   7.11f}},  // kNullOut
    {{-16.99f,   8.63f,  10.24f,  -3.64f,   3.53f,  11.80f,  -0.16f,   6.27f,   5.82f}},  // kNullLowerOut
    {{ 11.96f,  -0.33f,  -1.16f,  -3.59f, -13.83f,  -4.17f,   4.48f,  -1.88f,   1.27f}},  // kNullHigherOut
    {{ -3.92f,  -7.42f,  -4.40f,  -4.74f,  -7.37f, -25.50f, -14.92f,   9.59f,   4.35f}},  // kNullLowerHeld
    {{ 21.29f,   9.00f,   9.62f,  -5.47f,  -3.73f,  37.24f,   2.13f,  22.95f,  11.79f}},  // kNullGap
    {{ -5.34f,   8.83f,   4.74f,  -2.49f,  -3.01f,  -8.59f,  -5.33f,   8.86f,   0.08f}},  // kNullGaps
    {{ 13.79f,   8.66f,   6.80f,   6.32f,   7.79f,  10.60f,   6.38f,   0.45f,  12.48f}},  // kNullSingle
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNullThrow
    {{  3.00f,  16.72f,  10.60f,   0.00f,   0.00f,  17.19f,  16.02f,   9.46f,  -0.72f}},  // kNullThrowRank
    {{ -0.61f,  -2.45f,  -3.04f, -37.77f, -35.84f,   0.00f,   3.88f,  -0.01f,  -8.19f}},  // kNullFoeVoid
    {{ -0.61f,   0.20f,  -2.87f,   7.61f,   6.20f,   0.00f,  -1.52f,  -0.01f,  -3.35f}},  // kNullFriendVoid
    {{  0.00f,   4.96f,   3.42f,  -7.18f,  -2.29f,   0.00f,   3.28f,   0.00f,   0.21f}},  // kNullFriendsSuit
    {{  0.00f,   2.81f,   2.63f,   5.23f,   3.38f,   0.00f,   0.38f,   0.00f,  -5.30f}},  // kNullFoesSuit
    {{-10.33f,  -0.10f,  -3.49f,  13.68f,  16.84f, -17.78f,  -5.17f,  11.19f,  -0.64f}},  // kNullLowest
    {{  2.00f,  11.10f,   9.83f,   0.00f,   0.00f,  -3.43f,  -2.33f,   8.52f,   1.57f}},  // kNullHighestUnder
    {{ -4.61f,  -3.38f,  -6.01f,   1.53f,  -0.80f,   0.00f,  -2.88f,   0.00f,  -4.01f}},  // kNullFresh
    {{  0.00f,   0.57f,   1.53f, -17.16f, -11.61f,   0.00f,   1.31f,   0.00f,   5.74f}},  // kNullLateRank
    {{  4.86f,   8.04f,  10.97f,   6.63f,   7.51f,   2.09f,  22.33f,   1.63f,  11.33f}},  // kNullFoeLowHeld
}};

constexpr NullTable kNullOuvertTable = {{
    {{-17.30f, -21.25f, -14.27f,  13.42f,  15.84f,  13.76f,  36.70f,  29.11f,  30.30f}},  // kNullCaught
    {{ -2.25f,  -3.48f,  -4.27f,   3.42f,   5.84f,   4.21f,  26.70f,  19.11f,  20.30f}},  // kNullCertain
    {{ -7.30f, -11.25f,  -4.27f, -60.18f, -35.46f, -34.12f,  18.69f,   9.44f,   8.30f}},  // kNullITake
    {{-12.89f,   0.32f,   2.52f,   1.02f,   3.15f,   3.33f,  -0.22f,  14.08f,   4.88f}},  // kNullRank
    {{  1.34f,  -6.43f,  -6.20f,   0.56f,  11.91f,   1.02f,  -1.05f,  -8.53f,  -5.21f}},  // kNullLength
    {{ -2.47f,   5.17f,   3.75f,  -0.68f,  -1.52f,  -1.02f,  10.34f,   8.53f,   5.10f}},  // kNullOut
    {{ -8.33f,   6.72f,   6.40f,  -1.25f,  11.56f,  -8.25f,   9.54f,  -4.90f,   7.28f}},  // kNullLowerOut
    {{  5.87f,  -1.55f,  -2.65f,   0.57f, -13.07f,   7.24f,   0.80f,  13.44f,  -2.19f}},  // kNullHigherOut
    {{-13.54f,  -5.50f,   0.09f,  -4.28f,  -9.30f,  11.86f, -15.58f,  31.96f,   6.57f}},  // kNullLowerHeld
    {{ 14.97f,  10.26f,  10.54f,  -2.97f,   2.07f,  47.55f,  -9.21f,  32.33f,   5.01f}},  // kNullGap
    {{-24.20f,   6.96f,  11.12f,  -0.13f,  -6.79f, -15.68f,  -8.06f,  -4.67f,  -3.61f}},  // kNullGaps
    {{ 24.98f,   1.65f,   2.66f,   8.36f,  19.32f,  18.73f,  10.23f,   4.27f,  13.24f}},  // kNullSingle
    {{  0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f,   0.00f}},  // kNullThrow
    {{  3.00f,  11.88f,   7.07f,   0.00f,   0.00f,  -3.42f,  20.92f,   5.71f, -11.46f}},  // kNullThrowRank
    {{ -1.99f,  -2.18f,  -1.10f, -23.20f, -17.06f,  28.46f,   6.25f,  20.07f,  17.91f}},  // kNullFoeVoid
    {{ -1.99f,  -2.45f,  -1.23f,  12.78f,  31.26f,  -0.94f,  -9.13f,  -0.41f,  -2.17f}},  // kNullFriendVoid
    {{  0.00f,   1.08f,  -0.18f,   1.53f,   4.59f,   0.00f,  -0.78f,   0.00f,  -2.89f}},  // kNullFriendsSuit
    {{  0.00f,   1.42f,   1.88f,  -2.26f,  -5.38f,   0.00f,  -2.98f,   0.00f,   8.79f}},  // kNullFoesSuit
    {{-12.92f,   2.50f,  -2.26f,  -8.08f, -10.71f,  11.59f,  -3.25f,   5.68f,   6.73f}},  // kNullLowest
    {{  2.00f,  13.40f,   9.12f,   0.00f,   0.00f,  -3.80f,  -7.22f,   9.14f,  -2.23f}},  // kNullHighestUnder
    {{ -1.35f,   1.25f,  -1.73f,   0.30f,   4.32f,   0.00f,   2.64f,   0.00f,   1.08f}},  // kNullFresh
    {{  0.00f,   2.11f,   0.72f,   0.71f,  -3.28f,   0.00f,   8.38f,   0.00f,   1.31f}},  // kNullLateRank
    {{ -1.16f,   5.25f,   6.59f,  19.78f,  11.22f,  19.76f,  19.52f,  11.15f,  10.13f}},  // kNullFoeLowHeld
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
