"""Private notes at rest: sealed, ordered, torn ends dropped, nothing shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from owm_net.files.home import CannotWrite
from owm_net.files.private import LENGTH_BYTES, CannotOpen, PrivateFile, private_path
from owm_net.files.secret import NONCE_BYTES

NOTES = [b"keys: " + bytes(96), b"", b"a choice", b"x" * 5000]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("passphrase", ["", "correct horse"])
def test_notes_come_back_in_order(home: Path, passphrase: str) -> None:
    path = private_path(home / "m.owmlog")
    file = PrivateFile.create(path, passphrase)
    file.append(NOTES[:2])
    file.append(NOTES[2:])
    again, notes = PrivateFile.open(path, passphrase)
    assert notes == NOTES
    again.append([b"later"])
    assert PrivateFile.open(path, passphrase)[1] == [*NOTES, b"later"]


def test_nothing_of_a_note_can_be_read_in_the_file_or_in_repr(home: Path) -> None:
    path = home / "m.private"
    file = PrivateFile.create(path)
    file.append([b"the secret of secrets"])
    assert b"secret" not in path.read_bytes() and "secret" not in repr(file)
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_no_two_notes_have_the_same_nonce_though_the_random_numbers_repeat(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two notes sealed by one nonce and one key, as after a restored snapshot, give each other
    away."""
    path = home / "m.private"
    PrivateFile.create(path).append(NOTES[:1])
    before = path.read_bytes()
    monkeypatch.setattr(os, "urandom", bytes)
    nonces = set()
    for notes in ([b"then"], [b"now!"], [b"then", b"then"]):
        path.write_bytes(before)
        PrivateFile.open(path)[0].append(notes)
        for at in range(len(before), path.stat().st_size, LENGTH_BYTES + NONCE_BYTES + 4 + 16):
            nonces.add(path.read_bytes()[at + LENGTH_BYTES :][:NONCE_BYTES])
    assert len(nonces) == 3


def test_every_torn_end_loses_at_most_the_last_note(home: Path) -> None:
    path = home / "m.private"
    file = PrivateFile.create(path)
    file.append(NOTES[:2])
    before = path.read_bytes()
    file.append([b"last"])
    whole = path.read_bytes()
    for cut in range(len(before), len(whole)):
        path.write_bytes(whole[:cut])
        again, notes = PrivateFile.open(path)
        assert notes == NOTES[:2]
        assert path.read_bytes() == whole[:cut], "to look at a match must not change it"
        again.append([b"other"])
        assert PrivateFile.open(path)[1] == [*NOTES[:2], b"other"]
        path.write_bytes(before)


@pytest.mark.parametrize("zeros", [1, 7, 8, 9, 4096])
def test_zeros_behind_the_last_note_are_what_a_power_cut_leaves(home: Path, zeros: int) -> None:
    """A file that was made longer and not yet written: nothing of ours is lost by it."""
    path = home / "m.private"
    PrivateFile.create(path).append(NOTES)
    before = path.read_bytes()
    path.write_bytes(before + bytes(zeros))
    again, notes = PrivateFile.open(path)
    assert notes == NOTES
    again.append([b"other"])
    assert PrivateFile.open(path)[1] == [*NOTES, b"other"]


def test_every_changed_byte_is_noticed(home: Path) -> None:
    path = home / "m.private"
    PrivateFile.create(path).append([b"one", b"two"])
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            notes = PrivateFile.open(path)[1]
        except CannotOpen as e:
            assert "\n" not in str(e)
        else:
            raise AssertionError(f"byte {at} was changed, and {notes} were read")


def test_notes_cannot_be_swapped(home: Path) -> None:
    path = home / "m.private"
    PrivateFile.create(path).append([b"one", b"two"])
    data = path.read_bytes()
    note = 8 + 12 + 3 + 16
    path.write_bytes(data[: -2 * note] + data[-note:] + data[-2 * note : -note])
    with pytest.raises(CannotOpen):
        PrivateFile.open(path)


def test_a_wrong_passphrase_and_a_lost_key_say_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed = home / "p.private"
    PrivateFile.create(sealed, "right").append([b"note"])
    with pytest.raises(CannotOpen, match="passphrase is wrong"):
        PrivateFile.open(sealed, "wrong")
    with pytest.raises(CannotOpen, match="sealed with a passphrase"):
        PrivateFile.open(sealed)
    keyed = home / "k.private"
    PrivateFile.create(keyed).append([b"note"])
    monkeypatch.setenv("OWM_HOME", str(home / "elsewhere"))
    with pytest.raises(CannotOpen, match="another key file"):
        PrivateFile.open(keyed)


def test_a_passphrase_is_the_same_however_a_keyboard_puts_the_accent(home: Path) -> None:
    path = home / "m.private"
    PrivateFile.create(path, "cafe\u0301").append([b"note"])
    assert PrivateFile.open(path, "caf\u00e9")[1] == [b"note"]


@pytest.mark.skipif(os.name != "posix", reason="there is no limit for files")
def test_a_disk_that_takes_only_a_part_of_a_note_is_not_taken_for_one_that_took_all(
    home: Path,
) -> None:
    resource = pytest.importorskip("resource")
    path = home / "m.private"
    file = PrivateFile.create(path)
    file.append(NOTES)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, hard))
    try:
        with pytest.raises(CannotWrite, match="cannot write"):
            file.append([b"a note that is longer than ten bytes"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    again, notes = PrivateFile.open(path)
    assert notes == NOTES
    again.append([b"other"])
    assert PrivateFile.open(path)[1] == [*NOTES, b"other"]


def test_what_is_no_private_file(home: Path) -> None:
    path = home / "x"
    path.write_bytes(b"hello")
    with pytest.raises(CannotOpen, match="no private file"):
        PrivateFile.open(path)
    with pytest.raises(CannotWrite):
        PrivateFile.create(path)


@pytest.mark.parametrize("passphrase", ["", "correct horse"])
def test_a_file_that_ends_within_its_head_cannot_be_opened(home: Path, passphrase: str) -> None:
    """Found by the fuzzer: with half a salt it opened, and could not be gone on with."""
    path = home / "m.private"
    PrivateFile.create(path, passphrase)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(CannotOpen):
            PrivateFile.open(path, passphrase)
