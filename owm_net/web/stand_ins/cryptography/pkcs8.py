"""The one form of a private key: PKCS #8 of Ed25519 (RFC 8410) in PEM."""

HEAD = bytes.fromhex("302e020100300506032b657004220420")
"""Up to the 32 bytes of the key."""
BEGIN, END = b"-----BEGIN PRIVATE KEY-----", b"-----END PRIVATE KEY-----"
