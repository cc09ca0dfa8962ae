"""Agent specs: text in OpenSpiel's parameter style, parsed and printed.

``pimc(worlds=160)`` names an agent and sets one of its parameters. Values are integers, floats,
``true`` and ``false``, plain strings, and further specs, of agents and of the parts they are made
of (``mc(belief=declared(trust=2),evaluator=played_out(rule),worlds=160)``). The first value may be
given without its name. Numbers have no leading zeros: ``file=007`` is text. ``file=./1e3`` is text
too, although ``1e3`` is a number. Printing is canonical (parameters in alphabetical order, no
blanks around values) and ``Spec.parse(str(spec)) == spec``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from vorhand.native.errors import InputError

_NAME = re.compile(r"[^\s(),=]+")
_PARAMETER = re.compile(r"[A-Za-z_]\w*")
_VALUE = re.compile(r"[^(),]+")
_NAMED = re.compile(r"\s*[A-Za-z_]\w*\s*=")
_BARE = re.compile(r"\s*[^\s(),=][^(),=]*[(),]")  # a value without a name
_INTEGER = re.compile(r"[+-]?(0|[1-9][0-9]{0,39})")
_WHOLE = r"(?:0|[1-9][0-9]*)"
_FLOAT = re.compile(rf"[+-]?({_WHOLE}\.[0-9]*|\.[0-9]+|{_WHOLE}(?=[eE]))([eE][+-]?[0-9]+)?")
_BLANKS = re.compile(r"\s*")
_SHOWN = 20  # maximum characters quoted from the text after an error
_DEEPEST = 20  # maximum depth of agents within agents


class SpecError(InputError):
    """An invalid spec; the message says what was expected, and where if a text does not parse."""


Value: TypeAlias = "bool | int | float | str | Spec"


@dataclass(frozen=True, eq=False)
class Spec:
    """A name and its parameters in alphabetical order; the name of an unnamed value is "".

    Two specs are equal if they print the same text; 1, 1.0 and true are three different values.
    """

    name: str
    params: tuple[tuple[str, Value], ...] = field(default=())

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise SpecError(f"agent name {self.name!r}: expected no blanks and none of ( ) , =")
        object.__setattr__(self, "params", tuple(sorted(self.params, key=lambda item: item[0])))
        for name, value in self.params:
            _check_printable(name, value)

    @classmethod
    def make(cls, name: str, params: Mapping[str, Value] | None = None) -> Spec:
        """Make a spec from a name and a mapping of parameters."""
        return cls(name, tuple((params or {}).items()))

    @classmethod
    def of_given(cls, name: str, params: Mapping[str, Value | None]) -> Spec:
        """Make a spec from the parameters that are not None."""
        return cls(name, tuple((key, value) for key, value in params.items() if value is not None))

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Parse one spec.

        Raises:
            SpecError: the text is not a spec; names the column and what was expected there.
        """
        reader = _Reader(text)
        spec = reader.spec()
        reader.expect_end()
        return spec

    @property
    def is_dialled(self) -> bool:
        """True if the name is the address of another program, such as ``grpc://host:port``."""
        return "://" in self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        if not self.params:
            return self.name
        return f"{self.name}({','.join(map(_printed, self.params))})"


def split_specs(text: str) -> list[Spec]:
    """Parse a list of specs separated by commas outside parentheses.

    Raises:
        SpecError: the text is not such a list; names the column and what was expected there.
    """
    reader = _Reader(text)
    specs = [reader.spec()]
    while reader.accept(","):
        specs.append(reader.spec())
    reader.expect_end()
    return specs


def _printed(param: tuple[str, Value]) -> str:
    name, value = param
    return f"{name}={format_value(value)}" if name else format_value(value)


def format_value(value: Value) -> str:
    """Format a parameter value as it is written in a spec."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def parse_value(text: str) -> bool | int | float | str:
    """Return the value of a plain text (no parentheses) in a spec."""
    if text in ("true", "True"):
        return True
    if text in ("false", "False"):
        return False
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _check_printable(name: str, value: Value) -> None:
    if name and not _PARAMETER.fullmatch(name):
        raise SpecError(f"parameter name {name!r}: expected a word")
    if isinstance(value, str) and (
        not _VALUE.fullmatch(value) or value != value.strip() or parse_value(value) != value
    ):
        raise SpecError(
            f"parameter {name}={value!r}: a text value holds none of ( ) , has no blanks at its "
            "ends, and does not look like a number, true or false"
        )


class _Reader:
    """A recursive-descent reader over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def skip_blanks(self) -> None:
        self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]

    def accept(self, mark: str) -> bool:
        self.skip_blanks()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        self.skip_blanks()
        match = pattern.match(self.text, self.at)
        if match is None:
            raise self.error(expected)
        self.at = match.end()
        return match.group()

    def expect_end(self) -> None:
        self.skip_blanks()
        if self.at < len(self.text):
            raise self.error("nothing more")

    def error(self, expected: str) -> SpecError:
        rest = self.text[self.at : self.at + _SHOWN]
        shown = repr(rest) if rest else "the end"
        return SpecError(
            f"agent spec {self.text!r}, column {self.at + 1}: expected {expected}, found {shown}"
        )

    def spec(self) -> Spec:
        name = self.take(_NAME, "the name of an agent")
        return Spec.make(name, self.parameters() if self.accept("(") else {})

    def parameters(self) -> dict[str, Value]:
        params: dict[str, Value] = {}
        if self.accept(")"):
            return params
        while True:
            name_at = self.at
            name = self.parameter_name(first=not params)
            if name in params:
                self.at = name_at
                raise self.error(f"each parameter once, not {name} again")
            params[name] = self.value()
            if self.accept(")"):
                return params
            if not self.accept(","):
                raise self.error("',' or ')'")

    def parameter_name(self, first: bool) -> str:
        """Read the name before a value; only the first value may have no name."""
        at = self.at
        if first and not _NAMED.match(self.text, at) and _BARE.match(self.text, at):
            return ""
        name = self.take(_PARAMETER, "the name of a parameter")
        if not self.accept("="):
            raise self.error("'='")
        return name

    def value(self) -> Value:
        text = self.take(_VALUE, "a value").strip()
        if not self.accept("("):
            return parse_value(text)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(f"at most {_DEEPEST} agents within each other")
        params = self.parameters()
        self.depth -= 1
        # `playout=rule()` means the same as `playout=rule` and is stored in that form.
        return Spec.make(text, params) if params else text
