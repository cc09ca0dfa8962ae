"""The session in docs/skat-core.md runs as printed."""

import doctest
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "skat-core.md"


@pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents are not installed")
def test_session_of_the_document() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0
