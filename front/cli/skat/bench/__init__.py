"""``vorhand bench`` for Skat, one module per benchmark."""
