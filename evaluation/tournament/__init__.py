"""Round robins of agents over games: plan, play, ratings, and a page of results."""

from vorhand.evaluation.tournament.plan import Contest, Pairing, TournamentError, read
from vorhand.evaluation.tournament.play import Played, play
from vorhand.evaluation.tournament.ratings import Rating, ratings

__all__ = ["Contest", "Pairing", "Played", "Rating", "TournamentError", "play", "ratings", "read"]
