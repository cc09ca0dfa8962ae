"""``vorhand analyse`` for Skat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from vorhand.cli.commands import Analysis
from vorhand.cli.errors import OptionError
from vorhand.cli.outputs import print_json
from vorhand.games.skat.cards import SEAT_NAMES

if TYPE_CHECKING:
    from vorhand.games.skat.view import SkatView

GAMES: tuple[str, ...] = ("python_skat",)
EXAMPLE = "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=18"


def reads(position: str) -> bool:
    """Return whether a text looks like one player's knowledge."""
    from vorhand.games.skat.view_text import is_view

    return is_view(position)


def show(asked: Analysis) -> None:
    """Print the moves of a choice with their figures."""
    from vorhand.agents.montecarlo.advisers import adviser, usual_adviser
    from vorhand.cli.terminal import hint_table, reason_text
    from vorhand.cli.terminal.skat import TERMINAL
    from vorhand.games.loading import load_game
    from vorhand.games.skat.view import SkatView

    for option, value in {
        "--score": asked.score,
        "--worlds": asked.worlds,
        "--open": asked.open_hand or None,
    }.items():
        if value is not None:
            raise OptionError(f"{option}: expected a position of Schnapsen with it, this is Skat")
    view = _checked(SkatView.parse(asked.position))
    loaded = load_game(asked.game or GAMES[0])
    agent = asked.agent or str(usual_adviser(GAMES[0]))
    explain = adviser(agent, loaded, view.player, asked.seed or 0, reasons=True)
    with Console(stderr=True).status("thinking"):
        choice = explain(view)
    if asked.as_json:
        print_json(choice.to_dict())
        return
    table = choice.table()
    captions = (TERMINAL.legend(choice), table.caption)
    table.caption = "\n".join(str(caption) for caption in captions if caption)
    console = Console()
    console.print(hint_table(table))
    if choice.because is not None:
        console.print(reason_text(choice.because), highlight=False)


def _checked(view: SkatView) -> SkatView:
    """Return the view; raise OptionError unless its player is to act."""
    if view.to_act != view.player:
        who = "nobody" if view.to_act < 0 else f"seat={view.to_act} ({SEAT_NAMES[view.to_act]})"
        raise OptionError(f"seat={view.player}: is not to act; expected the view of {who}")
    return view
