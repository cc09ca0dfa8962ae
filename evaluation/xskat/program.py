"""The rule-based Skat program xskat for X11, by Gunter Gerhardt: running it, reading its log.

The program (Debian's package ``xskat``) is no dependency: it is run if it is installed. With
``-auto`` its three computer players bid, declare and play without a screen and append every
deal to a log. Seed and number of a deal fix its cards and its play. (xskat can also read
the cards from a file, but then its play is seeded by the clock.)
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.xskat.scratch import scratch_folder
from vorhand.games.skat.cards import ALL_CARDS, card_set
from vorhand.games.skat.contracts import (
    CONTRACTS,
    NULL,
    OUVERT,
    PLAIN,
    SCHNEIDER,
    SCHWARZ,
    Declaration,
)
from vorhand.games.skat.start import Start
from vorhand.native.errors import InputError

_NAME = "xskat"
_ELSEWHERE = "/usr/games"  # its folder on Debian, often missing in PATH
_SECONDS_PER_DEAL = 5  # time limit; xskat needs less than a millisecond
_MOST_SEEDS = 2**31 - 1
_SUITS = ("diamond", "heart", "spade", "club")
_RANKS = ("7", "8", "9", "q", "k", "10", "a", "j")
_FILE_RANKS = [_RANKS.index(rank) for rank in ("a", "10", "k", "q", "j", "9", "8", "7")]
_NULL_ORDER = [("7", "8", "9", "10", "j", "q", "k", "a").index(rank) for rank in _RANKS]
_JACK = _RANKS.index("j")
_CONTRACTS = {"Diamond": "D", "Heart": "H", "Spade": "S", "Club": "C", "Grand": "G", "Null": "N"}
_LEVELS = {
    "Played Hand": (PLAIN, True),
    "Schneider announced": (SCHNEIDER, True),
    "Schwarz announced": (SCHWARZ, True),
    "Played ouvert": (OUVERT, False),
    "Played ouvert Hand": (OUVERT, True),
}
GAME_END = "=" * 40
"""The line of a log that ends a deal."""
_CELL = re.compile(r"[A-Za-z_]+[ _](?:10|[789QKAJ])|_?Pass_?")
_COLUMN = 12  # width of a column of the log
_PLAYED = re.compile(r"^(.+) played (\w+)$", re.M)


class XskatError(InputError):
    """A missing or failed program, or an unexpected log or window."""


class MisreadError(XskatError):
    """A deal whose log shows something other than what was read from the window."""


@dataclass(frozen=True)
class XskatGame:
    """A deal as recorded in xskat's log."""

    start: Start | None  # the deal at the start of card play; None: passed in
    plays: tuple[int, ...]  # the cards in the order played
    points: int | None  # the soloist's card points according to the log; None in null
    won: bool  # True if the soloist won, according to the log
    dealt: tuple[int, int, int]  # the hands as dealt

    def dealt_start(self) -> Start:
        """Return the start of the deal at the bidding."""
        return Start(
            hands=self.dealt, skat=ALL_CARDS & ~(self.dealt[0] | self.dealt[1] | self.dealt[2])
        )

    def played(self, name: str) -> PlayedDeal:
        """Return the deal for reviews; raise ValueError if the rules do not allow its plays."""
        assert self.start is not None
        deal = self.start.deal()
        deal.apply_all(bytes(self.plays))
        return PlayedDeal(name, (_NAME, _NAME, _NAME), deal, self.won)


def find_xskat() -> str:
    """Return the path of the program; raise XskatError if there is none."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), _ELSEWHERE])
    program = shutil.which(_NAME, path=path)
    if program is None:
        raise XskatError(
            f"program {_NAME}: not found on PATH or in {_ELSEWHERE}; expected it installed, on "
            f"Debian and its kin by `apt-get install {_NAME}`"
        )
    return program


def play_deals(seed: int, first: int, count: int) -> list[XskatGame]:
    """Run xskat to bid, declare and play the deals first .. first + count - 1 of a seed.

    Raises:
        XskatError: the program is missing or fails, its log has another number of deals,
            or the seed is out of range.
    """
    if not 0 <= seed < _MOST_SEEDS:
        raise XskatError(f"seed {seed}: expected 0 .. {_MOST_SEEDS - 1}, as {_NAME} takes them")
    program = find_xskat()
    with scratch_folder() as folder:
        deals, log = Path(folder, "deals"), Path(folder, "log")
        deals.write_text(random_deal(seed, first, 2), encoding="ascii")
        command = [program, "-auto", str(count), "-game", str(deals), "-log", str(log)]
        command += ["-lang", "english", "-noshortcut", "-unfmt", "-list", str(Path(folder, "list"))]
        limit = 10 + _SECONDS_PER_DEAL * count
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=limit)
            text = log.read_text(encoding="latin-1")
        except (OSError, subprocess.SubprocessError) as error:
            raise XskatError(f"{program}: {error}; expected a log of {count} deals") from error
    games = list(read_log(text))
    if len(games) != count:
        raise XskatError(f"log of {len(games)} deals: expected {count}")
    return games


def hand_order(contract: int) -> Callable[[int], tuple[int, int]]:
    """Return a sort key for the cards of a hand as xskat shows it; bidding uses the grand order."""
    ranks = _NULL_ORDER if contract == NULL else range(8)

    def key(card: int) -> tuple[int, int]:
        suit, rank = divmod(card, 8)
        if contract == NULL or rank != _JACK:
            return (-4 if suit == contract else -suit, -ranks[rank])
        return (-5, -suit)

    return key


def deal_text(hands: Sequence[Sequence[int]]) -> str:
    """Return a deal in the format of xskat's files, given the hands of its first players.

    The remaining cards go to the other players and the skat.
    """
    holder = {card: player for player, hand in enumerate(hands, 1) for card in hand}
    takers = iter([player for player in range(len(hands) + 1, 4) for _ in range(10)] + [0, 0])
    table = [[8 * suit + rank for rank in _FILE_RANKS] for suit in range(4)]
    return "".join(
        " ".join(str(holder[card] if card in holder else next(takers)) for card in row) + "\n"
        for row in table
    )


def random_deal(seed: int, number: int, dealer: int) -> str:
    """Return a random deal, given by its number, as in xskat's files; the dealer counts from 1."""
    return f"random_seed {seed} {number} {dealer}\n"


def read_log(text: str) -> Iterator[XskatGame]:
    """Yield the deals of a log.

    Raises:
        XskatError: a part of it is not a deal; quotes the first line at fault.
    """
    *games, rest = re.split(f"^{GAME_END}\n", text, flags=re.M)
    if rest.strip():
        raise XskatError(f"{_first_line(rest)!r}: expected a deal that ends with ====")
    for game in games:
        yield _read_game(game)


def _read_game(text: str) -> XskatGame:
    parts = re.split(r"^----.*\n", text, flags=re.M)
    players = _names(parts[0])
    if len(parts) != 4 or not all(players):
        raise XskatError(
            f"{_first_line(text)!r}: expected a deal of four parts, players, tricks, hands, result"
        )
    tricks = [_cells(line) for line in parts[1].splitlines()]
    hands = [_cells(line) for line in parts[2].splitlines()]
    if not tricks or not hands or any(len(line) != 3 for line in hands):
        raise XskatError(f"{_first_line(parts[1])!r}: expected tricks, and hands of three players")
    leaders = [_leader(line) for line in tricks]
    forehand = leaders[0]
    columns = [(forehand + seat) % 3 for seat in range(3)]
    held = [card_set(_card(line[column]) for line in hands) for column in columns]
    outcome = _PLAYED.search(parts[3])
    if outcome is None or outcome[1] not in players:
        if "pass" not in tricks[0][0].lower():
            raise XskatError(f"{_first_line(parts[3])!r}: expected who played what")
        return XskatGame(None, (), None, False, (held[0], held[1], held[2]))
    soloist = (players.index(outcome[1]) - forehand) % 3
    skat = card_set(_skat("is", parts[3]))
    taken = card_set(_skat("was", parts[3])) if "Skat was" in parts[3] else skat
    start = Start(
        hands=(held[0], held[1], held[2]),
        skat=skat,
        declaration=_declaration(parts[3], outcome[2]),
        soloist=soloist,
        bid=int(_required(r"Last bid: (\d+)", parts[3])),
    )
    plays = tuple(
        _card(line[(leader + k) % 3])
        for line, leader in zip(tricks, leaders, strict=True)
        for k in range(len(line))
    )
    points = re.search(r"^(?:Won|Lost) with: +(\d+) points", parts[3], re.M)
    won = _required(r"^(Won|Lost)", parts[3]) == "Won"
    held[soloist] = (held[soloist] | skat) & ~taken
    dealt = (held[0], held[1], held[2])
    return XskatGame(start, plays, int(points[1]) if points else None, won, dealt)


def _names(text: str) -> list[str]:
    """Return the names of the players, which fill one or two lines."""
    places = [slice(column * _COLUMN, (column + 1) * _COLUMN) for column in range(3)]
    return [
        " ".join(" ".join(line[place] for line in text.splitlines()).split()) for place in places
    ]


def _cells(line: str) -> list[str]:
    """Return the cells of a line of the log's table, one for each computer player."""
    return _CELL.findall(line)


def _leader(line: list[str]) -> int:
    """Return the leader, marked by ``_``, or by capital letters if the leader wins the trick."""
    for computer, cell in enumerate(line):
        if "_" in cell:
            return computer
    for computer, cell in enumerate(line):
        if cell[1].isupper():
            return computer
    raise XskatError(f"{'  '.join(line)!r}: expected a trick with its leader or winner marked")


def _card(text: str) -> int:
    suit, rank = text.lower().replace("_", " ").split()
    if suit not in _SUITS:
        raise XskatError(f"card {text!r}: expected a suit of {', '.join(_SUITS)}")
    return 8 * _SUITS.index(suit) + _RANKS.index(rank)


def _skat(which: str, text: str) -> list[int]:
    return [_card(card) for card in _required(rf"Skat {which}: (.+)", text).split(",")]


def _declaration(text: str, name: str) -> Declaration:
    if name not in _CONTRACTS:
        raise XskatError(f"contract {name!r}: expected one of {', '.join(_CONTRACTS)}")
    contract = CONTRACTS.index(_CONTRACTS[name])
    announced = [_LEVELS[line] for line in text.splitlines() if line in _LEVELS]
    level, hand = (
        max((level for level, _ in announced), default=PLAIN),
        any(hand for _, hand in announced),
    )
    return Declaration(contract, level, hand or (level > PLAIN and contract != NULL))


def _required(pattern: str, text: str) -> str:
    """Return the match of the pattern's group; raise XskatError if no line matches."""
    match = re.search(pattern, text, re.M)
    if match is None:
        raise XskatError(f"{_first_line(text)!r} ...: expected a line like {pattern}")
    return match[1]


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
