"""Account names: the permitted characters, and the detection of names that look alike.

The rules are those of Unicode Technical Standard 39 (security mechanisms), with the tables of the
library confusable-homoglyphs. The letters of a name are of one script (section 5.1). Two names are
confusable if they have the same skeleton (section 4).
"""

import functools
import re
import unicodedata
from dataclasses import dataclass, field

from confusable_homoglyphs import categories, confusables

from vorhand.service.server.errors import ServiceError, invalid

NAME = re.compile(r"[\w.-]{1,40}")
_FILLERS = "\u115f\u1160\u3164\uffa0"  # Hangul letters that are invisible
_ALL_SCRIPTS = ("COMMON", "INHERITED")
_WRITTEN_TOGETHER = {  # UTS 39, table 1a: Japanese, Korean, Han with Bopomofo
    "HAN": {"HAN", "japanese", "korean", "bopomofo"},
    "HIRAGANA": {"HIRAGANA", "japanese"},
    "KATAKANA": {"KATAKANA", "japanese"},
    "HANGUL": {"HANGUL", "korean"},
    "BOPOMOFO": {"BOPOMOFO", "bopomofo"},
}


def check_name(name: str) -> str:
    """Return the name of an account, old or new; raise ServiceError if it is invalid."""
    if not NAME.fullmatch(name):
        raise _wrong(name, "1 to 40 letters, digits, dots, dashes and underscores")
    return name


def check_new_name(name: str) -> str:
    """Return a name for a new account in normal form; raise ServiceError if it is not permitted."""
    normal = check_name(unicodedata.normalize("NFKC", check_name(name)))
    if any(letter in _FILLERS for letter in normal):
        raise _wrong(name, "letters that can be seen")
    if not any(letter.isalnum() for letter in normal):
        raise _wrong(name, "a letter or a digit")
    if len(scripts := _scripts_of(normal)) > 1 and not _single_script(normal):
        found = " and ".join(sorted(script.capitalize() for script in scripts))
        raise _wrong(name, f"letters of one script, not {found}")
    zeros = {ord(c) - unicodedata.decimal(c) for c in normal if c.isdecimal()}
    if len(zeros) > 1:
        raise _wrong(name, "digits of one script")
    return normal


@dataclass
class LookAlikes:
    """The known names, indexed by their look-alike keys."""

    _names: set[str] = field(default_factory=set)
    _by_look: tuple[dict[str, str], dict[str, str]] = field(default_factory=lambda: ({}, {}))

    def add(self, names: set[str]) -> None:
        """Add names; those already known cost no time."""
        for name in names - self._names:
            for by_look, key in zip(self._by_look, look_keys(name), strict=True):
                by_look.setdefault(key, name)
        self._names |= names

    def find(self, name: str) -> str:
        """Return a known name that looks like this one; empty if there is none."""
        found = map(dict.get, self._by_look, look_keys(name))
        return next(filter(None, found), "") or ""


def look_keys(name: str) -> tuple[str, str]:
    """Return two keys; names that look alike have the first or the second in common.

    For the first key, case is folded before the skeleton is taken; for the second, afterwards. The
    first alone would miss names such as BiIl and Bill, the second alone IVAN and ivan.
    """
    normal = unicodedata.normalize("NFKC", name)
    return skeleton(normal.casefold()), skeleton(skeleton(normal).casefold())


def skeleton(text: str) -> str:
    """Return the skeleton of a text by UTS 39: the same for texts that are confusable."""
    if text.isascii():
        return text.translate(_ascii_prototypes())
    decomposed = unicodedata.normalize("NFD", text)
    replaced = "".join(map(_prototype, filter(lambda c: c not in _FILLERS, decomposed)))
    return unicodedata.normalize("NFD", replaced)


@functools.cache
def _ascii_prototypes() -> dict[int, str]:
    return {code: _prototype(chr(code)) for code in range(128)}


@functools.lru_cache(10_000)
def _prototype(character: str) -> str:
    """Return the prototype of all characters that look like this one: one or more characters.

    The library keeps the table in both directions. A character that looks like several others is
    their prototype. Of two characters that look only like each other, one is chosen.
    """
    alike = _confusable_with(character)
    if len(alike) != 1:
        return character
    other = alike[0]
    if len(_confusable_with(other)) > 1:
        return other
    return max(character, other, key=lambda text: (len(text), text))


def _confusable_with(text: str) -> list[str]:
    return [str(found["c"]) for found in confusables.confusables_data.get(text, ())]


def _scripts_of(text: str) -> set[str]:
    scripts = {str(categories.alias(character)) for character in text}
    return scripts.difference(_ALL_SCRIPTS)


def _single_script(text: str) -> bool:
    """Return whether letters belong to scripts that are written together."""
    sets = [_WRITTEN_TOGETHER.get(script, {script}) for script in _scripts_of(text)]
    return bool(set.intersection(*sets))


def _wrong(name: str, expected: str) -> ServiceError:
    return invalid(f"name {name[:50]!r}: expected {expected}", "name")
