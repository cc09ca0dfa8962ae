"""The page: a thin server beside the table server, and what a browser shows of it.

Games are kept by the table server alone: this layer is a client of it, so a seat's page learns
what any program in that seat would learn, and no more. The sources of what runs in the browser
are in ``page/`` (TypeScript), what is built from them is in ``static/``.
"""
