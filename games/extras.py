"""Packages that only parts of Vorhand need, and the extra that installs each.

``pip install vorhand`` installs the packages that playing, matches and solving need. If another
package is missing, the error names its extra.
"""

import importlib.util

from vorhand.native.errors import InputError

_BROUGHT_BY = {
    "numba": ("numba", "llvmlite"),
    "plots": ("matplotlib",),
    "service": (
        "alembic",
        "authlib",
        "cryptography",
        "google",
        "grpc",
        "grpc_health",
        "grpc_reflection",
        "grpc_status",
        "joserfc",
        "openskill",
        "prometheus_client",
        "requests",
        "sqlalchemy",
        "structlog",
    ),
    "web": ("starlette", "uvicorn", "websockets"),
    "frames": ("pandas",),
    "envs": ("gymnasium", "pettingzoo"),
    "train": ("onnx", "torch"),
    "dds": ("endplay",),
    "ray": ("ray",),
    "xskat": ("Xlib",),
    "postgresql": ("psycopg",),
    "traces": ("opentelemetry",),
}
_PACKAGES = {
    "google": "protobuf",
    "grpc": "grpcio",
    "Xlib": "python-xlib",
}  # packages named differently from their modules
_EXTRA_OF = {module: extra for extra, modules in _BROUGHT_BY.items() for module in modules}


class MissingExtraError(ImportError, InputError):
    """A required package that is not installed; the message names its extra."""


def missing_extra(error: ModuleNotFoundError) -> MissingExtraError | None:
    """Return the error that names the extra of the missing module; None if no extra has it."""
    module = (error.name or "").partition(".")[0]
    extra = _EXTRA_OF.get(module)
    if extra is None:
        return None
    package = _PACKAGES.get(module, module)
    return MissingExtraError(
        f"{package} is not installed; expected the extra {extra}, as pip install "
        f"'vorhand[{extra}]' brings it",
        name=module,
    )


def require(module: str) -> None:
    """Raise MissingExtraError before any import if a package of an extra is not installed."""
    if importlib.util.find_spec(module) is None:
        error = ModuleNotFoundError(f"no module {module}", name=module)
        raise missing_extra(error) or error


def is_installed(extra: str) -> bool:
    """Return whether all packages of an extra are installed."""
    return all(importlib.util.find_spec(module) for module in _BROUGHT_BY[extra])


def require_extra(extra: str) -> None:
    """Raise MissingExtraError before any import if a package of the extra is not installed."""
    for module in _BROUGHT_BY[extra]:
        require(module)
