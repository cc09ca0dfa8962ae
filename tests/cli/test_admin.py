"""`vorhand admin` at a server, and what it says where there is none."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.tests.service.helpers import process


@pytest.mark.extended
def test_a_server_is_run_from_outside(tmp_path: Path) -> None:
    admin_token = tmp_path / "admin-token"
    with process(tmp_path, "--admin-token-file", str(admin_token)) as running:
        assert admin_token.stat().st_mode & 0o777 == 0o600

        def admin(*words: str, fails: bool = False) -> str:
            where = ["--connect", running.address, "--token-file", str(admin_token)]
            done = CliRunner().invoke(app, ["admin", *where, *words])
            assert (done.exit_code != 0) == fails, done.exception
            return str(done.exception) if fails else done.output

        assert admin("status") == "server main: 0 tables, 0 deals being played, 0 streams\n"
        assert re.fullmatch(r"api_\S+\n", admin("token", "anna", "--for", "12h"))
        lines = admin("tokens").splitlines()
        assert [line.split()[1] for line in lines[1:]] == ["admin-token", "anna", "token"]
        assert "shut out; until: never" in admin("ban", "10.1.2.0/24", "--reason", "flooding")
        assert "flooding" in admin("bans")
        assert "may come in again" in admin("unban", "10.1.2.0/24")
        assert admin("revoke", "anna", "--account") == "1 tokens revoked\n"
        assert "drains: 0 deals are being played" in admin("drain", "--wait")
        assert "begins tables and deals again" in admin("drain", "--undo")
        assert "NOT_FOUND: table 'none'" in admin("close", "none", fails=True)
        assert "NOT_FOUND" in admin("kick", "none", "0", fails=True)
        assert "expected a number and m, h or d" in admin("ban", "x", "--for", "1w", fails=True)
