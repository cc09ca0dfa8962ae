"""A slow and obvious Schnapsen: lists of cards, no masks, rules as in the rule books."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

EXCHANGE, CLOSE, MARRIAGE = 32, 33, 34


class SlowDeal:
    """A deal by the rules given as a dict of rule names; cards are numbers suit * 8 + rank."""

    def __init__(self, rules: Any, cards: list[int], leader: int = 0) -> None:
        self.rules = rules
        n = rules.hand_size
        self.hands = [list(cards[:n]), list(cards[n : 2 * n])]
        self.up: int | None = cards[2 * n]
        self.trump = self.up // 8
        self.talon = list(cards[2 * n + 1 :])
        self.points, self.pending, self.won = [0, 0], [0, 0], [0, 0]
        self.leader = leader
        self.led: int | None = None
        self.closer: int | None = None
        self.at_close = (0, 0)
        self.done: set[str] = set()
        self.announced: int | None = None
        self.result: tuple[int, int] | None = None

    def value(self, card: int) -> int:
        """Return the card points of a card."""
        return int(self.rules.card_points(1 << card))

    @property
    def open(self) -> bool:
        """True if cards are drawn after a trick."""
        return self.closer is None and self.up is not None

    @property
    def to_move(self) -> int:
        """Return the player to move."""
        return self.leader if self.led is None else 1 - self.leader

    def legal(self) -> list[int]:
        """Return the legal actions."""
        hand = self.hands[self.to_move]
        if self.led is not None:
            return sorted(hand if self.open else self.strict(hand))
        if self.announced is not None:
            king, queen = self.announced * 8 + 2, self.announced * 8 + 1
            return [king] if self.rules.marriage_leads_king else [queen, king]
        first = sum(self.won) == 0
        marriages = []
        if self.rules.marriage_points and (self.rules.marriage_first_lead or not first):
            marriages = [s for s in range(4) if s * 8 + 1 in hand and s * 8 + 2 in hand]
        actions = list(hand)
        if self.rules.marriage_compulsory:
            actions = [c for c in hand if not (c // 8 in marriages and c % 8 in (1, 2))]
        actions += [MARRIAGE + s for s in marriages]
        left = len(self.talon) if self.open else 0
        rules, trump_jack = self.rules, self.trump * 8 in hand
        may_exchange = rules.exchange and (rules.exchange_first_lead or not first)
        if may_exchange and not self.done and trump_jack and left >= rules.exchange_talon:
            actions.append(EXCHANGE)
        may_close = rules.close and (rules.close_first_lead or not first)
        if may_close and "close" not in self.done and left >= rules.close_talon:
            actions.append(CLOSE)
        return sorted(actions)

    def strict(self, hand: list[int]) -> list[int]:
        """Return the legal replies under strict play."""
        assert self.led is not None
        suit = [c for c in hand if c // 8 == self.led // 8]
        higher = [c for c in suit if c > self.led]
        trumps = [c for c in hand if c // 8 == self.trump]
        return higher or suit or trumps or hand

    def act(self, action: int) -> None:
        """Take an action."""
        me = self.to_move
        if action == EXCHANGE:
            jack = self.trump * 8
            self.hands[me].remove(jack)
            self.hands[me].append(self.up)  # type: ignore[arg-type]
            self.up = jack
            self.done.add("exchange")
        elif action == CLOSE:
            self.closer = me
            self.at_close = (self.points[1 - me], self.won[1 - me])
            self.done.add("close")
        elif action >= MARRIAGE:
            self.announce(me, action - MARRIAGE)
        else:
            self.hands[me].remove(action)
            if self.led is None:
                self.led = action
            else:
                self.trick(action)

    def announce(self, me: int, suit: int) -> None:
        """Announce a marriage."""
        self.announced = suit
        worth = self.rules.royal_points if suit == self.trump else self.rules.marriage_points
        if self.won[me] and not self.rules.pending_until_next_trick:
            self.points[me] += worth
            if self.rules.claim_on_marriage:
                self.claim(me)
        else:
            self.pending[me] += worth

    def trick(self, reply: int) -> None:
        """Play the second card of a trick."""
        assert self.led is not None
        if reply // 8 == self.led // 8:
            winner = 1 - self.leader if reply > self.led else self.leader
        else:
            winner = 1 - self.leader if reply // 8 == self.trump else self.leader
        self.points[winner] += self.value(self.led) + self.value(reply) + self.pending[winner]
        self.pending[winner] = 0
        self.won[winner] += 1
        self.leader, self.led, self.announced, self.done = winner, None, None, set()
        self.claim(winner)
        self.claim(1 - winner)
        if self.result is not None:
            return
        if self.open:
            self.hands[winner].append(self.talon.pop(0))
            if self.talon:
                self.hands[1 - winner].append(self.talon.pop(0))
            else:
                assert self.up is not None
                self.hands[1 - winner].append(self.up)
                self.up = None
        if not self.hands[0]:
            if self.closer is not None:
                self.fail()
            else:
                self.result = winner, self.rules.last_trick_points

    def claim(self, player: int) -> None:
        """End the deal if the player has enough points."""
        if self.result or self.points[player] < self.rules.target or not self.won[player]:
            return
        if self.closer == 1 - player:
            if self.rules.closed_first_wins:
                self.fail()
            return
        points, tricks = self.at_close
        if self.closer is None:
            points, tricks = self.points[1 - player], self.won[1 - player]
        worth = 3 if not tricks else 2 if points < self.rules.schneider else 1
        self.result = player, worth

    def fail(self) -> None:
        """Score a deal that the closer has lost."""
        assert self.closer is not None
        other = 1 - self.closer
        tricks = self.won[other] if self.rules.failed_close_at_end else self.at_close[1]
        self.result = other, 2 if tricks else 3

    def copy(self) -> SlowDeal:
        """Return an independent copy."""
        copied = copy.copy(self)
        copied.hands = [list(hand) for hand in self.hands]
        for name in ("talon", "points", "pending", "won", "done"):
            setattr(copied, name, copy.copy(getattr(self, name)))
        return copied

    def after(self, action: int) -> SlowDeal:
        """Return a copy with the action taken."""
        copied = self.copy()
        copied.act(action)
        return copied


def minimax(deal: SlowDeal) -> int:
    """Return game points for player 0 with best play, by full search."""
    if deal.result is not None:
        winner, points = deal.result
        return points if winner == 0 else -points
    values = [minimax(deal.after(action)) for action in deal.legal()]
    return max(values) if deal.to_move == 0 else min(values)


Triple = tuple[int, float, int]


def greater(x: Triple, y: Triple, chance_first: bool = False) -> bool:
    """Return whether x is greater in the order of error-allowing minimax."""
    if x[0] != y[0]:
        return x[0] > y[0]
    if chance_first:
        return x[2] > y[2] if abs(x[1] - y[1]) <= 1e-9 else x[1] > y[1]
    if abs(x[1] * x[2] - y[1] * y[2]) > 1e-9:
        return x[1] * x[2] > y[1] * y[2]
    return x[1] > y[1] + 1e-9


class Reading(NamedTuple):
    """Options for other interpretations of error-allowing minimax; see `EamReading` in the core."""

    winner_errors: bool = False
    greatest_gain: bool = False
    chance_first: bool = False


USUAL = Reading()


def eam(deal: SlowDeal, player: int, depth: int = -1, reading: Reading = USUAL) -> Triple:
    """Return the triple by its definition: list every first decisive error with its probability.

    ``depth`` limits the turns of MIN at which errors are considered; -1 stands for all turns.
    """
    errors = first_errors(deal, player, depth, reading)
    m = minimax(deal) * (1 if player == 0 else -1)
    pick = max if reading.greatest_gain else min
    return m, sum(chance for chance, _ in errors), pick((gain for _, gain in errors), default=0)


def first_errors(
    deal: SlowDeal, player: int, depth: int, reading: Reading
) -> list[tuple[float, int]]:
    """Return probability and gain of each decisive error that can come first."""
    if deal.result is not None or depth == 0:
        return []
    sign = 1 if player == 0 else -1
    children = [deal.after(action) for action in deal.legal()]
    if deal.to_move == player:
        best = children[0]
        for child in children[1:]:
            one, other = (eam(node, player, depth, reading) for node in (child, best))
            if greater(one, other, reading.chance_first):
                best = child
        return first_errors(best, player, depth, reading)
    found: list[tuple[float, int]] = []
    for child in children:
        before, after = sign * minimax(deal), sign * minimax(child)
        if after > before:
            if not reading.winner_errors or before < 0 < after:
                found.append((1 / len(children), after - before))
        else:
            below = first_errors(child, player, depth - 1, reading)
            found += [(chance / len(children), gain) for chance, gain in below]
    return found


def vector_minimax(
    worlds: list[SlowDeal], caps: list[int], player: int, depth: int, reduce_payoffs: bool
) -> list[int]:
    """Return payoffs for ``player`` in each world, searched together as defined.

    No payoff exceeds its cap; with payoff reduction MIN nodes lower the caps. Worlds have the same
    public history, and after ``depth`` actions (-1: at the end) minimax values follow.
    """
    sign = 1 if player == 0 else -1
    values = [3] * len(worlds)
    if depth == 0 or worlds[0].result is not None:
        return [min(cap, sign * minimax(world)) for world, cap in zip(worlds, caps, strict=True)]
    if worlds[0].to_move == player:
        for hand in {tuple(sorted(world.hands[player])) for world in worlds}:
            rows = [i for i, world in enumerate(worlds) if sorted(world.hands[player]) == [*hand]]
            vectors = [
                vector_minimax(
                    [worlds[i].after(action) for i in rows],
                    [caps[i] for i in rows],
                    player,
                    depth - 1,
                    reduce_payoffs,
                )
                for action in worlds[rows[0]].legal()
            ]
            for i, value in zip(rows, max(vectors, key=sum), strict=True):
                values[i] = value
        return values
    if reduce_payoffs:
        caps = [min(cap, sign * minimax(world)) for world, cap in zip(worlds, caps, strict=True)]
    for action in sorted({action for world in worlds for action in world.legal()}):
        rows = [i for i, world in enumerate(worlds) if action in world.legal()]
        after = [worlds[i].after(action) for i in rows]
        found = vector_minimax(after, [caps[i] for i in rows], player, depth - 1, reduce_payoffs)
        for i, value in zip(rows, found, strict=True):
            values[i] = min(values[i], value)
    return values
