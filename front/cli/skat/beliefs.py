"""``vorhand lab belief``."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from vorhand.cli.options import (
    AsJson,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    workers_of,
)
from vorhand.cli.outputs import (
    check_picture,
    left_table,
    print_json,
    print_picture,
    progress_on_stderr,
)

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.agents.montecarlo.frame import Flags
    from vorhand.evaluation.arena.estimates import Estimate
    from vorhand.evaluation.papers.solinas_2019.beliefs.readings import Readings

_FROM_HELP = "rule: deals that rule players bid and play; or a file of records or a match's log."


def command(
    beliefs: Annotated[list[str], typer.Argument(help="Beliefs, such as declared ki.")],
    deals_from: Annotated[str, typer.Option(help=_FROM_HELP)] = "rule",
    deals: Annotated[int, typer.Option(min=1, help="Deals at most.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="TSSR by trick, as PNG or SVG.")] = None,
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Compare how well beliefs locate the hidden cards at Skat, in the same positions.

    The positions are a turn of the soloist and one of a defender in each of the first eight tricks.
    TSSR is the ratio of the true world's probability under a belief to that under the uniform
    distribution.

    Examples:
        vorhand lab belief uniform declared --deals 5
    """
    from vorhand.evaluation.papers.solinas_2019.beliefs import readings as br

    check_picture("--plot", plot)
    import_own_files(own_files, ray)
    for spec in beliefs:
        br.belief_of(spec)
    work = list(br.jobs(deals_from, deals, seed, beliefs))
    console = Console(stderr=as_json)
    with progress_on_stderr() as bar:
        done = br.readings(work, workers_of(workers, ray))
        found = br.Readings(beliefs, bar.track(done, total=len(work), description="deals"))
    console.print(f"{found.deals:,} deals from {deals_from}", markup=False, highlight=False)
    if as_json:
        print_json({"deals": found.deals, "deals_from": deals_from, "readings": _data(found)})
    else:
        console.print(_by_trick(found))
        console.print(_by_role(found))
    if plot is not None:
        print_picture(br.draw_by_trick(_lines(found), plot), console)


def _data(found: Readings) -> list[dict[str, Any]]:
    """Return each belief's measures by contract, role and trick; trick None means all tricks."""
    from vorhand.evaluation.papers.solinas_2019.beliefs.positions import TRICKS
    from vorhand.evaluation.post_mortem.skat.pipma import KINDS, ROLE_NAMES

    rows = []
    for (kind, kind_name), (role, role_name), trick, (belief, spec) in itertools.product(
        enumerate(KINDS), enumerate(ROLE_NAMES), (None, *range(TRICKS)), enumerate(found.beliefs)
    ):
        chosen = found.chosen(kind, role) if trick is None else found.chosen(kind, role, trick)
        if chosen.any():
            case: dict[str, Any] = {"belief": spec, "kind": kind_name, "role": role_name}
            case |= {"trick": trick if trick is None else trick + 1, "positions": int(chosen.sum())}
            instruments = _instruments(found, belief, chosen)
            rows.append(case | {_key(name): of.to_dict() for name, of in instruments.items()})
    return rows


def _key(heading: str) -> str:
    """Return a heading as a key of plain data, such as ``tssr_geometric``."""
    return "_".join(re.findall(r"\w+", heading.lower()))


def _by_trick(found: Readings) -> Table:
    from vorhand.evaluation.arena.report import add_row
    from vorhand.evaluation.papers.solinas_2019.beliefs.positions import TRICKS
    from vorhand.evaluation.post_mortem.skat.pipma import KINDS, ROLE_NAMES

    title = "TSSR by trick, geometric means"
    table = left_table(title, "", "trick", "positions", *found.beliefs)
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            for trick in range(TRICKS):
                chosen = found.chosen(kind, role, trick)
                if not chosen.any():
                    continue
                name = "" if trick else f"{kind_name}, {role_name}"
                cells = [
                    _interval(found.geometric("log_ratio", belief, chosen))
                    for belief in range(len(found.beliefs))
                ]
                positions = int(chosen.sum())
                add_row(table, [name, str(trick + 1), f"{positions:,}"], [(positions, cells)])
            table.add_section()
    return table


def _by_role(found: Readings) -> Table:
    from vorhand.evaluation.arena.report import add_row
    from vorhand.evaluation.post_mortem.skat.pipma import KINDS, ROLE_NAMES

    table = left_table("All tricks, 95% intervals in brackets", "", "", *found.beliefs)
    for kind, kind_name in enumerate(KINDS):
        for role, role_name in enumerate(ROLE_NAMES):
            chosen = found.chosen(kind, role)
            if not chosen.any():
                continue
            name = f"{kind_name}, {role_name}"
            columns = [_instruments(found, b, chosen) for b in range(len(found.beliefs))]
            for heading in columns[0]:
                cells = [_interval(of[heading]) for of in columns]
                add_row(table, [name, heading], [(int(chosen.sum()), cells)])
                name = ""
            table.add_section()
    return table


def _instruments(found: Readings, belief: int, chosen: Flags) -> dict[str, Estimate]:
    """Return all measures of a belief, by heading."""
    return {
        "TSSR, geometric": found.geometric("log_ratio", belief, chosen),
        "TSSR over the first": found.ahead(belief, 0, chosen),
        "TSSR, arithmetic": found.mean("log_ratio", belief, chosen, power=True),
        "log-likelihood a card": found.mean("card_log", belief, chosen),
        "cards placed, %": found.mean("placed", belief, chosen) * 100,
        "effective worlds": found.geometric("log_effective", belief, chosen),
        "off calibration, %": found.miscalibration(belief, chosen) * 100,
    }


def _interval(of: Estimate) -> str:
    return f"{_number(of.value)} ({_number(of.low)} to {_number(of.high)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _lines(found: Readings) -> dict[tuple[str, int, int], dict[int, Estimate]]:
    from vorhand.evaluation.papers.solinas_2019.beliefs.positions import TRICKS

    return {
        (spec, kind, role): {
            trick: found.geometric("log_ratio", belief, found.chosen(kind, role, trick))
            for trick in range(TRICKS)
            if found.count(kind, role, trick) > 1
        }
        for belief, spec in enumerate(found.beliefs)
        for kind in range(3)
        for role in range(2)
    }
