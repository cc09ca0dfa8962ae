"""``vorhand journal``: backups of a table server's journal."""

from pathlib import Path
from typing import Annotated

import typer

from vorhand.cli.errors import OptionError

app = typer.Typer(
    no_args_is_help=True, help="Backs up the journal of a table server, and restores it."
)

_Journal = Annotated[str, typer.Option(help="SQLite file, or a PostgreSQL URL.")]
_File = Annotated[Path, typer.Argument(help="The backup, an SQLite file.")]


@app.command()
def backup(file: _File, journal: _Journal = "tables.db") -> None:
    """Write a backup of the journal as it is now to a new file; its server may keep running.

    Examples:
        vorhand journal backup saved.db --journal tables.db
    """
    if file.exists():
        raise OptionError(f"{file}: is there already; expected a new file")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    if "://" not in journal and not Path(journal).exists():
        raise OptionError(f"--journal {journal}: there is no such file")
    _copy(journal, str(part))
    part.rename(file)


@app.command()
def restore(file: _File, journal: _Journal = "tables.db") -> None:
    """Restore a backup into a journal that is new or empty.

    Examples:
        vorhand journal restore saved.db --journal new.db
    """
    if not file.exists():
        raise OptionError(f"{file}: there is no such backup")
    _copy(str(file), journal)


def _copy(source: str, target: str) -> None:
    import logging

    import structlog
    from rich.progress import Progress

    from vorhand.service.server import process_setup
    from vorhand.service.server.backup import copy

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with Progress(transient=True) as progress:
        bar = progress.add_task("rows", total=None)

        def show(done: int, most: int) -> None:
            progress.update(bar, completed=done, total=most)

        rows = copy(process_setup.journal_url(source), process_setup.journal_url(target), show)
    typer.echo(f"{rows:,} rows copied")
