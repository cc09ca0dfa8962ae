"""The discovery of experiments and trainings as modules by name, without registration."""

from __future__ import annotations

import pkgutil
from pathlib import Path


def modules_in_folders(package: str, path: str) -> dict[str, str]:
    """Return the full names of the modules in a package's folders, by module name.

    Packages are left out.

    Args:
        package: the package's name.
        path: the package's folder.
    """
    here = Path(path)
    return {
        module.name: f"{package}.{folder.name}.{module.name}"
        for folder in pkgutil.iter_modules([str(here)])
        for module in pkgutil.iter_modules([str(here / folder.name)])
        if not module.ispkg
    }
