"""The page: a thin server beside the table server, and what a browser shows of it.

The table server stays the one place where games are kept: this layer is a client of it, so that a
seat's page is told what any program in that seat would be told, and no more. The sources of what
runs in the browser stand in ``page/`` (TypeScript), what is built from them in ``static/``.
"""
