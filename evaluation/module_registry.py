"""The discovery of experiments and trainings as modules by name, without registration."""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from vorhand.native.errors import did_you_mean

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


@dataclass(frozen=True)
class Registry(Generic[T]):
    """The modules in the folders of a package, each of which defines an object of one kind.

    A module is imported when its object is requested; packages within a folder are ignored.

    Attributes:
        package: the package's name.
        path: the package's folder.
        kind: type of the objects, a dataclass with a `name`.
        variable: name of the object in its module.
        name_of: function from folder and module to the object's name; None: it defines no object.
        error: raised for an unknown name.
    """

    package: str
    path: str
    kind: type[T]
    variable: str
    name_of: Callable[[str, str], str | None]
    error: type[ValueError]

    def names(self) -> list[str]:
        """Return the names, in alphabetical order."""
        return sorted(self._modules)

    def find(self, name: str) -> T:
        """Return the object with this name, with its `name` set.

        Raises:
            ValueError: there is none; lists the existing names.
        """
        if name not in self._modules:
            kind = self.kind.__name__.lower()
            meant = did_you_mean(name, self._modules)
            text = f"{kind} {name!r}: {meant and f'{meant} '}expected one of "
            raise self.error(text + ", ".join(self.names()))
        found: T = getattr(import_module(self._modules[name]), self.variable)
        return replace(found, name=name)

    @functools.cached_property
    def _modules(self) -> dict[str, str]:
        """The full names of the modules by the names of their objects."""
        here = Path(self.path)
        return {
            name: f"{self.package}.{folder.name}.{module.name}"
            for folder in pkgutil.iter_modules([str(here)])
            for module in pkgutil.iter_modules([str(here / folder.name)])
            if not module.ispkg and (name := self.name_of(folder.name, module.name)) is not None
        }
