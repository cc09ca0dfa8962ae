"""A player's information depends only on what the player may know.

Two cards that a player cannot see are exchanged throughout the history. Where the rules still allow
every move of it, the player cannot tell the two deals apart, so all of the player's strings,
tensors and structs must be equal.
"""

import itertools
import random
from collections import Counter

import pyspiel
import pytest

from vorhand.games.skat.game import SkatGame, SkatState
from vorhand.games.skat.observer import SkatObserver
from vorhand.games.skat.view import HIDDEN, SkatView
from vorhand.native.errors import IllegalActionError
from vorhand.native.skat import PICK_UP, Phase
from vorhand.tests.games.skat.deals import random_state, states_along
from vorhand.tests.sizes import sizes

GAME = SkatGame()
PRIVATE = pyspiel.PrivateInfoType
TYPES = [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    for public, recall, private in itertools.product(
        (True, False), (True, False), (PRIVATE.SINGLE_PLAYER, PRIVATE.NONE, PRIVATE.ALL_PLAYERS)
    )
]
OBSERVERS = [SkatObserver(GAME, kind) for kind in TYPES]
TOLD_TO_ONE = [
    o for o, t in zip(OBSERVERS, TYPES, strict=True) if t.private_info != PRIVATE.ALL_PLAYERS
]


def _exchanged(state: SkatState, first: int, second: int) -> SkatState | None:
    """Return the state with two cards exchanged, or None if its history is then illegal."""
    swap = {first: second, second: first}
    history = state.history()
    moves = [swap.get(action, action) for action in history]
    if PICK_UP in history:  # discards are made in ascending order
        start = history.index(PICK_UP) + 1
        moves[start : start + 2] = sorted(moves[start : start + 2])
    other: SkatState = state.get_game().new_initial_state()
    try:
        for move in moves:
            other.apply_action(move)
    except IllegalActionError:
        return None
    return other


def _told(state: SkatState, player: int) -> list[object]:
    """Return everything that a player's observers show, in every form."""
    told: list[object] = []
    for observer in TOLD_TO_ONE:
        observer.set_from(state, player)
        told += [observer.string_from(state, player), observer.tensor.tobytes()]
    told.append(state.to_observation_struct(player).to_dict())
    told.append(state.view(player))
    if state.current_player() == player:
        told.append(state.legal_actions())
    return told


def _unseen(view: SkatView) -> list[int]:
    """Return all cards but own ones, played ones and an open hand."""
    cards = set(range(32)) - {move for move in view.plays if move != HIDDEN}
    seen = view.hand | view.skat | view.open_hand
    return [card for card in cards if not seen >> card & 1]


@pytest.mark.parametrize("count", sizes(5, 12))
def test_exchanging_unseen_cards_changes_nothing(count: int) -> None:
    rng = random.Random(1)
    exchanges: Counter[Phase] = Counter()
    while min(exchanges[phase] for phase in list(Phase)[1:]) < count:
        for state in states_along(random_state(rng)):
            if state.deal.phase == Phase.DEAL or rng.random() < 0.7:
                continue
            player = rng.randrange(3)
            unseen = _unseen(state.view(player))
            if len(unseen) < 2:
                continue
            other = _exchanged(state, *rng.sample(unseen, 2))
            if other is None:
                continue
            exchanges[state.deal.phase] += 1
            assert _told(other, player) == _told(state, player)


def test_exchanging_a_seen_card_is_told() -> None:
    """Exchanging a card that the player sees changes strings and tensors.

    It shows that the test above can fail.
    """
    rng = random.Random(2)
    told = 0
    while told < 25:
        state = random_state(rng, phase=Phase.PLAY)
        player = rng.randrange(3)
        view = state.view(player)
        own = rng.choice([card for card in range(32) if view.hand >> card & 1])
        other = _exchanged(state, own, rng.choice(_unseen(view)))
        if other is not None:
            told += 1
            assert _told(other, player) != _told(state, player)


def test_bidding_can_be_read_off_the_tensor() -> None:
    """No two ways to bid up to the fifth value have the same tensor of bids."""
    game = pyspiel.load_game("python_skat")
    state = game.new_initial_state()
    for card in range(32):
        state.apply_action(card)
    observer = SkatObserver(GAME, pyspiel.IIGObservationType(perfect_recall=True))
    seen: dict[bytes, list[int]] = {}

    def walk(node: SkatState) -> None:
        observer.set_from(node, 0)
        key = observer.tensor.tobytes()
        assert key not in seen, (seen[key], node.history()[32:])
        seen[key] = node.history()[32:]
        if node.deal.phase == Phase.BIDDING:
            for action in node.legal_actions():
                if action < 39:
                    walk(node.child(action))

    walk(state)
    assert len(seen) > 700


def test_views_survive_json() -> None:
    rng = random.Random(7)
    for state in states_along(random_state(rng)):
        for player in range(3):
            view = state.view(player)
            assert SkatView.from_dict(view.to_dict()) == view
            assert SkatView.from_dict(state.to_observation_struct(player).to_dict()) == view
    with pytest.raises(ValueError, match="moves"):
        SkatView.from_dict(
            {name: value for name, value in view.to_dict().items() if name != "moves"}
        )
