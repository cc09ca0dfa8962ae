"""The compiled rules of Skat card play on hand-checked cases."""

import pytest

from vorhand.native import skat

GRAND, NULL = 4, 5


def test_pack_is_worth_120_points() -> None:
    assert skat.card_points(0xFFFFFFFF) == 120


@pytest.mark.parametrize(("contract", "trumps"), [(0, 11), (3, 11), (GRAND, 4), (NULL, 0)])
def test_number_of_trumps(contract: int, trumps: int) -> None:
    assert skat.trump_mask(contract).bit_count() == trumps


def test_unknown_contract_is_refused() -> None:
    with pytest.raises(ValueError, match="contract 6"):
        skat.trump_mask(6)
