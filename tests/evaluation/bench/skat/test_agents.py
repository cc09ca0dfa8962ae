"""The benchmark of the Skat agents runs, and measures what it says."""

from vorhand.evaluation.bench.skat import agents


def test_views_are_of_all_seats() -> None:
    views = agents.first_tricks(2)
    assert {len(view.trick) for view in views} == {0, 1, 2}
    assert all(view.hand.bit_count() == 10 and view.contract != 5 for view in views)
    every = agents.whole_deals(2)
    assert len(every) > 30
    assert all(len(view.legal_actions) > 1 and view.to_act == view.player for view in every)


def test_every_limit_has_a_case() -> None:
    assert {limit.case for limit in agents.FINDINGS} == {case.name for case in agents.cases(1)}
    recursion = {case.name for case in agents.cases_of_recursion(1)}
    assert {limit.case for limit in agents.FINDINGS_OF_RECURSION} == recursion
