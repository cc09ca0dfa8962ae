"""``vorhand login`` and ``vorhand logout``: a person's account at a table server."""

import hmac
import time
import urllib.parse
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Annotated

import typer

from vorhand.cli import servers
from vorhand.cli.errors import OptionError
from vorhand.cli.servers import CertificateOption, ConnectOption

_PATIENCE_S = 300.0
_TokenFile = Annotated[Path, typer.Option(help="File that holds the API token.")]
_USUAL_FILE = Path("api-token")


def login(
    connect: ConnectOption = servers.ADDRESS,
    name: Annotated[
        str, typer.Option(help="Name of a new account; without it the one at the provider.")
    ] = "",
    token_file: _TokenFile = _USUAL_FILE,
    certificate: CertificateOption = None,
    browser: Annotated[bool, typer.Option(help="Open the address in a browser.")] = True,
) -> None:
    """Sign in at a table server through its identity provider, and write an API token to a file.

    Examples:
        vorhand login --connect tables.example.org:50051
    """
    from vorhand.v1 import accounts_pb2, accounts_pb2_grpc

    if not token_file.absolute().parent.is_dir():
        raise OptionError(f"--token-file {token_file}: there is no folder {token_file.parent}")
    with servers.connected(connect, None, certificate, secret=True) as connection, _Door() as door:
        stub = accounts_pb2_grpc.AccountServiceStub(connection.channel)
        begun = connection.call(
            stub.BeginSignIn, accounts_pb2.BeginSignInRequest(redirect_uri=door.address)
        )
        typer.echo(f"sign in here: {begun.authorization_uri}")
        if browser:
            webbrowser.open(begun.authorization_uri)
        code = door.code(begun.state)
        request = accounts_pb2.FinishSignInRequest(sign_in=begun.sign_in, code=code, name=name)
        made = connection.call(stub.FinishSignIn, request)
    token_file.unlink(missing_ok=True)
    servers.write_secret(token_file, made.api_token)
    ends = servers.moment(made.account.expires)
    typer.echo(f"you are {made.account.name}; the token in {token_file} is good until {ends}")


def logout(
    connect: ConnectOption = servers.ADDRESS,
    token_file: _TokenFile = _USUAL_FILE,
    certificate: CertificateOption = None,
) -> None:
    """Revoke the API token and delete its file.

    Examples:
        vorhand logout --connect tables.example.org:50051
    """
    from vorhand.v1 import accounts_pb2, accounts_pb2_grpc

    with servers.connected(connect, token_file, certificate) as connection:
        stub = accounts_pb2_grpc.AccountServiceStub(connection.channel)
        connection.call(stub.SignOut, accounts_pb2.SignOutRequest())
    token_file.unlink()
    typer.echo(f"signed out; {token_file} is deleted")


class _Door(HTTPServer):
    """The local web server to which the provider redirects the browser, for one sign-in."""

    timeout = 1.0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Visit)
        self.visits: list[dict[str, list[str]]] = []

    @property
    def address(self) -> str:
        """The redirect address."""
        return f"http://127.0.0.1:{self.server_port}/signed-in"

    def code(self, state: str) -> str:
        """Wait for the browser's request; return the authorization code in it.

        Raises:
          OptionError: the provider refused, or its answer has a field twice.
          TimeoutError: no browser came in time.
        """
        end = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end:
            self.handle_request()
            while self.visits:
                asked = self.visits.pop()
                brought = "".join(asked.get("state", []))
                if not hmac.compare_digest(brought.encode(), state.encode()):
                    continue  # the state belongs to another sign-in
                if any(len(values) > 1 for values in asked.values()):
                    raise OptionError("the provider's answer has a field twice; expected each once")
                if "error" in asked:
                    raise OptionError(f"the provider refused: {asked['error'][0][:200]}")
                if "code" in asked:
                    return asked["code"][0]
        raise TimeoutError(f"nobody signed in within {_PATIENCE_S:g} s")


class _Visit(BaseHTTPRequestHandler):
    server: _Door

    def do_GET(self) -> None:  # noqa: N802
        """Record the parameters of the browser's request, and answer with a short text."""
        parts = urllib.parse.urlsplit(self.path)
        here = parts.path == "/signed-in"
        if here:
            self.server.visits.append(urllib.parse.parse_qs(parts.query))
        text = b"You can close this page and go back to Vorhand." if here else b"Nothing is here."
        self.send_response(200 if here else 404)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Log nothing, because the address contains the code."""
