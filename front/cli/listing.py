"""``vorhand agents`` and ``vorhand games``: lists of the agents and games."""

import inspect
import re
from itertools import groupby
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from vorhand.cli.options import AsJson, OwnFiles, import_own_files
from vorhand.cli.outputs import print_json

_NAME_HELP = "Describe only the entries of this name, with their parameters."
_GAME_HELP = "Only agents that play this game."


def agents(
    name: Annotated[str | None, typer.Argument(help=_NAME_HELP)] = None,
    game: Annotated[str | None, typer.Option(help=_GAME_HELP)] = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """List the agents, and the beliefs, evaluators, decisions and tie rules they are made of.

    Examples:
        vorhand agents
        vorhand agents pimc
        vorhand agents --game leduc_poker
    """
    from vorhand.agents import registered
    from vorhand.agents.registry import KINDS, find
    from vorhand.games.loading import load_game

    import_own_files(own_files)
    short_name = load_game(game).get_type().short_name if game else None
    entries = {kind: registered(kind, short_name) for kind in KINDS}
    if name is not None:
        entries = {kind: [e for e in some if e.name == name] for kind, some in entries.items()}
        if not any(entries.values()):
            find(name, short_name)  # raises an error that lists the known names
    if as_json:
        print_json([_entry(kind, entry) for kind, some in entries.items() for entry in some])
        return
    for kind, some in entries.items():
        if not some:
            continue
        table = _table(f"{_HEADINGS[kind]} and games", "what it does", "parameters")
        plain = "any" if kind not in ("belief", "evaluator") else "plain states"
        for named, group in groupby(some, lambda entry: str(entry.name)):
            _add_rows(table, named, plain, list(group), in_full=name is not None)
        Console().print(table)


_HEADINGS = {
    "agent": "agent",
    "belief": "belief",
    "evaluator": "evaluator",
    "decision": "decision",
    "ties": "tie rule",
}
_TRAITS = {
    "sees_hidden_cards": "sees hidden cards",
    "reads_files": "reads files",
    "instant": "decides in microseconds",
}


def _add_rows(table: Table, name: str, plain: str, entries: list[Any], in_full: bool) -> None:
    """Add one row for each entry of a name, after a row with the parameters that all entries share.

    `in_full`: show the whole description, which explains the parameters.
    """
    parameters = [[str(p) for p in entry.parameters.values()] for entry in entries]
    shared = [one for one in parameters[0] if all(one in others for others in parameters[1:])]
    if len(entries) > 1 and shared:
        table.add_row(_headed(name, "all below"), "", "\n".join(shared))
    else:
        shared = []
    for entry, all_ in zip(entries, parameters, strict=True):
        text = _description(entry) if in_full else entry.summary
        summary = Text(text.replace("`", ""))
        for trait, words in _TRAITS.items():
            if getattr(entry, trait):
                summary.append(f"\n{words}", "dim")
        own = "\n".join(one for one in all_ if one not in shared)
        table.add_row(_headed(name, "\n".join(entry.games or [plain])), summary, own)


def _description(entry: Any) -> str:
    """Return the description of an entry, a paragraph or parameter on each line."""
    whole = inspect.getdoc(entry.factory) or ""
    if not whole.startswith(entry.summary):  # a partial function has the docstring of its class
        return str(entry.summary)
    return re.sub(r"\n +", " ", whole)


def games(
    everything: Annotated[bool, typer.Option("--all", help="List OpenSpiel's games too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the games with their numbers of players, parameters and defaults.

    Examples:
        vorhand games
    """
    import pyspiel

    from vorhand.games.packs import own_games, register_all

    register_all()

    table = _table("game", "what it is", "parameters")
    ours = own_games()
    kinds = sorted(pyspiel.registered_games(), key=lambda kind: kind.short_name)
    listed = [kind for kind in kinds if everything or kind.short_name in ours]
    if as_json:
        print_json(list(map(_game, listed)))
        return
    for game in listed:
        players = str(game.min_num_players)
        if game.max_num_players != game.min_num_players:
            players += f" to {game.max_num_players}"
        parameters = "\n".join(f"{k} = {v}" for k, v in game.parameter_specification.items())
        table.add_row(_headed(game.short_name, f"{players} players"), game.long_name, parameters)
    Console().print(table)


def _entry(kind: str, entry: Any) -> dict[str, Any]:
    """Return an entry as plain data; ``weights``: the versions of the fitted files that it uses."""
    from vorhand.agents.weight_versions import shipped

    return {
        "kind": kind,
        "name": entry.name,
        "summary": entry.summary,
        "games": list(entry.games or ()),
        "traits": [trait for trait in _TRAITS if getattr(entry, trait)],
        "parameters": {name: str(p) for name, p in entry.parameters.items()},
        "weights": shipped(entry),
    }


def _game(kind: Any) -> dict[str, Any]:
    """Return a game as plain data; parameters whose default is a game are given as text."""
    plain = (bool, int, float, str)
    parameters = kind.parameter_specification.items()
    return {
        "name": kind.short_name,
        "long_name": kind.long_name,
        "players": [kind.min_num_players, kind.max_num_players],
        "parameters": {k: v if isinstance(v, plain) else str(v) for k, v in parameters},
    }


def _table(first: str, *others: str) -> Table:
    """Return a table readable at 80 columns: three columns, of which the first never wraps."""
    table = Table(show_lines=True)
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, overflow="fold")
    return table


def _headed(name: str, below: str) -> Text:
    return Text.assemble((name, "bold"), "\n", (below, "dim"))
