"""Examples of commands, which are written in docstrings and shown below the options."""

from __future__ import annotations

import inspect

import typer

_HEADING = "\n\nExamples:\n"


def show_examples(app: typer.Typer) -> None:
    """Move the section Examples of each command's docstring to the end of its help.

    Typer joins the lines of a paragraph; the examples keep their lines, so that they can be copied.
    """
    for command in app.registered_commands:
        text, heading, lines = (inspect.getdoc(command.callback) or "").partition(_HEADING)
        if heading:
            command.help = text
            command.epilog = "\n\n".join(["Examples:", *lines.split("\n")])
    for group in app.registered_groups:
        if group.typer_instance is not None:
            show_examples(group.typer_instance)
