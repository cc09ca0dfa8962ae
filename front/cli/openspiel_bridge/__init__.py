"""The commands of OpenSpiel's Bridge."""

from vorhand.cli.commands import Commands
from vorhand.cli.openspiel_bridge import stores

CLI = Commands("Bridge", lab={"bridge-stores": stores.command})
