"""The operator's service, and its refusals to strangers."""

import asyncio
import math
import time
from pathlib import Path
from typing import Any

import grpc
import pytest

from vorhand.service.server import account_store, rights
from vorhand.tests.service.helpers import OWNER, administered, until_ended
from vorhand.tests.service.stranger import Stranger, bearer, beside, code_of, end_of, new
from vorhand.v1 import admin_pb2, analysis_pb2, play_pb2, tables_pb2

CODE = grpc.StatusCode
GAME = "python_schnapsen"


class Clock:
    """A clock that moves only on request; replaces the module `time`."""

    strftime, gmtime = staticmethod(time.strftime), staticmethod(time.gmtime)

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = time.time()
        for module in (account_store, rights):
            patch.setattr(module, "time", self)

    def time(self) -> float:
        return self.now


def analysis(who: Stranger, token: str) -> Any:
    """Return a stream that goes on for long."""
    full = analysis_pb2.FullPosition(game="python_skat", actions=list(range(32)))
    request = analysis_pb2.AnalyseRequest(
        full=full, agent="mc_bidder(worlds=20)", rounds=1000, budget_ms=60_000
    )
    return who.analysts.Analyse(request, metadata=bearer(token))


async def test_nobody_else_administrates(operator: Stranger) -> None:
    """Every call is refused without a token, and with an unknown, a seat's or an owner's token."""
    table_id, (seat, *_) = await operator.make(GAME, ["private", "open"])
    service = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
    for token in ("", "x", seat[2], OWNER):
        expected = CODE.PERMISSION_DENIED if token == OWNER else CODE.UNAUTHENTICATED
        async with beside(operator, token) as other:
            for method in service.methods:
                assert (await code_of(other.admin(method.name)))[0] == expected
            close = tables_pb2.CloseTableRequest(table_id=table_id)
            call = other.tables.CloseTable(close, metadata=bearer(token))
            assert (await code_of(call))[0] == expected
    assert len((await operator.admin("ListAllTables")).tables) == 1
    assert [t.name for t in (await operator.admin("ListTokens")).tokens] == [
        "operator",
        "owner",
    ]


async def test_a_revoked_token_ends_what_was_opened_with_it(
    operator: Stranger, somebody: Stranger
) -> None:
    made = await operator.admin("CreateToken", name="anna")
    lost, kept = made.api_token, await new(operator, "anna")
    table_id, _ = await operator.make(GAME, ["open", "open"])
    seats = [await somebody.take(table_id, k, token=t) for k, t in enumerate((lost, kept))]
    assert [seat.name for seat in (await somebody.look(table_id)).seats] == ["anna", "anna"]
    streams = [await somebody.join(seat) for seat in seats]
    for stream in streams:
        await stream.read()
    thinking = analysis(somebody, lost)
    await thinking.read()

    await operator.admin("RevokeToken", token_id=made.about.token_id)
    for call in (streams[0], thinking):
        code, text = await end_of(call)
        assert code == CODE.UNAUTHENTICATED
        assert text == "the API token of 'anna' has expired or was revoked"
    # All rights of the revoked token end; streams opened with the other token continue.
    again = operator.admin("RevokeToken", token_id=made.about.token_id)
    assert (await code_of(again))[0] == CODE.NOT_FOUND
    assert (await end_of(await somebody.join(seats[0])))[0] == CODE.UNAUTHENTICATED
    taken = somebody.take(table_id, 0, token=lost)
    assert (await code_of(taken))[0] == CODE.UNAUTHENTICATED
    assert not streams[1].done()
    # With another valid token of the account the player gets the seat back.
    anew = await somebody.take(table_id, 0, token=kept)
    assert anew[2] != seats[0][2]
    assert (await (await somebody.join(anew)).read()) is not grpc.aio.EOF
    assert (await end_of(await somebody.join(seats[0])))[0] == CODE.PERMISSION_DENIED


async def test_an_expired_token_ends_what_was_opened_with_it(
    operator: Stranger, monkeypatch: pytest.MonkeyPatch, somebody: Stranger
) -> None:
    clock = Clock(monkeypatch)
    token = await new(operator, "anna", seconds=2)
    table_id, _ = await operator.make(GAME, ["open", "open"])
    seat = await somebody.take(table_id, token=token)
    stream, thinking = await somebody.join(seat), analysis(somebody, token)
    kept = [t for t in (await operator.admin("ListTokens")).tokens if t.name == "anna"]
    assert kept[0].expires == pytest.approx(clock.now + 2)
    for call in (stream, thinking):
        assert (await end_of(call))[0] == CODE.UNAUTHENTICATED
    clock.now += 2
    assert (await end_of(await somebody.join(seat)))[0] == CODE.UNAUTHENTICATED
    async with beside(operator, token) as late:
        assert (await code_of(late.make(GAME, ["open", "open"])))[0] == CODE.UNAUTHENTICATED
    tokens = (await operator.admin("ListTokens")).tokens
    assert "anna" not in [t.name for t in tokens]


async def test_seats_of_others_are_not_given_anew(operator: Stranger) -> None:
    anna, bert = await new(operator, "anna"), await new(operator, "bert")
    table_id, _ = await operator.make(GAME, ["open", "open"])
    seat = await operator.take(table_id, 0, token=anna)
    stream = await operator.join(seat)
    await stream.read()
    for token in (bert, ""):
        taken = await code_of(operator.take(table_id, 0, token=token))
        assert taken[0] == CODE.FAILED_PRECONDITION
    nobody = await operator.take(table_id, 1)  # without a name
    for token in (anna, bert, ""):
        taken = await code_of(operator.take(table_id, 1, token=token))
        assert taken[0] == CODE.FAILED_PRECONDITION
    assert not stream.done()
    assert nobody[1] == 1


async def test_a_ban_ends_streams_and_holds_after_a_restart(tmp_path: Path) -> None:
    async with administered(tmp_path) as operator, beside(operator) as anna:
        token = await new(operator, "anna")
        table_id, _ = await operator.make(GAME, ["open", "open"], deals=3)
        seat = await anna.take(table_id, token=token)
        stream = await anna.join(seat)
        await stream.read()
        ban = admin_pb2.Ban(name="anna", reason="told the cards")
        await operator.admin("AddBan", ban=ban)
        code, text = await end_of(stream)
        assert (code, text) == (CODE.PERMISSION_DENIED, "anna is shut out: told the cards")
        own = admin_pb2.Ban(name="operator")
        assert (await code_of(operator.admin("AddBan", ban=own)))[0] == CODE.INVALID_ARGUMENT
    async with administered(tmp_path) as operator, beside(operator, token) as anna:
        assert (await end_of(await anna.join(seat)))[0] == CODE.PERMISSION_DENIED
        assert (await code_of(anna.make(GAME, ["open", "open"])))[0] == CODE.PERMISSION_DENIED
        (ban,) = (await operator.admin("ListBans")).bans
        assert (ban.name, ban.until, ban.reason) == ("anna", 0.0, "told the cards")
        await operator.admin("LiftBan", name="anna")
        assert (await (await anna.join(seat)).read()) is not grpc.aio.EOF
        assert (await code_of(operator.admin("LiftBan", name="anna")))[0] == CODE.NOT_FOUND


async def test_a_ban_until_a_time_that_will_not_come_is_refused(operator: Stranger) -> None:
    await operator.admin("AddBan", ban=admin_pb2.Ban(name="anna", reason="cheats"))
    for until in (-5.0, 1.0, 1e300, math.nan, math.inf):
        bad = admin_pb2.Ban(name="anna", until=until)
        code, text = await code_of(operator.admin("AddBan", ban=bad))
        assert (code, text.partition("=")[0]) == (CODE.INVALID_ARGUMENT, "until")
    assert [b.reason for b in (await operator.admin("ListBans")).bans] == ["cheats"]


async def test_a_ban_ends_private_seats_of_the_makers_tables(tmp_path: Path) -> None:
    """This holds whoever plays there; players in open seats and at other tables stay."""
    async with administered(tmp_path) as operator, beside(operator) as other:
        token = await new(operator, "anna")
        async with beside(operator, token) as anna:
            table_id, (private,) = await anna.make(GAME, ["private", "open"], deals=3)
        elsewhere, (bert,) = await operator.make(GAME, ["private", "open"], deals=3)
        taken = await other.take(table_id), await other.take(elsewhere)
        streams = [await other.join(seat) for seat in (private, taken[0], bert)]
        for stream in streams:
            await stream.read()
        await operator.admin("AddBan", ban=admin_pb2.Ban(name="anna"))
        code, text = await end_of(streams[0])
        assert (code, text) == (CODE.PERMISSION_DENIED, "anna is shut out")
        assert (await end_of(await other.join(private)))[0] == CODE.PERMISSION_DENIED
        for seat in (taken[0], bert):
            assert (await (await other.join(seat)).read()) is not grpc.aio.EOF
    async with administered(tmp_path) as operator, beside(operator) as other:
        assert (await end_of(await other.join(private)))[0] == CODE.PERMISSION_DENIED
        assert (await (await other.join(taken[0])).read()) is not grpc.aio.EOF
        await operator.admin("LiftBan", name="anna")
        assert (await (await other.join(private)).read()) is not grpc.aio.EOF


async def test_an_address_is_shut_out_but_not_the_operator(
    operator: Stranger, monkeypatch: pytest.MonkeyPatch, somebody: Stranger
) -> None:
    clock = Clock(monkeypatch)
    table_id, (seat, _) = await operator.make(GAME, ["private", "private"])
    streams = [
        await somebody.join(seat),
        somebody.onlookers.Watch(play_pb2.WatchRequest(table_id=table_id)),
    ]
    await streams[0].read()
    for bad in ("127.0.0.256", "here", ""):
        ban = admin_pb2.Ban(address=bad)
        assert (await code_of(operator.admin("AddBan", ban=ban)))[0] == CODE.INVALID_ARGUMENT
    ban = admin_pb2.Ban(address="127.0.0.9/8", until=clock.now + 2)
    await operator.admin("AddBan", ban=ban)
    for stream in streams:
        assert (await end_of(stream))[0] == CODE.PERMISSION_DENIED
    code, text = await code_of(somebody.look(table_id))
    assert code == CODE.PERMISSION_DENIED
    assert text.startswith("127.0.0.1 is shut out until 20")
    assert [b.address for b in (await operator.admin("ListBans")).bans] == ["127.0.0.0/8"]
    clock.now += 3
    assert (await somebody.look(table_id)).table_id == table_id
    assert not (await operator.admin("ListBans")).bans


async def test_a_player_is_removed(operator: Stranger, somebody: Stranger) -> None:
    # Before the table begins, the seat becomes open again.
    table_id, (private,) = await operator.make(GAME, ["open", "private"], deals=2)
    first = await somebody.take(table_id)
    stream = await somebody.join(first)
    await stream.read()
    await operator.admin("RemovePlayer", table_id=table_id, seat=0)
    assert (await end_of(stream))[0] == CODE.PERMISSION_DENIED
    assert (await end_of(await somebody.join(first)))[0] == CODE.PERMISSION_DENIED
    answer = operator.admin("RemovePlayer", table_id=table_id, seat=0)
    assert (await code_of(answer))[0] == CODE.FAILED_PRECONDITION
    second = await somebody.take(table_id)
    # After the table has begun, the stand-in plays on until all deals are finished.
    streams = [await somebody.join(seat) for seat in (second, private)]
    for stream in streams:
        await stream.read()
    for seat in (second, private):
        await operator.admin("RemovePlayer", table_id=table_id, seat=seat[1])
    for seat, stream in zip((second, private), streams, strict=True):
        assert (await end_of(stream))[0] == CODE.PERMISSION_DENIED
        assert (await end_of(await somebody.join(seat)))[0] == CODE.PERMISSION_DENIED
    await until_ended(somebody.look, table_id)
    assert (await somebody.look(table_id)).deals_finished == 2


async def test_a_table_is_closed_by_its_owner_or_the_operator(operator: Stranger) -> None:
    async with beside(operator, OWNER) as owner:
        for closer in (operator, owner):
            table_id, (seat,) = await owner.make(GAME, ["private", "random"])
            stream = await owner.join(seat)
            await stream.read()
            close = tables_pb2.CloseTableRequest(table_id=table_id)
            call = closer.tables.CloseTable(close, metadata=bearer(closer.token))
            assert (await call).table.state == tables_pb2.TABLE_STATE_ENDED
            seen: list[play_pb2.Event] = []
            while (response := await stream.read()) is not grpc.aio.EOF:
                seen += response.events
            assert seen[-1].table_ended.reason == play_pb2.TABLE_END_REASON_CLOSED
            call = closer.tables.CloseTable(close, metadata=bearer(closer.token))
            assert (await code_of(call))[0] == CODE.NOT_FOUND


async def test_draining_lets_deals_end_and_begins_nothing(tmp_path: Path) -> None:
    async with administered(tmp_path) as operator, beside(operator, OWNER) as owner:
        table_id, (seat,) = await owner.make(GAME, ["private", "random"], deals=3)
        waiting, (alone,) = await owner.make(GAME, ["private", "random"])
        seen: list[play_pb2.Event] = []
        stream = await owner.join(seat)
        assert (await operator.admin("DescribeServer")).tables == 2
        answer = await operator.admin("Drain")
        assert (await code_of(owner.make(GAME, ["open", "open"])))[0] == CODE.UNAVAILABLE
        await owner.join(alone)  # everybody has joined, but the table does not begin
        while not any(event.HasField("deal_ended") for event in seen):
            await play_some(stream, seen)
        about = await operator.admin("DescribeServer")
        assert (about.draining, about.deals, about.streams) == (True, 0, 2)
        assert answer.deals == 1
        again = await owner.join(seat)  # a returning player is sent the current state
        assert (await again.read()).events[0].seated.table.deals_finished == 1
        assert (await owner.look(waiting)).state == tables_pb2.TABLE_STATE_WAITING
        last = max(event.sequence for event in seen)
    async with administered(tmp_path) as operator:
        await operator.admin("Drain")
        await operator.admin("Drain", undo=True)
        stream = await operator.join(seat, after=last)
        seen.clear()
        while not any(event.HasField("table_ended") for event in seen):
            await play_some(stream, seen)
        numbers = [e.sequence for e in seen if e.WhichOneof("event") not in ("seated", "turn")]
        assert numbers == list(range(last + 1, numbers[-1] + 1))
        assert sum(event.HasField("deal_ended") for event in seen) == 2
        assert (await operator.look(table_id)).deals_finished == 3


async def play_some(stream: Any, seen: list[play_pb2.Event]) -> None:
    """Read a message of a stream; answer a turn with the first legal action."""
    for event in (await stream.read()).events:
        seen.append(event)
        if event.HasField("turn"):
            act = play_pb2.Act(turn=event.sequence, action=event.turn.legal_actions[0].id)
            await stream.write(play_pb2.PlayRequest(act=act))


async def test_tokens_have_names(operator: Stranger) -> None:
    for bad in ("", "a b", "x" * 41, "a/b", "\0"):
        assert (await code_of(operator.admin("CreateToken", name=bad)))[0] == CODE.INVALID_ARGUMENT
    made = await operator.admin("CreateToken", name="Jürgen.2", admin=True)
    assert made.about.admin
    async with beside(operator, made.api_token) as second:
        assert (await second.admin("DescribeServer")).name == "main"
        revoked = await operator.admin("RevokeToken", name="Jürgen.2")
        assert revoked.revoked == 1
        assert (await code_of(second.admin("Drain")))[0] == CODE.UNAUTHENTICATED


async def test_capitals_make_no_difference_in_names(tmp_path: Path) -> None:
    async with administered(tmp_path) as operator:
        token = await new(operator, "Anna")
        second = await operator.admin("CreateToken", name="ANNA")
        assert second.about.name == "Anna"
        for name in ("anna", "aNNa"):
            await operator.admin("AddBan", ban=admin_pb2.Ban(name=name))
        own = admin_pb2.Ban(name="OPERATOR")
        assert (await code_of(operator.admin("AddBan", ban=own)))[0] == CODE.INVALID_ARGUMENT
        async with beside(operator, token) as anna:
            assert (await code_of(anna.make(GAME, ["open", "open"])))[0] == CODE.PERMISSION_DENIED
            assert [ban.name for ban in (await operator.admin("ListBans")).bans] == ["aNNa"]
            await operator.admin("LiftBan", name="ANNA")
            await anna.make(GAME, ["open", "open"])
            assert (await operator.admin("RevokeToken", name="anna")).revoked == 2
    async with administered(tmp_path) as operator:
        assert not (await operator.admin("ListBans")).bans


async def test_a_new_account_takes_no_name_that_is_there(operator: Stranger) -> None:
    """A similar name is taken too, even without tokens; one of two simultaneous requests fails."""
    await operator.admin("CreateToken", name="Jürgen")
    for name in ("Jürgen", "jürgen"):
        answer = await code_of(operator.admin("CreateToken", name=name, new_account=True))
        assert answer[0] == CODE.ALREADY_EXISTS
    await operator.admin("RevokeToken", name="Jürgen")
    answer = await code_of(operator.admin("CreateToken", name="jÜRGEN", new_account=True))
    assert answer[0] == CODE.ALREADY_EXISTS
    for more in ({"admin": True}, {"seconds": 5}):
        asked = operator.admin("CreateToken", name="eva", new_account=True, **more)
        assert (await code_of(asked))[0] == CODE.INVALID_ARGUMENT
    both = [operator.admin("CreateToken", name="eva", new_account=True) for _ in range(2)]
    made = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(one, BaseException) for one in made) == 1
