"""The web page: a thin server beside the table server, and the files for the browser.

Only the table server keeps games. The page's server is a client of it, so a browser in a seat
receives exactly what any program in that seat would receive. The browser's code is in ``page/``
(TypeScript); its build output is in ``static/``.
"""
