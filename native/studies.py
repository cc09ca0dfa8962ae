"""Systems from the papers that no player uses, in an extension module of their own.

Raises:
    StudiesMissingError: this installation was compiled without the studies.
"""

import importlib

from vorhand.native import build
from vorhand.native.errors import InputError


class StudiesMissingError(InputError, ImportError):
    """The studies are not compiled; the message says how to get them."""


try:
    _extension = importlib.import_module(f"vorhand.native._studies_{build}")
except ModuleNotFoundError as error:
    raise StudiesMissingError(
        "the studies of the papers are not compiled here; expected an installation by "
        "`make install` or from a wheel (`make demo` compiles only what is needed to play)"
    ) from error
for _name, _member in vars(_extension).items():
    if _name.startswith("__"):
        continue
    if isinstance(_member, type):
        # A name that does not depend on the build, so that objects pickled with one build can be
        # read with the other.
        _member.__module__ = __name__
    globals()[_name] = _member
