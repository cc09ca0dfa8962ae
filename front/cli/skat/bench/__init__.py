"""``vorhand bench`` for Skat, one module a benchmark."""
