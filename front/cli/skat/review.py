"""``vorhand review`` of Skat: a played deal card by card."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from vorhand.cli.outputs import print_json, progress_on_stderr, wide_console
from vorhand.cli.terminal.hints import said
from vorhand.cli.terminal.texts import move_said, t
from vorhand.games.records import game_named

if TYPE_CHECKING:
    import pyspiel
    from rich.table import Table
    from rich.text import Text

    from vorhand.agents.montecarlo.choice import Choice
    from vorhand.evaluation.post_mortem.skat.review import (
        CardWorth,
        Review,
        ReviewedPlay,
        SecondLine,
    )
    from vorhand.native.skat import Deal

GAME = "python_skat"

_NAME_WIDTH = 11
_TURN = "<-"
_BETTER_SHOWN = 2
_SMALL = 2  # scores on a smaller scale are shares, for example of tree searches


def reads(line: str) -> bool:
    """Return whether a line looks like a deal of Skat: a record, or JSON that names the game."""
    return game_named(line) == "python_skat" if line.startswith("{") else "GM[Skat]" in line


def played(state: pyspiel.State) -> bool:
    """Return whether cards were played."""
    return bool(state.view(0).plays)


def show(file: Path, deal: int, agent: str | None, seed: int, *, as_json: bool) -> None:
    """Print a deal card by card: grades, open-hand results, and the line that could have won.

    A deal of Ramsch has only grades.
    """
    from vorhand.cli.skat.ramsch_review import show_ramsch
    from vorhand.evaluation.post_mortem.skat.played_deals import played_deal
    from vorhand.evaluation.post_mortem.skat.review import review as made

    played = played_deal(file, deal)
    if played.deal.is_ramsch:
        show_ramsch(played, agent, seed, as_json=as_json)
        return
    with progress_on_stderr() as bar:
        task = bar.add_task("cards", total=sum(1 for _ in played.plays()))
        review = made(played, agent, seed, lambda done: bar.update(task, completed=done))
    if as_json:
        from vorhand.cli.skat.data import of_review

        print_json(of_review(review))
        return
    console = Console()
    console.print(_heading(review), soft_wrap=True)
    wide_console().print(_table(review, agent))
    _print_second_line(review, console)


def _heading(review: Review) -> Text:
    from rich.text import Text

    from vorhand.cli.terminal.skat import cards_in_order
    from vorhand.games.skat.cards import SEAT_NAMES

    deal = review.played.deal
    text = Text(
        f"{review.played.name}: {_contract(deal)}{t(', bid {bid}', bid=deal.bid)}\n", "bold"
    )
    for seat, (name, player) in enumerate(zip(SEAT_NAMES, review.played.players, strict=True)):
        role = f", {t('soloist')}" if seat == deal.soloist else ""
        before = deal.dealt_hand(seat)
        if seat == deal.soloist:
            before = (before | deal.dealt_skat) & ~deal.skat
        text.append(f"{t(name):<{_NAME_WIDTH}}")
        text.append_text(cards_in_order(before, deal.contract))
        text.append(f"   {player}{role}\n")
    text.append(f"{t('skat'):<{_NAME_WIDTH}}").append_text(cards_in_order(deal.skat, deal.contract))
    return text.append(f"\n{_result(review)}")


def _contract(deal: Deal) -> str:
    from vorhand.games.skat.contracts import Declaration

    return move_said(Declaration.of(deal).in_words())


def _result(review: Review) -> str:
    deal = review.played.deal
    won = t({True: "won", False: "lost", None: "not finished"}[review.played.won])
    if not deal.is_over:
        won += t(", play stopped after {count} cards", count=len(review.plays))
    return f"{won}; {_needed(deal, review.goal)}"


def _needed(deal: Deal, goal: int | None) -> str:
    from vorhand.games.skat.worth import ALL_TRICKS, NO_TRICK

    if goal is None:
        return t("overbid: nothing helps")
    ways = {ALL_TRICKS: t("all tricks"), NO_TRICK: t("no trick")}
    announced = (61, 90, ALL_TRICKS, ALL_TRICKS)[deal.level]
    reason = t(" for the bid") if goal > announced else ""
    way = ways.get(goal) or t("{points} points", points=goal)
    return t("the soloist needs {way}{reason}", way=way, reason=reason)


def _table(review: Review, agent: str | None) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from vorhand.cli.terminal.skat import card_text
    from vorhand.games.skat.cards import SEAT_NAMES

    soloist = review.played.deal.soloist
    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
        caption=_legend(review.goal, agent),
        caption_justify="left",
    )
    table.add_column("#", justify="right")
    asked = ("hint", "grade") if agent else ()
    for heading in ("", "card", *asked, "open hands", "lost"):
        table.add_column(heading and t(heading), no_wrap=True)
    trick = -1
    for play in review.plays:
        judged = play.judged
        new, trick = judged.trick != trick, judged.trick
        if new and trick:
            table.add_section()
        worth = Text(_worth(play.worths[judged.card], review.goal))
        table.add_row(
            str(trick + 1) if new else "",
            t(SEAT_NAMES[judged.seat]) + (" *" if judged.seat == soloist else ""),
            card_text(judged.card),
            *(advised(play.advice, judged.card) if agent else ()),
            worth.append(f" {_TURN}", "bold red") if judged.error else worth,
            _better(play, review.goal),
        )
    return table


def _legend(goal: int | None, agent: str | None) -> str:
    from vorhand.games.skat.worth import NO_TRICK

    end = "the trick the soloist must take" if goal == NO_TRICK else "the soloist's points"
    lines = [
        t("open hands: {end} by best play of all after this card;", end=t(end)),
        t("lost: points that this cost there, and the better cards"),
        t("{sign} turned the game with open hands; * plays alone", sign=_TURN),
    ]
    if not agent:
        return "\n".join(lines)
    return "\n".join(
        [
            t("hint: {agent},", agent=agent),
            t("its card and the chance to win by it, in brackets by the card played"),
            t(
                "grade: by the hint, what the card gave up, in parts of what winning the game"
                " is worth"
            ),
            *lines,
        ]
    )


def _worth(worth: CardWorth, goal: int | None) -> str:
    from vorhand.games.skat.worth import NO_TRICK

    if goal == NO_TRICK:
        return t("no trick") if worth.wins else t("trick {number}", number=worth.lost_in)
    return t("{points} wins" if worth.wins else "{points} loses", points=f"{worth.points:>3}")


def _better(play: ReviewedPlay, goal: int | None) -> Text:
    """Return a card's loss with open hands and the best cards; nothing if it is one of these."""
    from rich.text import Text

    from vorhand.cli.terminal.skat import card_text
    from vorhand.games.skat.worth import NO_TRICK

    if play.judged.card in play.best:
        return Text()
    cards = [card_text(card) for card in play.best[:_BETTER_SHOWN]]
    more = ".." if len(play.best) > _BETTER_SHOWN else ""
    null = goal == NO_TRICK
    lost = _worth(play.worths[play.best[0]], goal) if null else str(play.open_loss)
    return Text(f"{lost}: ") + Text(" ").join(cards) + Text(more)


def advised(advice: Choice | None, card: int) -> tuple[Text, Text]:
    """Return the hint with its figure, and the grade and the loss of the card played.

    The hint has in brackets the figure of the card played, if it is another one. The grade is empty
    if the card is no mistake.
    """
    from rich.text import Text

    from vorhand.cli.terminal.skat import card_text

    if advice is None:
        return Text(), Text()
    text, figures = card_text(advice.move), _figures(advice)
    if figures:
        text.append(f" {figures[advice.move]}", "dim")
        if advice.move != card:
            text.append(f" ({figures[card]})", "dim")
    verdict = advice.verdict_of(card)
    if verdict is None or not verdict.grade:
        return text, Text()
    style = "bold red" if verdict.grade == "blunder" else "yellow"
    return text, Text(f"{t(verdict.grade)} {said(f'{verdict.loss:.0%}')}", style)


def _figures(advice: Choice) -> dict[int, str]:
    """Return each card's chance to win for its side, or its score if the agent has no chances."""
    gauge = advice.gauge
    if gauge is None:
        return {}
    form = ".0%"
    if gauge.kind == "score":
        form = "+.2f" if max(map(abs, gauge.scale)) < _SMALL else "+.1f"
    texts = ["-" if math.isnan(value) else format(value, form) for value in gauge.values]
    return dict(zip(advice.moves, map(said, texts), strict=True))


def _print_second_line(review: Review, console: Console) -> None:
    from rich.text import Text

    from vorhand.cli.terminal.skat import card_text
    from vorhand.evaluation.post_mortem.skat.review import tricks_of
    from vorhand.games.skat.cards import SEAT_NAMES
    from vorhand.games.skat.worth import NO_TRICK

    second = review.second
    console.print(Text(_answer(second, review), "bold"))
    for trick in tricks_of(second.before, second.cards):
        line = Text(f"{trick.number:>5}  ")
        for seat, card in trick.plays:
            line.append(f"{t(SEAT_NAMES[seat])} ").append_text(card_text(card)).append("  ")
        if trick.winner >= 0:
            points = trick.soloist_points
            has = "" if review.goal == NO_TRICK else t(", soloist has {points}", points=points)
            line.append(f"-> {t(SEAT_NAMES[trick.winner])}{has}", "dim")
        console.print(line, soft_wrap=True)


def _answer(second: SecondLine, review: Review) -> str:
    """Return the text that says whether the losing side could have won, and from which card on."""
    from vorhand.cli.terminal.base import card_shown
    from vorhand.games.skat.cards import card_name
    from vorhand.games.skat.worth import NO_TRICK

    asked = t("Could the soloist have won?" if second.soloist else "Could the defenders have won?")
    null = review.goal == NO_TRICK
    ending = "" if null else t("; the soloist gets {points}", points=second.points)
    if not second.possible:
        never = "Not against best play, from the first card on{ending}. Best play of all:"
        return f"{asked} {t(never, ending=ending)}"
    if second.start == len(review.plays):
        return f"{asked} {t('Yes, even when play stopped{ending}:', ending=ending)}"
    played = review.plays[second.start].judged
    text = t(
        "Yes, from trick {number} on with another card than {card}{ending}:",
        number=played.trick + 1,
        card=card_shown(card_name(played.card)),
        ending=ending,
    )
    return f"{asked} {text}"
