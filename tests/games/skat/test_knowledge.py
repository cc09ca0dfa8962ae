"""A player's information depends only on what the player may know.

Two cards that a player cannot see are exchanged throughout the history. Where the rules
still allow every move of it, the player cannot tell the two deals apart, so every
string, tensor and struct of his must be the same.
"""

import itertools
import random
from collections import Counter

import numpy as np
import pyspiel
import pytest

from vorhand.games.skat.game import SkatState
from vorhand.games.skat.observer import SkatObserver
from vorhand.games.skat.view import HIDDEN, SkatView
from vorhand.native.errors import IllegalActionError
from vorhand.native.skat import PICK_UP, Phase
from vorhand.tests.games.skat.deals import random_action, random_state, states_along
from vorhand.tests.sizes import sizes

PRIVATE = pyspiel.PrivateInfoType
TYPES = [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    for public, recall, private in itertools.product(
        (True, False), (True, False), (PRIVATE.SINGLE_PLAYER, PRIVATE.NONE, PRIVATE.ALL_PLAYERS)
    )
]
OBSERVERS = [SkatObserver(kind) for kind in TYPES]
TOLD_TO_ONE = [
    o for o, t in zip(OBSERVERS, TYPES, strict=True) if t.private_info != PRIVATE.ALL_PLAYERS
]


def _exchanged(state: SkatState, first: int, second: int) -> SkatState | None:
    """The state with two cards exchanged, or None if its history is then against the rules."""
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
    """All a player is told, by every observer and in every form."""
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


@pytest.mark.parametrize("count", sizes(15, 60))
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
    """The other way round: the test above can fail."""
    rng = random.Random(2)
    told = 0
    while told < 50:
        state = random_state(rng, phase=Phase.PLAY)
        player = rng.randrange(3)
        view = state.view(player)
        own = rng.choice([card for card in range(32) if view.hand >> card & 1])
        other = _exchanged(state, own, rng.choice(_unseen(view)))
        if other is not None:
            told += 1
            assert _told(other, player) != _told(state, player)


@pytest.mark.parametrize("count", sizes(40, 150))
@pytest.mark.parametrize("recall", [True, False])
def test_tensor_tells_what_the_string_tells(recall: bool, count: int) -> None:
    """Different strings have different tensors and the other way round, for all players."""
    rng = random.Random(3)
    observer = SkatObserver(pyspiel.IIGObservationType(perfect_recall=recall))
    by_string: dict[tuple[int, str], bytes] = {}
    by_tensor: dict[bytes, tuple[int, str]] = {}
    for _ in range(count):
        for state in states_along(random_state(rng)):
            if state.deal.phase == Phase.DEAL:
                continue
            for player in range(3):
                observer.set_from(state, player)
                tensor = observer.tensor.tobytes()
                string = (player, observer.string_from(state, player))
                if recall:
                    assert by_string.setdefault(string, tensor) == tensor
                    assert by_tensor.setdefault(tensor, string) == string


def test_bidding_can_be_read_off_the_tensor() -> None:
    """All ways to bid up to the fifth value: no two have the same tensor of bids."""
    game = pyspiel.load_game("python_skat")
    state = game.new_initial_state()
    for card in range(32):
        state.apply_action(card)
    observer = SkatObserver(pyspiel.IIGObservationType(perfect_recall=True))
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


def test_perfect_recall() -> None:
    """States that a player cannot tell apart have pasts that he could not tell apart."""
    rng = random.Random(4)
    compared = 0
    while compared < 150:
        state = random_state(rng)
        player = rng.randrange(3)
        unseen = _unseen(state.view(player))
        if len(unseen) < 2:
            continue
        other = _exchanged(state, *rng.sample(unseen, 2))
        if other is None:
            continue
        compared += 1
        for ours, theirs in zip(states_along(state), states_along(other), strict=True):
            if ours.deal.phase != Phase.DEAL:
                assert theirs.information_state_string(player) == (
                    ours.information_state_string(player)
                )
                assert theirs.current_player() == ours.current_player()


@pytest.mark.parametrize("index", range(len(TYPES)))
def test_every_observation_type(index: int) -> None:
    """Pieces fill the tensor in order, are 0/1 but for shares, and say what is asked for."""
    observer, kind = OBSERVERS[index], TYPES[index]
    assert sum(piece.size for piece in observer.dict.values()) == observer.tensor.size
    rng = random.Random(5)
    for state in states_along(random_state(rng)):
        for player in range(3):
            observer.set_from(state, player)
            assert (
                np.concatenate([piece.ravel() for piece in observer.dict.values()]).tobytes()
                == observer.tensor.tobytes()
            )
            assert observer.tensor.min() >= 0
            assert observer.tensor.max() <= 1
            view = state.view(player)
            if kind.private_info == PRIVATE.SINGLE_PLAYER:
                assert np.flatnonzero(observer.dict["hand"]).tolist() == [
                    card for card in range(32) if view.hand >> card & 1
                ]
            if kind.private_info == PRIVATE.ALL_PLAYERS:
                assert observer.dict["hands"].sum() == sum(
                    state.deal.hand(seat).bit_count() for seat in range(3)
                )
            if kind.public_info and kind.perfect_recall:
                assert observer.dict["plays"].sum() == len(view.plays)
                order = observer.dict["plays"].argmax(1)[: len(view.plays)]
                assert bytes(order.astype(np.uint8)) == view.plays
            text = observer.string_from(state, player)
            assert isinstance(text, str)
            if kind.private_info == PRIVATE.NONE and not kind.public_info:
                assert text == ""


def test_public_observation_is_the_same_for_all() -> None:
    rng = random.Random(6)
    public = SkatObserver(
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=PRIVATE.NONE
        )
    )
    for state in states_along(random_state(rng)):
        assert len({public.string_from(state, player) for player in range(3)}) == 1


def test_observer_knows_no_parameters() -> None:
    game = pyspiel.load_game("python_skat")
    with pytest.raises(ValueError, match="colour"):
        game.make_py_observer(TYPES[0], {"colour": "red"})
    assert game.make_observer({}) is not None


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


def test_view_of_a_deal_by_hand() -> None:
    """One deal, whose view is told in the words of the table."""
    rng = random.Random(8)
    state = random_state(rng, phase=Phase.PLAY)
    while not state.is_terminal():
        view, deal = state.view(0), state.deal
        assert view.soloist == deal.soloist
        assert view.trick == tuple(deal.trick)
        if len(view.plays) >= 3 and not view.trick:
            last = view.last_trick
            assert [card for _, card in last] == list(view.plays[-3:])
            assert view.leader in [seat for seat, _ in last]
        state.apply_action(random_action(state, rng))
