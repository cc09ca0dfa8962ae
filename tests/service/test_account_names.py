"""Names that people choose: refused names, and names that resemble an existing name."""

from pathlib import Path
from typing import Any

import grpc

from vorhand.service.server.account_names import LookAlikes
from vorhand.service.server.journal import Journal
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.service.helpers import administered
from vorhand.tests.service.stranger import Stranger, bearer, code_of
from vorhand.v1 import accounts_pb2, accounts_pb2_grpc

CODE = grpc.StatusCode
# Code points, since readers could not distinguish these letters from Latin ones.
CYRILLIC = {"a": "\u0430", "c": "\u0441", "o": "\u043e", "p": "\u0440", "x": "\u0445"}
OMICRON, FILLER = "\u03bf", "\u3164"
INVISIBLE = ["\u3164", "\u3164\u3164\u3164", "\u115f\u1160", "\uffa0\uffa0", "anna\u3164"]
INVISIBLE += ["anna\u200b", "\u2800\u2800", "anna\u202e", "anna\ufeff", "an\u00adna"]
NOTHING = ["...", "--", "_", "-.-"]
MIXED = [f"{CYRILLIC['a']}nna", f"ann{CYRILLIC['a']}", f"r{OMICRON}b", "anna\u4e2d", "\u05d0nna"]
MIXED += ["1\u0663", "\u30ab\u0430"]
GOOD = ["Zo\u00eb-9", "J\u00fcrgen.2", "\u0410\u043d\u043d\u0430", "\u0395\u03bb\u03ad\u03bd\u03b7"]
GOOD += [
    "\u7530\u4e2d\u3055\u3093",
    "\u30e6\u30ad_3",
    "\uae40\ucca0\uc218",
    "\u05d3\u05d5\u05d3",
    "x",
]


async def test_which_names_an_account_may_have(operator: Stranger) -> None:
    for name in (*INVISIBLE, *NOTHING, *MIXED):
        code, said = await code_of(operator.admin("CreateToken", name=name, new_account=True))
        assert code == CODE.INVALID_ARGUMENT, ascii(name)
        assert f"name {name!r}" in said
        assert "expected" in said
        # The operator cannot create a token for such a name either.
        assert (await code_of(operator.admin("CreateToken", name=name)))[0] == code
    for name in GOOD:
        made = await operator.admin("CreateToken", name=name, new_account=True)
        assert made.about.name == name


LOOKS = [
    ("anna", "\uff41\uff4e\uff4e\uff41"),  # wide letters
    ("coco", "".join(CYRILLIC[letter] for letter in "coco")),  # all of another script
    ("xop", "".join(CYRILLIC[letter] for letter in "xop")),
    ("Ivan", "lvan"),  # a capital I, a small L
    ("Bo0", "BoO"),
    ("annal", "anna1"),
    ("arne", "ame"),
]


async def test_a_name_that_looks_like_one_that_is_there_is_taken(operator: Stranger) -> None:
    for there, new in LOOKS:
        await operator.admin("CreateToken", name=there, new_account=True)
        code, said = await code_of(operator.admin("CreateToken", name=new, new_account=True))
        assert code == CODE.ALREADY_EXISTS, new
        assert there in said
    await operator.admin("CreateToken", name="Xaver", new_account=True)


def test_others_are_no_look_alikes() -> None:
    """Names that differ by one letter are accepted, in pairs chosen by eye."""
    names = ["anna", "hanna", "Anne", "ana", "anna2", "bob", "Rob", "eva", "Eve", "guest-1a2b3c"]
    for name in names:
        others = LookAlikes()
        others.add(set(names) - {name})
        assert others.find(name) == ""
    others.add({"Anna", "xaver"})
    assert others.find("anna") in ("anna", "Anna")
    assert others.find("Xaver") == "xaver"


async def test_an_old_account_keeps_its_name(tmp_path: Path) -> None:
    """An account from before the check keeps working and gets new tokens."""
    name, token = f"{CYRILLIC['a']}nna{FILLER}", new_token("api")
    async with administered(tmp_path):
        pass
    journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}")
    journal.add_token(hash_of(token), name)
    journal.close()
    async with administered(tmp_path) as operator:
        stub: Any = accounts_pb2_grpc.AccountServiceStub(operator.channel)
        asked = accounts_pb2.GetAccountRequest()
        assert (await stub.GetAccount(asked, metadata=bearer(token))).account.name == name
        assert (await operator.admin("CreateToken", name=name)).about.name == name
        code, _ = await code_of(operator.admin("CreateToken", name="anna", new_account=True))
        assert code == CODE.ALREADY_EXISTS
