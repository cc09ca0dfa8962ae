"""Schieberamsch: who pushes what, what it costs, and what each player knows of it."""

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pyspiel
import pytest

from vorhand.games.skat.coherence import IncoherentViewError, check_view
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.records import server_line
from vorhand.games.skat.structs import action_from_struct, action_struct
from vorhand.games.skat.view import HIDDEN
from vorhand.native import skat
from vorhand.native.errors import InputError
from vorhand.native.skat import PICK_UP, PUSH_UNSEEN, Phase, judge_ramsch, knowledge
from vorhand.service.games.observations import observe, wire_of
from vorhand.tests.games.skat import plain_ramsch, test_ramsch
from vorhand.tests.games.skat.knowing import check_known
from vorhand.tests.games.skat.plain_schieberamsch import (
    Pushing,
    Sight,
    histories,
    values_after_pushes,
)
from vorhand.tests.native.skat_reference import PACK, names
from vorhand.tests.sizes import sizes

GAME = "python_skat(ramsch=true,schieberamsch=true)"
ALL = "python_skat(bock=true,claims=true,kontra=true,ramsch=true,schieberamsch=true,spitze=true)"
ON = {"ramsch": True, "schieberamsch": True}


passed = test_ramsch.passed
along = partial(test_ramsch.along, name=GAME)


def begun(state: SkatState) -> Pushing:
    """Return the slow reference for a deal, from the cards dealt."""
    dealt = [PACK[card] for card in state.history()[:32]]
    return Pushing([dealt[:10], dealt[10:20], dealt[20:30]], dealt[30:])


@pytest.mark.parametrize("count", sizes(300, 5_000))
def test_rules_against_the_reference(count: int) -> None:
    """Compare legal actions, hands, pushes and values of 300 deals and more."""
    seen: Counter[object] = Counter()
    for state in along(count, 1):
        deal = state.deal
        pushing, history = begun(state), list(deal.history[35:])
        while history and pushing.seat < 3:
            pushing.act(skat.action_name(history.pop(0)))
        if pushing.seat < 3:
            assert (deal.player, deal.is_pushing, deal.is_ramsch) == (pushing.seat, True, False)
            assert [skat.action_name(a) for a in state.legal_actions()] == pushing.choices()
        if not history:
            assert [names(deal.hand(seat)) for seat in range(3)] == list(
                map(frozenset, pushing.hands)
            )
            assert names(deal.skat) == frozenset(pushing.skat)
        for seat in range(3):
            assert names(deal.received[seat]) == frozenset(pushing.received.get(seat, ()))
            view = state.view(seat)
            assert names(view.picked_up_skat) == frozenset(pushing.received.get(seat, ()))
        assert deal.pushed_unseen == pushing.unseen
        if not state.is_terminal():
            continue
        tricks, points = plain_ramsch.taken_in_ramsch(history)
        values = values_after_pushes(tricks, points, pushing.unseen)
        result = deal.result()
        assert (result.ramsch, list(result.seat_values)) == (True, values)
        assert (result.pushed_unseen, state.returns()) == (pushing.unseen, values)
        for seat, cards in pushing.pushed.items():
            assert names(deal.pushed[seat]) == frozenset(cards)
        seen[pushing.unseen] += 1
        seen["jack"] += any(name[1] == "J" for name in pushing.skat)
        seen["maiden"] += 0 in tricks
    assert all(seen[kind] for kind in (0, 1, 2, 3, "jack", "maiden"))


@pytest.mark.parametrize("bock", [False, True])
def test_values(bock: bool) -> None:
    for unseen in range(4):
        for points, tricks in (
            ((60, 40, 20), (5, 3, 2)),
            ((60, 60, 0), (7, 3, 0)),
            ((40, 40, 40), (5, 3, 2)),
            ((120, 0, 0), (10, 0, 0)),
            ((120, 0, 0), (9, 1, 0)),
        ):
            result = judge_ramsch(points, tricks, bock, unseen)
            assert list(result.seat_values) == values_after_pushes(tricks, points, unseen, bock)


@pytest.mark.parametrize("scoring", ["seeger_fabian", "game_value", "zero_sum", "card_points"])
def test_returns_stay_within_the_bounds_of_the_game(scoring: str) -> None:
    for pushing, bock in itertools.product((False, True), (False, True)):
        name = f"python_skat(ramsch=true,schieberamsch={pushing},bock={bock},scoring={scoring})"
        game = pyspiel.load_game(name)
        worst = judge_ramsch((120, 0, 0), (9, 1, 0), bock, 3 if pushing else 0)
        returns = [list(skat.scores(game.scoring, worst))]
        returns += [s.returns() for s in along(20, 2, name=name) if s.is_terminal()]
        assert game.min_utility() <= min(map(min, returns))
        assert game.max_utility() >= max(map(max, returns))
        assert game.utility_sum() is None or {sum(each) for each in returns} == {game.utility_sum()}


def test_needs_ramsch() -> None:
    with pytest.raises(InputError, match="schieberamsch without ramsch: expected ramsch=true"):
        pyspiel.load_game("python_skat(schieberamsch=true)")


@pytest.mark.parametrize("count", sizes(6, 200))
def test_what_is_known_and_written(count: int) -> None:
    """Everything keeps the pushes, and no player sees another's."""
    for state in along(count, 4, name=ALL):
        deal = state.deal
        check_known(state, claims=True, kontra=True, spitze=True, **ON)
        for player in range(3):
            view = state.view(player)
            assert view.is_pushing == deal.is_pushing
            assert view.pushed_unseen == deal.pushed_unseen
            shown = [move for _, move in view.history if move < 32 or move == HIDDEN]
            pushed = sum(cards.bit_count() for cards in deal.pushed)
            assert shown[:pushed] == [HIDDEN] * pushed
            worlds = view.worlds()
            assert worlds.contains([*map(deal.hand, range(3)), deal.skat])
            for row in worlds.slice(0, 2).tolist() + worlds.sample(2, 1).tolist():
                assert skat.knowledge(view.deal(row), player) == skat.knowledge(deal, player)
            other = state.resample_from_infostate(player, random.Random(player).random)
            assert other.view(player) == view
        if state.is_terminal():
            continue
        view = state.view(deal.player)
        with pytest.raises(IncoherentViewError):
            check_view(view, claims=True, kontra=True, spitze=True)
        with pytest.raises(InputError, match="Ramsch"):
            _ = dataclasses.replace(view, bock=False).text
    for action in range(PUSH_UNSEEN + 1):
        assert action_from_struct(action_struct(action)) == action


def sight_of(state: SkatState, player: int) -> Sight:
    """Return what a player saw of the pushes, for the slow reference."""
    deal = state.deal
    took = tuple(seat for seat in range(3) if deal.received[seat])
    return Sight(player, took, names(deal.received[player]), names(deal.pushed[player]))


def swapped(world: list[int], rng: random.Random) -> list[int]:
    """Return a layout with one card of a place exchanged for one of another place."""
    one, two = rng.sample([place for place in range(4) if world[place]], 2)
    first, second = (
        1 << rng.choice([card for card in range(32) if world[place] >> card & 1])
        for place in (one, two)
    )
    world = list(world)
    world[one] ^= first | second
    world[two] ^= first | second
    return world


@pytest.mark.parametrize("count", sizes(8, 300))
def test_worlds_are_those_with_a_past(count: int) -> None:
    """A layout is a world if and only if it fits the voids and some pushes lead to it."""
    rng = random.Random(5)
    seen: Counter[bool] = Counter()
    for state in along(count, 6):
        deal = state.deal
        if state.is_terminal() or rng.random() > (0.8 if deal.is_pushing else 0.1):
            continue
        player = rng.randrange(3)
        worlds, sight = skat.Worlds(deal, player), sight_of(state, player)
        world = [*map(deal.hand, range(3)), deal.skat]
        for _ in range(3):
            world = swapped(world, rng)
            owned = [names(world[seat] | deal.played(seat)) for seat in range(3)]
            fits = world[player] == deal.hand(player) and not any(
                world[seat] & deal.voids(seat) for seat in range(3)
            )
            possible = fits and any(True for _ in histories(sight, owned, names(world[3])))
            assert worlds.contains(world) is possible
            seen[possible] += 1
            if not possible:
                world = [*map(deal.hand, range(3)), deal.skat]
    assert min(seen.values()) > 0


def test_worlds_are_numbered_without_repetition() -> None:
    """All numbers give different worlds, also while another player pushes."""
    half = 0
    for state in along(40, 7):
        for player in range(3):
            worlds = skat.Worlds(state.deal, player)
            if state.deal.is_pushing and knowledge(state.deal, player)[4]:
                half += 1
                rows = worlds.sample(20, 3).tolist()
                assert all(worlds.contains(row) for row in rows)
            if worlds.count > 300:
                continue
            rows = worlds.slice(0, worlds.count).tolist()
            assert len(set(map(tuple, rows))) == worlds.count
            assert all(worlds.contains(row) for row in rows)
    assert half > 0


def layouts(cards: list[int], counts: list[int]) -> Iterator[list[int]]:
    """Yield all ways to give each place its number of cards, as sets."""
    if not counts:
        yield []
        return
    for chosen in itertools.combinations(cards, counts[0]):
        place = sum(1 << card for card in chosen)
        for others in layouts([card for card in cards if card not in chosen], counts[1:]):
            yield [place, *others]


def test_no_world_is_left_out() -> None:
    """Late in a deal, the number of worlds is that of all layouts with a past that fits."""
    rng, seen = random.Random(14), Counter[bool]()
    for state in along(12, 15):
        deal, player = state.deal, rng.randrange(3)
        hidden = (
            ~(deal.hand(player) | deal.played(0) | deal.played(1) | deal.played(2)) & 0xFFFFFFFF
        )
        if state.is_terminal() or not 5 <= hidden.bit_count() <= 8:
            continue
        counts = [deal.hand(seat).bit_count() for seat in range(3)]
        counts[player] = 0
        found = 0
        cards = [card for card in range(32) if hidden >> card & 1]
        for world in layouts(cards, [*counts, 2]):
            world[player] = deal.hand(player)
            owned = [names(world[seat] | deal.played(seat)) for seat in range(3)]
            fits = not any(world[seat] & deal.voids(seat) for seat in range(3))
            pasts = histories(sight_of(state, player), owned, names(world[3]))
            found += fits and any(True for _ in pasts)
        assert skat.Worlds(deal, player).count == found
        seen[bool(deal.pushed[player])] += 1
    assert min(seen[True], seen[False]) > 8


def test_resampled_histories_are_equally_likely() -> None:
    """Near the end of a deal every whole history of the few worlds is drawn equally often."""
    checked = 0
    for state in along(60, 8):
        deal = state.deal
        player = deal.player
        if state.is_terminal() or sum(map(bool, deal.received)) < 2:
            continue
        worlds, sight = skat.Worlds(deal, player), sight_of(state, player)
        if not 2 <= worlds.count <= 6:
            continue
        ways = {}
        for row in worlds.slice(0, worlds.count).tolist():
            owned = [names(row[seat] | deal.played(seat)) for seat in range(3)]
            ways[tuple(row)] = sum(1 for _ in histories(sight, owned, names(row[3])))
        if len(set(ways.values())) == 1:
            continue
        draws = 3_000
        found: Counter[tuple[int, ...]] = Counter()
        for seed in range(draws):
            other = skat.resample(deal, player, seed)
            found[*map(other.hand, range(3)), other.skat] += 1
        total = sum(ways.values())
        for row, count in ways.items():
            share = count / total
            deviation = (draws * share * (1 - share)) ** 0.5
            assert abs(found[row] - draws * share) < 5 * deviation
        checked += 1
        if checked == 4:
            break
    assert checked == 4


def test_a_push_is_remembered_and_not_seen_by_others() -> None:
    """Two deals that differ in cards pushed differ for their player and the one who receives."""
    first = passed(GAME, random.Random(9))
    for action in (PICK_UP,):
        first.apply_action(action)
    pairs = [first.clone(), first.clone()]
    for state, choice in zip(pairs, (0, 1), strict=True):
        for _ in range(2):
            state.apply_action(state.legal_actions()[choice])
    for method in ("information_state_string", "information_state_tensor", "observation_string"):
        tell = [[getattr(state, method)(seat) for seat in range(3)] for state in pairs]
        assert tell[0][0] != tell[1][0]
        assert tell[0][1:] == tell[1][1:]
    for state in pairs:
        state.apply_action(PICK_UP)
    for seat, differs in ((0, True), (1, True), (2, False)):
        texts = [state.information_state_string(seat) for state in pairs]
        assert (texts[0] != texts[1]) is differs


def test_coherent_views_alone_are_accepted() -> None:
    rng = random.Random(10)
    for state in itertools.islice(along(40, 11), 0, None, 7):
        if state.is_terminal():
            continue
        view = state.view(state.current_player())
        check_view(view, **ON)
        jack = next((1 << card for card in (7, 15, 23) if not view.hand >> card & 1), 1 << 31)
        wrong: dict[str, object] = {
            "dealt_hand": view.dealt_hand ^ 3,
            "skat": view.skat | jack,
            "picked_up_skat": view.picked_up_skat ^ 1 << rng.randrange(32),
            "soloist": 1,
            "leader": (view.leader + 1) % 3,
            "legal_actions": view.legal_actions[1:],
        }
        for name, value in wrong.items():
            with pytest.raises(IncoherentViewError):
                check_view(dataclasses.replace(view, **{name: value}), **ON)  # type: ignore[arg-type]


def test_the_service_hides_pushes() -> None:
    """Players of the service see no name of a card of another's push."""
    wire = wire_of("python_skat")
    game = pyspiel.load_game(GAME)
    pushed = 0
    for state in itertools.islice(along(12, 13), 0, None, 3):
        if state.is_terminal():
            continue
        seat = state.current_player()
        seen = observe(wire.observer(game), str(game), state, seat)
        hidden = [move for move in seen.skat.moves if move.name == "pushes"]
        assert len(hidden) == state.view(seat).moves.count(HIDDEN)
        pushed += len(hidden)
        if state.deal.is_pushing:  # resigning is scored as in Ramsch
            assert list(wire.given_up(state, seat))[seat] < 0
    assert pushed > 0


def test_records_refuse_it_by_name() -> None:
    for state in along(2, 12):
        if state.deal.phase == Phase.DISCARD or state.is_terminal():
            with pytest.raises(InputError, match="Ramsch"):
                server_line(state, ("a", "b", "c"), 1, 1)
