"""The commands of Skat."""

from vorhand.cli.commands import Commands
from vorhand.cli.skat import beliefs, bidding, choices, endings, pipma, records, review, solve
from vorhand.cli.skat.bench import agents, games, rule_player, solver, worlds
from vorhand.cli.skat.bench import records as bench_records

CLI = Commands(
    "Skat",
    root={
        "solve": solve.solve,
        "pipma": pipma.pipma,
        "records": records.app,
    },
    bench={
        "games": games.command,
        "records": bench_records.command,
        "rule": rule_player.command,
        "solver": solver.command,
        "agents": agents.command,
        "worlds": worlds.command,
    },
    lab={
        "skat-endings": endings.command,
        "choices": choices.command,
        "belief": beliefs.command,
        "bidding": bidding.command,
    },
    review=review,
)
