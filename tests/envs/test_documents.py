"""The sessions of the page about training run as shown."""

import doctest
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "train.md"


@pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents are not installed")
def test_train() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0
