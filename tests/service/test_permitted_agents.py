"""Which agents may sit at a table: what is inside a spec counts as what it is."""

import pytest

from vorhand.agents import Spec
from vorhand.service.server.agents import checked_agent
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings

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
