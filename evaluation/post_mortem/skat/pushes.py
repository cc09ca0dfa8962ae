"""Review of the pushes before Ramsch, graded by what each player knew.

The pair of cards that a player pushed on is compared with the pair of the hint and with the best
other pairs, by playouts of the rule player. The worlds in which they are compared are not those in
which they were found.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice, Evidence
from vorhand.agents.montecarlo.frame import Values
from vorhand.agents.montecarlo.grading import graded
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.equal_cards import equal_pairs
from vorhand.agents.skat.push_reasons import advised_pair
from vorhand.agents.skat.ramsch import stake_of
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.cards import card_list, card_name, card_set
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import PUSH_UNSEEN, Deal, Phase, Scoring, ramsch_values

WORLDS = 1000
"""The number of worlds in which the pairs are compared."""
OTHERS = 4
"""The number of pairs compared besides that of the hint and that pushed on."""
SEED = 0
_SCREENED = 100  # worlds in which the best other pairs are found
_SKAT = 3  # the place of the skat in the rows of worlds


@dataclass(frozen=True)
class ReviewedPush:
    """A player's decisions before Ramsch.

    The moves of `pairs` are sets of two cards. A move's score is the mean over the layouts of the
    player's score less the mean score of the other two players; "lost" is the share of layouts in
    which this difference is negative.
    """

    seat: int
    hand: int  # the cards held when pushing, with the skat if it was taken up
    taking: Choice  # the hint on taking up the skat or pushing it on unseen
    taken: int  # the action chosen
    pushed: int = 0  # the two cards pushed on; 0 if the skat was not taken up
    pairs: Choice | None = None  # the pairs compared; None if the skat was not taken up


def review_pushes(
    played: PlayedDeal, agent: str, only: int | None = None
) -> Iterator[ReviewedPush]:
    """Yield the decisions of each player before Ramsch, or of one; an agent gives the hints.

    Raises:
        AgentError, SpecError: there is no such agent, or it gives no reasons.
    """
    game, standing = SkatGame(), played.deal.beginning()
    history = played.deal.history
    for number, action in enumerate(history):
        asked = standing.is_pushing and standing.phase == Phase.PICK_UP_OR_HAND
        seat, view = standing.player, observe(standing, standing.player) if asked else None
        standing.apply(action)
        if view is None or only not in (None, seat):
            continue
        advise = adviser(agent, game, seat, SEED)
        taking = advise(view)
        if action == PUSH_UNSEEN:
            yield ReviewedPush(seat, view.hand, taking, action)
        elif len(pushed := history[number + 1 : number + 3]) == 2:  # the deal was not broken off
            view = observe(standing, seat)
            pairs = compare_pairs(view, advised_pair(view, advise(view)), pushed)
            yield ReviewedPush(seat, view.hand, taking, action, card_set(pushed), pairs)


def compare_pairs(
    view: SkatView, advised: Sequence[int], pushed: Sequence[int], answer: Sequence[int] = ()
) -> Choice:
    """Compare the pair of a hint, the pair pushed on and the best others; the hint is the choice.

    An answer is a further pair to be compared. Of equal pairs one is valued for all of them. The
    view is that of a player who has taken up the skat.
    """
    made = [card_set(pair) for pair in (advised, pushed, answer) if pair]
    groups = equal_pairs(view, all_pairs(view))
    valued = {pair: group[0] for group in groups for pair in group}
    firsts = [group[0] for group in groups]
    values = pair_values(view, uniform(view, _SCREENED, SEED), firsts)
    ranked = sorted(zip(values.mean(axis=0), firsts, strict=True), reverse=True)
    known = {valued[pair] for pair in made[:2]}
    others = [pair for _, pair in ranked if pair not in known][:OTHERS]
    moves = sorted({*made, *others})
    columns = sorted({valued[pair] for pair in moves})
    worlds = uniform(view, WORLDS, SEED + 1)
    values = pair_values(view, worlds, columns)
    values = values[:, [columns.index(valued[pair]) for pair in moves]]
    choice = Choice(
        made[0],
        tuple(moves),
        tuple(" ".join(map(card_name, card_list(pair))) for pair in moves),
        "worlds",
        scores=tuple(values.mean(axis=0).tolist()),
        diagnostics={"lost": tuple((values < 0).mean(axis=0).tolist())},
        worlds=len(worlds),
        effective_worlds=worlds.effective_size,
        evidence=Evidence(view, worlds, Values(values), values),
        stake=stake_of(view),
    )
    return graded(choice, [[pair for pair in moves if valued[pair] == one] for one in columns])


def all_pairs(view: SkatView) -> list[int]:
    """Return all pairs that a player may push on, as sets of cards."""
    first = view.worlds().sample(1, SEED)[0].tolist()
    return [
        card_set((card, other))
        for card in view.legal_actions
        for other in _after(view.deal(first), card).legal_actions()
    ]


def pair_values(
    view: SkatView, worlds: SkatWorlds, pairs: Sequence[int]
) -> npt.NDArray[np.float64]:
    """Return the player's score less the mean of the other two, [n_worlds, n_pairs]."""
    rows = np.asarray(worlds.rows)
    columns: dict[int, npt.NDArray[np.float64]] = {}
    by_first = itertools.groupby(sorted(pairs, key=_first), _first)
    for card, group in by_first:
        after = rows.copy()
        after[:, view.player] &= ~np.uint32(1 << card)
        after[:, _SKAT] |= np.uint32(1 << card)
        seconds = {pair & ~(1 << card): pair for pair in group}
        moves = [card_list(rest)[0] for rest in seconds]
        deal = _after(view.deal(rows[0].tolist()), card)
        values = np.asarray(ramsch_values(deal, after, moves, Scoring.GAME_VALUE))
        columns |= dict(zip(seconds.values(), values.T, strict=True))
    return np.stack([columns[pair] for pair in pairs], axis=1)


def _first(pair: int) -> int:
    """Return the card of a pair that is pushed on first."""
    return card_list(pair)[0]


def _after(deal: Deal, action: int) -> Deal:
    deal.apply(action)
    return deal
