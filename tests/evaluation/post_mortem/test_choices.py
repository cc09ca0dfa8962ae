"""Players held against each other decision by decision."""

import numpy as np

from vorhand.evaluation.post_mortem.choices import choose


def test_a_player_gains_nothing_over_itself() -> None:
    found = [choose((3, deal, "pimc(worlds=4)", "pimc(worlds=4)", 20)) for deal in range(6)]
    assert all(points == 0 for _, _, points, _, _ in found)


def test_many_worlds_gain_over_random_cards() -> None:
    jobs = [(3, deal, "pimc(worlds=20)", "iimc(worlds=1,playout=random)", 60) for deal in range(40)]
    found = np.array([choose(job) for job in jobs])
    assert (found[:, 0] * found[:, 2]).mean() > 20
    assert set(found[:, 1]) == {0, 1}
