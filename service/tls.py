"""TLS certificates, addresses, and the addresses at which plain text is permitted."""

import datetime
import ipaddress
import socket
import time
from dataclasses import dataclass
from pathlib import Path

import grpc
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from vorhand.native.errors import InputError

_DAYS = 30
_AGAIN_S = 0.1
LARGEST_PORT = 65535


class TlsError(InputError):
    """Certificates that do not match, or plain text where it is not permitted."""


class AddressError(InputError):
    """An invalid address."""


@dataclass(frozen=True)
class Certificate:
    """A key and its certificate, both as PEM.

    Attributes:
      key: the private key.
      chain: the certificate, with its chain of issuers.
    """

    key: bytes
    chain: bytes

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as hexadecimal pairs."""
        certificate = x509.load_pem_x509_certificate(self.chain)
        return certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def credentials(self, client_roots: bytes | None = None) -> grpc.ServerCredentials:
        """Return server credentials; with `client_roots` (PEM), clients need a certificate."""
        return grpc.ssl_server_credentials(
            [(self.key, self.chain)],
            root_certificates=client_roots,
            require_client_auth=client_roots is not None,
        )


def read(key: Path, chain: Path) -> Certificate:
    """Read a certificate from files.

    Raises:
      TlsError: the files are no key and certificate, or do not match.
      OSError: a file cannot be read.
    """
    certificate = Certificate(key.read_bytes(), chain.read_bytes())
    try:
        public = x509.load_pem_x509_certificate(certificate.chain).public_key()
        private = serialization.load_pem_private_key(certificate.key, None)
    except (ValueError, TypeError) as error:
        raise TlsError(f"{key}, {chain}: expected a key and a certificate as PEM") from error
    if private.public_key() != public:
        raise TlsError(f"{key}, {chain}: the key is not that of the certificate")
    return certificate


def channel_credentials(
    roots: Path | None, certificate: Path | None, key: Path | None
) -> grpc.ChannelCredentials:
    """Return channel credentials for a client.

    Args:
      roots: PEM file with the root certificates for servers; None: the system's.
      certificate: PEM file with the client's certificate, for mutual TLS.
      key: PEM file with the key of that certificate.

    Raises:
      TlsError: the files are no certificates, or do not match.
      OSError: a file cannot be read.
    """
    if (certificate is None) != (key is None):
        raise TlsError("certificate, key: expected both or none")
    own_key = own_chain = trusted = None
    if certificate is not None and key is not None:
        own = read(key, certificate)
        own_key, own_chain = own.key, own.chain
    if roots is not None:
        trusted = roots.read_bytes()
        try:
            x509.load_pem_x509_certificates(trusted)
        except ValueError as error:
            raise TlsError(f"{roots}: expected certificates as PEM") from error
    return grpc.ssl_channel_credentials(trusted, own_key, own_chain)


def self_signed(hosts: list[str]) -> Certificate:
    """Create a certificate for development, valid for 30 days for these hosts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "vorhand")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5))
        .not_valid_after(now + datetime.timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName(list(map(_host, hosts))), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Certificate(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        certificate.public_bytes(serialization.Encoding.PEM),
    )


def check_address(address: str) -> None:
    """Raise AddressError if an address is not host and port, as in ``127.0.0.1:50051``."""
    host, _, port = address.rpartition(":")
    # gRPC would interpret 70000 as 4464.
    if not host or not (port.isdecimal() and int(port) <= LARGEST_PORT):
        text = f"expected host:port, the port from 0 to {LARGEST_PORT}"
        raise AddressError(f"address {address}: {text}")


def check_plaintext(address: str, allowed: bool) -> None:
    """Check that plain text is permitted at an address.

    Raises:
      AddressError: the address is invalid.
      TlsError: plain text would leave this machine without permission.
    """
    check_address(address)
    if not allowed and not is_loopback(address):
        raise TlsError(
            f"address {address}: expected TLS, or 127.0.0.1, or plain text to be allowed"
        )


def same_address(one: str, other: str) -> bool:
    """Return whether two addresses have the same host and port, in any notation.

    Host names are not resolved: a name equals only itself.
    """
    return _written_alike(one) == _written_alike(other)


def listens(address: str, seconds: float = 2.0) -> bool:
    """Return whether something listens at an address; wait for a program that is just starting.

    Args:
      address: host and port.
      seconds: the time to wait.
    """
    host, _, port = address.rpartition(":")
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            socket.create_connection((host.strip("[]"), int(port)), left).close()
        except OSError:
            time.sleep(min(_AGAIN_S, left))
        else:
            return True
    return False


def is_loopback(address: str) -> bool:
    """Return whether an address (host and port) can be reached from this machine alone."""
    host = host_of(address)
    found = _ip_address(host)
    return host == "localhost" or (found is not None and found.is_loopback)


def host_of(address: str) -> str:
    """Return the host of an address, without brackets."""
    return address.rpartition(":")[0].strip("[]")


def _written_alike(address: str) -> tuple[str, int]:
    check_address(address)
    host, port = host_of(address).lower().removesuffix("."), int(address.rpartition(":")[2])
    return str(_ip_address(host) or host), port


def _ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that a host represents; IPv4 mapped into IPv6 counts as IPv4."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
