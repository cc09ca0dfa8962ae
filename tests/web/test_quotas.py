"""Quotas of one browser and one address leave tables and names for the others."""

import asyncio
import itertools
from collections.abc import Iterable
from pathlib import Path

import grpc
import pytest

from vorhand.service.client.client import RemoteError
from vorhand.tests.limits import wait_until
from vorhand.tests.web.conftest import Served, free_port, serving
from vorhand.tests.web.visitor import Answer, Visitor
from vorhand.web.quotas import Creator, Limits, QuotaError, Quotas
from vorhand.web.server import PageOptions


def browser(served: Served, source: str = "127.0.0.2") -> Visitor:
    """Return a visitor whom the page identifies by a cookie."""
    return Visitor(served.address, source, keeps=True)


def statuses(answers: Iterable[Answer]) -> list[int]:
    return [answer.status for answer in answers]


@pytest.mark.extended
def test_one_address_does_not_lock_out_the_others(tmp_path: Path) -> None:
    """This also holds after a restart, when the page reads the tables under way again."""
    options = ["--tables-per-browser", "4", "--tables-per-address", "7"]
    options += ["--accounts-per-address", "5"]
    options += ["--listen", f"127.0.0.1:{free_port()}"]  # the port identifies the page later
    with serving(tmp_path, *options) as served:
        greedy = browser(served)
        made = [greedy.make("open", "open") for _ in range(6)]
        assert statuses(made) == [200] * 4 + [429] * 2
        assert "4 tables of your browser are under way" in made[-1].error
        assert 1 <= int(made[-1].headers["retry-after"]) <= 60
        assert made[-1].json()["quota"] == "tables under way"
        # Without the cookie it is another browser, at the same address.
        many = [Visitor(served.address, "127.0.0.2").make("open", "open") for _ in range(8)]
        assert statuses(many) == [200] * 3 + [429] * 5
        assert "of your address" in many[-1].error
        names = [browser(served).ask("api/account", {"name": f"greedy-{k}"}) for k in range(8)]
        assert statuses(names) == [200] * 5 + [429] * 3
        assert "too many new accounts of your address" in names[-1].error
        assert names[-1].json()["quota"] == "new accounts"
        other = browser(served, "127.0.0.3")
        assert other.make("open", "open").status == 200
        assert other.ask("api/account", {"name": "Berta"}).status == 200
    with serving(tmp_path, *options) as served:
        assert browser(served).make("open", "open").status == 429
        assert browser(served, "127.0.0.3").make("open", "open").status == 200


@pytest.mark.extended
def test_what_counts_at_a_browser(tmp_path: Path) -> None:
    """Accounts count by the browser's cookie, far below the address's limit; refusals do not."""
    options = ["--tables-per-browser", "2", "--unjoined", "1", "--accounts-per-address", "50"]
    with serving(tmp_path, *options) as served:
        for number, sent in enumerate(({}, {"vorhand-browser": "forged"})):
            named = browser(served)
            named.cookies.update(sent)
            for name, status in (("no/name", 400), ("no/name", 400), ("no/name", 400)):
                assert named.ask("api/account", {"name": name}).status == status
            made = [named.ask("api/account", {"name": f"n{number}-{k}"}) for k in range(5)]
            assert statuses(made) == [200] * 3 + [429] * 2
            assert "too many new accounts of your browser" in made[-1].error
        guest = browser(served)  # who takes a seat without a name
        seated = []
        for host in range(5):
            table = browser(served, f"127.0.1.{1 + host}").make("open", "open").json()["table_id"]
            guest.cookies = {k: v for k, v in guest.cookies.items() if "account" not in k}
            seated.append(guest.ask("api/seats", {"table": table}).status)
        assert seated == [200] * 3 + [429] * 2
        visitor = browser(served, "127.0.0.3")
        assert visitor.make("private", "no such agent").status == 400
        for _ in range(2):  # nobody joins these tables, and the server ends them
            made = [visitor.make("open", "open") for _ in range(2)]
            assert statuses(made) == [200, 200]
            for answer in made:
                wait_until(is_over, visitor, answer.json()["table_id"])


def is_over(visitor: Visitor, table: str) -> bool:
    """Return whether a table is over."""
    return bool(visitor.ask(f"api/tables/{table}").json()["state"] == "TABLE_STATE_ENDED")


class Stopped:
    """A clock that is moved by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


ANNA, BERTA, CARL = (Creator(f"browser_{k}", f"10.0.0.{k}") for k in range(3))


async def is_running(table: str) -> bool:
    return True


async def make(quotas: Quotas, creator: Creator, name: str) -> None:
    async with quotas.creating_table(creator) as made:
        made(name)


def test_the_limits_by_the_clock() -> None:
    over: set[str] = set()
    asked: list[str] = []
    clock = Stopped()

    async def looked_up(table: str) -> bool:
        asked.append(table)
        return table not in over

    quotas = Quotas(
        Limits(2, 3, accounts_per_browser=2, accounts_per_address=3), looked_up, clock=clock
    )
    names = map(str, itertools.count())
    neighbour = ANNA._replace(browser="browser_next")

    async def play() -> None:
        for _ in range(2):
            await make(quotas, ANNA, next(names))
        with pytest.raises(QuotaError, match="2 tables of your browser"):
            await make(quotas, ANNA, next(names))
        assert asked == ["0", "1"]
        for _ in range(9):
            with pytest.raises(QuotaError, match="under way"):
                await make(quotas, ANNA, next(names))
        assert asked == ["0", "1"]  # not counted again so soon
        await make(quotas, neighbour, "next")
        with pytest.raises(QuotaError, match="3 tables of your address"):
            await make(quotas, ANNA._replace(browser="browser_third"), "third")
        await make(quotas, BERTA, "berta")
        over.update(("0", "1"))
        clock.now += 6
        for name in ("third", "fourth"):
            await make(quotas, ANNA, name)
        quotas.forget("third")
        with pytest.raises(QuotaError, match=r"too many new tables of your browser; .* in 24 s"):
            await make(quotas, ANNA, "fifth")  # a burst of 2 * 2, then 2 a minute
        clock.now += 24
        await make(quotas, ANNA, "fifth")

    asyncio.run(play())
    for maker in (ANNA, ANNA, neighbour, BERTA):
        make_account(quotas, maker)
    with pytest.raises(QuotaError, match="accounts of your browser; try again in 600 s"):
        make_account(quotas, ANNA)  # a burst of 2, then 2 in 20 minutes
    with pytest.raises(QuotaError, match="accounts of your address; try again in 400 s"):
        make_account(quotas, neighbour)
    make_account(quotas, CARL)
    clock.now += 600
    make_account(quotas, ANNA)


def make_account(quotas: Quotas, creator: Creator, code: grpc.StatusCode | None = None) -> None:
    """Create an account, or fail to with a status."""
    with quotas.creating_account(creator):
        if code is not None:
            raise RemoteError(code, "no account")


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        (grpc.StatusCode.ALREADY_EXISTS, False),
        (grpc.StatusCode.INVALID_ARGUMENT, False),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, False),
        (grpc.StatusCode.DEADLINE_EXCEEDED, True),  # it may have been created
        (grpc.StatusCode.UNAVAILABLE, True),
    ],
)
def test_only_refused_accounts_do_not_count(code: grpc.StatusCode, counts: bool) -> None:
    quotas = Quotas(
        Limits(accounts_per_browser=2, accounts_per_address=2), is_running, clock=Stopped()
    )
    for _ in range(2):
        with pytest.raises(RemoteError):
            make_account(quotas, ANNA, code)
    if counts:
        with pytest.raises(QuotaError):
            make_account(quotas, ANNA)
    else:
        make_account(quotas, ANNA)
        make_account(quotas, ANNA)


def test_an_account_counts_though_the_accounts_of_many_others_are_long_ago() -> None:
    """The many buckets are full again, and dropped when ANNA's address needs one."""
    clock = Stopped()
    quotas = Quotas(Limits(accounts_per_browser=2), is_running, clock=clock)
    for number in range(5000):  # ANNA's browser among them, so that its own bucket is dropped too
        with quotas.creating_account(Creator(f"browser_{number}", f"address {number}")):
            pass
    clock.now += 3600
    for _ in range(2):
        with quotas.creating_account(ANNA):
            pass
    refused = pytest.raises(QuotaError, match="too many new accounts of your browser")
    with refused, quotas.creating_account(ANNA):
        pass


async def make_seatless(quotas: Quotas) -> None:
    """Create a table and fail afterwards: the table exists."""
    async with quotas.creating_table(ANNA) as made:
        made("seatless")
        raise ValueError("no seat at the table")


def test_a_table_that_could_not_be_made_does_not_count() -> None:
    async def fail() -> None:
        quotas = Quotas(Limits(1, 1), is_running, clock=Stopped())
        for _ in range(3):
            with pytest.raises(ValueError, match="refused"):
                async with quotas.creating_table(ANNA):
                    raise ValueError("refused by the table server")
        await make(quotas, ANNA, "made")
        quotas.forget("made")
        with pytest.raises(ValueError, match="no seat"):
            await make_seatless(quotas)
        quotas.forget("seatless")
        with pytest.raises(QuotaError, match="too many new tables"):
            await make(quotas, ANNA, "third")

    asyncio.run(fail())


def test_pages_of_one_user_keep_their_makers_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    listens = ["127.0.0.1:8000", "127.0.0.1:8001", "127.0.0.2:8000", "[::1]:8000", "[::]:8000"]
    files = [PageOptions(listen).creators_file() for listen in listens]
    assert len(set(files)) == len(listens)
    assert all(file is not None and file.parent == tmp_path / "vorhand" for file in files)
    assert PageOptions(listens[0]).creators_file() == files[0]  # also after a restart
    assert PageOptions("127.0.0.1:0").creators_file() is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"a": 1}', b'{"a": ["b"]}', b"\xff"])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "made.json"
    file.write_bytes(damage)
    asyncio.run(make(Quotas(Limits(1, 9), is_running, file), ANNA, "one"))
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(QuotaError):
        asyncio.run(make(Quotas(Limits(1, 9), is_running, file), ANNA, "two"))
    asyncio.run(make(Quotas(Limits(1, 9), is_running, file), BERTA, "three"))
