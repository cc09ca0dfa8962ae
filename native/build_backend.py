"""The build backend: scikit-build-core's, with an editable install of its own.

The folders of the source tree are packages inside `vorhand`, so the tree itself is not a package.
An editable install creates a package beside the tree: `.package/vorhand`, a folder of links to the
sources and of the compiled modules. Only this folder is on the path; type checkers and editors use
it too. Only the core for this machine's processor is compiled.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import tempfile
import tomllib
import zipfile
from pathlib import Path

from scikit_build_core import build as skbuild
from scikit_build_core.build import (
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ConfigSettings = dict[str, str | list[str]]

_ROOT = Path(__file__).parents[1]
_LINKS = _ROOT / ".package"
_HOLD_MORE = ("vorhand", "vorhand/native")  # with packages or compiled modules besides sources
_ONE_PROCESSOR: ConfigSettings = {"cmake.define.VORHAND_THIS_PROCESSOR": "ON"}


def build_editable(
    wheel_directory: str,
    config_settings: ConfigSettings | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Compile, create the links, make a wheel that puts them on the path, and return its name."""
    with tempfile.TemporaryDirectory() as folder:
        settings = _ONE_PROCESSOR | (config_settings or {})
        name = skbuild.build_wheel(folder, settings, metadata_directory)
        with zipfile.ZipFile(Path(folder) / name) as whole:
            _lay_links(whole)
            _write_wheel(Path(wheel_directory) / name, whole)
    return name


def _lay_links(wheel: zipfile.ZipFile) -> None:
    """Create links to the sources, and real files for the parts that only the wheel contains."""
    shutil.rmtree(_LINKS, ignore_errors=True)
    pyproject = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages: dict[str, str] = pyproject["tool"]["scikit-build"]["wheel"]["packages"]
    packages["vorhand"] = "front"
    names = wheel.namelist()
    for package, folder in sorted(packages.items()):
        place, source = _LINKS / package, _ROOT / folder
        if package not in _HOLD_MORE:
            place.symlink_to(source, target_is_directory=True)
            continue
        place.mkdir(parents=True)
        for entry in source.iterdir():
            packed = f"{package}/{entry.name}"
            if any(name == packed or name.startswith(f"{packed}/") for name in names):
                (place / entry.name).symlink_to(entry, target_is_directory=entry.is_dir())
    for name in names:
        if name.startswith("vorhand/native/") and not (_LINKS / name).exists():
            wheel.extract(name, _LINKS)


def _write_wheel(path: Path, whole: zipfile.ZipFile) -> None:
    """Write a wheel with the metadata, and with the folder of links in place of the packages."""
    files = {name: whole.read(name) for name in whole.namelist() if ".dist-info/" in name}
    record = next(name for name in files if name.endswith("/RECORD"))
    del files[record]
    files["vorhand.pth"] = f"{_LINKS}\n".encode()
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)
