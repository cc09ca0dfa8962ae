"""The commands of Schnapsen."""

from vorhand.cli.commands import Commands
from vorhand.cli.schnapsen import analyse, bench, review

CLI = Commands(
    "Schnapsen",
    bench={"schnapsen": bench.command},
    review=review,
    analyse=analyse,
)
