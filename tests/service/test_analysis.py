import asyncio
import threading
from typing import Any

import grpc
import pytest

from vorhand.agents import make_bot
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.service.client.client import Client, bearer
from vorhand.service.games.observations import cached_game, observe, observer_of
from vorhand.service.games.wire import PROBABILITY, ObservationError
from vorhand.service.server import analysis_service, judging
from vorhand.service.server.server import Server
from vorhand.service.server.table import Table
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import refused
from vorhand.v1 import analysis_pb2, analysis_pb2_grpc, observation_pb2, tables_pb2

ENDLESS: Any = {"agent": "pimc(worlds=1000000)", "rounds": 1000, "budget_ms": 600_000}


def position(game: str, moves: int) -> tuple[list[int], observation_pb2.Observation]:
    """Return a history, and what the player to act knows."""
    seats = [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)]
    seats *= cached_game(game).num_players()
    table = Table(tables_pb2.CreateTableRequest(game=game, seats=seats, deals=1, seed=4))
    table.start()
    for _ in range(moves):
        seat = table.to_act
        action = make_bot("rule", cached_game(game), seat, 0).step(table.state)
        table.move(seat, action)
    seen = observe(observer_of(cached_game(game)), game, table.state, table.to_act)
    return [int(action) for action in table.state.history()], seen


async def answers(
    client: Client, request: analysis_pb2.AnalyseRequest
) -> list[analysis_pb2.AnalyseResponse]:
    return [answer async for answer in client.analyse(request)]


async def test_agents_and_the_solver_judge(client: Client) -> None:
    actions, seen = position("python_schnapsen", 4)
    request = analysis_pb2.AnalyseRequest(
        observation=seen, agent="pimc(worlds=4)", rounds=3, seed=2
    )
    first, second, last = await answers(client, request)
    assert [a.is_final for a in (first, second, last)] == [False, False, True]
    assert 0 < first.progress < second.progress < last.progress == 1
    legal = [action.id for action in seen.legal_actions]
    assert [value.action.id for value in last.values] == legal
    assert last.best in legal
    again = (await answers(client, request))[-1]
    assert again == last

    full = analysis_pb2.FullPosition(game="python_schnapsen", actions=actions)
    (exact,) = await answers(client, analysis_pb2.AnalyseRequest(full=full))
    assert exact.unit == "game points"
    assert [value.action for value in exact.values] == list(seen.legal_actions)


@pytest.mark.parametrize(
    ("game", "agent", "moves"),
    [
        *(("python_skat", "pimc(worlds=2)", moves) for moves in (0, 4, 8, 30)),
        ("python_skat", "mc_bidder(worlds=4)", 8),
        ("python_skat", "rule", 20),
        ("python_schnapsen", "ppp(worlds=2)", 3),
        ("python_schnapsen", "rule", 3),
        ("python_schnapsen", "openspiel:ismcts(max_simulations=3)", 3),
    ],
)
def test_every_legal_move_gets_a_value(game: str, agent: str, moves: int) -> None:
    actions, seen = position(game, moves)
    legal = [action.id for action in seen.legal_actions]
    for judged in (
        judging.judge_observation(seen.SerializeToString(), agent, 1, 2, lambda _: None),
        judging.judge_history(game, actions, agent, 1, 2, lambda _: None),
    ):
        assert sorted(judged.values) == legal
        assert judged.best in legal
        if judged.unit == PROBABILITY:
            assert sum(judged.values.values()) == pytest.approx(1)


@pytest.mark.extended
@pytest.mark.parametrize("game", ["python_belote", "python_belote(contree=true)"])
@pytest.mark.parametrize("agent", ["rule", "pimc(worlds=2)"])
def test_agents_that_need_a_view_are_refused_where_an_observation_tells_none(
    game: str, agent: str
) -> None:
    _, seen = position(game, 0)
    with pytest.raises(ObservationError, match="not told by an observation of python_belote"):
        judging.judge_observation(seen.SerializeToString(), agent, 1, 1, lambda _: None)


async def test_the_open_hand_solver_judges_skat(client: Client) -> None:
    actions, seen = position("python_skat", 30)
    state: SkatState = cached_game("python_skat").new_initial_state()
    for action in actions:
        state.apply_action(action)
    expected = solve_position(OpenPosition.from_deal(state.deal))
    full = analysis_pb2.FullPosition(game="python_skat", actions=actions)
    (exact,) = await answers(client, analysis_pb2.AnalyseRequest(full=full))
    assert {value.action.id: value.value for value in exact.values} == expected.moves
    assert exact.best in expected.best


@pytest.mark.extended
async def test_cancelling_ends_the_work(server: Server, client: Client) -> None:
    _, seen = position("python_schnapsen", 0)
    endless = analysis_pb2.AnalyseRequest(observation=seen, **ENDLESS)
    quick = analysis_pb2.AnalyseRequest(observation=seen, agent="pimc(worlds=1)")
    call = analysis_pb2_grpc.AnalysisServiceStub(client.channel).Analyse(
        endless, metadata=bearer(client.token)
    )
    workers = server.registry.caller.pool._workers
    await until(lambda: any(worker.since for worker in workers))
    call.cancel()
    # There is one process only, so that this is answered after the other has ended.
    await answers(client, quick)


async def test_who_cancels_while_the_names_of_moves_are_found_ends_the_work(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, seen = position("python_schnapsen", 0)
    endless = analysis_pb2.AnalyseRequest(observation=seen, **ENDLESS)
    quick = analysis_pb2.AnalyseRequest(observation=seen, agent="pimc(worlds=1)")
    begun, go_on = threading.Event(), threading.Event()

    class Slow(analysis_service._Names):
        def __init__(self, request: analysis_pb2.AnalyseRequest) -> None:
            begun.set()
            assert go_on.wait(HANGING_S)
            super().__init__(request)

    monkeypatch.setattr(analysis_service, "_Names", Slow)
    call = analysis_pb2_grpc.AnalysisServiceStub(client.channel).Analyse(
        endless, metadata=bearer(client.token)
    )
    assert await asyncio.to_thread(begun.wait, 60)
    call.cancel()
    await client.open_tables()  # sent after the cancellation, on the same connection
    go_on.set()
    await answers(client, quick)


async def test_bad_requests_get_a_sentence(client: Client) -> None:
    actions, seen = position("python_skat", 30)
    wrong = observation_pb2.Observation()
    wrong.CopyFrom(seen)
    del wrong.skat.hand[:]
    request = analysis_pb2.AnalyseRequest
    full = analysis_pb2.FullPosition
    bad = [
        request(),
        request(observation=seen),
        request(observation=seen, agent="perfect"),
        request(observation=seen, agent="cfr(file=/etc/passwd)"),
        request(observation=wrong, agent="pimc(worlds=2)"),
        request(full=full(game="python_skat", actions=[*actions, 99])),
        request(full=full(game="python_skat")),
        request(full=full(game="python_skat", actions=actions[:33])),
        request(full=full(game="kuhn_poker")),
        request(observation=seen, agent="rule", seed=2**31),
        request(observation=seen, agent="rule", budget_ms=10**9),
        request(observation=seen, agent="rule", rounds=10**9),
    ]
    for wanted in bad:
        with refused(grpc.StatusCode.INVALID_ARGUMENT) as error:
            await answers(client, wanted)
        assert "Traceback" not in str(error.value)
    slow = request(observation=seen, agent="pimc(worlds=100000)", budget_ms=1)
    with refused(grpc.StatusCode.DEADLINE_EXCEEDED):
        await answers(client, slow)
