"""The table server and its clients."""
