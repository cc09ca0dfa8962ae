"""``vorhand review`` of a deal of Ramsch: each card judged by what its player knew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from vorhand.cli.outputs import print_json, progress_on_stderr, wide_console
from vorhand.cli.terminal.hints import said
from vorhand.cli.terminal.texts import t

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
    from vorhand.evaluation.post_mortem.skat.ramsch import RamschReview

_NAME_WIDTH = 11


def show_ramsch(played: PlayedDeal, agent: str | None, seed: int, *, as_json: bool) -> None:
    """Print a deal of Ramsch card by card, with the grades by the hints of an agent."""
    from vorhand.evaluation.post_mortem.skat.ramsch import review_ramsch

    with progress_on_stderr() as bar:
        task = bar.add_task("cards", total=sum(1 for _ in played.plays()))
        review = review_ramsch(played, agent, seed, lambda done: bar.update(task, completed=done))
    if as_json:
        from vorhand.cli.skat.data import of_ramsch_review

        print_json(of_ramsch_review(review))
        return
    Console().print(_heading(played), soft_wrap=True)
    wide_console().print(_table(review, agent))
    if agent:
        costs = zip(_seats(), review.cost, strict=True)
        line = ", ".join(f"{seat} {said(f'{cost:.1f}')}" for seat, cost in costs)
        Console().print(t("points lost by mistakes: {costs}", costs=line), soft_wrap=True)


def _heading(played: PlayedDeal) -> Text:
    from rich.text import Text

    from vorhand.cli.terminal.skat import cards_in_order, result_of_ramsch
    from vorhand.games.skat.contracts import GRAND

    deal = played.deal
    text = Text(f"{played.name}: Ramsch\n", "bold")
    beginning = next(before for before, _ in played.plays())
    hands = [beginning.hand(seat) for seat in range(3)]
    for seat, hand, player in zip(_seats(), hands, played.players, strict=True):
        text.append(f"{seat:<{_NAME_WIDTH}}")
        text.append_text(cards_in_order(hand, GRAND)).append(f"   {player}\n")
    text.append(f"{t('skat'):<{_NAME_WIDTH}}").append_text(cards_in_order(deal.skat, GRAND))
    return text.append(f"\n{result_of_ramsch(deal) if deal.is_over else t('not finished')}")


def _table(review: RamschReview, agent: str | None) -> Table:
    from rich import box
    from rich.table import Table

    from vorhand.cli.skat.review import advised
    from vorhand.cli.terminal.skat import card_text

    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
        caption=_legend(agent),
        caption_justify="left",
    )
    table.add_column("#", justify="right")
    for heading in ("", "card", *(("hint", "grade", "lost") if agent else ()), "taken"):
        table.add_column(heading and t(heading), no_wrap=True)
    seats, trick = _seats(), -1
    for play in review.plays:
        new, trick = play.trick != trick, play.trick
        if new and trick:
            table.add_section()
        lost = said(f"{play.cost:.1f}") if play.cost else ""
        table.add_row(
            str(trick + 1) if new else "",
            seats[play.seat],
            card_text(play.card),
            *((*advised(play.advice, play.card), lost) if agent else ()),
            " ".join(f"{points:>3}" for points in play.taken),
        )
    return table


def _legend(agent: str | None) -> str:
    taken = t("taken: card points of forehand, middlehand and rearhand after this card")
    if not agent:
        return taken
    return "\n".join(
        [
            t("hint: {agent},", agent=agent),
            t(
                "its card and the expected score less the mean of the others, in brackets by the"
                " card played"
            ),
            t("lost: points that a mistake cost against the hint; grade: in parts of the stake"),
            taken,
        ]
    )


def _seats() -> list[str]:
    from vorhand.games.skat.cards import SEAT_NAMES

    return [t(seat) for seat in SEAT_NAMES]
