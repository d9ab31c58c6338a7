"""Names of hash functions."""


class HashAlgorithm:
    """name: in hashlib."""

    name = ""


class SHA256(HashAlgorithm):
    """SHA-256."""

    name = "sha256"


class SHA512(HashAlgorithm):
    """SHA-512."""

    name = "sha512"
