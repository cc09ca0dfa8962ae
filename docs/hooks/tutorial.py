"""The tutorial, which is a notebook, as a page of the site: executed while the site is built."""

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import nbclient
import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_NOTEBOOK, _PAGE = "tutorial.ipynb", "tutorial.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page to the files that MkDocs found."""
    book = nbformat.read(Path(config.docs_dir) / _NOTEBOOK, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        where = {"metadata": {"path": folder}}
        client = nbclient.NotebookClient(book, timeout=600, kernel_name="python3", resources=where)
        client.execute(stderr=subprocess.DEVNULL)  # the kernel warns about its own socket
    text = "\n\n".join(_markdown(cell) for cell in book.cells)
    text += f"\n\n[The notebook]({_NOTEBOOK}), to go on with.\n"
    files.append(File.generated(config, _PAGE, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Point links to the notebook to its page."""
    if page.file.src_uri == _PAGE:
        return markdown
    return markdown.replace(f"]({_NOTEBOOK})", f"]({_PAGE})")


def _markdown(cell: Any) -> str:
    if cell.cell_type != "code":
        return str(cell.source)
    shown = [f"```python\n{cell.source}\n```", *map(_output, cell.outputs)]
    return "\n\n".join(shown)


def _output(output: Any) -> str:
    """Return the output of a cell: a table or picture, or else its text."""
    data = output.get("data", {})
    if shown := data.get("text/html") or data.get("image/svg+xml"):
        # Markdown would end the HTML at an empty line.
        html = re.sub(r"\n[ \t]*(?=\n)", "\n&#32;", shown)
        return f'<div style="overflow-x: auto">\n{html}\n</div>'
    return f"```text\n{data.get('text/plain') or output.get('text', '')}\n```"
