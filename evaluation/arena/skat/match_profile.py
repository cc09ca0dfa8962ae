"""Skat in the arena: the records of its logs, and statistics by contract."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel
from rich.table import Table

from vorhand.agents import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import CountedEstimate, Estimate, Floats
from vorhand.evaluation.arena.match import Match, Place, Seating
from vorhand.evaluation.arena.profiles import Profile
from vorhand.evaluation.arena.report import Figure, add_row, heading, letter, percent, plus_minus
from vorhand.evaluation.arena.results import Results
from vorhand.evaluation.arena.skat import lists
from vorhand.evaluation.arena.skat.deals import GivenSkatDeals
from vorhand.evaluation.arena.skat.pairs import pair_list, pair_tables
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord, ReplayError, replay
from vorhand.games.skat.contracts import CONTRACT_NAMES
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.records import (
    Record,
    actions_of,
    parse_record,
    player_name,
    server_line,
    unheld_rule,
)
from vorhand.games.texts import field

_PLAYERS = 3
_DEALT = 32


class Facts(NamedTuple):
    """The facts of a game for the statistics.

    Attributes:
      soloist: the soloist's place in the seating, -1 for a deal that was passed in or Ramsch.
      contract: 0..3 suits, 4 grand, 5 null; meaningless without a soloist.
      won: True if the soloist won.
    """

    soloist: int
    contract: int
    won: bool


class SkatProfile(Profile):
    """The profile of Skat.

    Deals that begin with the bidding and fit a server record are written as such, others as
    actions.
    """

    list_deals = lists.DEALS
    given = GivenSkatDeals()
    field = (
        ("rule", 8),
        ("policy", 7),
        ("random", 2),
        ("pimc(worlds=20)", 2),
        ("vorhand(worlds=40)", 1),
    )

    def write(
        self, match: Match, deal: int, seating: Seating, state: pyspiel.State
    ) -> dict[str, Any]:
        """Return the record of a game.

        In a server record the series number is the deal's number and the record number is the
        game's number, both from 1. A deal that does not fit such a record is written as actions.
        """
        fields = super().write(match, deal, seating, state)
        if state.get_game().start.declaration is not None or unheld_rule(state.deal):
            return fields
        names = _player_names(match)
        number = deal * len(match.seatings) + match.seatings.index(seating) + 1
        players = [names[agent] for agent in seating]
        del fields["actions"]
        return {**fields, "record": server_line(state, players, deal + 1, number)}

    def read(
        self, match: Match, fields: Mapping[str, Any], place: Place
    ) -> tuple[int, Seating, pyspiel.State]:
        """Return deal, seating and terminal state, replayed in the match's own game.

        Raises:
            ReplayError: a field differs from the one that the replayed game would write.
        """
        if "record" not in fields:
            return super().read(match, fields, place)
        try:
            PlainRecord.of_fields(fields, optional=("actions",))
            record = parse_record(field(fields, "record", str))
            names = _player_names(match)
            seating = tuple(names.index(player) for player in record.players)
            game = place.game
            # Depending on the scoring, play may continue after a game with schwarz announced is
            # lost.
            actions = actions_of(record, _with_scoring(game.get_parameters()["scoring"]))
            state = replay(game, actions if game.start.chance_cards else actions[_DEALT:])
        except ValueError as error:
            raise ReplayError(f"{type(error).__name__}: {error}") from error
        written = self.write(match, _deal_of(record), seating, state)
        for name in fields.keys() | written.keys():
            if fields.get(name) != written.get(name):
                raise ReplayError(
                    f"{name} {fields.get(name)!r}: the moves of its record lead to "
                    f"{written.get(name)!r}"
                )
        return _deal_of(record), seating, state

    def facts(self, state: pyspiel.State, first_seat: int) -> Facts:
        """Return soloist, contract, and the soloist's success."""
        result = state.deal.result()
        soloist = (result.soloist - first_seat) % _PLAYERS if result.soloist >= 0 else -1
        return Facts(soloist, result.contract, result.won)

    def columns(self, facts: Facts, seat: int) -> dict[str, Any]:
        """Return the seat's role, the contract and the success; all are None without a soloist."""
        if facts.soloist < 0:
            return {"alone": None, "contract": None, "won": None}
        contract = CONTRACT_NAMES[facts.contract]
        return {"alone": seat == facts.soloist, "contract": contract, "won": bool(facts.won)}

    def tables(self, results: Results, confidence: float) -> list[Table]:
        """Return tables of pairs, or of soloists and defenders, in total and by contracts."""
        if len(results) == 0:
            return []
        if results.match.in_pairs:
            return pair_tables(results, confidence)
        counted = _Counted(results)
        return [_roles(counted, confidence), _contracts(counted, confidence)]

    def figures(self, results: Results, confidence: float) -> list[Figure]:
        """Return figures of pairs, or shares won in both roles and the soloist's score."""
        if results.match.in_pairs:
            return pair_list(results, confidence)
        if len(results) == 0:
            return []
        counted = _Counted(results)
        return [
            Figure(measure, (name,), estimate, len(results), among)
            for agent, name in enumerate(results.match.names)
            for contract, among in enumerate(("", *CONTRACT_NAMES), -1)
            for measure, estimate in zip(
                ("wins alone", "points alone", "wins in defence"),
                _estimates(counted, agent, contract if among else None, confidence),
                strict=True,
            )
        ]

    def list_tables(self, results: Results, confidence: float) -> list[Table]:
        """Return the totals of all lists, and the sheets of the last lists."""
        return lists.list_tables(results, confidence)

    def only_bidding(self, agent: str) -> str:
        """Return the spec of a player that bids like the agent and plays cards like `policy`."""
        return str(Spec.make("combined", {"bidder": Spec.parse(agent), "cards": Spec("policy")}))

    def open_hand_errors(self, logs: Sequence[Path], agent: str) -> dict[str, CountedEstimate]:
        """Return the agent's rate of errors in won positions where an error is possible (PIPMA)."""
        from vorhand.evaluation.post_mortem.skat.pipma import DEFENDER, SOLOIST, judge_files

        judged = judge_files(logs).judged
        by_role = {
            name: judged.rates(role, player=agent)
            for name, role in (("alone", SOLOIST), ("in defence", DEFENDER))
        }
        return {name: rates.per_chance.of_cases(rates.chances) for name, rates in by_role.items()}


ARENA = SkatProfile()


Flags: TypeAlias = npt.NDArray[np.bool_]


class _Counted:
    """The games of a match as arrays, [deals, games]; agents are given by number."""

    def __init__(self, results: Results) -> None:
        facts = np.array(results.facts, dtype=np.int64)
        self.match = results.match
        self.soloist, self.contract, self.won = np.moveaxis(facts, -1, 0)
        seatings = np.array(self.match.seatings)
        games = np.arange(len(seatings))
        self.agent = np.where(self.soloist >= 0, seatings[games, self.soloist], -1)
        scores = results.returns()
        self.score = np.take_along_axis(scores, self.soloist[..., None].clip(0), axis=2)[..., 0]
        at_table = (seatings[:, :, None] == np.arange(len(self.match.names))).any(axis=1)
        self.plays = np.broadcast_to(at_table, (*self.soloist.shape, at_table.shape[1]))

    def alone(self, agent: int, contract: int | None = None) -> Flags:
        """Return the games in which the agent was soloist, in one contract or in all."""
        chosen: Flags = (self.agent == agent) & self._in(contract)
        return chosen

    def defending(self, agent: int, contract: int | None = None) -> Flags:
        """Return the games in which the agent was defender, in one contract or in all."""
        others = (self.agent >= 0) & (self.agent != agent)
        chosen: Flags = self.plays[..., agent] & others & self._in(contract)
        return chosen

    def _in(self, contract: int | None) -> Flags:
        return np.ones_like(self.soloist, bool) if contract is None else self.contract == contract


def _roles(counted: _Counted, confidence: float) -> Table:
    passed = float((counted.soloist < 0).mean())
    how = "Ramsch" if load_game(counted.match.game).ramsch else "passed in"
    title = f"as soloist and as defender; {passed:.1%} of the games were {how}"
    table = heading(title, ["", "plays alone", "wins alone", "score alone", "wins in defence"])
    for agent in range(len(counted.match.names)):
        plays, alone = counted.plays[..., agent], counted.alone(agent)
        share = percent(estimates.share(_sum(alone), _sum(plays), confidence))
        won, score, held = _success(counted, agent, None, confidence)
        cases = _deals(plays), _deals(alone), _deals(counted.defending(agent))
        cells = [(share,), (won, score), (held,)]
        add_row(table, [letter(agent)], list(zip(cases, cells, strict=True)))
    return table


def _contracts(counted: _Counted, confidence: float) -> Table:
    columns = ["contract", "", "alone", "wins", "score", "defends", "wins"]
    table = heading("by contract, as soloist and as defender", columns)
    for contract, title in enumerate(CONTRACT_NAMES):
        names = [title]
        for agent in range(len(counted.match.names)):
            alone, defending = counted.alone(agent, contract), counted.defending(agent, contract)
            if alone.any() or defending.any():
                won, score, held = _success(counted, agent, contract, confidence)
                figures = [
                    (_deals(alone), (f"{alone.sum():,}", won, score)),
                    (_deals(defending), (f"{defending.sum():,}", held)),
                ]
                add_row(table, [*names, letter(agent)], figures)
                names = [""]
        table.add_section()
    return table


def _deals(games: Flags) -> int:
    """Return the number of deals in which at least one of the games is marked."""
    return int(games.any(axis=1).sum())


def _success(
    counted: _Counted, agent: int, contract: int | None, confidence: float
) -> tuple[str, str, str]:
    """Format the share won and the score as soloist, and the share won in defence."""
    won, score, held = _estimates(counted, agent, contract, confidence)
    return percent(won), plus_minus(score), percent(held)


def _estimates(
    counted: _Counted, agent: int, contract: int | None, confidence: float
) -> tuple[Estimate, Estimate, Estimate]:
    """Return the share won and the score as soloist, and the share won in defence."""
    alone, defending = counted.alone(agent, contract), counted.defending(agent, contract)
    won = counted.won.astype(bool)
    return (
        estimates.share(_sum(alone & won), _sum(alone), confidence),
        estimates.ratio(_sum(alone * counted.score), _sum(alone), confidence),
        estimates.share(_sum(defending & ~won), _sum(defending), confidence),
    )


def _sum(games: npt.NDArray[Any]) -> Floats:
    """Return the sum over the games of each deal."""
    sums: Floats = games.sum(axis=1, dtype=np.float64)
    return sums


@functools.cache
def _with_scoring(scoring: str) -> SkatGame:
    return SkatGame({"scoring": scoring})


@functools.lru_cache(maxsize=8)
def _player_names(match: Match) -> tuple[str, ...]:
    """Return the agents' names in the form that a record can hold."""
    return tuple(map(player_name, match.names))


def _deal_of(record: Record) -> int:
    return (record.series or 0) - 1
