"""`python -m tests.cheats.gallery`: the table of docs/threats.md."""

from __future__ import annotations

from tests.cheats.gallery import rows

print("\n".join(rows()))
