"""Outcomes of each card in each world of Skat, before they are turned into values.

``outcomes_of(view, rows, seed, first, moves) -> outcomes``, int16 [n_worlds, 32] by card, in the
terms of `vorhand.native.skat_monte_carlo.open_hand`; -1 for cards not in the set ``moves``.
``first`` is the number of the first world: randomness depends only on the seed, the number of the
world and the card.
"""

import functools
import itertools
import random
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.montecarlo.bots import Explains
from vorhand.agents.parameters import AgentError
from vorhand.games.skat.auction import highest_bids
from vorhand.games.skat.cards import ALL_CARDS, NUM_CARDS, card_list, card_set
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView, observe
from vorhand.native import skat_monte_carlo as native
from vorhand.native.errors import InputError
from vorhand.native.skat import Deal, Phase
from vorhand.native.skat_monte_carlo import CardPlay, Player

Rows: TypeAlias = npt.NDArray[np.uint32]
Outcomes: TypeAlias = npt.NDArray[np.int16]
OutcomesOf: TypeAlias = Callable[[SkatView, Rows, int, int, int], Outcomes]
Make: TypeAlias = Callable[[int, int], pyspiel.Bot]
"""A function from seat and seed to a player."""
Rest: TypeAlias = Callable[[Sequence[int], Sequence[int]], int]
"""A function from a world (four sets of cards) and the cards played since to the outcome."""

Exactness: TypeAlias = Literal["exact", "levels"]
"""The detail of open-hand values: points, or only which paying levels are reached."""


def check_levels(values: Exactness, objective: str) -> None:
    """Raise AgentError if values are levels and the objective is card points."""
    if values == "levels" and objective == "points":
        raise AgentError("objective=points: expected values=exact, for levels tell no card points")


def open_hand(threads: int = 1, values: Exactness = "exact") -> OutcomesOf:
    """Make the function that computes outcomes by perfect play with all cards open."""

    def evaluate(view: SkatView, rows: Rows, seed: int, first: int, moves: int) -> Outcomes:
        del seed, first
        return np.asarray(native.open_hand(card_play(view), rows, threads, values, moves))

    return evaluate


def played_out(player: Player, threads: int = 1, objective: str = "score") -> OutcomesOf:
    """Make the function that plays worlds out by ``player`` in all seats (Furtak and Buro 2013).

    If the objective is to win, a playout ends as soon as the winner is certain.
    """

    def evaluate(view: SkatView, rows: Rows, seed: int, first: int, moves: int) -> Outcomes:
        play = card_play(view)
        return np.asarray(
            native.played_out(play, rows, player, seed, threads, objective, first, moves)
        )

    return evaluate


def played_out_by(make: Make, game: SkatGame) -> OutcomesOf:
    """Make the function that plays worlds out by players that are not compiled; much slower.

    New players are created for each card in each world. A player is given its view, or a state that
    is made only from the view, so its hidden cards may differ from the world that is played out.
    """

    def evaluate(view: SkatView, rows: Rows, seed: int, first: int, moves: int) -> Outcomes:
        outcomes = np.full((len(rows), NUM_CARDS), -1, np.int16)
        for number, row in enumerate(rows):
            for card in card_list(card_set(view.legal_actions) & moves):
                deal = view.deal(row.tolist())
                deal.apply(card)
                rng = random.Random(f"{seed} {first + number} {card}")
                outcomes[number, card] = _rest_by(make, game, deal, rng)
        return outcomes

    return evaluate


def rests_by(make: Make, game: SkatGame, view: SkatView, seed: int) -> Rest:
    """Make a tree search's playouts from players that are not compiled, see `played_out_by`."""
    numbers = itertools.count()

    def rest(world: Sequence[int], path: Sequence[int]) -> int:
        deal = view.deal(world)
        for card in path:
            deal.apply(card)
        return _rest_by(make, game, deal, random.Random(f"{seed} {next(numbers)}"))

    return rest


def _rest_by(make: Make, game: SkatGame, deal: Deal, rng: random.Random) -> int:
    """Play the rest of a deal with new players, seeded from `rng`, and return the outcome."""
    bots = [make(seat, rng.getrandbits(31)) for seat in range(3)]
    while not deal.is_over:
        seen = observe(deal, deal.player)
        bot = bots[deal.player]
        known = isinstance(bot, Explains)
        deal.apply(bot.decide(seen) if known else bot.step(game.state_of(seen)))
    return _outcome(deal)


def _outcome(deal: Deal) -> int:
    if deal.contract == NULL:
        return deal.tricks_played if deal.soloist_tricks else 0
    if not deal.defender_tricks:
        return native.TOOK_ALL
    return deal.result().points if deal.soloist_tricks else native.TOOK_NONE


@functools.lru_cache(maxsize=8)  # computed several times in one decision
def card_play(view: SkatView) -> CardPlay:
    """Return the card play as the player to move sees it; ValueError: not their turn to play."""
    if not is_to_play(view):
        waits = ", an offer waits for an answer" if view.offer else ""
        raise InputError(
            f"{view.phase.name.lower()}, seat {view.to_act} to act{waits}: "
            f"expected card play with seat {view.player} to act"
        )
    held = view.hidden
    for cards in view.known:
        held |= cards
    led = [0, 0, 0]
    for seat, card in zip(view.players_of_plays[::3], view.plays[::3], strict=True):
        led[seat] |= 1 << card
    return CardPlay(
        contract=view.contract,
        level=view.level,
        hand_game=view.hand_game,
        soloist=view.soloist,
        leader=view.leader,
        trick=list(view.trick),
        player=view.player,
        hand=view.hand,
        skat=view.known[3],
        open_hand=view.open_hand,
        gone=~held & ALL_CARDS,
        voids=view.voids,
        led=(led[0], led[1], led[2]),
        soloist_played=view.played[view.soloist],
        points=(view.soloist_points, view.defender_points),
        tricks=(view.soloist_tricks, view.defender_tricks),
        bid=view.bid,
        given_matadors=view.given_matadors,
        plays=view.plays if knows_all_plays(view) else None,
        bids=bids_by_seat(view),
        multiplier=2 * view.multiplier if view.bock else view.multiplier,
    )


def is_to_play(view: SkatView) -> bool:
    """Return whether it is this player's turn to play a card, not to answer an offer."""
    return view.phase == Phase.PLAY and view.to_act == view.player and view.offer is None


def knows_all_plays(view: SkatView) -> bool:
    """Return whether the play began with forehand's lead from ten cards, and all of it is known."""
    cards_played = 3 * (view.soloist_tricks + view.defender_tricks) + len(view.trick)
    leader = view.players_of_plays[0] if view.plays else view.leader
    return view.in_play == (1 << NUM_CARDS) - 1 and len(view.plays) == cards_played and leader == 0


def bids_by_seat(view: SkatView) -> tuple[int, int, int]:
    """Return the highest value that each seat named or held; 0: none, or unknown."""
    bids = list(highest_bids(view.history))
    if view.soloist >= 0:
        bids[view.soloist] = max(bids[view.soloist], view.bid)
    return bids[0], bids[1], bids[2]


def true_world(deal: Deal) -> Rows:
    """Return the true world, uint32 [1, 4], for players that cheat."""
    hands = [deal.hand(seat) for seat in range(3)]
    return np.array([[*hands, deal.skat]], np.uint32)
