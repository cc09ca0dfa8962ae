"""The sizes of an experiment or a training, and their settings with some of them replaced."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from vorhand.native.errors import InputError

V = TypeVar("V", int | str, float | str)


def by_size(sizes: Sequence[str], values: Mapping[str, V | tuple[V, V]]) -> dict[str, dict[str, V]]:
    """Return the settings of two sizes, from values by name: one for each size, or one for both."""
    return {
        size: {
            name: value[place] if isinstance(value, tuple) else value
            for name, value in values.items()
        }
        for place, size in enumerate(sizes)
    }


def in_parts(count: int, together: int, start: int = 0) -> list[tuple[int, int]]:
    """Divide ``count`` numbers from ``start`` on; return the first and the size of each part."""
    return [(start + at, min(together, count - at)) for at in range(0, count, together)]


def settings_of(
    name: str,
    sizes: Mapping[str, Mapping[str, V]],
    size: str,
    changes: Mapping[str, V | str],
    error: type[InputError],
) -> dict[str, V]:
    """Return the settings of a size by name; a replacement has the type of the replaced value.

    Args:
        name: name of the experiment or the training.
        sizes: the settings of each size; all have the same names.
        size: the size.
        changes: replacements by name, as values or texts.
        error: raised for bad input.

    Raises:
        InputError: the size or a setting is unknown, a whole number is below 1, or another number
            is not above 0.
    """
    if size not in sizes:
        raise error(f"size {size!r}: expected one of {', '.join(sizes)}")
    settings = dict(sizes[size])
    for key, value in changes.items():
        if key not in settings:
            raise error(f"{name} has no setting {key!r}; it has {', '.join(settings) or 'none'}")
        settings[key] = _like(settings[key], key, value, error)
    return settings


def _like(replaced: Any, key: str, value: Any, error: type[InputError]) -> Any:
    """Return a replacement with the type of the replaced value."""
    if isinstance(replaced, str):
        return value
    whole = isinstance(replaced, int)
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf") or (whole and number != int(number)):
        expected = "a whole number from 1" if whole else "a number above 0"
        raise error(f"{key}={value}: expected {expected}")
    return type(replaced)(number)


def check_seed(seed: int, error: type[InputError]) -> None:
    """Raise an error if a seed is negative."""
    if seed < 0:
        raise error(f"seed {seed}: expected a whole number from 0")
