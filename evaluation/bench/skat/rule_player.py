"""The rule player: speed, strength against random play, and statistics of its games."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.table import Table

from vorhand.agents.skat.outcomes import card_play
from vorhand.evaluation.arena.estimates import Estimate, mean, share
from vorhand.evaluation.bench.harness import Case, Limit
from vorhand.games.skat.contracts import CONTRACT_NAMES, NULL
from vorhand.games.skat.view import observe
from vorhand.native import skat_solver
from vorhand.native.skat import Deal, Phase, card_points, play_deals, rule_action
from vorhand.native.skat_monte_carlo import Player, played_out

_RULES = ("rule", "rule", "rule")
_TO_WIN = 61
_SOLOIST, _CONTRACT, _LEVEL, _HAND, _WON = range(5)

FINDINGS = (
    Limit("whole deal", seconds_at_most=2e-3),
    Limit("card play of ten tricks", seconds_at_most=60e-3 / 1600),
)


def first_lead(seed: int) -> Deal:
    """Return a deal bid and declared by the rule player, at the first lead."""
    rng = np.random.default_rng(seed)
    while True:
        deal = Deal()
        for card in rng.permutation(32):
            deal.apply(int(card))
        while not deal.is_over and deal.phase != Phase.PLAY:
            deal.apply(rule_action(deal))
        if not deal.is_over:
            return deal


def speed_cases() -> list[Case]:
    """Return cases: whole deals, and playouts of the card play from the first lead."""
    views = [observe(deal, deal.player) for deal in map(first_lead, range(20))]
    rows = [np.asarray(view.worlds().distinct(0, 16, 1)) for view in views]
    player = Player.rule()

    def deals() -> float:
        play_deals(300, 1, _RULES)
        return 300

    def playouts() -> float:
        """Play out each of the ten cards to lead in every world."""
        for view, worlds in zip(views, rows, strict=True):
            played_out(card_play(view), worlds, player, 1)
        return 10.0 * sum(map(len, rows))

    return [Case("whole deal", deals, "deals"), Case("card play of ten tricks", playouts, "deals")]


def duplicate(one: str, others: str, deals: int, seed: int) -> Estimate:
    """Return one player's Seeger-Fabian points per deal beside two of another, over all seats."""
    points = np.zeros(deals)
    for seat in range(3):
        players = [others] * 3
        players[seat] = one
        scores, _ = play_deals(deals, seed, (players[0], players[1], players[2]))
        points += np.asarray(scores)[:, seat] / 3
    return mean(points)


def strength(deals: int, seed: int, console: Console) -> None:
    """Print the score of one player against two copies of another, on the same deals."""
    table = Table(box=box.SIMPLE, title=f"score a deal, {deals} deals in three seats each")
    for column in ("one", "beside two", "points", "95% interval"):
        table.add_column(column, justify="left" if column[0] in "ob" else "right")
    for one, others in (("rule", "random"), ("random", "rule"), ("rule", "rule")):
        value = duplicate(one, others, deals, seed)
        table.add_row(one, others, f"{value.value:+.1f}", f"{value.low:+.1f} to {value.high:+.1f}")
    console.print(table)


def _row(name: str, played: npt.NDArray[np.bool_], results: npt.NDArray[np.int32]) -> Sequence[str]:
    declared = results[:, _SOLOIST] >= 0
    won = results[:, _WON] == 1
    chosen = share(played.astype(float), declared.astype(float))
    wins = share((played & won).astype(float), played.astype(float))
    return (
        name,
        f"{played.sum()}",
        f"{chosen.value:.1%}",
        f"{wins.value:.1%}" if played.any() else "-",
        f"{wins.low:.1%} to {wins.high:.1%}" if played.any() else "-",
    )


def games(deals: int, seed: int, console: Console) -> None:
    """Print the games of a table of three rule players, by contract."""
    _, rows = play_deals(deals, seed, _RULES)
    results = np.asarray(rows)
    declared = results[:, _SOLOIST] >= 0
    table = Table(box=box.SIMPLE, title=f"three rule players, {deals} deals")
    for column in ("contract", "games", "share", "won", "95% interval"):
        table.add_column(column, justify="left" if column == "contract" else "right")
    for contract, name in enumerate(CONTRACT_NAMES):
        chosen = declared & (results[:, _CONTRACT] == contract)
        table.add_row(*_row(name, chosen, results))
    table.add_row(*_row("from the hand", declared & (results[:, _HAND] == 1), results))
    table.add_row(*_row("all", declared, results))
    console.print(table)
    passed = mean((~declared).astype(float))
    console.print(f"passed in: {passed:.1%}")


def open_hands(deals: int, seed: int, console: Console) -> None:
    """Print the shares of trump games that reach 61 points at the table and with open cards.

    Games with announcements are left out.
    """
    outcomes = np.zeros((2, 2), dtype=int)  # [won by the solver, won at the table]
    for number in range(deals):
        deal = first_lead(seed * deals + number)
        if deal.contract == NULL or deal.level:
            continue
        hands = np.array([[deal.hand(seat) for seat in range(3)]], dtype=np.uint32)
        values, _, _ = skat_solver.solve(hands, deal.contract, deal.soloist, 0)
        winnable = int(values[0]) + card_points(deal.skat) >= _TO_WIN
        while not deal.is_over:
            deal.apply(rule_action(deal))
        outcomes[int(winnable), int(deal.result().points >= _TO_WIN)] += 1
    won, given, thrown = (
        count / outcomes.sum() for count in (outcomes[:, 1].sum(), outcomes[0, 1], outcomes[1, 0])
    )
    console.print(
        f"{outcomes.sum()} trump games with 61 points to reach: {won:.1%} are won, "
        f"{won - given + thrown:.1%} would be with all cards open; "
        f"the defenders let {given:.1%} go, the soloist {thrown:.1%}"
    )
