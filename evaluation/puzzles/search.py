"""The search for puzzles in deals that agents play."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import Floats, Values
from vorhand.agents.montecarlo.search import standard_errors
from vorhand.agents.registry import make_bot
from vorhand.evaluation.puzzles import Figure, Puzzle
from vorhand.games.loading import load_game
from vorhand.games.packs import part

MARGIN = 0.10
"""The least lead of the best card, in parts of the stake."""

FAMILY_WISE_ERROR = 0.05
"""Maximum probability that any of the intervals of the leads is wrong."""

_FEWEST = 3  # minimum number of moves with different consequences
_OBVIOUS = 2  # one deal in this many may give positions in which the quick agents agree
_PLAY, _FIND, _LOOK, _JUDGE, _AGAIN = range(5)  # seeds of the agents


@dataclass(frozen=True)
class Source:
    """The puzzles of one game.

    Attributes:
        game: the game string.
        players: the agent that plays the deals.
        judge: the agent whose worlds and values decide; its spec contains ``{worlds}``.
        prefilter: an agent of the same kind with few worlds, by which most positions are dropped.
        simple_players: simple players, besides the one who plays the card with the most points.
        playing: function that returns True if the player of a view is to play a card.
        points: function that returns the points of a card; negative for other moves.
        position: function of a view, the finished game and the number of moves before the view;
            returns the notation.
    """

    game: str
    players: str
    judge: str
    prefilter: str
    simple_players: tuple[str, ...]
    playing: Callable[[Any], bool]
    points: Callable[[Any, int], int]
    position: Callable[[Any, pyspiel.State, int], str]


@dataclass(frozen=True)
class _Lead:
    """The best group of equivalent moves, and its leads over the other groups."""

    best: tuple[int, ...]  # actions
    losses: Floats  # by legal move, in parts of the stake
    gauges: Floats  # the figures by which a person compares moves
    above: bool  # the interval of every lead is above 0
    clear: bool  # also every lead is at least the margin, and the best group has the highest gauge
    near: bool  # every lead is at least a third of the margin


def puzzles_of(source: Source, seed: int, deal: int, worlds: int) -> list[Puzzle]:
    """Return the puzzles of one deal, at most one per seat; they depend only on the arguments."""
    views, state = _played(source, seed, deal)
    found: dict[int, Puzzle] = {}
    for view, moves in views:
        if view.player in found:
            continue
        judged = _judged(source, view, seed, deal, worlds)
        if judged is not None:
            level, figures = judged
            found[view.player] = Puzzle(level, figures, source.position(view, state, moves))
    return list(found.values())


def _played(source: Source, seed: int, deal: int) -> tuple[list[tuple[Any, int]], pyspiel.State]:
    """Play a deal; return the views at choices of a card, each with a number, and the end.

    The number counts the moves before the view. A choice has at least `_FEWEST` groups of moves.
    """
    game = load_game(source.game)
    rng = np.random.default_rng([seed, deal])
    state = game.new_initial_state()
    views, moves = [], 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
            continue
        seat = state.current_player()
        view = state.view(seat)
        if source.playing(view) and len(_groups(source, view)) >= _FEWEST:
            views.append((view, moves))
        state.apply_action(
            _bot(source.game, source.players, seat, seed + _PLAY).consider(view).move
        )
        moves += 1
    return views, state


def _judged(
    source: Source, view: Any, seed: int, deal: int, worlds: int
) -> tuple[int, tuple[Figure, ...]] | None:
    """Return level and figures if one card is clearly best, else None."""
    groups = _groups(source, view)

    def chosen(spec: str, stage: int) -> Choice:
        choice: Choice = _bot(source.game, spec, view.player, seed + stage).consider(view)
        return choice

    def lead(stage: int) -> _Lead | None:
        return _lead(chosen(source.judge.format(worlds=worlds), stage), groups)

    quick = [max(view.legal_actions, key=lambda move: source.points(view, move))]
    quick += [chosen(spec, _FIND).move for spec in source.simple_players[:-1]]
    same = any(set(quick[1:]) <= set(group) for group in groups)
    if same and deal % _OBVIOUS:
        return None
    prefilter = _lead(chosen(source.prefilter, _LOOK), groups)
    if prefilter is None or not prefilter.near:
        return None
    first = lead(_JUDGE)
    if first is None or not first.clear or source.points(view, first.best[0]) < 0:
        return None
    second = lead(_AGAIN)
    if second is None or not second.clear or second.best != first.best:
        return None
    found = [*quick, chosen(source.simple_players[-1], _FIND).move]
    level = 1 + sum(move not in first.best for move in found)
    losses, gauges = (first.losses + second.losses) / 2, (first.gauges + second.gauges) / 2
    figures = tuple(
        Figure(view.action_name(move), round(100 * loss), round(100 * gauge))
        for move, loss, gauge in zip(view.legal_actions, losses, gauges, strict=True)
    )
    return level, figures


def _lead(choice: Choice, groups: Sequence[tuple[int, ...]]) -> _Lead | None:
    """Return the leads of the best group, in the same worlds; None if they are not estimated.

    The intervals are Student's, simultaneous over all other groups by Bonferroni's correction.
    """
    from scipy.special import stdtrit  # takes longer to import than all agents

    evidence, gauge = choice.evidence, choice.gauge
    if evidence is None or evidence.averaged is None or not choice.stake or gauge is None:
        return None
    places = [[choice.moves.index(move) for move in group] for group in groups]
    columns, gauges = np.array(evidence.averaged), np.array(gauge.values)
    if np.isnan(columns).any():
        return None
    for group in places:
        columns[:, group] = columns[:, group].mean(axis=1, keepdims=True)
        gauges[group] = gauges[group].mean()
    best = int(np.argmax(weighted_mean(Values(columns), evidence.worlds.weights)))
    behind = (columns[:, [best]] - columns) / choice.stake
    losses = np.asarray(weighted_mean(Values(behind), evidence.worlds.weights))
    errors = standard_errors(behind, evidence.worlds, losses)
    if errors is None:
        return None
    group = next(group for group in places if best in group)
    rivals = np.setdiff1d(np.arange(len(losses)), group)
    size = max(evidence.worlds.effective_size, 1.5)
    critical = stdtrit(size - 1, 1 - FAMILY_WISE_ERROR / (2 * (len(groups) - 1)))
    above = losses[rivals] > critical * errors[rivals]
    ahead = losses[rivals] >= MARGIN
    likeliest = gauges[best] >= gauges.max()
    return _Lead(
        best=tuple(choice.moves[k] for k in group),
        losses=losses,
        gauges=gauges,
        above=bool(above.all()),
        clear=bool(above.all() and ahead.all() and likeliest),
        near=bool((losses[rivals] >= MARGIN / 3).all()),
    )


def _groups(source: Source, view: Any) -> list[tuple[int, ...]]:
    """Return the legal moves in groups with the same consequences."""
    known = part(load_game(source.game).get_type().short_name, "agents")
    alike = [tuple(group) for group in known.alike(view)]
    repeated = {move for group in alike for move in group}
    return sorted([*alike, *((move,) for move in view.legal_actions if move not in repeated)])


@functools.lru_cache(maxsize=64)
def _bot(game: str, spec: str, seat: int, seed: int) -> Any:
    """Return an agent whose decisions depend only on view and seed."""
    return make_bot(spec, load_game(game), seat, seed, seated=False)
