"""What is raised."""


class InvalidSignature(Exception):
    """The signature is not that of the key for the message."""


class InvalidTag(Exception):
    """The box was not made with this key, nonce and associated data."""


class InternalError(Exception):
    """Never raised here."""


class UnsupportedAlgorithm(Exception):
    """The form of a key is none of those that owm_net writes."""
