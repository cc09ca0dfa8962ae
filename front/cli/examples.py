"""Examples of commands, which stand in their docstrings and are shown below their options."""

from __future__ import annotations

import inspect

import typer

_HEADING = "\n\nExamples:\n"


def show_examples(app: typer.Typer) -> None:
    """Makes the section Examples of each command's docstring the end of its help.

    Help joins the lines of a paragraph; there each line stays one, to be copied as it stands.
    """
    for command in app.registered_commands:
        text, heading, lines = (inspect.getdoc(command.callback) or "").partition(_HEADING)
        if heading:
            command.help = text
            command.epilog = "\n\n".join(["Examples:", *lines.split("\n")])
    for group in app.registered_groups:
        if group.typer_instance is not None:
            show_examples(group.typer_instance)
