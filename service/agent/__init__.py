"""Remote agents: the server that offers an agent, and the client that dials it."""
