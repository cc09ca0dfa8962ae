"""Writes the stored playthroughs anew, after a change that is meant to show there.

python -m vorhand.tests.games.skat.playthroughs
"""

import random
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from vorhand.games.skat.contracts import Declaration
from vorhand.tests.games.skat.deals import random_state

FOLDER = Path(__file__).parent / "playthroughs"

# File name -> game, and what is declared in it.
GAMES: dict[str, tuple[str, str]] = {
    "suit_after_pickup.txt": ("python_skat", "H"),
    "ending.txt": (
        "python_skat(scoring=card_points,start=play H by 1 bid 20 cards "
        "HJ.S7/DJ.H9/CA.D7/- leader 1 tricks 5 points 64 matadors -3)",
        "H",
    ),
}


def actions_of(game: str, declaration: str) -> list[int]:
    """A random deal in which this is declared."""
    wanted = Declaration.parse(declaration)
    rng = random.Random(1)
    while True:
        state = random_state(rng, game)
        deal = state.deal
        if deal.declared and Declaration(deal.contract, deal.level, deal.hand_game) == wanted:
            return list(state.history())


def read_flags() -> None:
    """OpenSpiel's playthrough module reads its command line flags."""
    flags.FLAGS(["playthroughs"], known_only=True)


def main() -> None:
    """Write all files."""
    read_flags()
    for name, (game, declaration) in GAMES.items():
        text = generate_playthrough.playthrough(game, actions_of(game, declaration))
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
