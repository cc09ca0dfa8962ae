"""The results of agents in the benchmark: a line of JSON per agent, and a file per game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vorhand.evaluation.arena.estimates import CountedEstimate, Estimate
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.benchmark.plan import SECTIONS, VERSION, BenchmarkError
from vorhand.games.loading import load_game
from vorhand.games.texts import field, json_object

SHIPPED = Path(__file__).parent / "rows"
_LONGEST = 1 << 20  # maximum bytes of a row


@dataclass(frozen=True)
class Row:
    """The result of one agent in one game.

    Older rows have no `packages`, `files` and numbers of cases of the errors.

    Attributes:
        benchmark: version of the benchmark.
        game, agent: the game string, and the agent's spec in canonical form.
        deals: number of deals, the first ones of the benchmark; fixed before play.
        field: the opponents with their shares of the deals, the anchor first.
        field_weights, weights: versions of the fitted files of the opponents and of the agent.
        imported: digests of the user's imported files.
        version, commit: those of the code that played; the commit is None outside a source tree.
        scores: the agent's score in each deal, by section; None for a deal it could not play.
        seconds: processor time of a decision; None if it was not measured.
        errors: errors against open hands, by name, each with the number of its cases.
        exploitability: None if the agent does not decide from a view, or if the game is too large
            or is no zero-sum game for two.
        packages: versions of Python and of the packages that played; None: unknown.
        files: digests of the files that the agent's spec names, by path; None: unknown.
    """

    benchmark: int
    game: str
    agent: str
    deals: int
    field: tuple[tuple[str, int], ...]
    field_weights: Mapping[str, int]
    weights: Mapping[str, int]
    imported: Mapping[str, str]
    version: str
    commit: str | None
    scores: Mapping[str, tuple[float | None, ...]]
    seconds: Estimate | None
    errors: Mapping[str, CountedEstimate]
    exploitability: float | None
    packages: Mapping[str, str] | None = None
    files: Mapping[str, str] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; `of_dict` reads it back."""
        errors = {name: found.to_dict() for name, found in self.errors.items()}
        seconds = None if self.seconds is None else self.seconds.to_dict()
        return asdict(self) | {"seconds": seconds, "errors": errors}

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Row:
        """Return the row of plain data.

        Raises:
            BenchmarkError: it is no row, or one of another version of the benchmark.
        """
        if data.get("benchmark") != VERSION:
            raise BenchmarkError(
                f"benchmark {data.get('benchmark')!r}: expected version {VERSION}, this one's"
            )
        try:
            scores = {name: tuple(field(data["scores"], name, list)) for name in data["scores"]}
            row = cls(
                **dict(data)
                | {
                    "field": tuple((str(agent), int(share)) for agent, share in data["field"]),
                    "scores": scores,
                    "seconds": data["seconds"] and _estimate(data["seconds"]),
                    "errors": {name: _error(found) for name, found in data["errors"].items()},
                }
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BenchmarkError(f"row {str(data)[:60]!r}: {error}; expected a result") from error
        for name, values in row.scores.items():
            if name not in SECTIONS or len(values) != row.deals:
                raise BenchmarkError(
                    f"row of {row.agent}: {len(values)} scores of {name!r}; "
                    f"expected {row.deals} of {', '.join(SECTIONS)}"
                )
            for score in values:
                if isinstance(score, bool) or not isinstance(score, int | float | None):
                    raise BenchmarkError(
                        f"row of {row.agent}: score {score!r} in {name!r}; expected a number"
                    )
        return row


def _estimate(data: Mapping[str, float | None]) -> Estimate:
    bounds = [float("nan") if data[n] is None else data[n] for n in ("value", "low", "high")]
    return Estimate(*map(float, bounds))  # type: ignore[arg-type]


def _error(data: Mapping[str, Any]) -> CountedEstimate:
    cases = data.get("cases")
    return _estimate(data).of_cases(None if cases is None else int(cases))


def shipped_rows(game: str, folder: Path = SHIPPED) -> list[Row]:
    """Return the shipped rows of a game string; a game's variants share a file.

    Raises:
        GameError: there is no such game.
        BenchmarkError: a line is no row.
    """
    path = folder / f"{load_game(game).get_type().short_name}.jsonl"
    return [row for row in read_rows(path) if row.game == game]


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a file; none if there is no such file.

    Raises:
        BenchmarkError: a line is no row.
    """
    if not path.exists():
        return []
    rows = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            rows.append(Row.of_dict(json_object(line, longest=_LONGEST)))
        except ValueError as error:
            raise BenchmarkError(f"{path}, line {number}: {error}") from error
    return rows


def save_row(path: Path, row: Row) -> None:
    """Add a row to a file; replace the agent's earlier row of the same game."""
    rows = [kept for kept in read_rows(path) if (kept.game, kept.agent) != (row.game, row.agent)]
    rows = sorted([*rows, row], key=lambda kept: kept.agent)
    with replacing(path) as file:
        for kept in rows:
            text = json.dumps(kept.to_dict(), separators=(",", ":"), allow_nan=False)
            file.write(f"{text}\n".encode())
