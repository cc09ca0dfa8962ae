"""Trains the Skat solver's move ordering and first guess.

``python -m vorhand.evaluation.training.skat_solver native/src/skat/solver`` solves random
deals with a seed and writes ``ordering_weights.cpp`` and ``guess_weights.cpp`` into that
folder. What is compiled in of either plays no part in that, so the same arguments write
the same files. Rebuild afterwards; node counts in the tests change with the weights.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from vorhand.evaluation.training import first_guess, move_ordering

_FILE = """// Written by `python -m vorhand.evaluation.training.skat_solver`; not by hand.
#include "skat/solver/{header}.hpp"

// clang-format off
namespace vorhand::skat::solver {{

{weights}
}}  // namespace vorhand::skat::solver
// clang-format on
"""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument("--only", choices=("ordering", "guess"), help="write one file alone")
    parser.add_argument("--deals", type=int, default=40_000, help="for the move ordering")
    parser.add_argument("--positions", type=int, default=150_000, help="for the first guess")
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()

    def write(header: str, weights: str) -> None:
        text = _FILE.format(header=header, weights=weights)
        (args.folder / f"{header.split('_')[-1]}_weights.cpp").write_text(text)

    if args.only != "guess":
        weights = move_ordering.learn(args.deals, args.seed)
        write("ordering", move_ordering.as_source(weights))
    if args.only != "ordering":
        nets = first_guess.fit_guess(args.positions, args.seed)
        write("first_guess", first_guess.as_source(nets))


if __name__ == "__main__":
    main()
