# ruff: noqa: E501 (one text a line)
"""The sentence of a hint in the language of the screens."""

from vorhand.agents.montecarlo.reasons import Reason
from vorhand.cli.terminal.texts import GERMAN, is_german, move_said

GERMAN_REASONS = {
    # cards
    "only": "Nur diese Karte ist möglich.",
    "equal": "Alle spielbaren Karten sind gleichwertig.",
    "sure": "Damit ist das Spiel bei jeder Verteilung gewonnen.",
    "ducks": "Gibt den Stich in {share} der ausgelosten Verteilungen ab, {other} in {than}.",
    "smears": "Schmiert {points} Augen; den Stich holt in {share} der ausgelosten Verteilungen dein Mitspieler.",
    "saves": "Gibt {points} statt {more} Augen in einen Stich, den in {share} der ausgelosten Verteilungen die Gegenseite holt.",
    "trick": "Bringt deiner Seite den Stich in {share} der ausgelosten Verteilungen, {other} in {than}.",
    "keeps for": "Behält {other} für {captured} ({place}): Das bringt in einem späteren Stich im Mittel {points} Augen, in diesem {fewer}.",
    "keeps": "Behält {other}: Die Karte holt in einem späteren Stich im Mittel {points} Augen, in diesem {fewer}.",
    "gains": "Dieser Stich bringt deiner Seite im Mittel {points} Augen mehr als mit {other}.",
    "by the end": "Mit offenen Karten holt deine Seite bis zum Schluss im Mittel {points} Augen mehr als mit {other}.",
    "same": "{other} ist genauso gut.",
    "close": "{other} ist etwa gleich gut: Der Unterschied liegt im Stichprobenfehler.",
    "chance": "Gewinnt in {share} der Fälle, {other} in {than}.",
    # Schnapsen
    "ends": "Damit ist das Spiel sofort gewonnen.",
    "exchanges": "Holt {card} für den niedrigsten Trumpf.",
    "announces": "Bringt {points} Augen für König und Dame.",
    "closes": "Zugedreht und mit offenen Karten gewinnst du in {share} der ausgelosten Verteilungen, mit {other} in {than}.",
    "keeps the marriage": "Behält {other}: König und Dame der Farbe lassen sich noch ansagen.",
    "takes": "Holt den Stich in {share} der ausgelosten Verteilungen, {other} in {than}.",
    "gives": "Gibt {points} statt {more} Augen in einen Stich, den in {share} der ausgelosten Verteilungen der Gegner holt.",
    "earns": "Dieser Stich bringt dir im Mittel {points} Augen mehr als mit {other}.",
    "keeps the trump": "Behält {other}, einen Trumpf.",
    "worth": "Ist mit offenen Karten im Mittel {points} Spielpunkte mehr wert als {other}.",
    # bids
    "pass": "Passe: Bei {value} gewinnt das beste Spiel in {share} der Fälle; nötig sind {than}.",
    "pass narrowly": "Passe: Bei {value} gewinnt das beste Spiel etwas seltener als die nötigen {than}.",
    "limit": "Reize bis {value}: mit Skat {share} (meist {game}), {hand} {than}.",
    "limit with the skat": "Reize bis {value}: mit Skat {share} (meist {game}).",
    "limit from the hand": "Reize bis {value}: {hand} {than}.",
}
_NAMED = ("other", "card", "captured", "game", "hand")


def reason_text(reason: Reason) -> str:
    """Return the sentence; a kind without a German text is English."""
    template = GERMAN_REASONS.get(reason.kind)
    if template is None or not is_german():
        return str(reason)
    words = {
        name: move_said(text) if name in _NAMED else GERMAN.get(text, text)
        for name, text in reason.words().items()
    }
    for name, fact in reason.facts.items():
        if isinstance(fact, float):
            words[name] = words[name].replace(".", ",").replace("%", " %")
    return template.format(**words)
