"""Packages that only some of Vorhand needs, and the extra that brings each.

``pip install vorhand`` brings what playing, matches and solving need. Where something else is
missing, the error names the extra.
"""

from __future__ import annotations

import importlib.util

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
    "train": ("onnx", "torch"),
    "dds": ("endplay",),
    "ray": ("ray",),
    "postgresql": ("psycopg",),
    "traces": ("opentelemetry",),
}
_PACKAGES = {"google": "protobuf", "grpc": "grpcio"}  # where their names say more than the module's
_EXTRA_OF = {module: extra for extra, modules in _BROUGHT_BY.items() for module in modules}


class MissingExtraError(ImportError, ValueError):
    """A package that is wanted here is not installed; the message names the extra with it."""


def missing_extra(error: ModuleNotFoundError) -> MissingExtraError | None:
    """The error to raise instead, if what is missing comes with an extra."""
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
    """Checks, before the work is done, that a package of an extra is there.

    Raises:
        MissingExtraError: it is not.
    """
    if importlib.util.find_spec(module) is None:
        error = ModuleNotFoundError(f"no module {module}", name=module)
        raise missing_extra(error) or error
