"""Learns the strengths of the rule player's rules, and what its hands are worth.

Policy iteration: the rule player plays deals against itself, every card it might have
played is tried and played out, and the strengths are changed so that the cards that turned
out well are chosen more often (`fit_strengths`). The chances to win from a hand are
logistic regressions on the outcomes of such games (`fit_prices`). Both are written into
the C++ sources; after a build the next round can begin::

    python -m vorhand.evaluation.training.rule_tuning native/src/skat/rule_player --seed 1
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt
import typer
from rich.progress import track
from scipy.optimize import minimize

from vorhand.native.skat import rule_lessons_of_cards, rule_lessons_of_hands

Floats: TypeAlias = npt.NDArray[np.float64]

_KINDS = ("Suit", "Grand", "Null", "NullOuvert")
_STRENGTHS = "strengths.cpp"
_PRICES = "hand_prices.cpp"
_TEMPERATURE = 2.0  # of the choice among cards, in units of the strengths
_CARD_PENALTY = 0.3  # on squared changes of the strengths, beside the sum over decisions
_HAND_PENALTY = 1e-5


@dataclass(frozen=True)
class Lessons:
    """Decisions of one kind in one situation: rows of `verdicts` and `value`, one a card.

    Attributes:
      first: the first row of each decision.
      decision: the decision of each row.
    """

    first: npt.NDArray[np.intp]
    decision: npt.NDArray[np.intp]
    verdicts: Floats
    value: Floats

    def outcome(self, strengths: Floats) -> float:
        """Mean value of the cards that these strengths choose."""
        score = self.verdicts @ strengths
        best = np.flatnonzero(score >= np.maximum.reduceat(score, self.first)[self.decision])
        _, chosen = np.unique(self.decision[best], return_index=True)
        return float(self.value[best[chosen]].mean())


def collect(deals: int, seed: int, *, null: bool) -> dict[tuple[int, int], Lessons]:
    """Lessons from `deals` deals, by kind and situation."""
    kind, situation, first_row, verdicts, value = (
        np.asarray(a) for a in rule_lessons_of_cards(deals, seed, null)
    )
    lengths = np.diff(first_row)
    lessons = {}
    for key in sorted(set(zip(kind.tolist(), situation.tolist(), strict=True))):
        chosen = (kind == key[0]) & (situation == key[1])
        rows = np.repeat(chosen, lengths)
        sizes = lengths[chosen]
        first = np.r_[0, np.cumsum(sizes)[:-1]].astype(np.intp)
        lessons[key] = Lessons(
            first=first,
            decision=np.repeat(np.arange(len(sizes)), sizes),
            verdicts=verdicts[rows].astype(np.float64),
            value=value[rows].astype(np.float64),
        )
    return lessons


def fit_strengths(lessons: Lessons, start: Floats) -> Floats:
    """Strengths whose soft choice among the cards has the highest mean value."""
    penalty = _CARD_PENALTY / len(lessons.first)

    def loss(strengths: Floats) -> tuple[float, Floats]:
        score = lessons.verdicts @ strengths / _TEMPERATURE
        top = np.maximum.reduceat(score, lessons.first)
        weight = np.exp(score - top[lessons.decision])
        share = weight / np.add.reduceat(weight, lessons.first)[lessons.decision]
        mean = np.add.reduceat(share * lessons.value, lessons.first)
        slope = share * (lessons.value - mean[lessons.decision]) / _TEMPERATURE
        change = strengths - start
        return (
            float(-mean.mean() + penalty * change @ change),
            -(lessons.verdicts.T @ slope) / len(lessons.first) + 2 * penalty * change,
        )

    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 120})
    return np.asarray(found.x, dtype=np.float64)


def fit_prices(traits: Floats, outcome: Floats) -> Floats:
    """Logistic regression with a light ridge."""

    def loss(prices: Floats) -> tuple[float, Floats]:
        odds = traits @ prices
        error = 1 / (1 + np.exp(-odds)) - outcome
        return (
            float(
                (np.logaddexp(0, odds) - outcome * odds).mean() + _HAND_PENALTY * prices @ prices
            ),
            traits.T @ error / len(outcome) + 2 * _HAND_PENALTY * prices,
        )

    start = np.zeros(traits.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(found.x, dtype=np.float64)


def names(source: str, enum: str) -> list[str]:
    """Names of a C++ enum without its last one, the count."""
    found = re.search(rf"enum {enum} : int \{{(.*?)\}};", source, re.DOTALL)
    if found is None:
        raise ValueError(f"enum {enum}: expected in the sources")
    body = re.sub(r"//.*", "", found.group(1))
    return [name.strip() for name in body.split(",") if name.strip()][:-1]


def read_table(source: str, table: str) -> Floats:
    """The numbers of a table of strengths, [rules, situations]."""
    found = re.search(rf"{table} = \{{\{{(.*?)\}}\}};", source, re.DOTALL)
    if found is None:
        raise ValueError(f"table {table}: expected in {_STRENGTHS}")
    rows = re.findall(r"\{\{(.*?)\}\}", found.group(1) + "}}")
    return np.array([[float(x) for x in re.findall(r"-?\d+\.\d+", row)] for row in rows])


def table_text(kind: str, table: str, rows: Sequence[str], values: Floats, digits: int) -> str:
    """A constexpr table with a line and a comment a row."""
    width = max(len(row) for row in rows)
    lines = []
    for row, numbers in zip(rows, values, strict=True):
        cells = ", ".join(f"{x:{digits + 4}.{digits}f}f" for x in np.round(numbers, digits) + 0.0)
        lines.append(f"    {{{{{cells}}}}},  // {row:{width}s}".rstrip())
    return f"constexpr {kind} {table} = {{{{\n" + "\n".join(lines) + "\n}};\n"


def replace_tables(path: Path, tables: Mapping[str, str]) -> None:
    """Puts new tables in the place of those of the same names."""
    source = path.read_text(encoding="utf-8")
    for table, text in tables.items():
        pattern = rf"constexpr \w+ {table} = \{{\{{.*?\n\}}\}};\n"
        found = list(re.finditer(pattern, source, re.DOTALL))
        if len(found) != 1:
            raise ValueError(f"table {table}: expected once in {path}")
        source = source[: found[0].start()] + text + source[found[0].end() :]
    path.write_text(source, encoding="utf-8")


def tune_cards(sources: Path, deals: int, seed: int) -> None:
    """One round of policy iteration for all kinds of games."""
    header = "".join((sources / f).read_text("utf-8") for f in ("book.hpp", "null_book.hpp"))
    path = sources / _STRENGTHS
    situations = names(header, "Situation")
    for null in (False, True):
        rules = names(header, "NullRule" if null else "TrumpRule")
        lessons = collect(deals, seed, null=null)
        for kind in (2, 3) if null else (0, 1):
            table = f"k{_KINDS[kind]}Table"
            strengths = read_table(path.read_text("utf-8"), table)
            for s in track(range(len(situations)), f"{_KINDS[kind]} games", transient=True):
                if (kind, s) not in lessons:
                    continue
                lesson = lessons[kind, s]
                before = lesson.outcome(strengths[:, s])
                strengths[:, s] = fit_strengths(lesson, strengths[:, s])
                after = lesson.outcome(strengths[:, s])
                print(
                    f"{_KINDS[kind]:10s} {situations[s]:16s} {len(lesson.first):7d} decisions, "
                    f"mean value {before:+.4f} -> {after:+.4f}"
                )
            text = table_text("NullTable" if null else "TrumpTable", table, rules, strengths, 2)
            replace_tables(path, {table: text})


def tune_hands(sources: Path, deals: int, seed: int) -> None:
    """Regressions of all outcomes on the traits of the hands."""
    header = (sources / "hand_worth.hpp").read_text("utf-8")
    trump = [names(header, enum) for enum in ("TrumpTrait", "SideTrait", "DealTrait")]
    null = [names(header, "NullTrait"), ["kAnyDeal", "kSoloistIsForehand"]]
    tables = {}
    for kind, name in enumerate(track(_KINDS, "hands", transient=True)):
        groups = trump if kind < 2 else null
        num_traits = sum(map(len, groups))
        rows = np.asarray(rule_lessons_of_hands(deals, seed, kind)).astype(np.float64)
        outcomes = rows[:, num_traits:]
        prices = np.stack([fit_prices(rows[:, :num_traits], outcome) for outcome in outcomes.T], 1)
        print(f"{name:10s} {len(rows)} games, won {outcomes[:, 0].mean():.3f}")
        table = f"k{name}Prices"
        flat = [trait for group in groups for trait in group]
        kind_name = "TrumpPrices" if kind < 2 else "NullPrices"
        tables[table] = table_text(kind_name, table, flat, prices, 3)
    replace_tables(sources / _PRICES, tables)


def main(
    sources: Annotated[Path, typer.Argument(help="The folder native/src/skat/rule_player.")],
    deals: Annotated[int, typer.Option(min=1, help="Deals to learn from.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Of the deals; take another one each round.")] = 1,
    hands: Annotated[bool, typer.Option(help="Learn the worth of hands instead.")] = False,
) -> None:
    """One round of learning: rewrites the tables of the rule player in SOURCES."""
    (tune_hands if hands else tune_cards)(sources, deals, seed)


if __name__ == "__main__":
    typer.run(main)
