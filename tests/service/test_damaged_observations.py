"""Observations of Skat from strangers are checked before compiled code receives them.

Inconsistent observations of Schnapsen are refused too.
"""

import collections
import functools
import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.games.skat.start import Start
from vorhand.native.skat import PASS
from vorhand.service.agent.decisions import decide
from vorhand.service.games.observations import (
    ObservationError,
    cached_game,
    observe,
    observer_of,
    state_of,
    view_of,
)
from vorhand.v1 import observation_pb2 as pb

PLAIN, CLAIMS = "python_skat", "python_skat(claims=true)"
KONTRA = "python_skat(claims=true,kontra=true)"
RAMSCH = "python_skat(claims=true,ramsch=true)"  # all pass


AGENTS = (
    "rule",
    "mc_bidder(worlds=4)",
    "pimc(worlds=4)",
    "pimc(worlds=4,belief=uniform,values=levels)",
    "iimc(worlds=3)",
    "ppp(worlds=3)",
    "vm(worlds=3,from_trick=7)",
    "ismcts(iterations=8)",
)


def turns(text: str, deals: int, seed: int = 0) -> Iterator[tuple[pyspiel.State, pb.Observation]]:
    """Yield every turn of some deals, as the player to act sees it."""
    game = cached_game(text)
    observer = observer_of(game)
    for deal in range(deals):
        rng = random.Random(f"{seed} {deal}")
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            actions = state.legal_actions()
            if player == pyspiel.PlayerId.CHANCE:
                state.apply_action(rng.choice(actions))
                continue
            yield state.clone(), observe(observer, text, state, player)
            if text == RAMSCH and PASS in actions:
                state.apply_action(PASS)
                continue
            if rng.random() < 0.6 and len(actions) > 1 and max(actions) < 123:
                agent = make_bot("rule", game, player, 0)
                state.apply_action(agent.step(state))
            else:
                state.apply_action(rng.choice(actions))


def positions(seed: int, count: int) -> Iterator[str]:
    """Yield games that start in the middle of the card play of other deals."""
    rng = random.Random(seed)
    while count:
        for state, _ in turns(PLAIN, 1, rng.getrandbits(30)):
            deal = state.deal
            if deal.contract >= 0 and rng.random() < 0.2:
                start = Start.at(deal)
                yield str(PLAIN + f"(start={start})")
                count -= 1
                if not count:
                    return


POOLS = (
    # Chance deals these cards at card play, with and without a skat.
    "play G by 1 cards ?D7.D8.D9.DQ.DK.DT.DA.DJ.HA.HT.SA.ST.CA.CT tricks 1 points 10 matadors 1",
    "play N by 2 cards ?D7.D8.D9.DQ.DK.DT.DA.DJ.HA points 0",
)


@functools.cache
def games() -> list[tuple[pyspiel.State, pb.Observation]]:
    """Return turns of whole deals, with and without claims, Kontra or Ramsch, and of positions."""
    texts = [PLAIN] * 20 + [CLAIMS] * 20 + [KONTRA] * 10 + [RAMSCH] * 6 + list(positions(1, 20))
    texts += [f"{PLAIN}(start={start})" for start in POOLS]
    return [turn for number, text in enumerate(texts) for turn in turns(text, 1, number)]


def test_honest_views_pass() -> None:
    phases = set()
    for state, observation in games():
        view = view_of(pb.Observation.FromString(observation.SerializeToString()))
        assert view == state.view(observation.seat), state
        phases.add(view.phase)
    assert len(games()) > 1000
    assert len(phases) == 5


def test_damaged_views_of_whole_deals_pass_only_if_a_deal_can_be_made_that_looks_so() -> None:
    accepted: collections.Counter[bool] = collections.Counter()
    for observation in damaged(2500):
        if "start=" in observation.game:
            continue
        ours, slow = passes(view_of, observation), passes(state_of, observation)
        assert ours == slow, observation
        accepted[ours] += 1
    assert accepted[True] > 50
    assert accepted[False] > 1000


@pytest.mark.parametrize("name", AGENTS)
def test_what_passes_is_decided_on(name: str) -> None:
    bots: dict[tuple[str, int], pyspiel.Bot] = {}
    decided = 0
    for number, observation in enumerate(damaged(2500)):
        if number % len(AGENTS) != AGENTS.index(name) or not passes(view_of, observation):
            continue
        key = (observation.game, observation.seat)
        if key not in bots:
            bots[key] = make_bot(name, cached_game(observation.game), observation.seat, 1)
        assert decide(bots[key], observation) in [a.id for a in observation.legal_actions]
        decided += 1
    assert decided > 5


def test_an_action_that_the_observation_does_not_name_is_not_played() -> None:
    _, observation = next(turns("leduc_poker", 1))
    bot = make_bot("first", cached_game(observation.game), observation.seat, 0)
    first = decide(bot, observation)
    del observation.legal_actions[0]
    with pytest.raises(ObservationError, match=f"its legal actions leave out {first}"):
        decide(bot, observation)


SCHNAPSEN = ("python_schnapsen", "python_schnapsen(match=true)", "python_kinderschnapsen")


@pytest.mark.extended
@pytest.mark.parametrize("text", SCHNAPSEN)
def test_what_does_not_go_with_the_rest_of_a_view_of_schnapsen_is_named(text: str) -> None:
    changes: dict[str, Any] = {
        "hand": lambda seen: seen.schnapsen.deal.hand.pop(),
        "legal_actions": lambda seen: seen.legal_actions.pop(),
        "points": lambda seen: seen.schnapsen.deal.points.append(3),
        "talon_left": lambda seen: setattr(seen.schnapsen.deal, "talon_left", 10),
        "leader": lambda seen: setattr(seen.schnapsen.deal, "leader", 2),
        "score": lambda seen: seen.schnapsen.score.insert(0, 5),
        "is_match": lambda seen: setattr(seen.schnapsen, "is_match", "match" not in text),
        "past": lambda seen: seen.schnapsen.past.add(leader=1, turned_up=""),
    }
    if "match" in text:
        del changes["is_match"]  # false means the same as a missing field
    for state, observation in turns(text, 2):
        if len(observation.legal_actions) < 2:
            continue
        assert state_of(observation).view(observation.seat) == state.view(observation.seat)
        for name, change in changes.items():
            damaged = pb.Observation.FromString(observation.SerializeToString())
            change(damaged)
            with pytest.raises(ObservationError, match=f"view: {name}: does not go with the rest"):
                state_of(damaged)


def damage(message: Any, rng: random.Random) -> None:
    """Change one field anywhere in a message."""
    fields = message.DESCRIPTOR.fields
    field = rng.choice(fields)
    value = getattr(message, field.name)
    if field.is_repeated:
        _damage_list(value, field, rng)
    elif field.type == field.TYPE_MESSAGE:
        damage(value, rng)
    elif field.type == field.TYPE_STRING:
        setattr(message, field.name, rng.choice(CARD_NAMES))
    elif field.type == field.TYPE_BOOL:
        setattr(message, field.name, not value)
    elif rng.random() < 0.2:
        message.ClearField(field.name)
    else:
        least = 0 if field.type == field.TYPE_UINT32 else -2
        setattr(
            message,
            field.name,
            max(least, rng.choice((value - 1, value + 1, rng.randrange(-3, 130)))),
        )


def _damage_list(values: Any, field: Any, rng: random.Random) -> None:
    what = rng.choice(("drop", "repeat", "swap", "change"))
    if not values:
        if field.type == field.TYPE_MESSAGE:
            values.add()
        else:
            values.append(rng.choice(CARD_NAMES))
        return
    place, other = rng.randrange(len(values)), rng.randrange(len(values))
    if what == "drop":
        del values[place]
    elif field.type == field.TYPE_MESSAGE:
        if what == "repeat":
            values.add().CopyFrom(values[place])
        elif what == "swap":
            first, second = type(values[0])(), type(values[0])()
            first.CopyFrom(values[place])
            second.CopyFrom(values[other])
            values[other].CopyFrom(first)
            values[place].CopyFrom(second)
        else:
            damage(values[place], rng)
    elif what == "change":
        values[place] = rng.choice(CARD_NAMES)
    else:
        values.append(values[place] if what == "repeat" else rng.choice(CARD_NAMES))


def damaged(count: int) -> Iterator[pb.Observation]:
    """Yield observations with a change, which in a few cases has no effect."""
    rng = random.Random(3)
    honest = [observation for _, observation in games()]
    for _ in range(count):
        observation = pb.Observation()
        observation.CopyFrom(rng.choice(honest))
        if rng.random() < 0.05:
            observation.seat = (observation.seat + rng.choice((1, 2))) % 3
        elif rng.random() < 0.1:
            del observation.legal_actions[rng.randrange(len(observation.legal_actions))]
        else:
            for _ in range(rng.choice((1, 1, 2, 5))):
                damage(observation.skat, rng)
        yield observation


def passes(read: Any, observation: pb.Observation) -> bool:
    """Return whether an observation is accepted."""
    try:
        read(observation)
    except ObservationError:
        return False
    return True
