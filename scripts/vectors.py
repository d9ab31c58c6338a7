"""Test vectors for implementers in other languages: `python scripts/vectors.py [--record FILE]`.

Writes, always the same, docs/wire-example.md and all of tests/vectors/ but the four files that were
made once and stay as they are (deck_group, deck_transcript, deck_shuffle_4, deck_opening).
tests/vectors/README.md says what stands where.

--record FILE   only record that match into FILE ("-" for stdout): the same bytes on every Python
--check FILE    only verify FILE and say verdict, result and the digest of the last state as JSON
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
from pathlib import Path
from typing import Any

from vectors_channel import channel_vectors, watching_vectors
from vectors_common import FOLDER, write
from vectors_deck import choice_vectors, dice_vectors, key_vectors, sealed_vectors, sum_vectors
from vectors_example import example
from vectors_logs import OF_THREE, OF_TWO, log_vectors
from vectors_matches import (
    Base,
    asked_in,
    record_absent,
    record_match,
    record_stopped,
    record_taken_back,
    record_three,
)
from vectors_redeal import redeal_vectors
from vectors_stops import add_absences, add_stops
from vectors_values import value_vectors
from vectors_wire import record_vectors, step_vectors

from owm_net import games
from owm_net.engine import codec
from owm_net.session.asked import as_text
from owm_net.session.verify import verify

EXAMPLE = FOLDER.parent.parent / "docs" / "wire-example.md"
THREE = (7, 20)
"""Seed of the match of three, and the step from which on seat 2 falls silent: of those tried, the
one with a short log."""
STOPPED = 1
"""Seed of the match that its players end."""
ABSENT = 1
"""Seed of the match in which one is waited for no longer."""
REGRETS = 1
"""Seed of the match in which a decision is taken back."""

# ------------------------------------------------------------------ a whole match


def check_log(data: bytes) -> dict[str, Any]:
    """Return what must be found in a log, on every Python."""
    verdict = verify(data, games.get, processes=1)
    assert verdict.match is not None
    said = verdict.as_json()
    kept = ("verdict", "system", "mission", "result", "entries", "shuffles", "openings", "left")
    return {
        **{key: said[key] for key in kept},
        "state": codec.digest(verdict.match.state).hex(),
        "log": hashlib.sha256(data).hexdigest(),
    }


def write_match(name: str, log: bytes, seed: int) -> Base:
    """A recorded match: its log, what the rules asked in it, and what must be found in it."""
    (FOLDER / f"{name}.owmlog").write_bytes(log)
    print(f"tests/vectors/{name}.owmlog")
    match = asked_in(log)
    asked = match.write_requests()
    text = as_text(match.terms, match.match_id, asked)
    (FOLDER / f"{name}.requests.json").write_text(text, encoding="utf-8")
    print(f"tests/vectors/{name}.requests.json")
    comment = (
        f"What any verifier must find in {name}.owmlog; docs/wire.md, 'What the numbers of verify "
        "count'. state: digest of the last state; log: SHA-256 of the file; python: that recorded "
        "it."
    )
    found = {"comment": comment, "python": platform.python_version(), **check_log(log)}
    write(f"{name}.json", found)
    return Base(name, seed, log, asked)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--record", metavar="FILE", help="only record the match into FILE")
    parser.add_argument("--check", metavar="FILE", type=Path, help="only verify FILE")
    args = parser.parse_args()
    if args.check:
        print(json.dumps(check_log(args.check.read_bytes())))
        return 0
    log = record_match()
    if args.record:
        if args.record == "-":
            sys.stdout.buffer.write(log)
        else:
            Path(args.record).write_bytes(log)
        return 0
    two = write_match("match_skeleton", log, 1)
    three = write_match("match_three", record_three(*THREE), THREE[0])
    stopped = write_match("match_stopped", record_stopped(STOPPED), STOPPED)
    absent = write_match("match_absent", record_absent(ABSENT), ABSENT)
    write_match("match_taken_back", record_taken_back(REGRETS), REGRETS)
    for name, made in (
        ("deck_keys", key_vectors()),
        ("deck_sums", sum_vectors()),
        ("deck_dice", dice_vectors()),
        ("deck_choice", choice_vectors()),
        ("deck_sealed", sealed_vectors()),
        ("deck_redeal", redeal_vectors()),
        ("wire_values", value_vectors()),
        ("wire_record", record_vectors(two)),
        ("wire_steps", step_vectors(two)),
        (
            "wire_logs",
            log_vectors(
                (two, OF_TWO),
                (three, OF_THREE),
                (stopped, [add_stops]),
                (absent, [add_absences]),
            ),
        ),
        ("wire_channel", channel_vectors()),
        ("wire_watching", watching_vectors()),
    ):
        write(f"{name}.json", made)
    EXAMPLE.write_text(example(two), encoding="utf-8")
    print("docs/wire-example.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
