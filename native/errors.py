"""The base of all errors of the project, and the errors that the compiled core raises."""

import difflib
from collections.abc import Iterable

_MOST_SIMILAR = 3


class VorhandError(Exception):
    """The base of all errors of the project."""


class InputError(VorhandError, ValueError):
    """Bad input; the message quotes it and says what was expected."""


class PositionError(InputError):
    """An impossible position, or a question or setting that does not fit it."""


class NodeBudgetError(InputError):
    """A search or a tree that needed more nodes than permitted."""


class SearchCancelledError(VorhandError, RuntimeError):
    """A search that its caller ended."""


class InvalidDealError(InputError):
    """An impossible deal or world; nothing was set up."""


class IllegalActionError(InputError):
    """An action or a request that the deal does not allow now; the deal is unchanged."""


class InvalidWeightsError(InputError):
    """Weights of cards of a wrong shape, negative or not finite, or that leave no world."""


class InvalidLocationsError(InputError):
    """Networks that do not form a card-location network."""


class InvalidPolicyError(InputError):
    """Networks that do not form a policy, or whose numbers are out of range."""


class InvalidNetworkError(InputError):
    """Layers that do not fit together, or whose numbers are not finite."""


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return a question that suggests names like `name`, or else names that begin with it, or "".

    >>> did_you_mean("skt", ["chess", "skat"]), did_you_mean("kuhn", ["kuhn_poker", "skat"])
    ('did you mean skat?', 'did you mean kuhn_poker?')
    """
    known = sorted(names)
    close = difflib.get_close_matches(name, known, _MOST_SIMILAR)
    close = close or [each for each in known if name and each.startswith(name)][:_MOST_SIMILAR]
    return f"did you mean {' or '.join(close)}?" if close else ""
