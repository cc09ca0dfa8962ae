"""Networks that predict the cards played: positions of deals, the fit, and its file."""

from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.policy_networks import READING, policy_from
from vorhand.evaluation.training import settings_for, train, training
from vorhand.evaluation.training.skat.card_location.corpus import DEAL, Deals
from vorhand.evaluation.training.skat.policy import NAMES
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.view import observe
from vorhand.native.errors import IllegalActionError
from vorhand.native.skat import Phase, rule_action
from vorhand.native.skat_card_location import Tastes, begun_deal, played_deal
from vorhand.native.skat_policy import played_lessons, rows
from vorhand.tests.agents.skat.played import states
from vorhand.tests.native.skat_policy_reference import named

pytestmark = pytest.mark.nightly

TINY = {"deals": "300", "search": "rule", "search_deals": "60"}


Seen: TypeAlias = tuple[list[int], set[int], int]


def played_by_rule(n: int) -> tuple[list[Seen], Deals]:
    """Return the deals, and for each turn with a choice the rows, the legal cards and the move."""
    seen, deals = [], []
    for number in range(n):
        deal = begun_deal(7, number, Tastes())
        while not deal.is_over:
            view = observe(deal, deal.player)
            if deal.phase == Phase.PLAY and len(view.legal_actions) > 1:
                legal = {named(view, card) for card in view.legal_actions}
                seen.append((rows(card_play(view)), legal, named(view, rule_action(deal))))
            deal.apply(rule_action(deal))
        deals.append(np.frombuffer(played_deal(deal), DEAL))
    return seen, np.concatenate(deals)


def test_positions_are_those_of_the_deals() -> None:
    expected, deals = played_by_rule(12)
    net, size, found, legal, card, number = map(
        np.asarray, played_lessons(deals.view(np.uint8).reshape(-1, 60), 100)
    )
    ends = np.cumsum(size.astype(int))
    parts = np.split(found, ends[:-1])
    found_so = [
        (list(part), set(card_list(int(cards))), int(one))
        for part, cards, one in zip(parts, legal, card, strict=True)
    ]
    assert found_so == expected
    assert set(number) == set(range(len(deals)))
    assert net.max() < 9
    few = played_lessons(deals.view(np.uint8).reshape(-1, 60), 30, 5)
    assert 0.2 < len(np.asarray(few[0])) / len(net) < 0.4
    broken = deals.copy()
    broken["plays"][3, 5] = broken["plays"][3, 4]
    with pytest.raises(IllegalActionError, match="a play out of turn"):
        played_lessons(broken.view(np.uint8).reshape(-1, 60), 100)


def test_learns_how_likely_each_card_is() -> None:
    """Card 3 is played with 80% where row 5 is seen, else with 20%; card 1 is never legal."""
    pytest.importorskip("torch")
    from vorhand.evaluation.training.skat.policies import imitation, learning
    from vorhand.native.skat_policy import ROWS

    rng = np.random.default_rng(3)
    seen = np.full((20_000, 3), ROWS, np.int16)
    seen[:, 0], seen[:, 1] = 0, rng.integers(4, 7, 20_000)
    third = rng.random(20_000) < np.where(seen[:, 1] == 5, 0.8, 0.2)
    legal = np.full(20_000, 1 << 3 | 1 << 2, np.uint32)
    card = np.where(third, 3, 2).astype(np.uint8)
    made_up = imitation.Played(seen, legal, card, np.arange(20_000, dtype=np.uint32))
    net = imitation.fit(made_up, 300, 1e-2, 1)
    entropy = 0.8 * np.log(0.8) + 0.2 * np.log(0.2)
    mean, error = imitation.likelihood(net, made_up)
    assert mean == pytest.approx(entropy, abs=0.01 + 3 * error)
    assert imitation.likelihood(learning.PolicyNet(imitation.FORM), made_up)[0] < mean - 0.1


def test_deals_are_told_apart_when_joined() -> None:
    pytest.importorskip("torch")
    from vorhand.evaluation.training.skat.policies import imitation

    _, deals = played_by_rule(6)
    parts = [imitation.positions_of(deals[k : k + 3], 0, 100, 1) for k in (0, 3)]
    whole = imitation.joined(parts)
    assert len(whole.card) == sum(len(part.card) for part in parts)
    assert set(parts[0].deal.tolist()).isdisjoint(whole.deal[len(parts[0].card) :].tolist())


def test_a_training_makes_networks_that_play(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from vorhand.evaluation.training.skat.policies import imitation, learning

    this = training("reading")
    settings = settings_for(this, "small", TINY)
    (made,) = train(this, settings, 3, tmp_path / "a")
    (again,) = train(this, settings, 3, tmp_path / "b", workers=2)
    assert made.name == READING
    assert made.read_bytes() == again.read_bytes()
    policy = policy_from(str(made))
    (state,) = states(1, 3)
    view = observe(state.deal, state.deal.player)
    assert np.asarray(policy.preferences(card_play(view))).any()
    with np.load(made) as arrays:
        start = learning.PolicyNet(imitation.FORM).arrays("suit.soloist")
        for name in NAMES:
            assert (arrays[f"{name}.rows"] != start["suit.soloist.rows"]).any()
