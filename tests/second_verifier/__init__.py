"""A second verifier of whole logs, written from docs/deck.md and docs/wire.md alone.

    python -m tests.second_verifier LOG [REQUESTS.json]

It must reach the same verdict as `owm-net verify` on every vector and every log. Slow and naive on
purpose: plain Python integers, no libsodium, no OpenSSL.

What it shares with the first verifier, and what not:

- nothing of `owm_net.protocol`, `owm_net.session` or anything above them: not the curve, the
  proofs, the ciphers, the layout of entries and logs, the chain, who is to blame, nor which steps
  answer a request;
- `hashlib` and `hmac` for SHA-256, SHA-512 and HMAC;
- `owm_net.engine` and `owm_net.games`, for the rules: which request comes next, which state digest
  it leaves, whether an answer is allowed, and how an answer's bytes are read. Only the rules of a
  game can know that. They are asked through `rules.py` alone. With a requests file in their place
  (`listed.py`) nothing of owm_net is loaded, and the verdict says so: PROOFS_HOLD.

A test reads the imports of every file here and keeps it so. Where this could not be written from
the two pages, the pages were wrong, and were changed.

| file | of |
|---|---|
| `curve.py` | deck.md, Algorithms 1 and 2 |
| `proofs.py`, `redeal.py` | deck.md, Algorithms 3 to 17, 22, 24, 25 |
| `cipher.py` | RFC 8439, RFC 5869, RFC 8032 |
| `layout.py` | wire.md, "Values", "Entries", "The chain of steps", "The log" |
| `course.py`, `redealing.py` | wire.md, "Kinds", "Requests"; deck.md, Algorithms 18 to 20, 26 |
| `verify.py` | wire.md, "Blame", "Going on without a seat", and the verdict |
| `steps.py` | what a verifier asks of the rules |
| `rules.py` | the engine's answers |
| `listed.py` | those of a requests file: wire.md, "The requests file" |
"""
