import gc
import re
import socket
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import numpy as np
import pytest

import vorhand
from vorhand.agents import AgentError, Spec, check, make_bot
from vorhand.evaluation.arena import Match, MatchError, play_deal
from vorhand.games.loading import GameError, load_game
from vorhand.service.agent import client as agent_client
from vorhand.service.agent import game_trials
from vorhand.service.agent import server as agent_server
from vorhand.service.agent.client import AgentCallError, Security
from vorhand.service.agent.server import AgentServer, AgentServicer
from vorhand.service.client.client import Client, Place, RemoteError
from vorhand.service.games import wire
from vorhand.service.games.observations import cached_game, observe, observer_of
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings
from vorhand.service.server.tokens import new_identifier, new_token
from vorhand.service.tls import TlsError, listens, read, self_signed
from vorhand.tests.limits import HANGING_S, wait_until
from vorhand.tests.service.helpers import refused, serving
from vorhand.v1 import agent_pb2, agent_pb2_grpc, observation_pb2


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = AgentServer("pimc(worlds=3)")
    yield server.address
    server.stop(0)


def request_at(game: str, **more: Any) -> agent_pb2.DecideRequest:
    """Return a request for the first decision of a deal."""
    state = load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seen = observe(observer_of(load_game(game)), game, state, state.current_player())
    return agent_pb2.DecideRequest(observation=seen, **more)


def decide(address: str, *requests: agent_pb2.DecideRequest) -> list[int]:
    """Return the decisions of an agent."""
    with grpc.insecure_channel(address) as channel:
        stub = agent_pb2_grpc.AgentServiceStub(channel)
        return [stub.Decide(request).action for request in requests]


def same_deals(game: str, there: str, here: str, *others: str, deals: int = 1) -> bool:
    """Return whether two agents, of which one is dialled, play the same in the arena."""

    def played(agent: str, deal: int) -> list[list[int]]:
        match = Match.create(game, [agent, *others], seed=5)
        return [state.history() for state in play_deal(match, deal)]

    return all(played(there, deal) == played(here, deal) for deal in range(deals))


async def moves_of_agent(client: Client, place: Place) -> list[bool]:
    """Play a deal against the agent of seat 1; return which moves a stand-in made."""
    stood_in = []
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("moved") and event.moved.move.seat == 1:
                stood_in.append(event.moved.stand_in)
            if event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)
    assert stood_in
    return stood_in


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("python_skat", ["rule", "random"]),
        ("python_schnapsen(match=true)", ["rule"]),
        ("python_kinderschnapsen", ["random"]),
    ],
)
def test_a_dialled_agent_plays_in_the_arena_as_it_would_here(
    address: str, game: str, others: list[str]
) -> None:
    assert same_deals(game, f"grpc://{address}", "pimc(worlds=3)", *others, deals=2)


async def test_a_table_dials_an_agent_and_tells_each_seat_once(tmp_path: Path) -> None:
    told: list[agent_pb2.AgentSeat] = []
    agent = AgentServer("first", seated=told.append)
    async with serving(tmp_path, Settings(dial=(agent.address,))) as (_, client):
        for _ in range(2):
            seats = ["private", f"grpc://{agent.address}(seconds=5)"]
            _, (place,) = await client.create_table("python_schnapsen", seats, deals=2)
            assert not any(await moves_of_agent(client, place))
        for elsewhere in ("grpc://10.0.0.1:9090", "grpc://nowhere"):
            with pytest.raises(RemoteError):
                await client.create_table("python_schnapsen", ["private", elsewhere])
    agent.stop(0)
    assert [at.seat for at in told] == [1, 1]
    assert len({(at.table_id, at.watch_token) for at in told}) == 2


def test_what_no_table_sends_is_not_told_and_nothing_told_disturbs_a_decision() -> None:
    told: list[agent_pb2.AgentSeat] = []

    def seated(at: agent_pb2.AgentSeat) -> None:
        told.append(at)
        raise BrokenPipeError("nobody reads what is printed")

    sent = agent_pb2.AgentSeat(table_id=new_identifier(), seat=1, watch_token=new_token("look"))
    forged = [
        agent_pb2.AgentSeat(table_id=table_id, seat=1, watch_token=watch_token)
        for table_id, watch_token in [
            ("\x1b[2J", sent.watch_token),
            (f"{sent.table_id}\n", sent.watch_token),
            (sent.table_id * 100, sent.watch_token),
            (sent.table_id, f"{sent.watch_token}\ntable 0"),
            (sent.table_id, f"{sent.watch_token}x"),
            (sent.table_id, new_token("seat")),
            ("", ""),
        ]
    ]
    server = AgentServer("first", seated=seated)
    requests = [request_at("leduc_poker", at=at) for at in (*forged, sent, sent)]
    assert len(set(decide(server.address, *requests))) == 1
    server.stop(0)
    assert told == [sent]


def test_the_folders_of_an_agents_files_are_not_told_to_other_programs() -> None:
    server = AgentServer("mc(played_out(cfr(file=/home/someone/leduc.policy)))")
    with grpc.insecure_channel(server.address) as channel:
        stub = agent_pb2_grpc.AgentServiceStub(channel)
        name = stub.Describe(agent_pb2.DescribeRequest()).name
        with pytest.raises(grpc.RpcError, match=r"leduc\.policy") as refusal:
            stub.Decide(request_at("leduc_poker"))
    server.stop(0)
    assert Spec.parse(name) == Spec.parse("mc(played_out(cfr(file=leduc.policy)))")
    assert "someone" not in str(refusal.value)


@pytest.mark.server(Settings(dial=("127.0.0.1:1",)))
async def test_where_an_agent_is_not_there_its_stand_in_plays(client: Client) -> None:
    seats = ["private", "grpc://127.0.0.1:1(seconds=0.1)"]
    _, (place,) = await client.create_table("python_schnapsen", seats, seed=1)
    assert all(await moves_of_agent(client, place))


def test_bad_requests_get_a_sentence(address: str) -> None:
    with grpc.insecure_channel(address) as channel:
        stub = agent_pb2_grpc.AgentServiceStub(channel)
        described = stub.Describe(agent_pb2.DescribeRequest())
    assert (described.name, list(described.games)) == ("pimc(worlds=3)", [])
    for game in ("nothing", "python_skat", "python_schnapsen"):
        observation = observation_pb2.Observation(game=game)
        with refused(grpc.StatusCode.INVALID_ARGUMENT, game):
            decide(address, agent_pb2.DecideRequest(observation=observation))
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "not taken"):  # otherwise it would be loaded
        decide(address, request_to_make("efg_game(filename=/etc/passwd)"))


def request_to_make(game: str) -> agent_pb2.DecideRequest:
    """Return a request for which the agent would have to create a game."""
    legal = [observation_pb2.Action(id=1, name="x")]
    seen = observation_pb2.Observation(game=game, legal_actions=legal)
    return agent_pb2.DecideRequest(observation=seen)


@pytest.mark.extended
def test_a_large_game_is_refused_without_being_made(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, tried, really = list[str](), list[str](), game_trials._tried

    def try_out(game: str) -> int:
        tried.append(game)
        return really(game)

    monkeypatch.setattr(game_trials, "_tried", try_out)
    monkeypatch.setattr(agent_server, "cached_game", made.append)
    large = "python_bcd_tree(depth=18,worlds=32)"
    for _ in range(2):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "too large|memory|expected"):
            decide(address, request_to_make(large))
    assert not made
    assert tried == [large]  # and cached


@pytest.mark.extended
def test_memory_of_a_game_shows_whatever_the_server_has_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_trials, "_LIMIT_S", HANGING_S)
    np.ones(50_000_000)  # 400 MB, released at once
    assert 40 < game_trials._tried("python_bcd_tree(depth=15,worlds=32)") < 256


@pytest.mark.extended
def test_code_that_all_games_of_a_kind_need_is_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The trial fits, although Numba, which trees import, takes more than 100 MiB."""
    monkeypatch.setattr(game_trials, "_LIMIT_S", HANGING_S)
    assert game_trials._tried("python_bcd_tree(depth=2,worlds=2)") < 32


def test_who_asks_for_a_game_under_trial_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of callers may wait for one game; other games have a limited queue."""
    go_on, tried = threading.Event(), []

    def slowly(game: str) -> int:
        tried.append(game)
        assert go_on.wait(HANGING_S)
        return 1

    monkeypatch.setattr(game_trials, "_tried", slowly)
    games = game_trials.GameTrials(lambda game: None)
    asked = [f"kuhn_poker(players={n})" for n in (3, 4, 5)]
    with ThreadPoolExecutor(6) as threads:
        waiting = [threads.submit(games.check, game) for game in (*asked[:2], *asked[:1] * 4)]
        try:
            wait_until(lambda: len(games._under_way) == 2)
            with pytest.raises(ServiceError, match="as many other games") as busy:
                games.check(asked[2])
            assert busy.value.retry_s
            games.check("kuhn_poker")
            games.check("python_schnapsen(match=true)")
        finally:
            go_on.set()
        for trial in waiting:
            trial.result(HANGING_S)
    for game in asked[:2]:
        games.check(game)
    assert sorted(tried) == asked[:2]


def test_games_that_take_much_together_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently used games are dropped with their sessions, so memory stays bounded."""
    sizes = {f"kuhn_poker(players={n})": mb for n, mb in ((3, 300), (4, 300), (5, 250), (6, 700))}
    monkeypatch.setattr(game_trials, "_tried", sizes.__getitem__)
    servicer = AgentServicer("first")

    def ask(game: str) -> None:
        servicer.Decide(request_at(game), None)  # type: ignore[arg-type]

    first, second, third, large = sizes
    for game in (first, second, third, first):
        ask(game)
    assert {game for _, game, _ in servicer._sessions} == {first, second, third}
    ask(large)
    assert {game for _, game, _ in servicer._sessions} == {first, large}
    (held,) = (session.game for key, session in servicer._sessions.items() if key[1] == first)
    assert cached_game.cache_info().currsize < 2  # all but the large one are dropped
    assert cached_game(first) is held  # not created again
    gc.collect()
    assert second not in wire._ALIVE


def test_a_game_is_made_once_as_long_as_somebody_holds_it() -> None:
    held, text = cached_game("kuhn_poker(players=7)"), "kuhn_poker(players=7)"
    cached_game.cache_clear()
    assert cached_game(text) is held
    alive = weakref.ref(held)
    del held
    cached_game.cache_clear()
    gc.collect()
    assert alive() is None


def never_ends(game: str, specs: Sequence[str]) -> None:
    time.sleep(600 + len(game) + len(specs))


@pytest.mark.extended
def test_a_trial_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_trials, "try_out", never_ends)
    monkeypatch.setattr(game_trials, "_LIMIT_S", 0.2)
    with pytest.raises(GameError, match=r"too large: it takes more than 0\.2 s"):
        game_trials.GameTrials(lambda game: None).check("kuhn_poker(players=3)")


def test_a_game_that_takes_long_to_make_keeps_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(text: str) -> Any:
        if text == "leduc_poker":
            begun.set()
            assert go_on.wait(HANGING_S)
        return load_game(text)

    def ask(request: agent_pb2.DecideRequest) -> int:
        return servicer.Decide(request, None).action  # type: ignore[arg-type]

    leduc, kuhn = request_at("leduc_poker"), request_at("kuhn_poker")
    monkeypatch.setattr(agent_server, "cached_game", slowly)
    servicer = AgentServicer("first")
    with ThreadPoolExecutor(2) as threads:
        long = threads.submit(ask, leduc)
        try:
            assert begun.wait(HANGING_S)
            assert threads.submit(ask, kuhn).result(HANGING_S) == 0
            assert not long.done()
        finally:
            go_on.set()
        assert long.result(HANGING_S) >= 0


def test_one_line_serves_an_agent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    threading.Thread(target=vorhand.serve_agent, args=("rule", address), daemon=True).start()
    assert listens(address, 30)
    assert same_deals("python_schnapsen", f"grpc://{address}", "rule", "random")


def test_where_nothing_listens_it_is_said_how_to_start_an_agent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    told = f"nothing listens at {address}; `vorhand serve-agent AGENT --listen {address}` starts"
    with pytest.raises(MatchError, match=re.escape(told)):
        play_deal(Match.create("python_schnapsen", [f"grpc://{address}", "random"], seed=5), 0)


async def test_an_agent_is_not_asked_about_games_that_it_does_not_play(tmp_path: Path) -> None:
    server = AgentServer("policy_tree")
    url = f"grpc://{server.address}"
    told = f"agent {url}: plays python_schnapsen, not python_skat"
    with pytest.raises(MatchError, match=re.escape(told)):
        play_deal(Match.create("python_skat", [url, "rule", "rule"], seed=5), 0)
    async with serving(tmp_path, Settings(dial=(server.address,))) as (_, client):
        _, (place,) = await client.create_table("python_skat", ["private", url, "rule"], seed=6)
        assert all(await moves_of_agent(client, place))
    server.stop(0)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Return the PEM files of an agent and of one who dials it, by name."""
    found = {}
    for name in ("agent", "dialler"):
        made = self_signed(["127.0.0.1"])
        for kind, text in (("key", made.key), ("certificate", made.chain)):
            path = tmp_path / f"{name}-{kind}.pem"
            path.write_bytes(text)
            found[f"{name}_{kind}"] = path
    return found


@pytest.fixture
def safe(files: dict[str, Path]) -> Iterator[str]:
    """Yield the address of an agent that requires certificates of both sides."""
    made = read(files["agent_key"], files["agent_certificate"])
    roots = files["dialler_certificate"].read_bytes()
    server = AgentServer("pimc(worlds=3)", credentials=made.credentials(roots))
    yield server.address
    server.stop(0)


def test_the_arena_dials_with_tls(
    safe: str, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = f"certificate={files['dialler_certificate']},key={files['dialler_key']}"
    good = f"grpcs://{safe}(roots={files['agent_certificate']},{own})"
    assert same_deals("python_schnapsen", good, "pimc(worlds=3)", "rule")
    monkeypatch.setattr(agent_client, "_FIRST_S", 0.5)
    for bad in (
        f"grpcs://{safe}(roots={files['dialler_certificate']},{own})",  # another CA's root
        f"grpcs://{safe}(roots={files['agent_certificate']})",  # no client certificate
        f"grpcs://{safe}({own})",  # signed by no CA of the system
        f"grpc://{safe}",  # plain text
    ):
        bot = make_bot(bad, load_game("python_xx"), 0, 1)
        with pytest.raises(AgentCallError, match=safe):
            bot.step(load_game("python_xx").new_initial_state())


async def test_a_table_dials_with_the_files_of_its_operator(
    tmp_path: Path, safe: str, files: dict[str, Path]
) -> None:
    own = (files["agent_certificate"], files["dialler_certificate"], files["dialler_key"])
    settings = Settings(dial=(safe, "10.0.0.1:9090"))
    async with serving(tmp_path, settings, dialling=Security(*own)) as (_, client):
        seats = ["private", f"grpcs://{safe}(seconds=20)"]
        _, (place,) = await client.create_table("python_schnapsen", seats, seed=1)
        assert not any(await moves_of_agent(client, place))
        for wrong in (f"grpcs://{safe}(roots=/etc/passwd)", "grpc://10.0.0.1:9090"):
            with refused(grpc.StatusCode.PERMISSION_DENIED):
                await client.create_table("python_schnapsen", ["private", wrong])
        await client.create_table("python_schnapsen", ["private", "grpcs://10.0.0.1:9090"])


@pytest.mark.server(Settings(dial=("10.0.0.1:9090",), dial_plaintext=True))
async def test_plain_text_stays_on_this_machine(client: Client) -> None:
    game = load_game("python_xx")
    for there in ("grpc://10.0.0.1:9090", "grpc://example.org:9090"):
        with pytest.raises(AgentError, match="expected TLS"):
            make_bot(there, game, 0, 1)
        make_bot(f"{there}(plaintext=true)", game, 0, 1)
    await client.create_table("python_schnapsen", ["private", "grpc://10.0.0.1:9090"])


async def test_a_table_of_before_dials_nobody_who_is_not_named_any_more(tmp_path: Path) -> None:
    """An address that was allowed only when the table was created is not called."""
    asked: list[agent_pb2.AgentSeat] = []
    agent = AgentServer("first", seated=asked.append)
    seats = ["private", f"grpc://{agent.address}"]
    async with serving(tmp_path, Settings(dial=(agent.address,))) as (_, client):
        _, (place,) = await client.create_table("python_schnapsen", seats, seed=1)
    async with serving(tmp_path) as (_, client):
        assert all(await moves_of_agent(client, place))
    agent.stop(0)
    assert asked == []


def test_wrong_files_are_told_at_once(files: dict[str, Path]) -> None:
    game = load_game("python_xx")
    for parameters, text in (
        ("roots=nowhere.pem", "No such file"),
        (f"roots={files['agent_key']}", "expected certificates as PEM"),
        (f"key={files['agent_key']}", "expected both or none"),
        (f"key={files['agent_key']},certificate={files['dialler_certificate']}", "not that of"),
    ):
        with pytest.raises(AgentError, match=text):
            make_bot(f"grpcs://127.0.0.1:1({parameters})", game, 0, 1)


def test_errors() -> None:
    with pytest.raises(AgentError, match="seconds"):
        check("grpc://127.0.0.1:9090(seconds=0)", "python_skat")
    with pytest.raises(TlsError, match="expected TLS"):
        AgentServer("rule", "0.0.0.0:0")
    with pytest.raises(AgentError, match=r"grpc://127.0.0.1: expected grpc://host:port"):
        play_deal(Match.create("python_xx", ["grpc://127.0.0.1", "random"]), 0)
