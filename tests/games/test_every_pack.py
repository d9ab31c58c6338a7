"""Packs that strangers made to be slow: the calls that each of them costs are counted."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net import games
from owm_net.engine.data import MOST_MARKS, MOST_NESTED, count_marks
from owm_net.engine.errors import MOST_PROBLEMS, BadData
from owm_net.engine.packs import MOST_LINE, read_pack
from owm_net.files.packs import MOST_OF_ALL, MOST_OF_ONE
from owm_net.games.hailfire.packing import PACKING
from owm_net.games.nco.layouts import MOST_LAYOUTS, MOST_PIECES
from tests.games.owm.ledger import DATA

MOST_CALLS = 4_000_000
"""Functions that are called for a pack, those in C too."""
LINEAR = 64 << 10
"""Bytes of a file in which each byte costs the same: more of them would only take longer."""

# ------------------------------------------------------------------ marks

WORDS = ("a", "b", "1", "x1", " ", "\n", "=", ".", ",", "[", "]", "[[", "]]", "{", "}", "#", "\\")
QUOTES = (
    '"',
    "'",
    '"""',
    "'''",
    '"a"',
    "'''b\n'''",
    '"""c\\"""""',
    '""',
    "= 1\n",
    "a = [",
    "b.c = ",
)
texts = st.lists(st.sampled_from(WORDS + QUOTES), max_size=40).map("".join)


def nodes(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(nodes(one) for one in inner)


@given(texts)
def test_a_text_never_holds_more_than_its_marks(text: str) -> None:
    """Whatever its quotes and comments hide from one reader or the other."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        count_marks(text)
    else:
        assert nodes(content) <= count_marks(text) + 1


@pytest.mark.parametrize(
    "text", ['"""a"""" , "', '"""\\"""""', "'''a'''' , '", '"a\\" , "', "'a\\' , ''", '"""\n"""""']
)
def test_a_text_ends_where_the_parser_says(text: str) -> None:
    """One comma more or less behind it is one mark more or less."""
    content = tomllib.loads(f"a = [{text}]") if text.count(",") == 0 else None
    less, more = count_marks(f"a = [{text}"), count_marks(f"a = [{text},")
    assert content is None or more == less + 1


# ------------------------------------------------------------------ shapes


def lines(line: bytes, size: int = MOST_OF_ONE) -> bytes:
    return (line * (size // len(line) + 1))[: size // len(line) * len(line)]


def numbered(line: bytes, most: int = MOST_MARKS, size: int = MOST_OF_ONE) -> bytes:
    """The line, with a number in it that is another each time, as often as it is not too much."""
    times = min(size // len(line % 10_000), (most - 10) // (count_marks((line % 0).decode())))
    return b"".join([line % n for n in range(times)])


def four(data: bytes, name: str = "missions/m%d.toml") -> dict[str, bytes]:
    return {name % n: data for n in range(MOST_OF_ALL // MOST_OF_ONE)}


def anchors() -> bytes:
    spots = b"".join(
        [b'"%c%d",%s' % (65 + n % 8, n % 9, b"\n" * (n % 90 == 0)) for n in range(1500)]
    )
    text = (DATA / "missions" / "king_of_the_hill.toml").read_bytes()
    lists = b"anchors = { axis = [%s], allies = [%s] }\nforbidden_start = [%s]\n"
    return re.sub(rb"anchors = .*?\n", lists % (spots, spots, spots), text)


def weapons() -> bytes:
    (weapon,) = re.findall(rb"\[\[weapon\]\]\nkey = \"service_pistol\".*?(?=\[\[|$)", WEAPONS, re.S)
    return numbered(weapon.replace(b"%", b"%%").replace(b"service_pistol", b"a" * 30 + b"%d"))


def tables(piece: str, walls: bool) -> dict[str, bytes]:
    rows = (420, 760, 1100, 2220, 2560) if walls else range(200, 1500, 250)
    half = [piece.format(x=120 + n % 8 * 220, y=rows[n // 8]) for n in range(MOST_PIECES // 2)]
    text = '[[layout]]\nkey = "k%d"\ntitle = "T"\ncentre = []\nhalf = [\n%s]\n'
    listed = "".join([f'"{words}",\n' for words in half])
    return {
        "layouts/a.toml": "".join([text % (n, listed) for n in range(MOST_LAYOUTS // 3)]).encode()
    }


WEAPONS = (DATA / "weapons.toml").read_bytes()
CORNERS = ((30, 0), (51, 9), (60, 30), (51, 51), (30, 60), (9, 51), (0, 30), (9, 9))
ROUND = "woods P " + " ".join([f"{{x}}+{x},{{y}}+{y}" for x, y in CORNERS])

OWM: dict[str, dict[str, bytes]] = {
    "dotted keys": {"weapons.toml": b"".join([b"a." * 480 + b"k%d = 1\n" % n for n in range(22)])},
    "dotted keys, more": four(numbered(b"k%d" + b".a" * (MOST_NESTED - 1) + b" = 1\n")),
    "dotted headers": four(numbered(b"[a" + b".a" * (MOST_NESTED - 2) + b".k%d]\n")),
    "empty tables": {"weapons.toml": lines(b"[[weapon]]\n")},
    "empty tables, fewer": {"weapons.toml": b"[[weapon]]\n" * (MOST_MARKS // 6)},
    "comments": four(lines(b"#\n", LINEAR)),
    "blanks": four(lines(b" " * (MOST_LINE - 1) + b"\n", LINEAR)),
    "texts that never end": four(lines(b'"\\' * 490 + b"\n")),
    "a long text": four(b'a = """' + lines(b"\\\\\n", LINEAR) + b'"""'),
    "texts": four(numbered(b'k%d = "' + b"x" * 390 + b'"\n', size=LINEAR)),
    "long keys": four(numbered(b"x" * 390 + b"%d = 1\n", size=LINEAR)),
    "keys that are nearly one": {"weapons.toml": b"[[weapon]]\n" + numbered(b"damagf%d = 1\n")},
    "weapons that are nearly one": {"weapons.toml": weapons()},
    "numbers": four(numbered(b"k%d = " + b"9" * 900 + b"\n")),
    "lists in lists": four(b"a = [" + lines(b"[[[[1]]]]," * 90 + b"\n", 5_000) + b"]\n"),
    "tables in a line": {"weapons.toml": b"weapon = [" + lines(b"{}," * 300 + b"\n", 9_000) + b"]"},
    "anchors": four(anchors()),
}  # fmt: skip
NCO: dict[str, dict[str, bytes]] = {
    "tables full of huts": tables("house R {x} {y} {x}+60 {y}+60", walls=True),
    "tables full of woods": tables(ROUND, walls=False),
}


WOODS = "woods " + " ".join([f"{2400 + 9 * x},{1500 + 9 * y}" for x, y in CORNERS])
BATTLE = """[[scenario]]
key = "s%d"
title = "S"
about = "S"
first = "roll"
rounds = 9
break_limits = [9, 9]
attacker_zone = "0,0 700,0 700,3600 0,3600"
defender_zone = "4100,0 4800,0 4800,3600 4100,3600"
objectives = [{ name = "A", at = "1,1", holder = "nobody" }]
points = 520
features = [
FEATURES]
"""
TEAM = PACKING.template()["teams/my_teams.toml"].split("[[team]]")[-1].replace("chaffee", "t%d")
HAILFIRE: dict[str, dict[str, bytes]] = {
    "scenarios full of woods": {
        "scenarios/a.toml": "".join(
            [BATTLE.replace("FEATURES", f'"{WOODS}",\n' * 40) % n for n in range(32)]
        ).encode()
    },
    "teams that are nearly one": {"teams/a.toml": numbered(f"[[team]]{TEAM}".encode())},
    "forces that are nearly one": {
        "forces/a.toml": numbered(
            b'[[force]]\nkey = "f%d"\ntitle = "F"\nunits = ['
            + b'"us_rifle=9 us_rifle=9",' * 9
            + b"]\n"
        )
    },
}


def added(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """`120+30` in a line as 150."""
    sums = re.compile(rb"(\d+)\+(\d+)")
    return {n: sums.sub(lambda m: b"%d" % (int(m[1]) + int(m[2])), d) for n, d in files.items()}


@pytest.mark.parametrize(
    ("system", "files"),
    [("owm", f) for f in OWM.values()]
    + [("nco", added(f)) for f in NCO.values()]
    + [("hailfire", f) for f in HAILFIRE.values()],
    ids=[*OWM, *NCO, *HAILFIRE],
)
def test_no_pack_takes_long_or_much(system: str, files: dict[str, bytes]) -> None:
    assert all(len(data) <= MOST_OF_ONE for data in files.values())
    assert sum(map(len, files.values())) <= MOST_OF_ALL
    calls = 0

    def count(_: object, event: str, __: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > MOST_CALLS:
            sys.setprofile(None)
            pytest.fail("this pack takes too long")

    games.packing(system)
    about = f'name = "Club"\nsystem = "{system}"\n'.encode()
    sys.setprofile(count)
    try:
        read_pack({"pack.toml": about, **files}, games.packing)
    except BadData as e:
        assert 1 <= len(e.problems) <= MOST_PROBLEMS
    finally:
        sys.setprofile(None)
