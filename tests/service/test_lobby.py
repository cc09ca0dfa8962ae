"""The lobby: tables with their players, private tables, invitations."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest

from vorhand.service.server.errors import ServiceError
from vorhand.service.server.invitations import new_code, read_code
from vorhand.tests.service.helpers import OWNER, administered
from vorhand.tests.service.stranger import Stranger, bearer, beside, code_of, new
from vorhand.v1 import tables_pb2

CODE = grpc.StatusCode
GAME = "python_schnapsen"


async def listed(who: Stranger, token: str = "", **asked: Any) -> list[tables_pb2.Table]:
    request = tables_pb2.ListTablesRequest(**asked)
    return list((await who.tables.ListTables(request, metadata=bearer(token))).tables)


async def invite(who: Stranger, table_id: str) -> str:
    request = tables_pb2.CreateInvitationRequest(table_id=table_id)
    answer = await who.tables.CreateInvitation(request, metadata=bearer(who.token))
    return str(answer.invitation)


async def take(who: Stranger, token: str = "", **asked: Any) -> Any:
    request = tables_pb2.TakeSeatRequest(**asked)
    return await who.tables.TakeSeat(request, metadata=bearer(token))


@pytest.mark.extended
async def test_the_lobby_shows_who_sits_where(operator: Stranger) -> None:
    anna, bert = await new(operator, "anna"), await new(operator, "bert")
    first, _ = await operator.make("python_skat", ["open", "open", "rule"])
    second, _ = await operator.make(GAME, ["open", "rule"])
    await operator.take(first, 1, token=anna)
    (there,) = await listed(operator, game="python_skat")
    assert [(s.name, s.agent, s.taken) for s in there.seats] == [
        ("", "", False),
        ("anna", "", True),
        ("", "rule", True),
    ]
    assert [table.table_id for table in await listed(operator)] == [first, second]
    await operator.take(first, 0, token=bert)  # no seat is open there any more
    assert [table.table_id for table in await listed(operator)] == [second]
    for token in (anna, bert):
        (mine,) = await listed(operator, token, mine=True)
        assert [seat.name for seat in mine.seats[:2]] == ["bert", "anna"]
    assert len(await listed(operator, operator.token, mine=True)) == 2
    for token in ("", "api_x"):
        assert (await code_of(listed(operator, token, mine=True)))[0] == CODE.UNAUTHENTICATED
    command = [sys.executable, "-m", "vorhand", "tables", "--connect", operator.address]
    shown = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=True
    )
    assert second in shown.stdout
    assert "open, rule" in shown.stdout


async def test_private_tables_are_by_invitation(tmp_path: Path) -> None:
    async with administered(tmp_path) as operator, beside(operator, OWNER) as owner:
        anna = await new(operator, "anna")
        table_id, _ = await owner.make("python_skat", ["open"] * 3, unlisted=True)
        other, _ = await owner.make(GAME, ["open", "open"], unlisted=True)
        assert await listed(operator) == []
        assert (await owner.look(table_id)).unlisted
        for token in ("", anna, operator.token):
            refused = await code_of(take(operator, token, table_id=table_id))
            assert refused[0] == CODE.PERMISSION_DENIED
        async with beside(operator, anna) as guest:
            assert (await code_of(invite(guest, table_id)))[0] == CODE.PERMISSION_DENIED
        old, code = await invite(owner, table_id), await invite(owner, table_id)
        elsewhere = await invite(owner, other)
        for wrong in (old, new_code()):
            assert (await code_of(take(operator, invitation=wrong)))[0] == CODE.NOT_FOUND
        refused = await code_of(take(operator, table_id=table_id, invitation=elsewhere))
        assert refused[0] == CODE.NOT_FOUND
        taken = await take(operator, anna, invitation=code.lower().replace("-", " "))
        assert (taken.table.table_id, taken.table.seats[0].name) == (table_id, "anna")
        # A seated player gets the seat again without an invitation, and the creator needs none.
        again = await take(operator, anna, table_id=table_id, seat=0)
        assert again.grant.seat_token != taken.grant.seat_token
        assert (await take(owner, OWNER, table_id=table_id)).grant.seat == 1
    # An invitation holds after a restart, as long as a seat is open.
    async with administered(tmp_path) as operator:
        assert (await take(operator, invitation=code)).grant.seat == 2
        assert (await code_of(take(operator, invitation=code)))[0] == CODE.FAILED_PRECONDITION


async def test_tables_elsewhere_are_listed_by_their_rows_alone(
    operator: Stranger, tmp_path: Path
) -> None:
    """The list creates no games and leaves out a damaged row."""

    def store() -> None:
        setup = tables_pb2.CreateTableRequest(game="python_skat(unheard=of)", deals=1, bock_deals=3)
        for kind in ("OPEN", "OPEN", "PRIVATE"):
            setup.seats.add(kind=f"SEAT_KIND_{kind}")
        whole = setup.SerializeToString()
        with sqlite3.connect(tmp_path / "tables.db") as journal:
            for name, blob in (("cut", whole[:-1]), ("whole", whole)):
                journal.execute(
                    "INSERT INTO tables (table_id, server, owner, created, ended, setup) "
                    "VALUES (?, 'other', 'anna', 0, 0, ?)",
                    (name, blob),
                )
            journal.execute(
                "INSERT INTO seats (table_id, seat, token_hash, name) "
                "VALUES ('whole', 1, 'x', 'bert')"
            )

    await asyncio.to_thread(store)
    (there,) = await listed(operator)
    assert (there.table_id, there.bock_deals) == ("whole", 3)
    assert [(seat.name, seat.taken) for seat in there.seats] == [
        ("", False),
        ("bert", True),
        ("", True),
    ]


@pytest.mark.parametrize("text", ["", "x", "7QKM-04ZD-X9P", "7QKM-04ZD-X9PU", "\0" * 12, "A" * 99])
def test_codes_that_are_none(text: str) -> None:
    with pytest.raises(ServiceError, match="expected 12 letters and digits"):
        read_code(text)


def test_codes_are_read_as_they_are_typed() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    for code in codes:
        plain = code.replace("-", "")
        alike = plain.lower().replace("0", "o").replace("1", "l")
        assert read_code(code) == read_code(alike) == plain
