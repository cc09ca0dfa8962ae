"""The commands of the laboratory's games."""

from vorhand.cli.commands import Commands
from vorhand.cli.laboratory import bench

CLI = Commands("Laboratory", bench={"lab": bench.command})
