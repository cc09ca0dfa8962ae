"""Monte Carlo bidding, discarding and declaring by the open-hand solver."""
