"""Work spread over processes or a cluster, and the version of the code that did it."""
