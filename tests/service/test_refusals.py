"""Error messages use the terms of the wire contract and say what was expected."""

from dataclasses import replace
from typing import Any

import grpc
import pytest

from vorhand.agents import Spec
from vorhand.service.client.calls import TokenError
from vorhand.service.client.client import Client, Place, RemoteError, bearer
from vorhand.service.games.observations import cached_game
from vorhand.service.server.agents import checked_agent
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_setup import checked_name, checked_setup
from vorhand.tests.service.helpers import refused
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import play_pb2, ratings_pb2, ratings_pb2_grpc, tables_pb2, tables_pb2_grpc

SETTINGS = Settings()


@pytest.mark.parametrize("agent", ["pimc(threads=2)", "mc(open_hand(threads=256))"])
def test_agents_think_on_one_processor(agent: str) -> None:
    with pytest.raises(ServiceError, match=r"threads=\d+: expected 1 at a server"):
        checked_agent(agent, "python_skat", SETTINGS)
    assert checked_agent("pimc(threads=1)", "python_skat", SETTINGS) == "pimc(threads=1)"


@pytest.mark.parametrize(
    "text", ['python_skat(\n{"event":"forged"}\n=1)', "python_skat(\x1b[31m=1)"]
)
def test_no_request_writes_to_the_log(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ServiceError, match="control characters") as error:
        checked_name(text, SETTINGS)
    assert error.value.message.isprintable()
    with pytest.raises(ServiceError, match="control characters") as error:
        checked_agent(f"rule{text}", "python_skat", SETTINGS)
    assert error.value.message.isprintable()
    assert capfd.readouterr().err == ""


def test_what_is_expected_can_be_had() -> None:
    games = replace(SETTINGS, games=(*SETTINGS.games, "bridge", "kuhn_poker"))
    with pytest.raises(ServiceError, match="expected one of") as error:
        checked_name("chess", games)
    named = error.value.message.partition("one of ")[2].partition(";")[0].split(", ")
    unplayable = {"tarok", "bridge_uncontested_bidding"}
    assert named == sorted({*games.games} - unplayable)
    for name in named:
        checked_name(name, SETTINGS)
    for name in unplayable:
        with pytest.raises(ServiceError, match=f"{name}.*what chance does"):
            checked_name(name, games)
    dialling = replace(SETTINGS, dial=("127.0.0.1:9090",))
    with pytest.raises(ServiceError, match="grpc://"):
        checked_agent("randoom", "python_schnapsen", dialling)
    for wrong in ("randoom", "mc_bidder"):
        with pytest.raises(ServiceError, match="agents") as error:
            checked_agent(wrong, "python_schnapsen", SETTINGS)
        named = error.value.message.rpartition(": ")[2].split(", ")
        assert {"rule", "pimc"} <= {*named}
        assert "grpc://" not in named
        assert not {"cfr", "perfect", "openspiel:mcts"} & {*named}


async def test_a_game_that_there_is_not_is_refused_wherever_it_is_named(client: Client) -> None:
    tables = tables_pb2_grpc.TablesServiceStub(client.channel)
    ratings = ratings_pb2_grpc.RatingsServiceStub(client.channel)
    agents_of, tables_of = tables_pb2.ListAgentsRequest, tables_pb2.ListTablesRequest
    ratings_of = ratings_pb2.ListRatingsRequest
    calls: list[tuple[Any, Any, list[str]]] = [
        (tables.ListAgents, agents_of, ["skaat", "tarok", "python_skat(", "python_skat(x=1)"]),
        (tables.ListTables, tables_of, ["skaat", "python_skat(", "python_skat(claims=true)"]),
        (ratings.ListRatings, ratings_of, ["skaat", "skaat(x=1)", "x" * 501, "python_skat\n"]),
    ]
    for call, kind, games in calls:
        for game in games:
            with refused(grpc.StatusCode.INVALID_ARGUMENT):
                await call(kind(game=game))
    for game in ("", "python_skat", "chess"):
        await tables.ListTables(tables_pb2.ListTablesRequest(game=game))
        await ratings.ListRatings(ratings_pb2.ListRatingsRequest(game=game))


async def test_of_a_deal_that_will_never_be_finished_it_is_said_why(client: Client) -> None:
    code = grpc.StatusCode
    table, _ = await client.create_table("python_skat", ["private", "rule", "rule"], deals=2)

    async def refusal(deal: int) -> grpc.StatusCode:
        with pytest.raises(RemoteError) as error:
            await client.record(table.table_id, deal)
        return error.value.code

    assert [await refusal(deal) for deal in (0, 1)] == [code.FAILED_PRECONDITION] * 2
    assert await refusal(2) == code.INVALID_ARGUMENT
    tables = tables_pb2_grpc.TablesServiceStub(client.channel)
    close = tables_pb2.CloseTableRequest(table_id=table.table_id)
    await tables.CloseTable(close, metadata=bearer(client.token))
    assert [await refusal(deal) for deal in (0, 1)] == [code.NOT_FOUND] * 2


async def test_a_join_that_no_table_can_follow_is_refused(stranger: Stranger) -> None:
    _, ((table_id, _, token),) = await stranger.make("python_skat", ["private", "rule", "rule"])
    for join, text in (
        (play_pb2.Join(seat=99), "seat 99: expected 0 to 2"),
        (play_pb2.Join(seat=-1), "seat -1: expected 0 to 2"),
        (play_pb2.Join(detail=9), r"join.detail=9: expected one of 0 \(OBSERVATION_DETAIL_UNSPEC"),  # type: ignore[arg-type]
    ):
        join.table_id = table_id
        call = stranger.players.Play(metadata=bearer(token))
        await call.write(play_pb2.PlayRequest(join=join))
        with refused(grpc.StatusCode.INVALID_ARGUMENT, text):
            await call.read()


@pytest.mark.parametrize("token", ["seat_\x01", "seat_\n", "seat_é", "seat_\x7f"])
async def test_a_token_that_no_call_can_carry_is_not_tried_again(
    client: Client, token: str
) -> None:
    """The client refuses these tokens itself, because gRPC's error would make it retry for ever."""
    table, _ = await client.create_table("python_schnapsen", ["private", "rule"])
    with pytest.raises(TokenError, match="token: expected letters"):
        await anext(aiter(client.sit(Place(table.table_id, 0, token))))
    with pytest.raises(TokenError):
        await anext(client.watch(table.table_id, beside=Place(table.table_id, 0, token)))


@pytest.mark.parametrize("field", ["timeout_rule", "dealing"])
def test_a_rule_that_there_is_not_is_told_which_there_are(field: str) -> None:
    request: Any = tables_pb2.CreateTableRequest(game="python_skat", deals=1)
    request.seats.extend([tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 3)
    setattr(request, field, 9)
    with pytest.raises(ServiceError, match=rf"{field}=9: expected one of .*, 2 \([A-Z_]*\)"):
        checked_setup(request, cached_game("python_skat"), SETTINGS)


SKAT, SCHNAPSEN, LEDUC = "python_skat", "python_schnapsen", "leduc_poker"


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (SKAT, "pimc"),
        (SKAT, "pimc(belief=declared(trust=3),decision=mean,ties=last,worlds=3)"),
        (SKAT, "iimc(playout=pimc(decision=votes,worlds=2),worlds=2)"),
        (SKAT, "mc(belief=uniform,evaluator=played_out(rule),decision=votes)"),
        (SKAT, "policy(temperature=1)"),  # the networks that are shipped
        (SKAT, "iimc(playout=policy)"),
        (SCHNAPSEN, "mc(error_allowing(depth=1),decision=presumed_payoff(knowledge=0.5))"),
        (SCHNAPSEN, "pvp(match_values=start)"),
        (LEDUC, "mc(evaluator=played_out(mc(evaluator=open_hand,belief=every)))"),
    ],
)
def test_agents_of_nested_parts_may_sit(game: str, spec: str) -> None:
    assert checked_agent(spec, game, Settings()) == str(Spec.parse(spec))


@pytest.mark.parametrize(
    ("game", "spec", "said"),
    [
        (SKAT, "perfect", "sees hidden cards"),
        (SKAT, "pimc(worlds=3,own_seed=1,remember=true)", "remember=true: expected false"),
        (LEDUC, "iimc(pimc(own_seed=1,remember=true))", "remember=true: expected false"),
        (LEDUC, "iimc(openspiel:mcts)", "sees hidden cards"),
        (LEDUC, "mc(evaluator=played_out(openspiel:mcts))", "sees hidden cards"),
        (LEDUC, "cfr(file=/etc/passwd)", "reads files"),
        (LEDUC, "iimc(cfr(/etc/passwd))", "reads files"),
        (LEDUC, "mc(played_out(cfr(file=/etc/passwd)))", "reads files"),
        (SKAT, "policy(file=/etc/passwd)", "reads files"),
        (SKAT, "policy(/etc/passwd)", "reads files"),
        (SKAT, "iimc(playout=policy(/etc/passwd))", "reads files"),
        (SCHNAPSEN, "pvp(match_values=/etc/passwd)", "match_values: expected start or measured"),
        (SCHNAPSEN, "mc(error_allowing(match_values=/etc/passwd),decision=presumed_value)",
         "match_values: expected start or measured"),
        (SKAT, "iimc(grpc://127.0.0.1:1)", "dials grpc://127.0.0.1:1; expected agents of this"),
        (SKAT, "mc(played_out(playout=grpc://127.0.0.1:1))", "dials grpc://127.0.0.1:1"),
        (SKAT, "pimc(belief=sampled)", "belief 'sampled' is for plain OpenSpiel states"),
        (SKAT, "pimc(decision=best)", "unknown decision 'best'"),
        (SKAT, "ismcts(iterations=1000001)", "iterations=1000001: expected at most 1,000,000"),
        (SKAT, "ismcts(1000001)", "iterations=1000001: expected at most 1,000,000"),
    ],
)  # fmt: skip
def test_what_must_not_sit_is_refused_wherever_it_is_inside(
    game: str, spec: str, said: str
) -> None:
    with pytest.raises(ServiceError, match=said):
        checked_agent(spec, game, Settings())
