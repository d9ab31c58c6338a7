"""A machine whose random numbers repeat, as after a restored snapshot, keeps its secrets."""

from __future__ import annotations

import hashlib
from typing import Any

import attrs
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.protocol import shuffle
from owm_net.protocol.entries import EntryKind, decode_entry, split_record
from owm_net.session.match import Match
from owm_net.session.verify import Outcome
from tests.session.test_session_drops import Leavers


def break_chance(match: Match) -> None:
    """Make its random numbers the same bytes at every call from here on."""
    own = match.own
    assert own is not None
    seed = bytes([own.seat])
    match._basis.own = attrs.evolve(own, entropy=lambda n: hashlib.shake_256(seed).digest(n))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[shuffle.ShuffleSecrets]:
    """How the decks of a match were shuffled, by all seats in order."""
    seen: list[shuffle.ShuffleSecrets] = []
    plain = shuffle.shuffle

    def watched(*arguments: Any, **more: Any) -> shuffle.Shuffled:
        done = plain(*arguments, **more)
        seen.append(done.secrets)
        return done

    monkeypatch.setattr(shuffle, "shuffle", watched)
    return seen


def test_no_two_matches_have_the_same_keys_though_the_random_numbers_repeat(table: Any) -> None:
    """With the keys of a match that is over, and was opened, the other side reads the next one."""
    identities = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(2)]
    shown: list[bytes] = []
    for seed in (1, 2):  # the second match is after the restored snapshot; the friend's has none
        party = table.Party(2, "duel", seed=seed, identities=identities)
        break_chance(party.matches[0])
        party.run()
        assert party.verdict().verdict is Outcome.OK
        keys = party.matches[0]._basis.keys[0]
        shown += [keys.X, keys.Y, keys.E]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("mission", ["duel", "full-deck"])
def test_no_two_shuffles_are_alike_though_the_random_numbers_repeat(
    mission: str, table: Any, made: list[shuffle.ShuffleSecrets]
) -> None:
    """Two shuffles with one r_i give both orders away; with one pi, whoever learnt the first deck
    knows the second."""
    for seed in (1, 2):  # two matches, of which the second is after the restored snapshot
        party = table.Party(2, mission, seed=seed)
        for match in party.matches:
            break_chance(match)
        party.run()
        assert party.verdict().verdict is Outcome.OK
    assert len(made) >= 4
    long = [secrets.permutation for secrets in made if len(secrets.permutation) > 8]
    assert len(long) >= 4 and len(set(long)) == len(long)
    drawn = [r for secrets in made for r in secrets.randomness]
    assert len(set(drawn)) == len(drawn)


def test_no_hand_blinding_or_commitment_is_made_of_the_same_numbers(table: Any) -> None:
    """One z for two new decks links the cards of both; one r for two hands says which cards they
    share; one nonce, opened once, lets anybody try out the next secret choice."""
    seen: dict[EntryKind, list[bytes]] = {
        EntryKind.HAND: [],
        EntryKind.BLIND: [],
        EntryKind.OPEN: [],
    }
    for seed in (1, 2, 3):
        leavers = Leavers(table, 3, {2: 30}, seed=seed)
        for match in leavers.party.matches:
            break_chance(match)
        leavers.run()
        assert not leavers.party.blames
        for record in leavers.party.logs[0]:
            entry = decode_entry(split_record(record)[0])
            if entry.seat == 0 and entry.kind in seen:
                seen[entry.kind].append(entry.body[:32])
    for kind, first in seen.items():
        assert len(first) > 1 and len(set(first)) == len(first), kind
