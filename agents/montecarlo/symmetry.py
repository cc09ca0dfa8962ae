"""Moves that differ only in the names of suits, and so have equal figures."""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.frame import best_moves, rounding
from vorhand.games.card_sets import SUITS


def symmetric_cards(
    legal: Mapping[str, int], held: Collection[str], seen: Iterable[str], trump: str
) -> list[tuple[int, ...]]:
    """Return groups of legal cards that become each other if suits are swapped.

    Two suits can be swapped if the player holds the same ranks of both, neither is trump, and no
    other card of them is known.

    Args:
        legal: the legal cards and their actions.
        held: the player's cards without those that are trumps in every suit, such as the jacks of
            Skat.
        seen: all other cards that were played, turned up or shown.
        trump: the suit of trumps; empty: none.
    """
    known = {card[0] for card in seen} | {trump}
    ranks = {s: frozenset(c[1] for c in held if c[0] == s) for s in SUITS if s not in known}
    groups: dict[tuple[frozenset[str], str], list[int]] = defaultdict(list)
    for card, action in legal.items():
        if card in held and card[0] in ranks:
            groups[ranks[card[0]], card[1]].append(action)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def merged(groups: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """Join groups that share a member; the results are ascending."""
    found: list[set[int]] = []
    for group in map(set, groups):
        apart = [other for other in found if not other & group]
        found = [*apart, group.union(*(other for other in found if other & group))]
    return [tuple(sorted(group)) for group in found]


def evened(choice: Choice, alike: Sequence[Sequence[int]]) -> Choice:
    """Return the choice with each move's figures replaced by the means of its group in ``alike``.

    Their true figures are equal, and the samples of all of them together give the best estimate.
    """
    places = [[choice.moves.index(move) for move in group] for group in alike]

    def even(column: Sequence[float]) -> tuple[float, ...]:
        numbers = list(column)
        for group in places if numbers else ():
            known = [numbers[k] for k in group if not math.isnan(numbers[k])]
            for k in group if known else ():
                numbers[k] = sum(known) / len(known)
        return tuple(numbers)

    return replace(
        choice,
        scores=even(choice.scores),
        errors=even(choice.errors),
        diagnostics={name: even(column) for name, column in choice.diagnostics.items()},
    )


def chosen_again(choice: Choice, alike: Sequence[Sequence[int]]) -> Choice:
    """Return the choice, moved to the group with the best mean if the chosen move's group trails.

    A lucky sample may have put a move first although the mean of its group is not the highest. The
    move stays if the mean of its group trails the best by no more than its own figure did, because
    a tie rule may have preferred it.
    """
    if choice.evidence is None or choice.evidence.averaged is None:
        return choice
    # ignore moves that were dropped, because their means are over fewer worlds
    complete = ~np.isnan(choice.evidence.averaged).any(axis=0)
    own, shared = (
        np.where(complete, scores, np.nan)
        for scores in (choice.scores, evened(choice, alike).scores)
    )
    place = choice.moves.index(choice.move)
    before, now = (np.nanmax(scores) - scores[place] for scores in (own, shared))
    if not now > before + rounding(own):
        return choice
    best = int(np.nanargmax(np.where(best_moves(shared), own, np.nan)))
    chances = tuple(float(k == best) for k in range(len(choice.moves)))
    return replace(choice, move=choice.moves[best], chances=chances)
