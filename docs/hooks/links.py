"""Links of the pages to files beside `docs/`: on the site they lead to the repository."""

import re
from typing import Any

_REPOSITORY = "https://github.com/vorhand/vorhand/blob/main/"


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Point links that leave docs/ to the repository."""
    outside = page.file.src_uri.count("/") + 1  # steps up that leave docs/
    return re.sub(rf"\]\((?:\.\./){{{outside},}}(?=[\w.])", f"]({_REPOSITORY}", markdown)


def on_post_page(output: str, **_: object) -> str:
    """Keep the theme from asking GitHub for the number of stars."""
    return output.replace(' data-md-component="source"', "")
