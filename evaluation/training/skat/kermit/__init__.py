"""How Kermit's bidding learns: the games it is taught by."""
