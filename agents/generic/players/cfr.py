"""A player that follows a strategy saved in a file."""

from pathlib import Path

import pyspiel

from vorhand.agents.generic.equilibrium import SavedPolicyError, Solution, load
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.registry import register


class TableBot(ViewBot):
    """A player that follows a saved strategy."""

    def __init__(self, player: int, seed: int, solution: Solution) -> None:
        super().__init__(player, seed, StateView)
        self._solution = solution

    def consider(self, view: StateView) -> Choice:
        """Return a choice with the saved probabilities, or raise SavedPolicyError if none fit."""
        row = self._solution.table.get(view.information)
        if row is None or row.keys() != set(view.legal_actions):
            raise SavedPolicyError(
                f"the policy for {self._solution.game} says nothing about {view.information!r}"
            )
        chances = tuple(row[move] for move in view.legal_actions)
        return Choice.of(view, max(row, key=lambda move: row[move]), "table", chances=chances)


@register("cfr", reads_files=True)
def cfr(game: pyspiel.Game, player: int, seed: int, *, file: str) -> pyspiel.Bot:
    """Play a strategy that `vorhand lab solve` saved in a file."""
    return TableBot(player, seed, load(Path(file), game))
