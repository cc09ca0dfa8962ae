"""OpenSpiel's hearts without passing: the states possible to a player are counted, not listed."""

from __future__ import annotations

import math
from functools import lru_cache

import pyspiel

from vorhand.evaluation.equilibrium.subjects.base import PropertyError, Subject, Subjects
from vorhand.games.loading import load_game


class _Hearts(Subjects):
    def subject(self, name: str) -> Subject:
        game = load_game("hearts(pass_cards=false)" if name == "hearts" else name)
        if game.get_parameters()["pass_cards"]:
            raise PropertyError(
                f"game {name}: cards passed on are not counted; set pass_cards=false"
            )
        return Subject(name, game, possible_states=_possible_states)


def _possible_states(state: pyspiel.State, player: int) -> int:
    """Ways to deal the unseen cards to the others, who are void where they did not follow."""
    history = state.full_history()
    dealt = [h.action for h in history if h.player < 0][-52:]
    hands = [set(dealt[seat::4]) for seat in range(4)]
    void = [[False] * 4 for _ in range(4)]
    plays = [h for h in history if h.player >= 0]
    for index, play in enumerate(plays):
        led = plays[index - index % 4].action % 4
        hands[play.player].discard(play.action)
        if play.action % 4 != led:
            void[play.player][led] = True
    others = [seat for seat in range(4) if seat != player]
    unseen = [0] * 4
    for seat in others:
        for card in hands[seat]:
            unseen[card % 4] += 1
    room = tuple(len(hands[seat]) for seat in others)
    able = tuple(tuple(not void[seat][suit] for seat in others) for suit in range(4))
    return _distributions(tuple(unseen), able, room)


@lru_cache(maxsize=100_000)
def _distributions(
    unseen: tuple[int, ...], able: tuple[tuple[bool, ...], ...], room: tuple[int, ...]
) -> int:
    """Ways to give ``unseen[suit]`` different cards to seats with ``room``, suit by suit."""
    if not unseen:
        return int(not any(room))
    count, total = unseen[0], 0
    for first in range(min(count, room[0]) * able[0][0] + 1):
        for second in range(min(count - first, room[1]) * able[0][1] + 1):
            third = count - first - second
            if third > room[2] or (third and not able[0][2]):
                continue
            ways = math.comb(count, first) * math.comb(count - first, second)
            left = (room[0] - first, room[1] - second, room[2] - third)
            total += ways * _distributions(unseen[1:], able[1:], left)
    return total


PART = _Hearts("hearts")
