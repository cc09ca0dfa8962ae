"""Commands of the games of the laboratory."""

from vorhand.cli.commands import Commands
from vorhand.cli.laboratory import bench

PART = Commands("Laboratory", bench={"lab": bench.command})
