// Made by the training command of docs/skat-solver.md; not written by hand.
#include "skat/solver/first_guess.hpp"

namespace vorhand::skat::solver {

// clang-format off
const std::array<GuessFeatures, 2> kGuessWeights{{
    {0.2421f, -0.1513f, 0.5388f, -0.5167f, 1.0408f, -0.3761f, 0.0882f, 0.5445f, -0.0190f, -0.3963f, 0.0220f, 0.0101f, 0.1362f, 0.1949f},
    {0.3046f, -0.2580f, 0.3058f, -0.5009f, 2.0017f, -1.8519f, -0.0598f, 0.8453f, -0.0652f, -0.3540f, 0.0862f, 0.0092f, 0.3324f, 0.2519f},
}};
// clang-format on

}  // namespace vorhand::skat::solver
