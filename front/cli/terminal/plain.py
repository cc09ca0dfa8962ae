"""The screen for any OpenSpiel game: its observation string, and its moves."""

from __future__ import annotations

from dataclasses import dataclass

import pyspiel
from rich.console import Group, RenderableType
from rich.text import Text

from vorhand.cli.errors import OptionError
from vorhand.cli.terminal.base import RefusedError


@dataclass(frozen=True)
class Seen:
    """A player's knowledge of any game: the text of the game's observer, and their moves."""

    text: str
    moves: tuple[tuple[int, str], ...]

    @property
    def numbered(self) -> bool:
        """True if moves are shown with numbers; False if their names are numbers, like bids."""
        return not any(name.isdecimal() for _, name in self.moves)


class PlainScreen:
    """The screen that shows the observation string; moves are typed by name or by number."""

    hints = False

    def legend(self, choice: object) -> str:
        """Return an empty text, since the numbers are self-explanatory."""
        return ""

    def look(self, state: pyspiel.State, seat: int) -> Seen:
        """Return the observation (or else information state) string, and the legal moves."""
        kind = state.get_game().get_type()
        if kind.provides_observation_string:
            text = state.observation_string(seat)
        elif kind.provides_information_state_string:
            text = state.information_state_string(seat)
        else:
            raise OptionError(
                f"game {kind.short_name}: has no observation string; expected one, since "
                "a player must be shown what they see and no more"
            )
        actions = state.legal_actions(seat) if state.current_player() == seat else []
        return Seen(text, tuple((a, state.action_to_string(seat, a)) for a in actions))

    def picture(self, seen: Seen) -> RenderableType:
        """Return the string and the moves."""
        moves = (
            f"{k}: {name}" if seen.numbered else name
            for k, (_, name) in enumerate(seen.moves, start=1)
        )
        return Group(Text(seen.text), Text("  ".join(moves), style="bold"))

    def prompt(self, seen: Seen) -> str:
        """Return the question for the number or name of a move."""
        return f"your move ({_numbers(seen)}its name)"

    def parse(self, seen: Seen, text: str) -> list[int]:
        """Return the action with a name, or a number as shown."""
        typed = text.lower().split()
        for action, name in seen.moves:
            if typed == name.lower().split():
                return [action]
        text = text.strip()
        if seen.numbered and text.isdecimal() and 1 <= int(text) <= len(seen.moves):
            return [seen.moves[int(text) - 1][0]]
        names = ", ".join(name for _, name in seen.moves)
        raise RefusedError(f"{text!r} is not a legal move; expected {_numbers(seen)}{names}")

    def grave(self, seen: Seen, actions: list[int]) -> str:
        """Return an empty text, since nothing is known about the moves."""
        del seen, actions
        return ""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the final state and all scores."""
        scores = ", ".join(f"{score:g}" for score in state.returns())
        return Group(
            Text(str(state)), Text(f"scores: {scores}; yours: {state.returns()[seat]:g}", "bold")
        )


def _numbers(seen: Seen) -> str:
    """Return the numbers that may be typed instead of a name, if any."""
    return f"1 to {len(seen.moves)}, or " if seen.numbered else ""
