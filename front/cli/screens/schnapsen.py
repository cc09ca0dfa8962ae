"""The screen for Schnapsen and Kinderschnapsen."""

from __future__ import annotations

import pyspiel
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from vorhand.cli.screens.base import RefusedError
from vorhand.cli.screens.german import in_our_words
from vorhand.games.schnapsen.view import SchnapsenView


class SchnapsenScreen:
    """The view of the player; moves are typed by name, marriages together with the card led.

    ``SA`` plays a card, ``exchange`` and ``close`` (or ``x`` and ``c``) are typed alone, and
    ``m SK`` announces the marriage and leads the king at once.
    """

    adviser: str | None = "pimc"

    def look(self, state: pyspiel.State, seat: int) -> SchnapsenView:
        """The player's view."""
        view: SchnapsenView = state.view(seat)
        return view

    def picture(self, seen: SchnapsenView) -> RenderableType:
        """The table, the last moves, and what may be done."""
        deal, rules = seen.deal, seen.rules
        lines = [Text(seen.describe())]
        if seen.seen.actions:
            names = [deal.action_name(rules, action) for action in seen.seen.actions]
            lines.append(Text("played so far: " + " ".join(names)))
        if _at_turn(seen):
            moves = [deal.action_name(rules, move) for move in deal.legal_actions(rules)]
            lines.append(Text("you may: " + ", ".join(moves), style="bold"))
        return Panel(Group(*lines), title=f"you are player {seen.player}")

    def prompt(self, seen: SchnapsenView) -> str:
        """The question to the player."""
        return "your move"

    def parse(self, seen: SchnapsenView, text: str) -> list[int]:
        """One action as it is shown or in short, or an announcement and its lead."""
        rules, legal = seen.rules, seen.deal.legal_actions(seen.rules)
        shown = {seen.deal.action_name(rules, move).lower(): move for move in legal}
        if (typed := " ".join(text.lower().split())) in shown:
            return [shown[typed]]
        words = in_our_words(text).split()
        short = {"X": 32, "EXCHANGE": 32, "C": 33, "CLOSE": 33}
        actions: list[int] = []
        if len(words) == 2 and words[0] in ("M", "MARRIAGE"):
            card = rules.parse_card(words[1])
            if card >= 0 and 34 + card // 8 in legal and card % 8 in (1, 2):
                actions = [34 + card // 8, card]
            elif len(words[1]) == 1 and words[1] in "DHSC":
                actions = [34 + "DHSC".index(words[1])]
        elif len(words) == 1:
            action = short.get(words[0], rules.parse_card(words[0]))
            actions = [action] if action >= 0 else []
        if not actions or actions[0] not in legal:
            names = ", ".join(seen.deal.action_name(rules, move) for move in legal)
            raise RefusedError(f"{text!r} is not possible here; expected one of {names}")
        return actions

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """The end of the game, all cards shown."""
        score = state.returns()[seat]
        return Group(Text(str(state)), Text(f"yours: {score:+g}", style="bold"))


def _at_turn(seen: SchnapsenView) -> bool:
    deal = seen.deal
    return not deal.dealing and not deal.terminal and deal.to_move == seen.player


PART = SchnapsenScreen()
