"""Sign-in at an identity provider, also with lying providers and unknown callers."""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from authlib.integrations.requests_client import OAuth2Session
from joserfc.jwk import RSAKey

from vorhand.service.server import identities
from vorhand.service.server.identities import ProviderError
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import Process, administered, process
from vorhand.tests.service.provider import CLIENT, SECRET, Provider, providing, secret_key
from vorhand.tests.service.stranger import Stranger, bearer, beside, code_of, end_of
from vorhand.v1 import accounts_pb2, accounts_pb2_grpc, tables_pb2

CODE = grpc.StatusCode
HERE = "http://127.0.0.1:9/signed-in"
GAME = "python_schnapsen"


class Person:
    """A person with a browser, who uses a server and an identity provider."""

    def __init__(self, server: Stranger, provider: Provider) -> None:
        self.stub: Any = accounts_pb2_grpc.AccountServiceStub(server.channel)
        self.provider = provider

    async def begin(self, redirect: str = HERE) -> Any:
        return await self.stub.BeginSignIn(accounts_pb2.BeginSignInRequest(redirect_uri=redirect))

    async def finish(self, begun: Any, code: str, name: str = "") -> Any:
        request = accounts_pb2.FinishSignInRequest(sign_in=begun.sign_in, code=code, name=name)
        return await self.stub.FinishSignIn(request)

    async def sign_in(self, name: str = "") -> Any:
        begun = await self.begin()
        brought = self.provider.authorize(begun.authorization_uri)
        assert brought["state"] == begun.state
        return await self.finish(begun, brought["code"], name)


@contextlib.asynccontextmanager
async def with_provider(folder: Path) -> AsyncIterator[tuple[Stranger, Provider, Person]]:
    with providing() as provider:
        known = identities.Provider(provider.issuer, CLIENT, SECRET, ("https://page.test/in",), 60)
        async with administered(folder, provider=known) as operator:
            yield operator, provider, Person(operator, provider)


async def test_a_person_signs_in_and_out(tmp_path: Path) -> None:
    async with with_provider(tmp_path) as (operator, provider, person):
        provider.person = {"sub": "17", "preferred_username": "Anna"}
        before = time.time()
        made = await person.sign_in()
        assert made.account.name == "Anna"
        assert not made.account.admin
        assert before + 60 <= made.account.expires <= time.time() + 60
        async with beside(operator, made.api_token) as anna:
            table_id, _ = await anna.make(GAME, ["open", "open"])
            seat = await anna.take(table_id, token=made.api_token)
            stream = await anna.join(seat)
            await stream.read()
            assert (await anna.look(table_id)).seats[0].name == "Anna"
            account = await person.stub.GetAccount(
                accounts_pb2.GetAccountRequest(), metadata=bearer(made.api_token)
            )
            assert account.account == made.account
            # The same person gets the same account, whatever name is requested.
            again = await person.sign_in("Berta")
            assert again.account.name == "Anna"
            out = accounts_pb2.SignOutRequest()
            await person.stub.SignOut(out, metadata=bearer(made.api_token))
            assert (await end_of(stream))[0] == CODE.UNAUTHENTICATED
            anew = await anna.take(table_id, seat[1], token=again.api_token)
            assert (await (await anna.join(anew)).read()) is not grpc.aio.EOF
        assert (await code_of(operator.admin("AddBan", ban={"name": "Anna"})))[0] == CODE.OK
        assert (await code_of(person.sign_in()))[0] == CODE.PERMISSION_DENIED


async def test_a_name_has_one_person(tmp_path: Path) -> None:
    async with with_provider(tmp_path) as (_, provider, person):
        assert (await person.sign_in("anna")).account.name == "anna"
        provider.person = {"sub": "2"}
        for taken in ("anna", "ANNA", "\uff41nna", "operator", "Owner"):
            assert (await code_of(person.sign_in(taken)))[0] == CODE.ALREADY_EXISTS, taken
        for bad in ("", "x", "a b", "a" * 41, "<b>"):
            assert (await code_of(person.sign_in(bad)))[0] == CODE.INVALID_ARGUMENT, bad
        # The same person from two places at once has one account.
        both = await asyncio.gather(*(person.sign_in(name) for name in ("Carl", "Doris")))
        assert len({made.account.name for made in both}) == 1


async def test_who_lies_does_not_get_in(tmp_path: Path) -> None:
    """Nobody is signed in by an invalid ID token, whatever is wrong with it."""
    now = int(time.time())
    other = RSAKey.generate_key(2048, {"kid": "first"})
    unknown = RSAKey.generate_key(2048, {"kid": "other"})
    async with with_provider(tmp_path) as (operator, provider, person):
        right = provider.key
        provider.keys = [right]
        lies: list[dict[str, Any]] = [
            {"nonce": "another"},
            {"nonce": None},
            {"aud": "somebody else"},
            {"aud": [CLIENT, "somebody else"], "azp": "somebody else"},
            {"aud": None},
            {"iss": "https://elsewhere.test"},
            {"exp": now - 3600},
            {"exp": None},
            {"iat": now + 3600},
            {"sub": None},
            {"sub": ""},
            {"sub": "x" * 256},
            {"at_hash": "wrong"},
        ]
        for lie in lies:
            provider.lies = lie
            assert (await code_of(person.sign_in("anna")))[0] == CODE.UNAUTHENTICATED, lie
        provider.lies = {}
        for key, algorithm in (
            (other, "RS256"),  # claims to be the right key
            (unknown, "RS256"),
            (secret_key(provider), "HS256"),
        ):
            provider.key, provider.algorithm = key, algorithm
            assert (await code_of(person.sign_in("anna")))[0] == CODE.UNAUTHENTICATED
        provider.key, provider.algorithm = right, "RS256"
        assert (await code_of(person.sign_in("anna")))[0] == CODE.OK
        # The provider changes its key, and the server requests the new key.
        provider.key = unknown
        provider.keys = [right, unknown]
        assert (await code_of(person.sign_in("anna")))[0] == CODE.OK
        names = {token.name for token in (await operator.admin("ListTokens")).tokens}
        assert names == {"anna", "operator", "owner"}


async def test_codes_and_sign_ins_of_others_are_worth_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with with_provider(tmp_path) as (_, provider, person):
        mine, theirs = await person.begin(), await person.begin()
        stolen = provider.authorize(theirs.authorization_uri)["code"]
        assert (await code_of(person.finish(mine, stolen)))[0] == CODE.UNAUTHENTICATED
        code = provider.authorize(mine.authorization_uri)["code"]
        spoilt = accounts_pb2.BeginSignInResponse(sign_in=mine.sign_in.swapcase())
        for begun in (spoilt, accounts_pb2.BeginSignInResponse(sign_in=b"x" * 5000)):
            assert (await code_of(person.finish(begun, code)))[0] == CODE.UNAUTHENTICATED
        for none in ("", "x", "y" * 5000):
            assert (await code_of(person.finish(mine, none)))[0] == CODE.UNAUTHENTICATED
        assert (await person.finish(mine, code, "anna")).account.name == "anna"
        assert (await code_of(person.finish(mine, code)))[0] == CODE.UNAUTHENTICATED
        for token in ("", "api_x"):
            for call in (person.stub.SignOut, person.stub.GetAccount):
                request = accounts_pb2.SignOutRequest()
                code_ = (await code_of(call(request, metadata=bearer(token))))[0]
                assert code_ == CODE.UNAUTHENTICATED
        late = await person.begin()
        code = provider.authorize(late.authorization_uri)["code"]
        monkeypatch.setattr(identities, "_SIGN_IN_S", -1)  # so it expired a second ago
        assert (await code_of(person.finish(late, code)))[0] == CODE.UNAUTHENTICATED


async def test_browsers_are_sent_nowhere_else(tmp_path: Path) -> None:
    async with with_provider(tmp_path) as (_, _, person):
        for good in (HERE, "http://localhost:80/", "http://[::1]:9/x", "https://page.test/in"):
            assert (await person.begin(good)).sign_in
        for bad in (
            "",
            "https://page.test/in/",
            "https://elsewhere.test/",
            "http://127.0.0.1.elsewhere.test:80/",
            "http://127.0.0.1:80@elsewhere.test:80/",
            "http://127.0.0.1:80@elsewhere.test/",
            "http://127.0.0.1:80\\@elsewhere.test/",
            "http://somebody@127.0.0.1:80/",
            "http://[",
            "http://elsewhere.test:80/127.0.0.1:80",
            "http://127.0.0.1:80#@elsewhere.test" + "x" * 5000,
            "javascript:alert(1)//127.0.0.1:80",
        ):
            assert (await code_of(person.begin(bad)))[0] == CODE.INVALID_ARGUMENT, bad


async def test_a_provider_that_does_not_answer_holds_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def no_answer(*_: object, **__: object) -> None:
        go_on.wait(HANGING_S)
        raise ProviderError("no answer")

    async with with_provider(tmp_path) as (operator, _, person):
        begun = await person.begin()
        monkeypatch.setattr(OAuth2Session, "fetch_token", no_answer)
        asked = [asyncio.create_task(code_of(person.finish(begun, "any"))) for _ in range(30)]
        try:
            await until(lambda: sum(task.done() for task in asked) >= 18)
            await operator.tables.ListTables(tables_pb2.ListTablesRequest())
        finally:
            go_on.set()
        codes = [code for code, _ in await asyncio.gather(*asked)]
        assert codes.count(CODE.RESOURCE_EXHAUSTED) == 18
        assert codes.count(CODE.UNAUTHENTICATED) == 12


async def test_without_a_provider_nobody_signs_in(tmp_path: Path) -> None:
    for name in ("none", "gone"):
        (tmp_path / name).mkdir()
    async with administered(tmp_path / "none") as operator:
        person = Person(operator, Provider())
        assert (await code_of(person.begin()))[0] == CODE.FAILED_PRECONDITION
    gone = identities.Provider("http://127.0.0.1:9", CLIENT)  # the port "discard"
    async with administered(tmp_path / "gone", provider=gone) as operator:
        assert (await code_of(Person(operator, Provider()).begin()))[0] == CODE.UNAVAILABLE


@pytest.mark.parametrize("issuer", ["http://elsewhere.test", "ftp://127.0.0.1", "", "x"])
def test_providers_are_asked_under_lock_and_key(issuer: str) -> None:
    with pytest.raises(ProviderError, match="expected one that begins with https://"):
        identities.Provider(issuer, CLIENT)


@pytest.mark.extended
def test_the_command_line_signs_in_and_out(tmp_path: Path) -> None:
    with providing() as provider:
        provider.person = {"sub": "1", "preferred_username": "anna"}
        (tmp_path / "secret").write_text(SECRET + "\n")
        options = ["--oidc-issuer", provider.issuer, "--oidc-client-id", CLIENT]
        options += ["--oidc-client-secret-file", str(tmp_path / "secret")]
        with process(tmp_path, *options) as running:
            _sign_in(running, provider, tmp_path / "mine")
            assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o600
            command = [sys.executable, "-m", "vorhand", "logout", "--connect", running.address]
            command += ["--token-file", str(tmp_path / "mine")]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            assert "signed out" in done.stdout
            assert not (tmp_path / "mine").exists()
            again = subprocess.run(command, capture_output=True, text=True, check=False)
            assert "there is no such file" in again.stderr


def _sign_in(running: Process, provider: Provider, token_file: Path) -> None:
    """Run `vorhand login` as somebody with a browser."""
    command = [sys.executable, "-m", "vorhand", "login", "--connect", running.address]
    command += ["--token-file", str(token_file), "--no-browser"]
    own = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own) as login:
        assert login.stdout is not None
        found = re.search(r"sign in here: (\S+)", login.stdout.readline())
        assert found
        brought = provider.authorize(found[1])
        redirect = urllib.parse.parse_qs(urllib.parse.urlsplit(found[1]).query)["redirect_uri"][0]
        for state in ("wrong", brought["state"]):  # somebody else connects first
            asked = urllib.parse.urlencode({"code": brought["code"], "state": state})
            with urllib.request.urlopen(f"{redirect}?{asked}") as answer:
                assert b"You can close this page" in answer.read()
        assert "you are anna; the token in" in login.stdout.read()
        assert login.wait(timeout=HANGING_S) == 0
