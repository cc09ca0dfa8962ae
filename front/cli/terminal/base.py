"""The screen for any OpenSpiel game, and cards in colour."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel
from rich.align import Align
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from vorhand.cli.errors import OptionError
from vorhand.cli.terminal.texts import is_german, t
from vorhand.games.card_sets import SUITS
from vorhand.native.errors import InputError

SUIT_STYLES = ("dark_orange", "red", "green", "white")
"""Colours of the suits, in the order of `SYMBOLS`."""

SYMBOLS = dict(zip(SUITS, "♦♥♠♣", strict=True))
"""Symbols of the suits, by their letters; a person may type either."""
_CARD = re.compile(r"\b[DHSC][2-9TJQKA]\b")
_CARD_WIDTH = 7


def card_in_colour(name: str, bright: bool = True) -> Text:
    """Return a card as `card_shown` writes it: in the colour of its suit or, unless bright, dim."""
    style = f"bold {SUIT_STYLES[SUITS.index(name[0])]}" if bright else "dim"
    return Text(card_shown(name), style)


def card_shown(name: str) -> str:
    """Return a card in symbols, as ♥10, if the terminal can show them, else with the suit's letter.

    With letters it is in notation, as HT; in German as H10.
    """
    symbols = _has_symbols()
    if not symbols and not is_german():
        return name
    ranks = {"T": "10", **({"J": "B", "Q": "D"} if is_german() else {})}
    return (SYMBOLS[name[0]] if symbols else name[0]) + ranks.get(name[1], name[1])


@dataclass(frozen=True)
class OnTerminal:
    """A drawing for a terminal, and the lines that are printed instead if there is none."""

    drawn: RenderableType
    plain: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the drawing if the console is a terminal, else the lines."""
        del options
        yield self.drawn if console.is_terminal else self.plain


def trick_drawn(names: Sequence[str], me: int, cards: Mapping[int, Text]) -> RenderableType:
    """Return the cards of a trick in their places: the person's below, the others' above.

    Args:
        names: the players' names.
        me: the person, who sits at the bottom.
        cards: the card of each player who has played.
    """

    def place(seat: int) -> RenderableType:
        if seat not in cards:
            return Align.center(Text(f"\n{names[seat]}", "dim"))
        card = Panel(Align.center(cards[seat]), width=_CARD_WIDTH)
        return Group(Align.center(card), Align.center(Text(names[seat])))

    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(min_width=14)
    if len(names) == 2:
        grid.add_row("", place(1 - me), "")
    else:
        grid.add_row(place((me + 1) % 3), "", place((me + 2) % 3))
    grid.add_row("", place(me), "")
    return grid


def in_colour(text: str, style: str = "") -> Text:
    """Return a text with its cards in colour."""
    shown, end = Text(style=style), 0
    for card in _CARD.finditer(text):
        shown.append(text[end : card.start()]).append_text(card_in_colour(card[0]))
        end = card.end()
    return shown.append(text[end:])


@functools.cache
def _has_symbols() -> bool:
    console = Console()
    colours = console.is_terminal and console.color_system and not console.no_color
    return bool(colours) and console.encoding.startswith("utf")


class RefusedError(InputError):
    """A typed text that is no legal move; the message gives the reason."""


@dataclass(frozen=True)
class Seen:
    """A player's knowledge in any game: the observation string, and the player's legal moves."""

    text: str
    moves: tuple[tuple[int, str], ...]

    @property
    def numbered(self) -> bool:
        """True if moves are shown with numbers; False if their names are numbers, like bids."""
        return not any(name.isdecimal() for _, name in self.moves)


class Screen:
    """The display of a game and the parser of moves. ``seen`` is the result of `look`.

    These methods serve any OpenSpiel game: they show its observation string, and moves are typed by
    name or by number.
    """

    hints: bool = False  # whether the game has hints; then `look` returns the view that agents take

    def legend(self, choice: Any) -> str:
        """Return the legend that explains the scores of a hint's method; empty if it has none."""
        del choice
        return ""

    def look(self, state: pyspiel.State, seat: int) -> Any:
        """Return what the player in this seat may know, here the observation string and moves."""
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

    def picture(self, seen: Any) -> RenderableType:
        """Return the table as the player sees it, with the legal moves if it is their turn."""
        moves = (
            f"{k}: {name}" if seen.numbered else name
            for k, (_, name) in enumerate(seen.moves, start=1)
        )
        return Group(Text(seen.text), Text("  ".join(moves), style="bold"))

    def prompt(self, seen: Any) -> str:
        """Return the question to the player."""
        return t("your move ({numbers}its name)", numbers=_numbers(seen))

    def parse(self, seen: Any, text: str) -> list[int]:
        """Return the actions that a text stands for; raise RefusedError if it is no legal move."""
        typed = text.lower().split()
        for action, name in seen.moves:
            if typed == name.lower().split():
                return [action]
        text = text.strip()
        if seen.numbered and text.isdecimal() and 1 <= int(text) <= len(seen.moves):
            return [seen.moves[int(text) - 1][0]]
        names = ", ".join(name for _, name in seen.moves)
        raise RefusedError(
            t(
                "{text} is not a legal move; expected {numbers}{names}",
                text=repr(text),
                numbers=_numbers(seen),
                names=names,
            )
        )

    def grave(self, seen: Any, actions: list[int]) -> str:
        """Return a warning if a person may regret these actions; else an empty text."""
        del seen, actions
        return ""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the description of a finished deal, with all cards open."""
        scores = ", ".join(f"{score:g}" for score in state.returns())
        return Group(
            Text(str(state)),
            Text(
                t(
                    "scores: {scores}; yours: {own}",
                    scores=scores,
                    own=f"{state.returns()[seat]:g}",
                ),
                "bold",
            ),
        )


def _numbers(seen: Seen) -> str:
    """Return a text with the numbers that may be typed instead of a name; empty if none may."""
    return t("1 to {count}, or ", count=len(seen.moves)) if seen.numbered else ""
