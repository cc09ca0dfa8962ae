"""The commands of Skat."""

from vorhand.cli.commands import Commands
from vorhand.cli.skat import (
    analyse,
    beliefs,
    bench,
    bidding,
    choices,
    endings,
    pipma,
    records,
    regret,
    review,
    solve,
    solver_bench,
    stores,
)

CLI = Commands(
    "Skat",
    root={
        "solve": solve.solve,
        "pipma": pipma.pipma,
        "records": records.app,
    },
    bench={
        "games": bench.games,
        "records": bench.records,
        "envs": bench.envs,
        "rule": bench.rule,
        "solver": solver_bench.command,
        "agents": bench.agents,
        "worlds": bench.worlds,
    },
    lab={
        "skat-endings": endings.command,
        "choices": choices.command,
        "belief": beliefs.command,
        "bidding": bidding.command,
        "stores": stores.command,
        "regret": regret.command,
    },
    review=review,
    analyse=analyse,
)
