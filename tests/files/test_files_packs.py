"""Packs from strangers: what is read of a folder or a zip, and that nothing else is touched."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from owm_net.files import packs
from owm_net.files.packs import (
    MOST_ENTRIES,
    MOST_FILES,
    MOST_OF_ALL,
    MOST_OF_ONE,
    BadPack,
    read_files,
)

GOOD = {"pack.toml": b'name = "x"\n', "missions/one.toml": b"number = 1\n"}


def folder(path: Path, files: dict[str, bytes] = GOOD) -> Path:
    for name, data in files.items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return path


def zipped(
    path: Path, files: dict[str, bytes] = GOOD, how: int = zipfile.ZIP_DEFLATED, before: str = ""
) -> Path:
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo()
            info.filename = before + name  # as it is: on Windows ZipInfo(name) has no backslash
            archive.writestr(info, data, how)
    return path


def refused(path: Path) -> list[str]:
    with pytest.raises(BadPack) as caught:
        read_files(path)
    assert all(line.isprintable() for line in caught.value.problems)
    return list(caught.value.problems)


def test_a_folder_and_a_zip_of_it_are_the_same(tmp_path: Path) -> None:
    assert read_files(folder(tmp_path / "f")) == GOOD
    assert read_files(zipped(tmp_path / "z.zip")) == GOOD
    assert read_files(zipped(tmp_path / "stored.zip", how=zipfile.ZIP_STORED)) == GOOD
    assert read_files(zipped(tmp_path / "in.zip", before="club-pack/")) == GOOD


def test_what_people_and_systems_put_beside_is_not_read(tmp_path: Path) -> None:
    names = (
        "README.md", ".DS_Store", "missions/.hidden", "LICENSE", "desktop.ini", "Thumbs.db",
        "missions/Desktop.ini", "missions/one.toml~", "~$pack.toml", "pack.toml.bak", "#pack.toml#",
    )  # fmt: skip
    beside = dict.fromkeys(names, b"x")
    assert read_files(folder(tmp_path / "f", {**GOOD, **beside})) == GOOD
    mac = {**GOOD, **beside, "Icon\r": b"x", "__MACOSX/missions/._one.toml": b"x"}
    assert read_files(zipped(tmp_path / "z.zip", mac)) == GOOD


@pytest.mark.parametrize(
    "name",
    [
        "../evil.toml", "missions/../../evil.toml", "/etc/evil.toml", "C:/evil.toml", "a\\b.toml",
        "a\\..\\b.toml", "con.toml", "missions/nul.toml", "aux/x.toml", "com1.toml", "lpt9.toml",
        "evil .toml", "evil./x.toml", "evil.toml.", "evil.toml ",
        "missions/deep/evil.toml", "Evil.toml", "evil.py", "evil.toml.exe", "\x1b[2Jevil.toml",
         "ev\u0456l.toml", "a" * 200 + ".toml", "con/./x.toml", "evil.toml/",
    ],
)  # fmt: skip
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "z.zip", {**GOOD, name: b"x"})
    if name.endswith("/"):
        assert read_files(path) == GOOD  # a folder, whatever it is called
    else:
        (problem,) = refused(path)
        assert "is not a valid file name for a pack" in problem
    assert sorted(p.name for p in tmp_path.iterdir()) == ["z.zip"]


def test_a_zip_has_the_same_names_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There zipfile writes "/" for each backslash of a name."""
    path = zipped(tmp_path / "z.zip", {**GOOD, "missions\\two.toml": b"x"})
    here = refused(path)
    monkeypatch.setattr(os, "sep", "\\")
    assert refused(path) == here and "missions\\two.toml: is not a valid file name" in here[0]


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its list says what it would become, and that is enough."""
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("core_deck.toml", bytes(300 << 20))
    assert path.stat().st_size < 1 << 20
    monkeypatch.setattr(zipfile.ZipFile, "open", unopened)
    (size, total) = refused(path)
    assert size == f"core_deck.toml: must have at most {MOST_OF_ONE} bytes, has {300 << 20}"
    assert total.startswith(f"a pack has at most {MOST_OF_ALL} bytes")


def unopened(*_: object) -> None:
    raise AssertionError("a file of it was opened")


def test_many_files_that_are_large_together_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        f"missions/m{n}.toml": bytes(MOST_OF_ONE) for n in range(MOST_OF_ALL // MOST_OF_ONE + 1)
    }
    path = zipped(tmp_path / "z.zip", files)
    monkeypatch.setattr(zipfile.ZipFile, "open", unopened)
    assert "bytes, this one has" in refused(path)[-1]


def test_a_zip_that_lies_about_its_sizes(tmp_path: Path) -> None:
    """The list says 5 bytes where a million are packed: no more than may be is unpacked."""
    path = zipped(tmp_path / "z.zip", {"pack.toml": bytes(1 << 20)})
    data = bytearray(path.read_bytes())
    for sign, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.find(sign)
        data[at + offset : at + offset + 4] = struct.pack("<I", 5)
    path.write_bytes(bytes(data))
    (problem,) = refused(path)
    assert problem.startswith("pack.toml: ") and "cannot be unpacked" in problem


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_ways_to_pack_that_are_not_read(tmp_path: Path, how: int) -> None:
    assert all("use an ordinary zip" in p for p in refused(zipped(tmp_path / "z.zip", GOOD, how)))


def spoilt_zip(tmp_path: Path, spoil: Callable[[zipfile.ZipInfo], None]) -> Path:
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("pack.toml")
        spoil(info)
        archive.writestr(info, b"/etc/passwd")
    return path


def test_a_link_in_a_zip(tmp_path: Path) -> None:
    def link(info: zipfile.ZipInfo) -> None:
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16

    assert refused(spoilt_zip(tmp_path, link)) == [
        "pack.toml: is a link: a pack holds its files itself"
    ]


def test_an_encrypted_file_and_one_that_stands_twice(tmp_path: Path) -> None:
    path = zipped(tmp_path / "z.zip", {"pack.toml": b"x"})
    data = bytearray(path.read_bytes())
    data[data.find(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(bytes(data))
    assert refused(path) == ["pack.toml: is encrypted"]
    with pytest.warns(UserWarning), zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("pack.toml", "a")
        archive.writestr("pack.toml", "b")
    assert refused(tmp_path / "two.zip") == ["pack.toml: stands twice"]


@pytest.mark.parametrize("cut", [0, 3, 40, 100])
def test_what_is_no_zip(tmp_path: Path, cut: int) -> None:
    data = zipped(tmp_path / "z.zip").read_bytes()
    (tmp_path / "z.zip").write_bytes(data[:cut])
    assert "no zip that can be read" in refused(tmp_path / "z.zip")[0]


def test_no_byte_of_a_zip_ends_the_program(tmp_path: Path) -> None:
    """A version to come, a name that is empty or no text, a place before the file: each is said."""
    files = {"pack.toml": b"x", "missions/\u00e9.toml": b"y"}
    data = zipped(tmp_path / "z.zip", files, zipfile.ZIP_STORED).read_bytes()
    path = tmp_path / "spoilt.zip"
    for at in range(len(data)):
        for byte in {0, 0x2E, 0x80, 0xFF} - {data[at]}:
            path.write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])
            try:
                read_files(path)
            except BadPack as e:
                assert not any("argument" in line for line in e.problems), (at, byte)


def test_damage_inside_a_zip(tmp_path: Path) -> None:
    path = zipped(tmp_path / "z.zip", {"pack.toml": os.urandom(4000)}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    data[500] ^= 1
    path.write_bytes(bytes(data))
    assert "cannot be unpacked" in refused(path)[0]


def test_a_huge_file_in_the_place_of_a_zip_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "z.zip"
    with path.open("wb") as file:
        file.truncate(MOST_OF_ALL + 1)
    assert refused(path) == [f"a zip of more than {MOST_OF_ALL >> 20} MiB is not read"]


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_thousands_of_files_are_not_even_listed(tmp_path: Path, kind: str) -> None:
    files = {f"missions/m{n}.toml": b"" for n in range(3000)}
    make = folder if kind == "folder" else zipped
    problems = refused(make(tmp_path / "p", files))
    assert f"there are more than {MOST_ENTRIES} files in it; no more are looked at" in problems
    few = {f"missions/m{n}.toml": b"" for n in range(MOST_FILES + 1)}
    assert refused(make(tmp_path / "q", few)) == [
        f"a pack has at most {MOST_FILES} files, this one has {MOST_FILES + 1}"
    ]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of files")
def test_links_and_pipes_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("a = 1")
    where = folder(tmp_path / "f")
    (where / "weapons.toml").symlink_to(secret)
    (where / "soldiers").symlink_to(tmp_path)
    os.mkfifo(where / "traits.toml")
    folder(where / "missions" / "deeper", {"x.toml": b""})
    assert sorted(refused(where)) == [
        "missions/deeper: is a folder deeper than any of a pack",
        "soldiers: is a link: a pack holds its files itself",
        "traits.toml: is no plain file",
        "weapons.toml: is a link: a pack holds its files itself",
    ]
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == ["it is neither a folder nor a zip"]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of files")
def test_a_file_that_becomes_another_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at it and the reading a link is put in its place, or it grows."""
    where = folder(tmp_path / "f")
    read = packs._read

    def swapped(pack: object, wanted: object) -> dict[str, bytes]:
        (where / "pack.toml").unlink()
        (where / "pack.toml").symlink_to("/etc/passwd")
        with (where / "missions" / "one.toml").open("wb") as file:
            file.truncate(MOST_OF_ONE + 1)
        return read(pack, wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(packs, "_read", swapped)
    link, grown = sorted(refused(where), key=lambda line: "pack.toml" not in line)
    assert link.startswith("pack.toml: ") and "root:" not in link
    assert grown == "missions/one.toml: is larger than it says"


def test_what_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere") == ["it cannot be read (no such file or directory)"]
