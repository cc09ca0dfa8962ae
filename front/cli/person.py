"""A person at a table in the terminal, implemented as a bot that asks for moves."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pyspiel
from rich.console import Console, RenderableType

from vorhand.cli.terminal import RefusedError, Screen
from vorhand.cli.terminal.texts import t

Advice: TypeAlias = Callable[[Any], RenderableType]

_YES = ("y", "yes", "j", "ja")
_NO = ("n", "no", "nein")
_QUIT = ("q", "quit")


class Quit(BaseException):
    """A signal that the person leaves.

    It is not derived from Exception, which callers treat as a failure of the bot.
    """


class TakenBack(BaseException):
    """A signal that the person takes back a decision; it has the actions before that decision."""

    def __init__(self, actions: Sequence[int]) -> None:
        super().__init__()
        self.actions = tuple(actions)


def read_line(console: Console, prompt: str) -> str:
    """Return a typed line; raise Quit at the end of the input."""
    try:
        return console.input(prompt).strip()
    except EOFError as error:
        raise Quit from error


def ask_yes_or_no(console: Console, prompt: str) -> bool:
    """Ask until yes or no is typed; raise Quit if the person leaves instead."""
    while (answer := read_line(console, prompt).lower()) not in (*_YES, *_NO):
        if answer in _QUIT:
            raise Quit
    return answer in _YES


class Person(pyspiel.Bot):  # type: ignore[misc]
    """A bot that shows the observation of a seat, and asks until a legal move is typed.

    Attributes:
        decided: actions that were typed together and not played yet.
    """

    def __init__(
        self, screen: Screen, console: Console, advice: Advice, seat: int, takes_back: bool
    ) -> None:
        """Create a person.

        Args:
            screen: the screen of the game.
            console: the console for output and questions.
            advice: a function that returns a hint from the person's observation.
            seat: the person's seat.
            takes_back: whether decisions can be taken back; if not, grave ones must be confirmed.
        """
        super().__init__()
        self.decided: list[int] = []
        self._screen, self._console, self._advice = screen, console, advice
        self._seat, self._takes_back = seat, takes_back
        self._turns: list[int] = []  # number of actions before each decision
        self._redraws = False

    def restart(self) -> None:
        """Forget typed actions, since the deal begins anew or goes on from an earlier decision."""
        self.decided = []

    def keep_screen(self) -> None:
        """Print the next picture below the present output, which then stays readable."""
        self._redraws = False

    def _show(self, seen: object) -> None:
        """Show the table; on a terminal it replaces the previous picture of the same deal."""
        if self._redraws and self._console.is_terminal:
            self._console.clear()
        self._redraws = True
        self._console.print(self._screen.picture(seen))

    def step(self, state: pyspiel.State) -> int:
        """Return the next typed action."""
        if not self.decided:
            seen = self._screen.look(state, self._seat)
            self._show(seen)
            while not self.decided:
                self.decided = self._ask(seen, state)
            if self._takes_back:  # the states of a server have no history
                self._turns.append(len(state.history()))
        return self.decided.pop(0)

    def _ask(self, seen: object, state: pyspiel.State) -> list[int]:
        """Return the typed actions; empty if the person must be asked again."""
        console = self._console
        text = read_line(console, f"{self._screen.prompt(seen)}> ")
        match text.lower():
            case quits if quits in _QUIT:
                raise Quit
            case "" | "?" | "h" | "help" | "hilfe":
                self._show(seen)
                undo = t("undo to take back, ") if self._takes_back else ""
                text = "type a move as shown, ? for the table, hint for advice, {undo}q to leave"
                console.print(t(text, undo=undo), soft_wrap=True)
            case "hint" | "tipp":
                with console.status(t("thinking")):
                    hint = self._advice(seen)
                console.print(hint)
            case "undo" | "zurück" | "zurueck":
                self._take_back(state)
            case _:
                try:
                    return self._confirmed(seen, self._screen.parse(seen, text))
                except RefusedError as refusal:
                    console.print(str(refusal), style="red", markup=False)
        return []

    def _take_back(self, state: pyspiel.State) -> None:
        if not self._takes_back:
            self._console.print(t("at a table of a server nothing can be taken back"))
        elif not self._turns:
            self._console.print(t("there is nothing of yours to take back"))
        else:
            raise TakenBack(state.history()[: self._turns.pop()])

    def _confirmed(self, seen: object, actions: list[int]) -> list[int]:
        """Return the actions; none if they are grave, irrevocable and not confirmed."""
        grave = "" if self._takes_back else self._screen.grave(seen, actions)
        if grave:
            answer = read_line(
                self._console, t("{what}: that cannot be taken back. Sure (y/n)? ", what=grave)
            )
            return actions if answer.lower() in _YES else []
        return actions


class Scripted(pyspiel.Bot):  # type: ignore[misc]
    """A bot that replays a given beginning of a deal, and then plays as an inner bot."""

    def __init__(self, bot: pyspiel.Bot, script: Sequence[int], console: Console) -> None:
        """Create the bot; the console shows when the inner bot thinks, unless it is a person."""
        super().__init__()
        self._bot, self._script, self._console = bot, script, console

    def restart(self) -> None:
        """Restart the inner bot."""
        self._bot.restart()

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Inform the inner bot."""
        self._bot.inform_action(state, player, action)

    def step(self, state: pyspiel.State) -> int:
        """Return the scripted action while there is one, then the inner bot's."""
        played = len(state.history())
        if played < len(self._script):
            return int(self._script[played])
        if isinstance(self._bot, Person):
            return int(self._bot.step(state))
        with self._console.status(t("thinking")):
            return int(self._bot.step(state))
