"""OpenSpiel's Bridge bidding without opponents' bids: a partner's knowledge, and worlds from it.

Player 0 is North, player 1 South; East and West pass throughout. Calls are OpenSpiel's: 0 passes, 1
bids one club, and so on. Cards are rank * 4 + suit, as at OpenSpiel's Bridge. In the subgame 2NT
North always has a balanced hand of 20 or 21 points and must open with two no trumps.

OpenSpiel 2.0.2 treats an auction of two calls as passed out: if South passes at once, the score is
0 whatever North bid. This module follows it.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.games.chance import unseeded
from vorhand.games.digests import digest_of
from vorhand.games.openspiel_tricks.bridge import FIRST_BID, PASS, Bridge, score
from vorhand.games.openspiel_tricks.view import choices, rules_of
from vorhand.games.registration import game_type
from vorhand.games.trick_view import Placing, Rows, TrickView
from vorhand.native.tricks import Layouts, Play

GAME = "bridge_uncontested_bidding"
CALLS = 36
EAST, WEST = 2, 3
"""Places of the opponents' cards; those of the players' cards are 0 and 1."""

_PACK = (1 << 52) - 1
_RANKS, _SUITS, _STRAINS = "23456789TJQKA", "SHDC", "CDHSN"
_SUBGAME = "2NT"
_BATCH = 4096
_MOST_DRAWN = 1 << 20  # layouts searched for opening hands; more only if none has been found


@dataclass(frozen=True)
class UncontestedView(TrickView):
    """A deal as one partner knows it."""

    table: str  # game string without the seed
    player: int  # 0 or 1
    held: int  # the player's own cards, as a set
    calls: tuple[int, ...]  # calls of both players, North's first
    # legal actions of the player, ascending; empty if they are not to act
    legal_actions: tuple[int, ...]
    names: tuple[str, ...]  # names of these actions

    game = GAME
    play = None
    seats = (0, EAST, 1, WEST)

    @classmethod
    def of(cls, state: pyspiel.State, player: int) -> UncontestedView:
        """Return the player's knowledge of a state after the deal."""
        hand, _, auction = state.information_state_string(player).partition(" ")
        table, calls = unseeded(str(state.get_game())), filter(None, auction.split("-"))
        said = tuple(map(_call, calls))
        return cls(table, player, hand_of(hand), said, *choices(state, player))

    @property
    def opened(self) -> bool:
        """True in the subgame, where North's first call is forced and shows a defined hand."""
        return bool(pyspiel.game_parameters_from_string(self.table).get("subgame") == _SUBGAME)

    @property
    def history(self) -> list[tuple[int, int]]:
        """The seat and action of each call that a player chose."""
        return [(i % 2, call) for i, call in enumerate(self.calls) if i or not self.opened]

    def action_name(self, action: int) -> str:
        """Return a legal action in words."""
        return self.names[self.legal_actions.index(action)]

    def digest(self, seed: int = 0) -> int:
        """Return 64 bits that depend only on a seed, the player, their cards and the calls."""
        return digest_of((seed, self.player, self.held, self.calls))

    @functools.cached_property
    def placing(self) -> Placing:
        """The placing of the cards that the player does not hold."""
        hidden = _PACK & ~self.held
        return Placing(hidden, (1 - self.player, EAST, WEST), (hidden,) * 3, (13,) * 3)

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> Rows:
        """Draw worlds as `TrickView` does; fewer than `n` if few opening hands are found."""
        if not self.opened or self.player == 0:
            return super().worlds(n, seed, layouts)
        layouts = layouts or self.layouts()
        kept: list[Rows] = []
        found = start = 0
        while found < n and (start < _MOST_DRAWN or not found) and start < layouts.size:
            rows = self.in_hands(layouts.worlds(start, start + _BATCH, seed))
            kept.append(rows[opens_two_no_trumps(rows[:, 0])][: n - found])
            found += len(kept[-1])
            start += _BATCH
        return np.concatenate([np.empty((0, 4), np.uint64), *kept])

    def resample(self, rng: random.Random) -> UncontestedWorld:
        """Draw a world as a state in which the player knows the same; see `UncontestedWorld`."""
        return world(self.worlds(1, rng.getrandbits(62))[0].tolist(), self.calls)


def opens_two_no_trumps(hands: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Find the hands that the subgame deals to North: balanced, with 20 or 21 points."""
    bits = hands[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    by_rank = bits.reshape(-1, 13, 4).astype(np.int64)
    points = (by_rank[:, 9:].sum(axis=2) * np.arange(1, 5)).sum(axis=1)
    balanced = by_rank.sum(axis=1).prod(axis=1) >= 90  # shape 4333, 4432 or 5332
    return np.asarray(balanced & (points >= 20) & (points <= 21))


def hand_of(text: str) -> int:
    """Read a hand as OpenSpiel writes it, spades first, as a set of cards."""
    return sum(
        1 << _RANKS.index(rank) * 4 + 3 - suit
        for suit, ranks in enumerate(text.split("."))
        for rank in ranks
    )


def text_of(hand: int) -> str:
    """Write a hand as OpenSpiel does; the inverse of `hand_of`."""
    suits = ([r for r in range(12, -1, -1) if hand >> r * 4 + suit & 1] for suit in (3, 2, 1, 0))
    return ".".join("".join(_RANKS[rank] for rank in suit) for suit in suits)


def _call(name: str) -> int:
    return 0 if name == "Pass" else (int(name[0]) - 1) * 5 + _STRAINS.index(name[1]) + 1


def name_of(call: int) -> str:
    """Write a call as OpenSpiel does."""
    return "Pass" if call == 0 else f"{(call - 1) // 5 + 1}{_STRAINS[(call - 1) % 5]}"


def as_at_bridge(call: int) -> int:
    """Return the same call as an action of OpenSpiel's Bridge."""
    return PASS if call == 0 else FIRST_BID + call - 1


def contract_after(calls: Sequence[int]) -> tuple[int, int] | None:
    """Return declarer (0 or 1) and last bid; None without a bid or if South passed at once."""
    if len(calls) == 2 and calls[1] == 0:
        return None
    bids = [(i % 2, call - 1) for i, call in enumerate(calls) if call]
    if not bids:
        return None
    strain = bids[-1][1] % 5
    return next(who for who, bid in bids if bid % 5 == strain), bids[-1][1]


def tricks_by_thumb(declarer: int, strain: int, hands: Sequence[int]) -> int:
    """Count a declarer's tricks if all play by rules of thumb; hands from North, clockwise."""
    rules = rules_of("bridge")
    assert isinstance(rules, Bridge)
    contract = rules.named(2 * declarer, strain)
    terms, _, _ = rules.terms(contract, 2 * declarer)
    play = Play(terms, list(hands), contract.cards, contract.leader)
    while not play.is_over:
        play.play(play.thumb())
    return play.points


class UncontestedWorlds(pyspiel.Game):  # type: ignore[misc]
    """The game of bidding over one layout of all cards."""

    def __init__(self) -> None:
        kind = game_type(
            "uncontested_worlds",
            "Worlds of Bridge: Uncontested Bidding",
            {},
            players=2,
            utility=pyspiel.GameType.Utility.IDENTICAL,
            chance=False,
            factored=False,
            tensors=False,
        )
        super().__init__(kind, pyspiel.GameInfo(CALLS, 1, 2, -650.0, 1520.0, None, CALLS), {})

    def new_initial_state(self) -> UncontestedWorld:
        """Return a blank state, which `world` fills."""
        return UncontestedWorld(self)


class UncontestedWorld(pyspiel.State):  # type: ignore[misc]
    """A layout and the calls so far, for OpenSpiel's searches.

    OpenSpiel's own states score a contract by solving ten layouts in each strain, which takes a
    second. These states have one layout, and are scored by rules of thumb.
    """

    def __init__(self, game: UncontestedWorlds) -> None:
        super().__init__(game)
        self.hands: list[int] = []
        self.calls: list[int] = []

    def current_player(self) -> int:
        """Return the player who is to call."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else len(self.calls) % 2

    def _legal_actions(self, player: int) -> list[int]:
        return [0, *range((self.calls or [0])[-1] + 1, CALLS)]

    def _apply_action(self, action: int) -> None:
        self.calls.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return name_of(action)

    def is_terminal(self) -> bool:
        """Return whether the last call was a pass other than the first call."""
        return len(self.calls) >= 2 and self.calls[-1] == 0

    def returns(self) -> list[float]:
        """Return the score of the contract, which is the same for both players."""
        contract = contract_after(self.calls) if self.is_terminal() else None
        if contract is None:
            return [0.0, 0.0]
        declarer, bid = contract
        worth = score(bid, 1, False, tricks_by_thumb(declarer, bid % 5, self.hands))
        return [float(worth)] * 2

    def information_state_string(self, player: int) -> str:
        """Return the player's own cards and all calls in OpenSpiel's notation."""
        return f"{text_of(self.hands[2 * player])} {'-'.join(map(name_of, self.calls))}"

    def __str__(self) -> str:
        return f"{self.information_state_string(0)} {text_of(self.hands[2])}"


@functools.cache
def _worlds() -> UncontestedWorlds:
    return UncontestedWorlds()


def world(hands: list[int], calls: Sequence[int]) -> UncontestedWorld:
    """Return a state with these hands, from North clockwise, after these calls."""
    state = _worlds().new_initial_state()
    state.hands, state.calls = list(hands), list(calls)
    return state
