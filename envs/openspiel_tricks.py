"""The environments of OpenSpiel's own trick-taking games: whole deals, with the calls.

The core deals, calls and scores as OpenSpiel does, and plays cards by the same terms of play as our
views.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pyspiel

from vorhand.envs.vector import Maker, Options
from vorhand.games.chance import sets_seed
from vorhand.games.openspiel_tricks.bridge import NO_TRUMP, Bridge
from vorhand.games.openspiel_tricks.rules import (
    Contract,
    Euchre,
    Hearts,
    OhHell,
    Rules,
    Spades,
    make_terms,
)
from vorhand.games.openspiel_tricks.skat import NULL, POINTS, Skat
from vorhand.games.openspiel_tricks.tarok import COLOUR_VALAT, KLOP, THREE, points_terms
from vorhand.native import envs
from vorhand.native.envs import Environments
from vorhand.native.errors import InputError
from vorhand.native.tricks import Terms


def _spades(game: pyspiel.Game, options: Options) -> Environments:
    rules = Spades(game)
    return envs.spades(
        [_terms(rules, Contract(0, 13, rules.plain_suits(), 3, (1,) * 4))],
        win_threshold=int(rules.parameters["win_threshold"]),
        mercy_threshold=int(rules.parameters["mercy_threshold"]),
        bonus=int(rules.parameters["win_or_loss_bonus"]),
        **vars(options),
    )


def _hearts(game: pyspiel.Game, options: Options) -> Environments:
    rules = Hearts(game)
    return envs.hearts(
        [_terms(rules, Contract(0, 13, rules.plain_suits(), -1, ()))],
        pass_cards=bool(rules.parameters["pass_cards"]),
        **vars(options),
    )


def _oh_hell(game: pyspiel.Game, options: Options) -> Environments:
    rules = OhHell(game)
    most = (rules.ranks * rules.num_suits - 1) // rules.seats
    bids = (0,) * rules.seats
    return envs.oh_hell(
        [
            _terms(rules, Contract(0, most, rules.plain_suits(), trump, bids))
            for trump in range(rules.num_suits)
        ],
        seats=rules.seats,
        suits=rules.num_suits,
        ranks=rules.ranks,
        tricks=int(rules.parameters["num_tricks_fixed"]),
        points_per_trick=int(rules.parameters["points_per_trick"]),
        penalty=bool(rules.parameters["off_bid_penalty"]),
        **vars(options),
    )


def _euchre(game: pyspiel.Game, options: Options) -> Environments:
    rules = Euchre(game)
    return envs.euchre(
        [
            _terms(rules, rules.named(0, 0, trump, alone))
            for alone in (False, True)
            for trump in range(rules.num_suits)
        ],
        stick_the_dealer=bool(rules.parameters["stick_the_dealer"]),
        **vars(options),
    )


def _skat(game: pyspiel.Game, options: Options) -> Environments:
    rules = Skat(game)
    points = [POINTS[card % rules.ranks] for card in range(32)]  # at null too: points are public
    return envs.openspiel_skat(
        [make_terms(rules, rules.named(0, kind), 1, points=points) for kind in range(NULL + 1)],
        **vars(options),
    )


def _bridge(game: pyspiel.Game, options: Options) -> Environments:
    rules = Bridge(game)
    if rules.parameters["use_double_dummy_result"]:
        raise InputError(
            f"{game}: expected use_double_dummy_result=false, so that cards are played"
        )
    return envs.bridge(
        [_terms(rules, rules.named(0, strain)) for strain in range(NO_TRUMP + 1)],
        dealer=int(rules.parameters["dealer"]),
        dealer_vulnerable=bool(rules.parameters["dealer_vul"]),
        others_vulnerable=bool(rules.parameters["non_dealer_vul"]),
        **vars(options),
    )


def _tarok(game: pyspiel.Game, options: Options) -> Environments:
    if sets_seed(str(game)):
        raise InputError(f"{game}: expected no rng_seed, because each deal has a seed of its own")
    seats = game.num_players()
    return envs.tarok(
        [points_terms(seats, bid) for bid in (KLOP, THREE, COLOUR_VALAT)],
        seats=seats,
        **vars(options),
    )


def _terms(rules: Rules, contract: Contract) -> Terms:
    """Return the terms of play; the payoffs in them are not used."""
    return rules.terms(contract, 0)[0]


_MAKERS: Mapping[str, Callable[[pyspiel.Game, Options], Environments]] = {
    "bridge": _bridge,
    "euchre": _euchre,
    "hearts": _hearts,
    "oh_hell": _oh_hell,
    "skat": _skat,
    "spades": _spades,
    "tarok": _tarok,
}


def _make(
    game: pyspiel.Game, options: Options, agents: Mapping[int, object], bidder: object
) -> Environments:
    del agents, bidder  # the core has no agents for these games
    return _MAKERS[game.get_type().short_name](game, options)


ENVS = Maker(_make)
