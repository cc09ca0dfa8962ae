"""Text from users: its lines, and the JSON objects and settings in them.

All readers of records, logs and positions split text here, so they accept the same texts. A line
ends with LF, CR or CR LF. Blanks around it and a byte order mark before it are ignored; blank lines
and lines that begin with ``#`` are skipped.

>>> json_object('{"deal": 1, "deal": 2}')["deal"]  # doctest: +IGNORE_EXCEPTION_DETAIL
Traceback (most recent call last):
vorhand.games.texts.RepeatedNameError: 'deal' is there twice; expected each name once
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from vorhand.native.errors import InputError

LONGEST_LINE = 1 << 18
"""Longest line that is read; lines of real matches and records have a few thousand characters."""

BLANKS = " \t\v\f\r\n\ufeff"
_LINE = re.compile(rf"[^{BLANKS}][^\n]*")
_QUOTED = 60
_Value = TypeVar("_Value")
_TYPES: dict[type, str] = {
    str: "a string",
    int: "an integer",
    float: "a number",
    list: "a list",
    dict: "an object",
}  # types of the fields of JSON objects, as errors name them


class TextError(InputError):
    """A text that its reader does not accept."""


class LineTooLongError(TextError):
    """A line beyond the length limit."""


class RepeatedNameError(TextError):
    """A name that occurs twice where each is expected once."""


class BinaryDataError(TextError):
    """Binary data where text was expected."""


def numbered_lines(
    blocks: Iterable[bytes] | Iterable[str],
    *,
    longest: int = LONGEST_LINE,
    errors: str = "surrogateescape",
) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments, numbered from 1, in constant memory.

    Args:
        blocks: the text in pieces of any size; bytes are UTF-8.
        longest: maximum length; only the first ``longest + 1`` characters of a longer line are
            yielded.
        errors: the treatment of bytes that are not UTF-8, as in `bytes.decode`.

    Raises:
        BinaryDataError: the text contains a null character.
    """
    number, rest, overlong = 1, "", False
    for block in _translated(blocks, errors):
        if "\0" in block:
            raise BinaryDataError("binary data, not lines of text")
        text = rest + block
        end = text.rfind("\n") + 1
        whole, rest = text[:end], text[end:]
        if overlong and whole:  # the rest of a line that was yielded already
            whole = whole[whole.index("\n") :]
            overlong = False
        at = 0
        for match in _LINE.finditer(whole):
            number += whole.count("\n", at, match.start())
            at = match.start()
            if not match[0].startswith("#"):
                yield number, match[0].rstrip(BLANKS)[: longest + 1]
        number += whole.count("\n", at)
        if overlong or not rest.strip(BLANKS):
            rest = ""
        elif len(rest) > longest:
            start = rest.lstrip(BLANKS)
            if len(start) > longest:
                if not start.startswith("#"):
                    yield number, start[: longest + 1]
                overlong, start = True, ""
            rest = start
    rest = rest.strip(BLANKS)
    if rest and not rest.startswith("#"):
        yield number, rest


def _translated(blocks: Iterable[bytes] | Iterable[str], errors: str) -> Iterator[str]:
    """Yield the text with LF as its only line end; a CR LF may be divided between blocks."""
    decode = codecs.getincrementaldecoder("utf-8")(errors)
    of_bytes = io.IncrementalNewlineDecoder(decode, translate=True)
    of_text = io.IncrementalNewlineDecoder(None, translate=True)
    for block in blocks:
        yield of_text.decode(block) if isinstance(block, str) else of_bytes.decode(block)
    yield of_text.decode("", final=True) + of_bytes.decode(b"", final=True)


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text that are neither blank nor comments.

    Raises:
        LineTooLongError: a line has more than `LONGEST_LINE` characters.
        BinaryDataError: see `numbered_lines`.
    """
    for number, line in numbered_lines([text]):
        check_length(line, f"line {number}")
        yield line


def check_length(line: str, where: str, longest: int = LONGEST_LINE) -> None:
    """Check that a line is not too long.

    Args:
        line: the line.
        where: its location, for the error.
        longest: maximum number of characters.

    Raises:
        LineTooLongError: it is longer.
    """
    if len(line) > longest:
        raise LineTooLongError(
            f"{where}: begins {line[:40]!r}; expected at most {longest:,} characters"
        )


def first_line(text: str) -> str:
    """Return the first line of a text that is neither blank nor a comment; empty: none.

    Raises:
        LineTooLongError, BinaryDataError: see `lines_of`.
    """
    return next(lines_of(text), "")


def single_line(text: str) -> str:
    """Return the only line of a text.

    Raises:
        TextError: it has none, or several.
        LineTooLongError, BinaryDataError: see `lines_of`.
    """
    lines = lines_of(text)
    line = next(lines, "")
    if not line or next(lines, None) is not None:
        raise TextError(f"{quoted(text)}: expected a single line")
    return line


def json_object(text: str, *, longest: int = LONGEST_LINE) -> dict[str, Any]:
    """Return the JSON object in a text of at most `longest` characters.

    Raises:
        TextError: it is not an object, or is nested too deep.
        RepeatedNameError: a name occurs twice.
        LineTooLongError: it is longer.
    """
    check_length(text, "JSON", longest)
    try:
        fields = json.loads(text.strip(BLANKS), object_pairs_hook=each_once)
    except RecursionError as error:
        raise TextError(f"{quoted(text)}: nested too deep") from error
    except RepeatedNameError as error:
        raise RepeatedNameError(f"{quoted(text)}: {error}") from error
    except ValueError as error:
        raise TextError(f"{quoted(text)}: {error}") from error
    if not isinstance(fields, dict):
        raise TextError(f"{quoted(text)}: expected a JSON object")
    return fields


def field(fields: Mapping[str, Any], name: str, kind: type[_Value]) -> _Value:
    """Return a field of a JSON object; only integers are converted, and only to float.

    Args:
        fields: fields of the object.
        name: name of the field.
        kind: its type: str, int, float, list or dict.

    Raises:
        TextError: the field is missing, or has another type.
    """
    if name not in fields:
        raise TextError(f"no field {name!r}: expected {_TYPES[kind]}")
    return _checked(fields[name], kind, name)


def list_field(fields: Mapping[str, Any], name: str, kind: type[_Value]) -> tuple[_Value, ...]:
    """Return the members of a list in a field of a JSON object, all of one type; see `field`.

    Raises:
        TextError: the field is missing, is not a list, or a member has another type.
    """
    members = field(fields, name, list)
    if set(map(type, members)) == {kind}:
        return tuple(members)
    return tuple(_checked(member, kind, f"{name}[{k}]") for k, member in enumerate(members))


def _checked(value: Any, kind: type[_Value], where: str) -> _Value:
    """Return a value of JSON if it has this type; True and False do not count as integers."""
    if kind is float and type(value) is int:
        with contextlib.suppress(OverflowError):
            value = float(value)
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    shown = repr(value)
    shown = shown if len(shown) <= _QUOTED else f"{shown[:_QUOTED]}..."
    raise TextError(f"{where} {shown}: expected {_TYPES[kind]}")


def check_names(text: str | bytes) -> None:
    """Check that no name occurs twice in an object of JSON; other faults are ignored.

    Raises:
        RepeatedNameError: a name occurs twice.
    """
    try:
        json.loads(text, object_pairs_hook=each_once)
    except RepeatedNameError:
        raise
    except (ValueError, RecursionError):
        return


def each_once(pairs: Iterable[tuple[str, _Value]]) -> dict[str, _Value]:
    """Return pairs of name and value as a dict.

    Raises:
        RepeatedNameError: a name occurs twice.
    """
    found: dict[str, _Value] = {}
    for name, value in pairs:
        if name in found:
            raise RepeatedNameError(f"{quoted(name)} is there twice; expected each name once")
        found[name] = value
    return found


def quoted(text: str) -> str:
    """Return the beginning of a text in quotes, for an error."""
    return repr(text) if len(text) <= _QUOTED else f"{text[:_QUOTED]!r}..."
