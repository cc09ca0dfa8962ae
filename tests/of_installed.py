"""Run tests of the source tree over an installed wheel, which does not contain them.

``python tests/of_installed.py tests/native``: the arguments are those of pytest.
"""

import sys
from pathlib import Path

import pytest

import vorhand

if __name__ == "__main__":
    vorhand.__path__.append(str(Path(__file__).parents[1]))  # where vorhand.tests is found
    sys.exit(pytest.main(["-o", "addopts=--import-mode=importlib", *sys.argv[1:]]))
