"""Work spread over processes or a cluster, and which code did it."""
