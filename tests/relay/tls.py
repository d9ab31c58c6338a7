"""TLS in front of a server that has none, with a certificate of an authority of our own: what
stunnel does, and as much as the relay sees of a Redis that speaks TLS itself."""

import datetime
import ssl
from contextlib import asynccontextmanager, suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

HERE = "127.0.0.1"


def certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """Files of an authority, and of a key with the certificate that it gives to a host."""
    now = datetime.datetime.now(datetime.UTC)
    authority, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    its_name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "an authority of tests")])

    def signed(name, key, extensions):
        builder = x509.CertificateBuilder().subject_name(name).issuer_name(its_name)
        builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(days=1))
        builder = builder.not_valid_after(now + datetime.timedelta(days=1))
        for extension, critical in extensions:
            builder = builder.add_extension(extension, critical)
        return builder.sign(authority, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    trusted, held = folder / "authority.pem", folder / "server.pem"
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    identity = x509.SubjectKeyIdentifier.from_public_key(authority.public_key())
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key())
    trusted.write_bytes(
        signed(
            its_name,
            authority,
            [(x509.BasicConstraints(True, None), True), (usage, True), (identity, False)],
        )
    )
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(host))])
    held.write_bytes(
        own.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + signed(x509.Name([]), own, [(names, True), (issuer, False)])
    )
    return trusted, held


@asynccontextmanager
async def tls_before(port: int, held: Path):
    """A port that takes TLS alone and leads to another port of this machine."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(held)

    async def attend(stream: trio.SocketStream) -> None:
        outside = trio.SSLStream(stream, context, server_side=True)
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async with outside, await trio.open_tcp_stream(HERE, port) as inside:
                await outside.do_handshake()
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(_copy, outside, inside, nursery)
                    nursery.start_soon(_copy, inside, outside, nursery)

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host=HERE))
        yield listener.socket.getsockname()[1]
        nursery.cancel_scope.cancel()


async def _copy(source, sink, nursery: trio.Nursery) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        async for data in source:
            await sink.send_all(data)
    nursery.cancel_scope.cancel()
