"""Journals of experiments: one line of JSON for the header and one for each job with its result.

A line that is an object belongs to the header. The first such line names the experiment, its
version and commit, seed, sizes and number of jobs. Later ones add the specs and fitted files that
were used, and the versions that continued the journal. Journals of earlier versions have less in
the first line. A line added to them afterwards lists their runs, and states for each run whether
its number of jobs was fixed in advance.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from vorhand.agents.provenance import Used, weights_now
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.workers.provenance import code_commit, code_version
from vorhand.games.compressed import byte_lines, opened
from vorhand.native.errors import InputError

Job: TypeAlias = list[Any]
Result: TypeAlias = Any

_LONGEST = 1 << 26  # maximum bytes of a line
UNKNOWN = "unknown"


class ExperimentError(InputError):
    """An experiment that cannot be run with these settings, or an unfit journal."""


@dataclass
class Journal:
    """The content of a journal."""

    path: Path
    header: dict[str, Any]  # the header lines, merged into one object
    version: str  # the version of the code that last wrote to the journal
    commit: str | None = None  # the commit of that code; None if the journal does not hold it
    results: dict[str, Result] = field(default_factory=dict)  # the results by job, as JSON

    @classmethod
    def read(cls, path: Path, experiment: str | None) -> Journal:
        """Read a journal, which may be compressed; leave out an incomplete last line.

        Args:
            path: the journal.
            experiment: name of the experiment that it must be of; None: of any.

        Raises:
            ExperimentError: it is no journal, or not of this experiment.
            OSError: the file cannot be read.
        """
        journal = cls(path, {}, "")
        with opened(path) as file:
            for number, line in enumerate(byte_lines(file, _LONGEST), 1):
                if line.endswith(b"\n"):
                    journal._add(number, line, experiment)
        if not journal.header:
            expected = f"a journal of {experiment!r}" if experiment else "a journal"
            raise ExperimentError(f"{path}: is empty; expected {expected}")
        return journal

    def _add(self, number: int, line: bytes, experiment: str | None) -> None:
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise ExperimentError(f"{self.path}, line {number}: {error}") from error
        if not self.header:
            self._check_first(entry, experiment)
        if isinstance(entry, dict):
            if "version" in entry:
                self.version, self.commit = entry["version"], entry.get("commit")
            specs, weights = self.specs | set(entry.get("specs", ())), self.weights
            self.header = {**entry, **self.header}
            self.header |= {"specs": sorted(specs), "weights": weights | entry.get("weights", {})}
        elif isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], list):
            self.results[json.dumps(entry[0])] = entry[1]
        else:
            raise ExperimentError(f"{self.path}, line {number}: expected a job and its result")

    def _check_first(self, entry: object, experiment: str | None) -> None:
        """Raise ExperimentError unless the first line is the header of the experiment's journal."""
        named = entry.get("experiment") if isinstance(entry, dict) else None
        if named == experiment if experiment else isinstance(named, str):
            return
        of_match = isinstance(entry, dict) and "match" in entry
        hint = "; vorhand log shows the log of a match" if of_match else ""
        wanted = f", not of {experiment!r}" if experiment else ""
        expected = "this experiment" if experiment else "an experiment"
        raise ExperimentError(
            f"{self.path} holds results of {str(entry)[:80]}{wanted}; expected a journal of "
            f"{expected}{hint}"
        )

    @property
    def specs(self) -> set[str]:
        """The specs of the agents, and of parts of agents, that the jobs used."""
        return set(self.header.get("specs", ()))

    @property
    def weights(self) -> dict[str, str]:
        """The digests of the fitted files that the jobs used."""
        return dict(self.header.get("weights", {}))

    @property
    def runs(self) -> list[dict[str, Any]]:
        """The seed and sizes of each run; several if earlier versions extended the journal.

        `fixed` states that the number of jobs was recorded before the first one.
        """
        if "sizes" in self.header:
            fixed = "jobs" in self.header
            return [{"seed": self.header["seed"], "sizes": self.header["sizes"], "fixed": fixed}]
        return list(self.header.get("runs", ()))

    def place(self, numbers: Mapping[str, float | str]) -> int:
        """Return the index of the run with this seed and sizes; 0 if the journal names no such run.

        A size that an earlier version did not have counts as 0.
        """
        runs = [{"seed": run["seed"], **run["sizes"]} for run in self.runs]
        fitting = (all(run.get(n, 0) == value for n, value in numbers.items()) for run in runs)
        return next((place for place, fits in enumerate(fitting) if fits), 0)

    def done(self, jobs: list[Job]) -> list[Result]:
        """Return the results of the jobs up to the first one that was not done."""
        found = []
        for job in jobs:
            if (key := json.dumps(job)) not in self.results:
                break
            found.append(self.results[key])
        return found

    def origin(self) -> str:
        """Describe the code that last wrote to the journal, and the fitted files of its jobs."""
        weights = ", ".join(f"{name} {digest}" for name, digest in self.weights.items())
        changed = [name for name, digest in self.weights.items() if weights_now(name) != digest]
        text = f"version {self.version or UNKNOWN}, commit {self.commit or UNKNOWN}"
        text += f"; fitted files: {weights or UNKNOWN}"
        return text + (f"; changed since: {', '.join(changed)}" if changed else "")

    def described(self) -> dict[str, Any]:
        """Return the origin as plain data; a field that the journal lacks is None."""
        return {
            "path": str(self.path),
            "version": self.version or None,
            "commit": self.commit,
            "specs": sorted(self.specs) or None,
            "weights": self.weights or None,
            "results": len(self.results),
        }

    def differing(self, numbers: Mapping[str, Any]) -> list[str]:
        """Return the settings and fitted files that differ from the journal's, in words.

        A journal without settings fits any settings.
        """
        theirs = {"seed": self.header.get("seed"), **self.header.get("sizes", {})}
        if "sizes" not in self.header:
            theirs = dict(numbers)
        texts = [
            f"{name} is {theirs.get(name, 'none')} there and {numbers.get(name, 'none')} here"
            for name in dict.fromkeys([*theirs, *numbers])
            if theirs.get(name) != numbers.get(name)
        ]
        return texts + [
            f"{name} is {digest} there and {now} here"
            for name, digest in self.weights.items()
            if (now := weights_now(name)) != digest
        ]


class JournalWriter:
    """An open journal that grows by the results of jobs."""

    def __init__(self, path: Path, experiment: str, numbers: Mapping[str, Any], jobs: int) -> None:
        """Open a journal to continue it, or create it.

        Raises:
            ExperimentError: it belongs to another experiment, or to other settings or fitted files.
        """
        sizes = {name: value for name, value in numbers.items() if name != "seed"}
        head = {
            "experiment": experiment,
            "version": code_version(),
            "commit": code_commit(),
            "seed": numbers["seed"],
            "sizes": sizes,
            "jobs": jobs,
        }
        if path.exists() and b"\n" in path.read_bytes():
            self.journal = Journal.read(path, experiment)
            self._refuse_other(path, experiment, numbers)
            lines = path.read_bytes().split(b"\n")[:-1]  # the last line may be incomplete
            with replacing(path) as file:
                file.writelines(line + b"\n" for line in lines)
        else:
            path.write_text(json.dumps(head) + "\n", "utf-8")
            self.journal = Journal.read(path, experiment)
        self._file = path.open("a", encoding="utf-8")

    def _refuse_other(self, path: Path, experiment: str, numbers: Mapping[str, Any]) -> None:
        if differing := self.journal.differing(numbers):
            raise ExperimentError(
                f"{path} belongs to another run: {'; '.join(differing)}; expected the same "
                f"settings and fitted files, or another output folder; vorhand reproduce "
                f"{experiment} --from {path} reports it as it is"
            )

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def add(self, job: Job, result: Result, used: Used) -> Result:
        """Write a result, after new specs and files that its job used; return it as read back."""
        journal = self.journal
        known = journal.weights
        more: dict[str, Any] = {}
        if specs := sorted(used.specs - journal.specs):
            more["specs"] = specs
        if weights := {n: digest for n, digest in sorted(used.weights.items()) if n not in known}:
            more["weights"] = weights
        if more:
            self.add_header(more)
        line = json.dumps([job, result])
        journal.results[json.dumps(job)] = read = json.loads(line)[1]
        self._write(line)
        return read

    def add_header(self, fields: Mapping[str, Any]) -> None:
        """Add a line to the header."""
        line = json.dumps(fields)
        self.journal._add(0, line.encode(), self.journal.header["experiment"])
        self._write(line)

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()
