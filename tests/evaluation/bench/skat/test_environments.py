"""The benchmark of batched environments runs, and prints all its cases and findings."""

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.bench.skat import environments


@pytest.mark.extended
def test_findings_compare_cases() -> None:
    for cases, findings in (
        (environments.cases(), environments.FINDINGS),
        (environments.cases_of_threads(), environments.FINDINGS_OF_THREADS),
    ):
        assert {name for one in findings for name in (one.case, one.reference)} == {
            case.name for case in cases
        }


@pytest.mark.nightly
@pytest.mark.parametrize("options", [[], ["--threads"]])
def test_every_case_is_printed(options: list[str]) -> None:
    result = CliRunner().invoke(app, ["bench", "envs", "--rounds", "1", *options])
    assert result.exit_code == 0
    cases = environments.cases_of_threads() if options else environments.cases()
    assert all(case.name in result.output for case in cases)
    assert ">=" in result.output
