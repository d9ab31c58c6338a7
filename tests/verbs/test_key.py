"""`owm-net key`: how the key is kept, and that it stays the same."""

from __future__ import annotations

from pathlib import Path

from tests.verbs.command import owm_net


def test_the_key_is_encrypted_and_stays_the_same(tmp_path: Path) -> None:
    first = owm_net("key", home=tmp_path)
    assert first.returncode == 0, first.stderr
    words = first.stdout.splitlines()[0]
    assert words.startswith("your key: ") and words.count("-") == 5
    assert "it is not encrypted" in first.stdout
    assert "to encrypt it:" in first.stdout and "key --passphrase" in first.stdout
    done = owm_net("key", "--passphrase", home=tmp_path, OWM_PASSPHRASE="a b c")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == words and "encrypted with a passphrase" in done.stdout
    shown = owm_net("key", home=tmp_path)
    assert shown.stdout == done.stdout, "to show it asks for nothing"
    refused = owm_net("key", "--plain", home=tmp_path)
    assert refused.returncode == 3
    assert refused.stderr.strip().endswith("type it in a terminal, or set OWM_PASSPHRASE")
    wrong = owm_net("key", "--plain", home=tmp_path, OWM_PASSPHRASE="x")
    assert wrong.returncode == 3 and "the passphrase is wrong" in wrong.stderr
    plain = owm_net("key", "--plain", home=tmp_path, OWM_PASSPHRASE="a b c")
    assert plain.returncode == 0 and plain.stdout == first.stdout
    both = owm_net("key", "--plain", "--keyring", home=tmp_path)
    assert both.returncode == 2
