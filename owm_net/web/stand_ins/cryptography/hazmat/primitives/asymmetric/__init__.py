"""The part of cryptography that owm_net calls, over libsodium and hashlib."""
