"""Small games for the theory of card play."""
