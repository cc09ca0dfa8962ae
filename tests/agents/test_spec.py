"""Specs: parsing, canonical printing, round trip, errors."""

import random
import string
from collections.abc import Callable

import pytest

from vorhand.agents import Spec, SpecError, split_specs
from vorhand.agents.spec import Value


@pytest.mark.parametrize(
    ("text", "name", "params"),
    [
        ("random", "random", {}),
        ("random()", "random", {}),
        (" pimc ( worlds = 160 ) ", "pimc", {"worlds": 160}),
        ("a(x=-3,y=1.5e3,z=.5,w=2.)", "a", {"x": -3, "y": 1500.0, "z": 0.5, "w": 2.0}),
        ("a(on=true,off=False)", "a", {"on": True, "off": False}),
        ("openspiel:ismcts(max_simulations=100)", "openspiel:ismcts", {"max_simulations": 100}),
        ("grpc://127.0.0.1:9090", "grpc://127.0.0.1:9090", {}),
        ("cfr(file=/tmp/some file=1.npz)", "cfr", {"file": "/tmp/some file=1.npz"}),
        ("iimc(playout=rule)", "iimc", {"playout": "rule"}),
        ("iimc(playout=rule())", "iimc", {"playout": "rule"}),
        ("iimc(rule)", "iimc", {"": "rule"}),
        ("iimc( rule() , worlds=3)", "iimc", {"": "rule", "worlds": 3}),
        ("pimc(160)", "pimc", {"": 160}),
        (
            "pimc(-1.5,belief=declared(2))",
            "pimc",
            {"": -1.5, "belief": Spec.make("declared", {"": 2})},
        ),
        (
            "mc(played_out(pimc(3)),decision=votes)",
            "mc",
            {"": Spec.make("played_out", {"": Spec.make("pimc", {"": 3})}), "decision": "votes"},
        ),
        ("cfr(/tmp/some file.npz)", "cfr", {"": "/tmp/some file.npz"}),
        ("iimc(grpc://[::1]:90)", "iimc", {"": "grpc://[::1]:90"}),
        ("iimc(playout=grpc://[::1]:90)", "iimc", {"playout": "grpc://[::1]:90"}),
        (
            "iimc(worlds=160, playout=pimc(worlds=10, playout=b(c=d)))",
            "iimc",
            {
                "worlds": 160,
                "playout": Spec.make("pimc", {"worlds": 10, "playout": Spec.make("b", {"c": "d"})}),
            },
        ),
    ],
)
def test_parse(text: str, name: str, params: dict[str, Value]) -> None:
    spec = Spec.parse(text)
    assert spec.name == name
    assert dict(spec.params) == params
    assert [type(v) for _, v in spec.params] == [type(params[k]) for k, _ in spec.params]
    assert Spec.parse(str(spec)) == spec


def test_canonical_form() -> None:
    assert str(Spec.parse("iimc( worlds=160 ,playout = pimc(worlds=10))")) == (
        "iimc(playout=pimc(worlds=10),worlds=160)"
    )
    assert Spec.parse("a(x=1,y=2)") == Spec.parse("a(y=2,x=1)")
    assert hash(Spec.parse("a(x=1,y=2)")) == hash(Spec.parse("a(y=2,x=1)"))
    assert str(Spec.parse("a(x=1.50,y=1e6,z=True,w=7)")) == "a(w=7,x=1.5,y=1000000.0,z=true)"
    for text in ("007", "007.5", "00e3", "./1e3"):  # names, as of files
        assert Spec.parse(f"a(x={text})").params == (("x", text),)


def random_spec(rng: random.Random, depth: int = 3) -> Spec:
    def word() -> str:
        return "".join(rng.choice(string.ascii_letters) for _ in range(rng.randint(1, 6)))

    def value() -> Value:
        kinds: list[Callable[[], Value]] = [
            lambda: rng.randint(-99, 99),
            lambda: rng.choice([rng.uniform(-5, 5), 10.0 ** rng.randint(-30, 30)]),
            lambda: rng.random() < 0.5,
            lambda: "w" + word(),
        ]
        if depth:
            kinds.append(lambda: random_spec(rng, depth - 1))
        chosen = rng.choice(kinds)()
        # A nested spec that sets nothing is written, and read, as a plain word.
        return chosen.name if isinstance(chosen, Spec) and not chosen.params else chosen

    params = {f"p{i}": value() for i in range(rng.randint(0, 3))}
    if rng.random() < 0.3:
        params[""] = value()
    return Spec.make("n" + word(), params)


def test_round_trip_of_random_specs() -> None:
    rng = random.Random(1)
    for _ in range(300):
        spec = random_spec(rng)
        assert Spec.parse(str(spec)) == spec
        specs = [random_spec(rng) for _ in range(rng.randint(1, 4))]
        assert split_specs(" , ".join(map(str, specs))) == specs


def test_split_keeps_commas_in_parentheses() -> None:
    assert [str(s) for s in split_specs("rule, iimc(playout=pimc(a=1,b=2),worlds=3),random")] == [
        "rule",
        "iimc(playout=pimc(a=1,b=2),worlds=3)",
        "random",
    ]


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "the name of an agent"),
        ("a,,b", 3, "the name of an agent"),
        ("a,", 3, "the name of an agent"),
        ("(x=1)", 1, "the name of an agent"),
        ("pimc(worlds=160", 16, "',' or ')'"),
        ("pimc(worlds=160))", 17, "nothing more"),
        ("pimc(worlds", 12, "'='"),
        ("pimc(worlds=1,x)", 16, "'='"),
        ("pimc(3,x)", 9, "'='"),
        ("pimc(3,4)", 8, "the name of a parameter"),
        ("pimc(x y=3)", 8, "'='"),
        ("pimc(,x=3)", 6, "the name of a parameter"),
        ("a(f(g(1))", 10, "',' or ')'"),
        ("pimc(=3)", 6, "the name of a parameter"),
        ("pimc(worlds=)", 13, "a value"),
        ("pimc(worlds=1,)", 15, "the name of a parameter"),
        ("pimc(worlds=1,worlds=2)", 15, "each parameter once"),
        ("pimc(worlds=1)x", 15, "nothing more"),
        ("a(x=b(c=1)d)", 11, "',' or ')'"),
        ("a(x=" * 22 + "a" + ")" * 22, 87, "at most 20 agents within each other"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, expected: str) -> None:
    with pytest.raises(SpecError) as caught:
        split_specs(text)
    assert f"column {column}: expected {expected}" in str(caught.value)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("value", ["", "12", "1e5", "true", "a,b", "f(x)", " a", "a)"])
def test_text_values_that_would_read_back_as_something_else_are_refused(value: str) -> None:
    with pytest.raises(SpecError):
        Spec.make("a", {"x": value})


def test_unprintable_names_are_refused() -> None:
    with pytest.raises(SpecError):
        Spec("a b")
    with pytest.raises(SpecError):
        Spec.make("a", {"x=": 1})


def test_numbers_and_flags_are_values_of_their_own() -> None:
    """Python holds 1, 1.0 and True equal; a spec must not be taken for another one."""
    texts = ["a(x=1)", "a(x=1.0)", "a(x=true)", "a(y=b(x=1))", "a(y=b(x=true))"]
    assert len({Spec.parse(text) for text in texts}) == len(texts)
    assert Spec.make("a", {"y": Spec("b")}) == Spec.parse("a(y=b)")
