"""What beliefs of others may do wrong is said by name."""

from typing import Any

import numpy as np
import pytest

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.montecarlo.search import BeliefError, check_worlds


@pytest.mark.parametrize(
    ("worlds", "message"),
    [
        (None, "gave NoneType, expected Worlds"),
        (Worlds(np.arange(5), np.ones(5)), "add up to 5.0: expected"),
        (Worlds(np.arange(2), np.array([np.nan, 1])), "weights from nan on"),
        (Worlds(np.arange(2), np.array([-1.0, 2.0])), "weights from -1.0 on"),
        (Worlds(np.arange(2), np.full(3, 1 / 3)), r"2 worlds with weights of shape \(3,\)"),
        (Worlds(np.arange(0), np.zeros(0)), "0 worlds"),
    ],
)
def test_worlds_that_are_none_are_refused(worlds: Any, message: str) -> None:
    with pytest.raises(BeliefError, match=message):
        check_worlds(worlds)


def test_worlds_with_weights_pass() -> None:
    check_worlds(Worlds(np.arange(3), np.full(3, 1 / 3)))
