"""The table of all error classes, made from the classes while the site is built."""

import importlib
import pkgutil
from typing import Any

import vorhand
from vorhand.games.extras import missing_extra

_APART = ("vorhand.tests", "vorhand.v1", "vorhand.service.server.migrations.env")
_PLACE = "<!-- the table of errors -->"


def exception_classes() -> list[type[BaseException]]:
    """Import all modules and return the exception classes of the project, by module and name.

    Modules of an extra that is not installed are left out.
    """
    for module in pkgutil.walk_packages(vorhand.__path__, "vorhand."):
        if not module.name.startswith(_APART) and not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if missing_extra(error) is None:
                    raise
    found: set[type[BaseException]] = set()
    waiting: list[type[BaseException]] = [BaseException]
    while waiting:
        classes = waiting.pop().__subclasses__()
        waiting += [one for one in classes if one not in found]
        found.update(classes)
    return sorted(
        (
            one
            for one in found
            if one.__module__.startswith("vorhand.") and not one.__module__.startswith(_APART)
        ),
        key=lambda one: (one.__module__, one.__qualname__),
    )


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put the table into the page that has a place for it; MkDocs calls it with each page."""
    return markdown.replace(_PLACE, _table()) if _PLACE in markdown else markdown


def _table() -> str:
    rows = [
        f"| `{one.__name__}` | `{one.__module__}` | {bases} | {first_line} |"
        for one in exception_classes()
        if issubclass(one, vorhand.VorhandError)
        for bases in [", ".join(f"`{base.__name__}`" for base in one.__bases__)]
        for first_line in [(one.__doc__ or "").partition("\n")[0]]
    ]
    return "\n".join(["| error | module | derives from | meaning |", "|---|---|---|---|", *rows])
