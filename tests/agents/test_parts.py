"""The registry of parts (beliefs, evaluators, decision rules, tie rules), nested in specs."""

from typing import Any

import pyspiel
import pytest

from vorhand import agents
from vorhand.agents import AgentError, Spec, make_bot, registry
from vorhand.agents.generic.beliefs.every import every_world
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.bots import Explains

LEDUC = pyspiel.load_game("leduc_poker")


def test_four_kinds_of_parts_are_registered_and_nested(toy_parts: list[Any]) -> None:
    spec = (
        "mc(guess(by=toy(worlds=2),belief=every),belief=peek,decision=boldest(0.25),"
        "ties=middle,worlds=2)"
    )
    bot = make_bot(spec, LEDUC, 0, 7)
    assert isinstance(bot, Explains)
    assert sorted(toy_parts, key=str) == [
        ("boldest", 0.25),
        ("guess", Spec.parse("toy(worlds=2)"), Spec("every")),
        ("peek", "leduc_poker", 7, 3),
    ]
    state = LEDUC.new_initial_state()
    for card in (0, 3):
        state.apply_action(card)
    assert bot.explain_state(state).reason == "worlds"
    assert agents.make("belief", "peek(depth=2)", LEDUC, 5) is every_world
    assert toy_parts[-1] == ("peek", "leduc_poker", 5, 2)
    (peek,) = [
        entry for entry in agents.registered("belief", "leduc_poker") if entry.name == "peek"
    ]
    assert (peek.kind, peek.summary) == ("belief", "Look into the other hand.")
    assert [str(p) for p in peek.parameters.values()] == ["depth: int (0 to 9) = 3"]
    (guess,) = [e for e in agents.registered("evaluator", "kuhn_poker") if e.name == "guess"]
    assert [str(p) for p in guess.parameters.values()] == [
        "by: agent = random",
        "belief: belief = unset",
    ]
    assert "peek" not in {entry.name for entry in agents.registered("belief", "kuhn_poker")}


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("pimc(belief=peek(10))", ["belief peek(10): depth=10: expected 0 to 9"]),
        (
            "pimc(belief=guess)",
            ["unknown belief 'guess'; guess is an evaluator; beliefs: every, p"],
        ),
        ("mc(guess(belief=nobody))", ["unknown belief 'nobody'"]),
        ("mc(guess(by=nobody))", ["unknown agent 'nobody'"]),
        ("mc(guess(by=toy(worlds=0)))", ["agent toy(worlds=0): worlds=0: expected at least 1"]),
        ("mc(guess(belief=2))", ["evaluator guess(belief=2): belief=2: expected a belief"]),
        ("pimc(decision=boldest(x=1))", ["decision boldest(x=1): unknown parameter 'x'"]),
        ("pimc(decision=boldest(2))", ["decision boldest(2): share=2.0: expected 0 to 1"]),
        ("pimc(ties=middle(1))", ["tie rule middle(1): expected no parameters"]),
        ("pimc(ties=middling)", ["unknown tie rule 'middling'; did you mean middle? tie rules: "]),
        ("toy(3,worlds=4)", ["agent toy(3,worlds=4): worlds is given twice"]),
        ("toy(0)", ["agent toy(0): worlds=0: expected at least 1"]),
        ("random(3)", ["agent random(3): expected no parameters"]),
    ],
)
def test_errors_in_parts_say_in_which(toy_parts: list[Any], spec: str, parts: list[str]) -> None:
    """The error is the same when the bot is created and when the spec is only checked."""
    for made in (lambda: make_bot(spec, LEDUC, 0, 1), lambda: agents.check(spec, "leduc_poker")):
        with pytest.raises(AgentError) as caught:
            made()
        for part in parts:
            assert part in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "cheats", "reads"),
    [
        ("pimc(belief=peek)", True, False),
        ("pimc(belief=every)", False, False),
        ("mc(open_hand,belief=peek(2))", True, False),
        ("mc(guess)", False, True),
        ("mc(guess(belief=peek))", True, True),
        ("mc(guess(by=openspiel:mcts))", True, True),
        ("iimc(pimc(belief=peek))", True, False),
        ("iimc(playout=iimc(playout=pimc(belief=peek)))", True, False),
        ("iimc(playout=iimc(playout=pimc))", False, False),
        ("toy(playout=openspiel:mcts)", True, False),
        ("iimc(cfr(file=x))", False, True),
    ],
)
def test_traits_are_seen_through_nested_specs(
    toy_parts: list[Any], spec: str, cheats: bool, reads: bool
) -> None:
    assert registry.sees_hidden_cards(spec, "leduc_poker") == cheats
    entries = registry.entries_of(spec, "leduc_poker")
    assert any(entry.reads_files for entry in entries) == reads
    assert not toy_parts  # nothing is created for the check


def test_who_cheats_is_asked_by_nobody_who_does_not_see(toy_parts: list[Any]) -> None:
    with pytest.raises(AgentError, match="sees hidden cards; expected an agent that does not"):
        make_bot("iimc(pimc(belief=peek))", LEDUC, 0, 1)
    with pytest.raises(AgentError, match="belief=peek: sees hidden cards; expected"):
        make_bot("mc(guess(belief=peek))", LEDUC, 0, 1)
    with pytest.raises(AgentError, match="sees all cards; expected one that does not"):
        adviser("pimc(belief=peek)", LEDUC, 0, 1)
    with pytest.raises(AgentError, match="gives no reasons; expected one that does"):
        adviser("random", LEDUC, 0, 1)
