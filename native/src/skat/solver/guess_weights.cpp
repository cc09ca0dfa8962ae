// Written by `python -m vorhand.evaluation.train_skat_solver`; not by hand.
#include "skat/solver/first_guess.hpp"

// clang-format off
namespace vorhand::skat::solver {

const std::array<GuessFeatures, 2> kGuessWeights{{
    {0.0795f, 0.0014f, 0.7119f, -0.5769f, 0.7502f, -0.5448f, 0.2558f, 0.6196f, 0.0182f, -0.2877f, 0.0189f, 0.0041f, 0.0859f, 0.2301f},
    {0.3537f, -0.1963f, 0.2724f, -0.5978f, 1.8910f, -1.9801f, 0.0702f, 0.7117f, -0.0171f, -0.4261f, 0.0730f, 0.0024f, 0.3134f, 0.1177f}}};

}  // namespace vorhand::skat::solver
// clang-format on
