"""Questions of our own."""
