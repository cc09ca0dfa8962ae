"""Commands of Schnapsen."""

from vorhand.cli.commands import Commands
from vorhand.cli.schnapsen import analyse, bench, match_values

PART = Commands(
    "Schnapsen",
    root={"analyse": analyse.analyse, "match-values": match_values.match_values},
    bench={"schnapsen": bench.command},
)
