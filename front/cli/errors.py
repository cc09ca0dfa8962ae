"""Errors of the command line."""

from vorhand.native.errors import InputError


class OptionError(InputError):
    """Options that do not go together, or a value that an option does not take."""
