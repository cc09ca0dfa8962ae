"""Review of the pushes before Ramsch, graded by what each player knew.

The pair of cards that a player pushed on is compared with the pair of the hint and with the best
other pairs, by playouts of the rule player. The worlds in which they are compared are not those in
which they were found.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
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
from vorhand.native.errors import InputError
from vorhand.native.skat import PICK_UP, Deal, Phase, Scoring, ramsch_values

WORLDS = 1000
"""The number of worlds in which the pairs are compared."""
OTHERS = 4
"""The number of pairs compared besides that of the hint and that pushed on."""
SEED = 0
_SCREENED = 100  # worlds in which the best other pairs are found
_PAIR = 2
_SKAT = 3  # the place of the skat in the rows of worlds


@dataclass(frozen=True)
class Push:
    """A decision before Ramsch: to take up the skat or push it on unseen, or which pair to push on.

    A pair is valued by the mean over the layouts of the player's score less the mean score of the
    other two players; its "lost" is the share of layouts in which this difference is negative.
    """

    view: SkatView
    actions: tuple[int, ...]  # the action taken, or the two cards pushed on

    @property
    def is_pair(self) -> bool:
        """True if two cards are pushed on."""
        return len(self.actions) == _PAIR

    @property
    def move(self) -> int:
        """The move among those of the advice: the action taken, or the set of two cards."""
        return card_set(self.actions) if self.is_pair else self.actions[0]

    def advice(self, agent: str, answer: Sequence[int] = ()) -> Choice:
        """Return the hint of an agent; if two cards are pushed on, see `compare_pairs`.

        An answer is another pair to be compared.

        Raises:
            AgentError, SpecError: there is no such agent, it gives no reasons, or it sees all
                cards.
            InputError: the answer is no pair that may be pushed on.
        """
        hint = adviser(agent, SkatGame(), self.view.player, SEED)(self.view)
        if not self.is_pair:
            return hint
        return compare_pairs(self.view, advised_pair(self.view, hint), self.actions, answer)


def pushes_of(played: PlayedDeal) -> list[Push]:
    """Return the decisions before Ramsch, in order; none without Schieberamsch."""
    standing, history = played.deal.beginning(), played.deal.history
    found = []
    for number, action in enumerate(history):
        pair = tuple(history[number + 1 : number + 1 + _PAIR])
        asked = standing.is_pushing and standing.phase == Phase.PICK_UP_OR_HAND
        seat = standing.player
        if asked:
            found.append(Push(observe(standing, seat), (action,)))
        standing.apply(action)
        if asked and action == PICK_UP and len(pair) == _PAIR:  # the deal was not broken off
            found.append(Push(observe(standing, seat), pair))
    return found


def compare_pairs(
    view: SkatView, advised: Sequence[int], pushed: Sequence[int], answer: Sequence[int] = ()
) -> Choice:
    """Compare the pair of a hint, the pair pushed on and the best others; the hint is the choice.

    An answer is a further pair to be compared. Of equal pairs one is valued for all of them. The
    view is that of a player who has taken up the skat.
    """
    if answer and sorted(answer) not in map(card_list, all_pairs(view)):
        raise InputError(f"cards {list(answer)}: expected two that may be pushed on")
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
