"""Writes the stored playthroughs anew, after a change that is meant to show there.

python -m vorhand.tests.games.schnapsen.playthroughs
"""

import random
from pathlib import Path

import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import vorhand.games  # noqa: F401  (registers the games)

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "schnapsen.txt": ("python_schnapsen", {32, 33}),
    "kinderschnapsen.txt": ("python_kinderschnapsen", {33}),
    "last_deals_of_a_match.txt": ("python_schnapsen(match=true,score_0=6,score_1=6)", {34}),
}


def actions_of(name: str, wanted: set[int]) -> list[int]:
    """A random game in which these actions (34: any marriage) are taken."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        taken = {min(action, 34) for action in state.current.actions}
        if wanted <= taken:
            return list(state.history())


def read_flags() -> None:
    """OpenSpiel's playthrough module reads its command line flags."""
    flags.FLAGS(["playthroughs"], known_only=True)


def main() -> None:
    """Write all files."""
    read_flags()
    for file, (name, wanted) in GAMES.items():
        text = generate_playthrough.playthrough(name, actions_of(name, wanted))
        (FOLDER / file).write_text(text, encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
