"""The strongest player uses the parts that it names, each in its role."""

import json
import random

import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.inferences import Inferred
from vorhand.agents.skat.players.sure import SureBot
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase
from vorhand.tests.agents.skat.played import GAME, states, view_of
from vorhand.tests.games.skat.test_ramsch import GAME as RAMSCH
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.tests.sizes import sizes


def choices(view: SkatView, spec: str) -> tuple[int, tuple[float, ...]]:
    choice = make_bot(spec, GAME, view.player, 1).explain(view)
    return choice.move, choice.scores


def test_defenders_read_the_table_and_soloists_do_not() -> None:
    roles = set()
    for view in map(view_of, states(8, 4)):
        reads = "policy(base=winning(pool=4096),pool=2048)"
        belief = "declared" if view.is_soloist else reads
        plain = make_bot(f"mc(blended,worlds=120,belief={belief})", GAME, view.player, 1)
        expected = SureBot(view.player, 1, plain, 5_000).explain(view)
        assert choices(view, "vorhand(worlds=12)") == (expected.move, expected.scores)
        roles.add(view.is_soloist)
    assert roles == {True, False}


def test_a_defender_leads_to_the_first_trick_by_a_search_of_its_own() -> None:
    spec, leads = "vorhand(worlds=12,lead_worlds=60)", []
    in_ramsch = passed(RAMSCH, random.Random(1))
    for view in map(view_of, [*states(3, 0), *states(1, 4), in_ramsch]):
        reads = "policy(base=winning(pool=4096),pool=2048)"
        lead = not (view.plays or view.is_soloist or view.is_ramsch)
        expected = choices(view, "vorhand(worlds=12)")
        if lead:
            expected = choices(view, f"mc(blended(share=0.7,every=20),worlds=60,belief={reads})")
        assert choices(view, spec) == expected
        leads.append(lead)
    assert {True, False} == set(leads)


@pytest.mark.parametrize("deals", sizes(1, 3))
def test_it_bids_and_discards_as_kermit(deals: int) -> None:
    phases = set()
    for seed in range(deals):
        state = GAME.new_initial_state()
        for card in ((seed * 7 + k * 11) % 32 for k in range(32)):
            state.apply_action(card)
        while not state.is_terminal() and state.deal.phase != Phase.PLAY:
            view = view_of(state)
            own = make_bot("vorhand", GAME, view.player, 1).decide(view)
            bidder = make_bot("kermit(against=policy,tried=24)", GAME, view.player, 1)
            assert own == bidder.decide(view)
            phases.add(view.phase)
            state.apply_action(own)
    assert {Phase.BIDDING, Phase.DISCARD, Phase.DECLARE} <= phases


def test_it_says_what_it_inferred() -> None:
    told = 0
    for view in map(view_of, states(12, 3)):
        choice = make_bot("vorhand(worlds=4)", GAME, view.player, 1).explain(view)
        if isinstance(choice.details, Inferred):
            data = choice.to_dict()
            assert json.loads(json.dumps(data)) == data
            assert not view.is_soloist or not data["inferred"]
            assert data["inferred"][0]["text"] in str(choice.table().caption)
            told += 1
    assert told > 1


def test_a_budget_in_seconds() -> None:
    view = view_of(states(1, 5)[0])
    choice = make_bot("vorhand(0.05)", GAME, view.player, 1).explain(view)
    assert choice.move in view.legal_actions
    assert choice.worlds > 0
