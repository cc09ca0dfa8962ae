"""The benchmark of the Skat agents runs, and measures what it says."""

from vorhand.evaluation.bench import agents


def test_views_are_of_all_seats_in_the_first_trick() -> None:
    views = agents.first_tricks(2)
    assert [len(view.trick) for view in views] == [0, 1, 2] * 2
    assert all(view.hand.bit_count() == 10 and view.contract != 5 for view in views)


def test_every_limit_has_a_case() -> None:
    assert {limit.case for limit in agents.FINDINGS} == {case.name for case in agents.cases(1)}
