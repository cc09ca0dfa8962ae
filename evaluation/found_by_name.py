"""Experiments and trainings are modules that are found by name, so none needs a registration."""

from __future__ import annotations

import pkgutil
from pathlib import Path


def modules_in_folders(package: str, path: str) -> dict[str, str]:
    """The modules in the folders of a package, in full, by their own names; packages are left out.

    Args:
        package: its name.
        path: of its folder.
    """
    here = Path(path)
    return {
        module.name: f"{package}.{folder.name}.{module.name}"
        for folder in pkgutil.iter_modules([str(here)])
        for module in pkgutil.iter_modules([str(here / folder.name)])
        if not module.ispkg
    }
