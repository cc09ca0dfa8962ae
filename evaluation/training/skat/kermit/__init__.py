"""The training games of Kermit's bidding."""
