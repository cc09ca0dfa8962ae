"""resample_from_infostate: uniform over exactly the worlds that are consistent."""

import dataclasses
import random
from collections import Counter

import pyspiel
import pytest
from scipy import stats

from vorhand.games.skat.game import SkatState
from vorhand.games.skat.start import Start
from vorhand.games.skat.view import observe
from vorhand.native.errors import IllegalActionError, InvalidDealError
from vorhand.native.skat import Phase
from vorhand.tests.games.skat.deals import random_state, states_along
from vorhand.tests.sizes import LEAST_P

ENDING = (
    "play H by 1 cards HJ.S7.S8/DJ.H9.ST/CK.CA.D7/- leader 1 tricks 4 points 52 matadors -3 "
    "void -/-/SA.ST.S7.S8"
)


def _world_of(state: SkatState) -> tuple[int, ...]:
    """Return the cards of the seats and those in the skat."""
    return (*map(state.deal.hand, range(3)), state.deal.skat)


def test_resampling_is_seeded_by_the_callers_numbers() -> None:
    state = random_state(random.Random(2), phase=Phase.PLAY)
    one = [state.resample_from_infostate(0, random.Random(s).random).history() for s in range(5)]
    two = [state.resample_from_infostate(0, random.Random(s).random).history() for s in range(5)]
    assert one == two
    assert len({tuple(history) for history in one}) == 5


def test_resampling_while_cards_are_dealt_is_refused() -> None:
    state = pyspiel.load_game("python_skat").new_initial_state()
    with pytest.raises(IllegalActionError):
        state.resample_from_infostate(0, random.random)


@pytest.mark.extended
def test_positions_are_uniform_over_all_consistent_worlds() -> None:
    """An ending with shown voids and cards on the table; the worlds are counted by hand.

    Rearhand (CK CA) sees HJ led by middlehand. Of S7 S8 S9 ST SA forehand has two, middlehand one
    and the skat two, but middlehand is known not to have ST or SA: three times six ways.
    """
    game = pyspiel.load_game(
        "python_skat(start=play H by 0 cards ST.SA/S7/CA.CK/S8.S9 leader 1 trick HJ "
        "tricks 5 points 50 matadors 1 void -/SA.ST/-)"
    )
    state = game.new_initial_state()
    assert state.current_player() == 2
    rng = random.Random(17)
    counts = Counter(_world_of(state.resample_from_infostate(2, rng.random)) for _ in range(1200))
    assert len(counts) == 18
    assert all(not world[1] & (1 << 21 | 1 << 22) for world in counts)
    other = state.resample_from_infostate(2, rng.random)
    for copy in (other.clone(), game.deserialize_state(other.serialize())):
        assert copy.deal == other.deal
    assert stats.chisquare(list(counts.values())).pvalue > LEAST_P


def test_positions_of_the_first_trick_resample() -> None:
    """While the soloist has all twelve cards, the matadors are those of the world."""
    rng = random.Random(18)
    matadors = set()
    for _ in range(8):
        whole = random_state(rng, phase=Phase.PLAY)
        for _ in range(3):
            game = pyspiel.load_game(f"python_skat(start={Start.at(whole.deal)})")
            state = game.new_initial_state()
            assert state.deal.matadors == whole.deal.matadors
            for player in range(3):
                other = state.resample_from_infostate(player, rng.random)
                assert other.view(player) == state.view(player)
                assert game.deserialize_state(other.serialize()).deal == other.deal
                assert game.new_initial_state(other.to_struct()).deal == other.deal
                matadors.add(other.deal.matadors == whole.deal.matadors)
            whole.apply_action(rng.choice(whole.legal_actions()))
    assert matadors == {True, False}


@pytest.mark.parametrize("start", ["deal", "play G by 0 cards ?", ENDING])
def test_deals_made_from_a_view_alone(start: str) -> None:
    """In a sampled world the player has the same view, except for play before a given position."""
    rng = random.Random(15)
    for _ in range(3):
        for state in states_along(random_state(rng, f"python_skat(start={start})")):
            if state.deal.phase == Phase.DEAL or state.is_terminal():
                continue
            for player in range(3):
                view = state.view(player)
                world = view.worlds().sample(1, rng.getrandbits(40))[0]
                deal = view.deal(world)
                assert [deal.hand(0), deal.hand(1), deal.hand(2), deal.skat] == world.tolist()
                if state.current_player() == player:
                    assert deal.legal_actions() == state.legal_actions()
                told = observe(deal, player)
                if start == "deal":
                    assert told == view
                else:
                    for name in ("hidden", "known", "possible", "trick", "leader", "to_act"):
                        assert getattr(told, name) == getattr(view, name)
                    assert told.soloist_points == view.soloist_points
                    assert deal.matadors == state.deal.matadors or not view.is_soloist


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"known": (1, 1, 0, 0)}, "card D7 is in two places"),
        ({"hidden_count": (0, 9, 10, 2)}, "22 hidden cards for 21 places"),
        ({"hidden_count": (1, 9, 10, 2)}, "players see their own cards"),
        ({"possible": (0, 0xFFFFFFFF, 0, 0)}, "possible but not hidden"),
        ({"soloist": 3}, "soloist 3"),
        ({"half_discarded": True}, "half discarded"),
    ],
)
def test_contradictory_knowledge_is_refused(change: dict[str, object], reason: str) -> None:
    view = random_state(random.Random(16), phase=Phase.BIDDING).view(0)
    with pytest.raises(InvalidDealError, match=reason):
        dataclasses.replace(view, **change).worlds()  # type: ignore[arg-type]
