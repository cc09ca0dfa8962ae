"""Wrong options of a server are reported in a line that names them."""

import json
import socket
import subprocess
import sys
from pathlib import Path

from vorhand.service.tls import check_plaintext, self_signed
from vorhand.tests.limits import HANGING_S

ANYWHERE = "127.0.0.1:0"
# Run all commands in one process, since most time is spent in starting; return exit codes.
RUN = """
import functools, json, sys, typer
from vorhand.cli import main
typer.main.get_command = functools.cache(typer.main.get_command)
for line in sys.stdin:
    sys.argv = ["vorhand", *json.loads(line)]
    try:
        main()
    except SystemExit as exit:
        print(exit.code)
"""


def told(commands: list[list[str]]) -> list[str]:
    """Return the error output of a command that fails."""
    lines = "".join(json.dumps(command) + "\n" for command in commands)
    run = [sys.executable, "-c", RUN]
    done = subprocess.run(
        run, input=lines, capture_output=True, text=True, timeout=HANGING_S, check=True
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.split() == ["2"] * len(commands)
    # gRPC prints its own message where a port is in use.
    return [line for line in done.stderr.splitlines() if line.startswith("vorhand: ")]


def test_what_cannot_be_served_is_named(tmp_path: Path) -> None:
    journal, nothing = str(tmp_path / "tables.db"), str(tmp_path / "nowhere" / "at all" / "file")
    text, key = tmp_path / "text", tmp_path / "key"
    text.write_text("no database, and no certificate either: " * 100)
    key.write_bytes(self_signed(["127.0.0.1"]).key)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        cases: dict[str, list[str]] = {
            f"JournalError: journal sqlite:///{nothing}: unable to open": ["--journal", nothing],
            f"JournalError: journal sqlite:///{tmp_path}: unable to": ["--journal", str(tmp_path)],
            f"JournalError: journal sqlite:///{text}: file is not": ["--journal", str(text)],
            "JournalError: journal postgresql+psycopg://me:***@127.0.0.1:1/none: connection": [
                *("--journal", "postgresql+psycopg://me:secret@127.0.0.1:1/none"),
            ],
            "JournalError: journal nonsense://x: Can't load": ["--journal", "nonsense://x"],
            f"OSError: address 127.0.0.1:{port}: cannot be": ["--listen", f"127.0.0.1:{port}"],
            f"OSError: metrics at 127.0.0.1:{port}: Address already": ["--metrics", port],
            "AddressError: address 127.0.0.1:70000: expected": ["--listen", "127.0.0.1:70000"],
            "AddressError: address here: expected host:port": ["--listen", "here"],
            "TlsError: address 0.0.0.0:0: expected TLS": ["--listen", "0.0.0.0:0"],
            f"TlsError: {text}, {text}: expected a key and a certificate as PEM": [
                *("--tls-key", str(text), "--tls-certificate", str(text)),
            ],
            "TlsError: --tls-key, --tls-certificate: expected both": ["--tls-key", str(key)],
            f"FileNotFoundError: {nothing}: No such file or directory": [
                *("--port-file", nothing),
            ],
        }
        of_agents = [
            ("UnknownError: unknown agent 'nobody'", ["nobody"]),
            ("TlsError: address 0.0.0.0:0: expected TLS", ["rule", "--listen", "0.0.0.0:0"]),
            ("AddressError: address 127.0.0.1: exp", ["rule", "--listen", "127.0.0.1"]),
        ]
        common = ["serve", "--journal", journal, "--listen", ANYWHERE]
        commands = [[*common, *options] for options in cases.values()]
        said = told([*commands, *(["serve-agent", *options] for _, options in of_agents)])
    for start, line in zip([*cases, *(start for start, _ in of_agents)], said, strict=True):
        assert line.startswith(f"vorhand: {start}")
        assert "secret" not in line


def test_plain_text_leaves_this_machine_where_it_is_allowed_only() -> None:
    for address in ("127.0.0.1:1", "localhost:1", "[::1]:1", "127.8.8.8:1"):
        check_plaintext(address, allowed=False)
    check_plaintext("0.0.0.0:1", allowed=True)
