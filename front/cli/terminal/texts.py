# ruff: noqa: E501 (one text a line)
"""The language of the screens: English texts, translated for those who want German."""

import os
import re
from collections.abc import Mapping
from contextvars import ContextVar

from vorhand.cli.errors import OptionError

LANGUAGES = ("en", "de")
_language: ContextVar[str] = ContextVar("language", default="en")
_WIDTHS = {"en": 11, "de": 15}  # widths of the labels at the left

GERMAN = {
    # labels
    "bidding": "Reizen",
    "contract": "Ansage",
    "tricks": "Stiche",
    "soloist": "Alleinspieler",
    "defender": "Gegenspieler",
    "said": "Gesagt",
    "open hand": "Offenes Blatt",
    "laid away": "Gedrückt",
    "skat": "Skat",
    "picked up": "Aufgenommen",
    "pushed on": "Geschoben",
    "pushes": "Schieberamsch",
    "{seat} took up the skat": "{seat} hat den Skat aufgenommen",
    "{seat} pushed the skat on unseen": "{seat} hat den Skat ungesehen weitergeschoben",
    "jacks are not pushed on": "Buben werden nicht geschoben",
    "{cards} to push on, such as {example}": "{cards} zum Schieben, etwa {example}",
    "you push on {cards}": "Du schiebst {cards}",
    "pushed on unseen: the loss counts {factor} times": (
        "Ungesehen geschoben: Der Verlust zählt {factor}-fach"
    ),
    "trick": "Stich",
    "last trick": "Letzter Stich",
    "your hand": "Dein Blatt",
    "you may": "Möglich",
    "or say": "Oder sagen",
    "match": "Bummerl",
    "trumps": "Trumpf",
    "talon": "Talon",
    "shown": "Gezeigt",
    "opponent": "Gegner",
    "you": "du",
    # players
    "forehand": "Vorhand",
    "middlehand": "Mittelhand",
    "rearhand": "Hinterhand",
    "you are {seat}": "Du bist {seat}",
    "you are player {number}": "Du bist Spieler {number}",
    # Skat
    "nobody has spoken": "noch niemand",
    "{contract} by {seat}": "{contract}, {seat} spielt",
    ", bid {bid}": ", gereizt {bid}",
    "{seat}, bid {bid}": "{seat}, gereizt {bid}",
    "{points} points": "{points} Augen",
    "Durchmarsch: all ten tricks win 120": "Durchmarsch: Alle zehn Stiche bringen 120",
    "Bock round: values count double": "Bockrunde: Die Werte zählen doppelt",
    "Jungfrau: somebody took no trick, so the loss counts double": (
        "Jungfrau: Jemand hat keinen Stich, also zählt der Verlust doppelt"
    ),
    "soloist {own} ({points} points), defenders {others} ({rest})": "Alleinspieler {own} ({points} Augen), Gegenspieler {others} ({rest} Augen)",
    ": worth {worth}, so it is lost whatever is played": ": nur {worth} wert und in jedem Fall verloren",
    ": worth {worth}, so all tricks are needed": ": nur {worth} wert, also sind alle Stiche nötig",
    ": worth {worth}, so {goal} points are needed": ": nur {worth} wert, also sind {goal} Augen nötig",
    ", won by {seat}": ", Stich: {seat}",
    "you lead": "du spielst aus",
    "two cards": "zwei Karten",
    "one more card": "noch eine Karte",
    "{cards} to lay away, such as {example}": "{cards} zum Drücken, etwa {example}",
    "your card": "Deine Karte",
    "your move": "Du bist dran",
    "you lay away {cards}": "Du drückst {cards}",
    "you say {what}": "Du sagst: {what}",
    " and ": " und ",
    " or ": " oder ",
    "{text} is not possible here; expected one of {moves}": "{text} geht hier nicht; möglich: {moves}",
    "you do not hold {card}": "{card} hast du nicht",
    "{text}: expected {cards} of your hand": "{text}: erwartet werden {cards} aus deinem Blatt",
    "{card} cannot follow {cards}: expected one of {moves}": "{card} passt nicht zu {cards}: möglich sind {moves}",
    "{text}: expected one card, such as CJ": "{text}: erwartet wird eine Karte, etwa Kreuz Bube",
    "{card} does not follow: expected {suit}": "{card} bedient nicht: verlangt ist {suit}",
    "a trump ({what})": "Trumpf ({what})",
    "jacks": "Buben",
    "won": "gewonnen",
    "lost": "verloren",
    # Schnapsen
    "the cards are dealt": "Die Karten werden gegeben",
    "you {own}, opponent {other}": "du {own}, Gegner {other}",
    ", the talon is used up": ", der Talon ist aufgebraucht",
    ", {cards} on ": ", {cards} auf ",
    "{count} cards": "{count} Karten",
    "1 card": "1 Karte",
    ", closed by you": ", von dir zugedreht",
    ", closed by the opponent": ", vom Gegner zugedreht",
    "{points} points in {tricks}": "{points} Augen in {tricks}",
    ", {points} more with the next trick": ", {points} mehr mit dem nächsten Stich",
    "1 trick": "1 Stich",
    "{count} tricks": "{count} Stichen",
    "you marriage ": "du sagst {points} an: ",
    "opponent marriage ": "Gegner sagt {points} an: ",
    "you took ": "du tauschst {jack} gegen ",
    "opponent took ": "Gegner tauscht {jack} gegen ",
    " up": "",
    "you closed": "du drehst zu",
    "opponent closed": "Gegner dreht zu",
    "holds ": "hält ",
    "you close the talon": "Du drehst zu",
    ", left ": ", übrig ",
    " on ": " auf ",
    "yours: {score}": "Für dich: {score}",
    "result: you win {points}": "Ergebnis: du gewinnst {points}",
    "result: the opponent wins {points}": "Ergebnis: dein Gegner gewinnt {points}",
    "1 game point": "1 Punkt",
    "{count} game points": "{count} Punkte",
    "; match: you {own}, opponent {other}": "; im Bummerl du {own}, Gegner {other}",
    ", and the match {own}:{other}": " und damit {own}:{other}; das Bummerl bekommt der Verlierer",
    # questions and answers
    "{text} is not a legal move; expected {numbers}{names}": "{text} geht hier nicht; möglich: {numbers}{names}",
    "scores: {scores}; yours: {own}": "Punkte: {scores}; deine: {own}",
    "your move ({numbers}its name)": "Dein Zug ({numbers}sein Name)",
    "1 to {count}, or ": "1 bis {count} oder ",
    "type a move as shown, ? for the table, hint for advice, {undo}q to leave": "Tippe einen Zug, wie er dasteht; ? zeigt den Tisch, tipp gibt einen Rat, {undo}q beendet",
    "undo to take back, ": "zurück nimmt zurück, ",
    "thinking": "denkt nach",
    "at a table of a server nothing can be taken back": "An einem Tisch eines Servers lässt sich nichts zurücknehmen",
    "there is nothing of yours to take back": "Du hast noch nichts, was du zurücknehmen könntest",
    "{what}: that cannot be taken back. Sure (y/n)? ": "{what}: Das lässt sich nicht zurücknehmen. Sicher (j/n)? ",
    "this game has no hints": "Zu diesem Spiel gibt es keine Tipps",
    # records of the deals
    "kept: {file}": "Gespeichert: {file}",
    "enter for the next {unit}, ": "Eingabetaste: nächstes {unit}, ",
    "r to review this one, {leave}> ": "r: Rückblick, {leave}> ",
    "q to leave": "q: beenden",
    "enter to leave": "Eingabetaste: beenden",
    "{text}: expected r, {next}or {leave}": "{text}: erwartet r, {next}oder {leave}",
    "{text}: expected {next}or {leave}": "{text}: erwartet {next}oder {leave}",
    "deal": "Spiel",
    "deals": "Spielen",
    "matches": "Bummerln",
    "you have {total} after {count} {units}{corrected}": "Du hast {total} nach {count} {units}{corrected}",
    ", {count} taken back": ", {count} zurückgenommen",
    "goodbye": "Auf Wiedersehen",
    # tables of servers
    "waiting for the others": "Warten auf die anderen",
    "ended before it was played out; scores: {scores}": "vorzeitig beendet; Punkte: {scores}",
    "the table is closed": "Der Tisch ist geschlossen",
    "you have left the table": "Du hast den Tisch verlassen",
    "the server does not answer ({why}); trying again until it does; ctrl-c ends": "Der Server antwortet nicht ({why}); neue Versuche, bis er antwortet; Strg-C beendet",
    "invite others with the code {code}": "Lade andere mit dem Code {code} ein",
    "your time is over: {move} was played for you": "Deine Zeit ist um: {move} wurde für dich gespielt",
    "you deal, and sit out this deal": "Du gibst und setzt dieses Spiel aus",
    "in the list: {scores}": "In der Liste: {scores}",
    "a Bock round begins: the values of the next {count} deals count double": (
        "Eine Bockrunde beginnt: Die Werte der nächsten {count} Spiele zählen doppelt"
    ),
    "seat {number}": "Platz {number}",
    "{name} has sat down": "{name} hat sich gesetzt",
    "an agent plays on for {name}": "Für {name} spielt ein Agent weiter",
    "{name} is back": "{name} ist wieder da",
    "{name} has left the table": "{name} hat den Tisch verlassen",
    "{name} was removed from the table": "{name} wurde vom Tisch entfernt",
    "{name} is free again": "{name} ist wieder frei",
    "{name} has lost the connection": "{name} ist nicht mehr verbunden",
    "{name} wants an agent to play on": "{name} möchte einen Agenten weiterspielen lassen",
    "Let an agent play on for {names} (y), or end the table (n)? ": "Einen Agenten für {names} weiterspielen lassen (j) oder den Tisch beenden (n)? ",
    "Hello!": "Hallo!",
    "Well played!": "Gut gespielt!",
    "Thanks!": "Danke!",
    "Bad luck!": "Pech gehabt!",
    "One moment, please.": "Einen Moment, bitte.",
    "Goodbye!": "Tschüss!",
    "the table is over": "Der Tisch ist beendet",
    "table {table}, seat {seat}": "Tisch {table}, Platz {seat}",
    # reviews
    "card": "Karte",
    "player": "Spieler",
    "hint": "Tipp",
    "grade": "Urteil",
    "blunder": "grober Fehler",
    "mistake": "Fehler",
    "inaccuracy": "Ungenauigkeit",
    "not finished": "nicht beendet",
    ", play stopped after {count} cards": ", abgebrochen nach {count} Karten",
    "overbid: nothing helps": "überreizt: in jedem Fall verloren",
    "all tricks": "alle Stiche",
    "no trick": "kein Stich",
    "trick {number}": "Stich {number}",
    " for the bid": " wegen des Reizwerts",
    "the soloist needs {way}{reason}": "nötig für den Alleinspieler: {way}{reason}",
    "{points} wins": "{points} gewonnen",
    "{points} loses": "{points} verloren",
    "the trick the soloist must take": "der Stich, den der Alleinspieler nehmen muss",
    "the soloist's points": "die Augen des Alleinspielers",
    "open hands: {end} by best play of all after this card;": "offene Karten: {end}, wenn danach alle bestmöglich spielen;",
    "lost: points that this cost there, and the better cards": "verloren: Augen, die das dort kostet, und die besseren Karten",
    "{sign} turned the game with open hands; * plays alone": "{sign} kippt das Spiel bei offenen Karten; * spielt allein",
    "hint: {agent},": "Tipp: {agent},",
    "its card and the chance to win by it, in brackets by the card played": "seine Karte und ihre Gewinnchance, in Klammern die der gespielten Karte",
    "grade: by the hint, what the card gave up, in parts of what winning the game is worth": "Urteil: was die Karte gegenüber dem Tipp vergab, als Anteil dessen, was der Gewinn wert ist",
    ", soloist has {points}": ", Alleinspieler hat {points}",
    "Could the soloist have won?": "Hätte der Alleinspieler gewinnen können?",
    "Could the defenders have won?": "Hätten die Gegenspieler gewinnen können?",
    "; the soloist gets {points}": "; der Alleinspieler macht {points} Augen",
    "Not against best play, from the first card on{ending}. Best play of all:": "Von der ersten Karte an nicht, wenn alle bestmöglich spielen{ending}. Das beste Spiel aller:",
    "Yes, even when play stopped{ending}:": "Ja, auch noch beim Abbruch{ending}:",
    "Yes, from trick {number} on with another card than {card}{ending}:": "Ja, ab Stich {number} mit einer anderen Karte als {card}{ending}:",
    "deal {number} at {own}:{other}, ": "Spiel {number} beim Stand {own}:{other}, ",
    "{count} game point": "{count} Punkt",
    "won by player {player}, {points}": "gewonnen von Spieler {player}, {points}",
    "with open hands ": "bei offenen Karten: ",
    "player {player} gave away {cost}": "Spieler {player} vergab {cost}",
    "{sign} gave the deal away; open hands: game points by best play, + for player {first}, - for player {second}; lost: there, and the better moves": "{sign} verschenkte das Spiel; offene Karten: Punkte, wenn beide bestmöglich spielen, + für Spieler {first}, - für Spieler {second}; verloren: dort, und die besseren Züge",
    "hint: {agent}, its move": "Tipp: {agent}, sein Zug",
    " and what it expects of it, in brackets what of the move played": " und was er davon erwartet, in Klammern was vom gespielten Zug",
    "expected: game points for player {player}": "erwartet: Punkte für Spieler {player}",
    "expected: the chance of player {player} to win the match": "erwartet: die Chance von Spieler {player} auf das Bummerl",
    "grade: by the hint, what the move gave up, in parts of what winning the deal is worth": "Urteil: was der Zug gegenüber dem Tipp vergab, als Anteil dessen, was der Gewinn des Spiels wert ist",
    # hints
    "move": "Zug",
    "score": "Wert",
    "wins": "Gewinn",
    "soloist wins": "Alleinspieler gewinnt",
    "visits": "Besuche",
    "best after": "bestes Spiel bei",
    "with open cards": "mit offenen Karten",
    "wins with open cards": "Gewinn mit offenen Karten",
    "taken": "gestochen",
    "taken: card points of forehand, middlehand and rearhand after this card": "gestochen: Augen von Vorhand, Mittelhand und Hinterhand nach dieser Karte",
    "its card and the expected score less the mean of the others, in brackets by the card played": "seine Karte und die erwarteten Punkte weniger das Mittel der anderen, in Klammern mit der gespielten Karte",
    "lost: points that a mistake cost against the hint; grade: in parts of the stake": "verloren: was ein Fehler gegenüber dem Tipp an Punkten kostet; Urteil: als Anteil des Einsatzes",
    "points lost by mistakes: {costs}": "Durch Fehler verlorene Punkte: {costs}",
    "open hands": "offene Karten",
    "played out": "ausgespielt",
    "soloist's points": "Augen des Alleinspielers",
    "tie played out": "Gleichstand ausgespielt",
    "share": "Anteil",
    "visit share": "Anteil der Besuche",
    "presumed": "vermutet",
    "won in every world": "bei jeder Verteilung gewonnen",
    "known": "bekannt",
    "worth now": "Wert jetzt",
    "worth after": "Wert danach",
    "gain known": "Gewinn bekannt",
    "the same against one who makes none": "dasselbe gegen einen, der keine macht",
    "the same against one who knows none of your cards": "dasselbe gegen einen, der keine deiner Karten kennt",
    "game points if nobody errs": "Punkte, wenn niemand einen Fehler macht",
    "how likely the opponent errs": "wie wahrscheinlich der Gegner einen Fehler macht",
    "the game points that this gains at least": "Punkte, die das mindestens bringt",
    "the share of your cards that the opponent knows": "Anteil deiner Karten, den der Gegner kennt",
    "the chance to win the match if nobody errs": "Chance auf das Bummerl, wenn niemand einen Fehler macht",
    "the chance to win the match after an error": "Chance auf das Bummerl nach einem Fehler",
    "where p and a were found out": "wo p und a berechnet wurden",
    "the chance to win the match": "die Chance auf das Bummerl",
    "game points": "Punkte",
    "score: {unit} to expect against an opponent who may err, not seeing your cards": "Wert: {unit} gegen einen Gegner, der Fehler machen kann und deine Karten nicht sieht",
    "game points: those won, less those lost": "Punkte: gewonnene abzüglich verlorener",
    "presumed: against an opponent who may err, not seeing your cards": "vermutet: gegen einen Gegner, der Fehler machen kann und deine Karten nicht sieht",
    "played out: where both play on by a policy. The score is a mean of these two": "ausgespielt: beide spielen nach einer gelernten Strategie weiter. Der Wert ist ein Mittel aus beiden",
    "score: the share of the visits of tree searches": "Wert: Anteil der Besuche in den Suchbäumen",
    "{name} ({reason}, without figures)": "{name} ({reason}, ohne Zahlen)",
    "score: the Seeger-Fabian score expected, the soloist's less the mean of the defenders' (for a defender the other way round), the mean of open hands (all see all cards) and of worlds played out (each sees their own), ± standard error; soloist wins: played out": "Wert: erwartete Punkte nach Seeger-Fabian, des Alleinspielers abzüglich des Mittels der Gegenspieler (für diese umgekehrt); Mittel aus offenen Karten (alle sehen alles) und ausgespielten Verteilungen (jeder sieht sein Blatt), ± Standardfehler; Alleinspieler gewinnt: ausgespielt",
    "score: game points if all cards lay open, mean over the worlds ± standard error": "Wert: Punkte, wenn alle Karten offen lägen, Mittel über die Verteilungen ± Standardfehler",
    "score: what the search expects, in game points (in a match the chance to win it); wins: how often the deal is won; visits: how often it tried the move": "Wert: was die Suche erwartet, in Punkten (im Bummerl die Chance, es zu gewinnen); Gewinn: wie oft das Spiel gewonnen wird; Besuche: wie oft der Zug versucht wurde",
    "score: what the player expects, in game points (in a match the chance to win it), mean over the worlds ± standard error": "Wert: was der Spieler erwartet, in Punkten (im Bummerl die Chance, es zu gewinnen), Mittel über die Verteilungen ± Standardfehler",
}

# Sentences of hints, by kind.
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
    # Schieberamsch
    "pushes": "Schiebst du {first} und {second}, verlierst du in {share} der ausgelosten Verteilungen, mit {other} statt {second} in {than}.",
    "pushes points": "Schiebst du {first} und {second}, bringt das im Mittel {points} Punkte mehr als {other} statt {second}.",
    "pushes even": "Schiebst du {first} und {second}, verlierst du in {share} der ausgelosten Verteilungen; {other} statt {second} ist etwa gleich gut.",
    "pushes only": "Schiebst du {first} und {second}, verlierst du in {share} der ausgelosten Verteilungen.",
    # Ramsch
    "loses": "Du verlierst in {share} der ausgelosten Verteilungen, mit der nächstbesten Wahl in {than}.",
    "better off": "Bringt im Mittel {points} Punkte mehr als die nächstbeste Wahl.",
    "as good": "Die nächstbeste Wahl ist etwa gleich gut.",
    # offers, Kontra, Spitze
    "soloist wins": "Spielen alle nach Faustregeln, gewinnt der Alleinspieler in {share} der ausgelosten Verteilungen.",
    "gives up": "Der Alleinspieler gibt auf.",
    "rest": "Der Rest gehört in allen geprüften Verteilungen dem Alleinspieler.",
    "rest open": "Mit offenen Karten gehört der Rest nicht in jeder Verteilung dem Alleinspieler.",
    "last trick": "Spitze ist angesagt, und der letzte Stich ist noch offen.",
    "spitze": "Spitze bringt nach Probespielen im Mittel {points} Punkte.",
    "keeps for the end": "Behält {other} für den letzten Stich.",
    # Schnapsen
    "ends": "Damit ist das Spiel sofort gewonnen.",
    "exchanges": "Holt {card} für den niedrigsten Trumpf.",
    "announces": "Bringt {points} Augen für König und Dame.",
    "closes": "Zugedreht und mit offenen Karten gewinnst du in {share} der ausgelosten Verteilungen, mit {other} in {than}.",
    "announces early": "Bringt {points} Augen für König und Dame, sobald du einen Stich machst.",
    "keeps the marriage": "Behält {other}: König und Dame der Farbe bleiben zusammen.",
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
    # discards and declarations
    "game": "{game} gewinnt in {share} der Fälle und bringt im Mittel {points} Punkte; {hand}, das nächstbeste Spiel, gewinnt in {than} und bringt {fewer}.",
    "only game": "{game} gewinnt in {share} der Fälle und bringt im Mittel {points} Punkte.",
    "skat or hand": "Mit Skat {share} (meist {game}) und im Mittel {points} Punkte; {hand} {than} und {fewer}.",
    "with the skat": "Mit Skat {share} (meist {game}) und im Mittel {points} Punkte.",
}

# Parts of the titles, cells and captions of hints.
GERMAN_PHRASES = {
    # titles
    "tree": "Baumsuche",
    "rule": "Faustregel",
    "forced": "einziger Zug",
    "bidder": "Reizen",
    "playouts": "Ausspielen",
    "policy": "gelernt",
    "claim": "Beweis",
    "sure": "sicher",
    "iterations": "Durchläufe",
    "all": "alle",
    "of": "von",
    "worlds": "Verteilungen",
    "wins": "gewinnt",
    "for": "bei",
    # Kermit's contracts
    "of skats": "der Skats",
    # inferences
    "is with forehand": "hat Vorhand",
    "is with middlehand": "hat Mittelhand",
    "is with rearhand": "hat Hinterhand",
    "lies in the skat": "liegt im Skat",
    "by counting": "durch Zählen",
    "bid": "gereizt bis",
    "passed": "gepasst bei",
    "declared": "spielt",
    "has no": "hat kein",
    "did not trump": "stach nicht",
    "trumps": "Trumpf",
    "diamonds": "Karo",
    "hearts": "Herz",
    "spades": "Pik",
    "clubs": "Kreuz",
    "grand": "Grand",
    "null": "Null",
    "hand": "Hand",
}

_SUITS = {"D": "Karo", "H": "Herz", "S": "Pik", "C": "Kreuz"}
_ENGLISH = {"diamond": "D", "heart": "H", "spade": "S", "club": "C"}
_RANKS = {"J": "Bube", "Q": "Dame", "K": "König", "A": "Ass", "T": "10"}
MOVES = {
    "pass": "weg",
    "pick up": "Skat aufnehmen",
    "hold": "ja",
    "hand": "Hand spielen",
    "give up": "aufgeben",
    "lay open": "auflegen",
    "agree": "einverstanden",
    "play on": "weiterspielen",
    "kontra": "Kontra",
    "re": "Re",
    "no re": "kein Re",
    "push unseen": "weiterschieben",
    "pushes": "schiebt",
    "lays away": "drückt",
    "exchange": "Buben tauschen",
    "close": "zudrehen",
}
_WORDS = {
    **{f"{suit}s": _SUITS[letter] for suit, letter in _ENGLISH.items()},
    "grand": "Grand",
    "null": "Null",
    "ramsch": "Ramsch",
    "spitze": "Spitze",
    "hand": "Hand",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
    "announced": "angesagt",
    "ouvert": "ouvert",
}


def use_language(name: str) -> None:
    """Choose the language of all later texts; raise OptionError if there is none of this name."""
    if name not in LANGUAGES:
        raise OptionError(f"--language {name}: expected one of {', '.join(LANGUAGES)}")
    _language.set(name)


def language_of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the messages in a locale: German, or English for all others."""
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "")
    return "de" if locale.lower().startswith("de") else "en"


def is_german() -> bool:
    """Return whether the screens are in German."""
    return _language.get() == "de"


def t(text: str, /, **values: object) -> str:
    """Return an English text in the language of the screens, with the values inserted."""
    return (GERMAN[text] if is_german() else text).format(**values)


def header(text: str) -> str:
    """Return the heading of a column; a heading without a German name stays English."""
    return GERMAN.get(text, text) if is_german() else text


def label(text: str) -> str:
    """Return a label at the left of a line, padded to the common width."""
    return f"{t(text):<{_WIDTHS[_language.get()]}}"


def move_said(name: str) -> str:
    """Return the name of a move, card or contract in the language of the screens."""
    if not is_german():
        return name
    if name in MOVES:
        return MOVES[name]
    if len(name) == 2 and name[0] in _SUITS and name[1] in "789TJQKA":
        return f"{_SUITS[name[0]]} {_RANKS.get(name[1], name[1])}"
    if name.startswith("marriage "):
        points = 40 if name.endswith("(trumps)") else 20
        return f"{points} ansagen ({_SUITS[name[9]]})"
    whole = " ".join(_WORDS.get(word, word) for word in name.split())
    return re.sub(" (Schneider|Schwarz) angesagt", r", \1 angesagt", whole)
