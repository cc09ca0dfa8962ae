"""``vorhand review`` of Skat: a played deal card by card."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from vorhand.cli.outputs import print_json, progress_on_stderr, wide_console
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

_TURN = "<-"
_BETTER_SHOWN = 2
_SMALL = 2  # scores on a smaller scale are shares, for example of tree searches


def reads(line: str) -> bool:
    """Return whether a line looks like a deal of Skat: a record, or JSON that names the game."""
    return game_named(line) == "python_skat" if line.startswith("{") else "GM[Skat]" in line


def played(state: pyspiel.State) -> bool:
    """Return whether cards were played."""
    return bool(state.view(0).plays)


def judged(state: pyspiel.State) -> bool:
    """Return whether the review judges a played deal; it does not judge Ramsch."""
    return not state.view(0).is_ramsch


def show(file: Path, deal: int, agent: str | None, seed: int, *, as_json: bool) -> None:
    """Print a deal card by card: grades, open-hand results, and the line that could have won."""
    from vorhand.evaluation.post_mortem.skat.played_deals import played_deal
    from vorhand.evaluation.post_mortem.skat.review import review as made

    played = played_deal(file, deal)
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
    text = Text(f"{review.played.name}: {_contract(deal)}, bid {deal.bid}\n", "bold")
    for seat, (name, player) in enumerate(zip(SEAT_NAMES, review.played.players, strict=True)):
        role = ", soloist" if seat == deal.soloist else ""
        before = deal.dealt_hand(seat)
        if seat == deal.soloist:
            before = (before | deal.dealt_skat) & ~deal.skat
        text.append_text(Text(f"{name:<11}")).append_text(cards_in_order(before, deal.contract))
        text.append(f"   {player}{role}\n")
    text.append("skat       ").append_text(cards_in_order(deal.skat, deal.contract))
    return text.append(f"\n{_result(review)}")


def _contract(deal: Deal) -> str:
    from vorhand.games.skat.contracts import Declaration

    return Declaration.of(deal).in_words()


def _result(review: Review) -> str:
    deal = review.played.deal
    won = {True: "won", False: "lost", None: "not finished"}[review.played.won]
    if not deal.is_over:
        won += f", play stopped after {len(review.plays)} cards"
    return f"{won}; {_needed(deal, review.goal)}"


def _needed(deal: Deal, goal: int | None) -> str:
    from vorhand.games.skat.worth import ALL_TRICKS, NO_TRICK

    if goal is None:
        return "overbid: nothing helps"
    ways = {ALL_TRICKS: "all tricks", NO_TRICK: "no trick"}
    announced = (61, 90, ALL_TRICKS, ALL_TRICKS)[deal.level]
    reason = " for the bid" if goal > announced else ""
    return f"the soloist needs {ways.get(goal, f'{goal} points')}{reason}"


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
        table.add_column(heading, no_wrap=True)
    trick = -1
    for play in review.plays:
        judged = play.judged
        new, trick = judged.trick != trick, judged.trick
        if new and trick:
            table.add_section()
        worth = Text(_worth(play.worths[judged.card], review.goal))
        table.add_row(
            str(trick + 1) if new else "",
            SEAT_NAMES[judged.seat] + (" *" if judged.seat == soloist else ""),
            card_text(judged.card),
            *((_advice(play), _grade(play)) if agent else ()),
            worth.append(f" {_TURN}", "bold red") if judged.error else worth,
            _better(play, review.goal),
        )
    return table


def _legend(goal: int | None, agent: str | None) -> str:
    from vorhand.games.skat.worth import NO_TRICK

    end = "the trick the soloist must take" if goal == NO_TRICK else "the soloist's points"
    lines = [
        f"open hands: {end} by best play of all after this card;",
        "lost: points that this cost there, and the better cards",
        f"{_TURN} turned the game with open hands; * plays alone",
    ]
    if not agent:
        return "\n".join(lines)
    return "\n".join(
        [
            f"hint: {agent},",
            "its card and the chance to win by it, in brackets by the card played",
            "grade: by the hint, what the card gave up, in parts of what winning the game is worth",
            *lines,
        ]
    )


def _worth(worth: CardWorth, goal: int | None) -> str:
    from vorhand.games.skat.worth import NO_TRICK

    if goal == NO_TRICK:
        return "no trick" if worth.wins else f"trick {worth.lost_in}"
    return f"{worth.points:>3} {'wins' if worth.wins else 'loses'}"


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


def _advice(play: ReviewedPlay) -> Text:
    """Return the hint and its figure; in brackets the figure of the card played, if another."""
    from rich.text import Text

    from vorhand.cli.terminal.skat import card_text

    advice = play.advice
    if advice is None:
        return Text()
    text, figures = card_text(advice.move), _figures(advice)
    if figures:
        text.append(f" {figures[advice.move]}", "dim")
        if advice.move != play.judged.card:
            text.append(f" ({figures[play.judged.card]})", "dim")
    return text


def _figures(advice: Choice) -> dict[int, str]:
    """Return each card's chance to win for its side, or its score if the agent has no chances."""
    gauge = advice.gauge
    if gauge is None:
        return {}
    form = ".0%"
    if gauge.kind == "score":
        form = "+.2f" if max(map(abs, gauge.scale)) < _SMALL else "+.1f"
    texts = ["-" if math.isnan(value) else format(value, form) for value in gauge.values]
    return dict(zip(advice.moves, texts, strict=True))


def _grade(play: ReviewedPlay) -> Text:
    """Return the grade and the loss of a card; empty if it is no mistake."""
    from rich.text import Text

    if play.verdict is None or not play.grade:
        return Text()
    style = "bold red" if play.grade == "blunder" else "yellow"
    return Text(f"{play.grade} {play.verdict.loss:.0%}", style)


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
            line.append(f"{SEAT_NAMES[seat]} ").append_text(card_text(card)).append("  ")
        if trick.winner >= 0:
            has = "" if review.goal == NO_TRICK else f", soloist has {trick.soloist_points}"
            line.append(f"-> {SEAT_NAMES[trick.winner]}{has}", "dim")
        console.print(line, soft_wrap=True)


def _answer(second: SecondLine, review: Review) -> str:
    """Return the text that says whether the losing side could have won, and from which card on."""
    from vorhand.games.skat.cards import card_name
    from vorhand.games.skat.worth import NO_TRICK

    asked = "the soloist" if second.soloist else "the defenders"
    ending = "" if review.goal == NO_TRICK else f"; the soloist gets {second.points}"
    if not second.possible:
        return (
            f"Could {asked} have won? Not against best play, from the first card on"
            f"{ending}. Best play of all:"
        )
    if second.start == len(review.plays):
        return f"Could {asked} have won? Yes, even when play stopped{ending}:"
    played = review.plays[second.start].judged
    return (
        f"Could {asked} have won? Yes, from trick {played.trick + 1} on with another card than "
        f"{card_name(played.card)}{ending}:"
    )
