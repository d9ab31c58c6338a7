"""Registered classes: what their fields may be, how they are loaded, cloned and changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NewType

import pytest
from attrs import define, field, frozen

from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding, EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.records import ADDED, Copied, Played, Record, record, register
from owm_net.engine.requests import Answer, Choose, Flip, Roll
from owm_net.engine.windows import Stacked

SoldierId = NewType("SoldierId", int)


class Mood(Enum):
    GLAD = "glad"
    SAD = "sad"


class Grade(Enum):
    """By numbers, two of which are equal to truth values."""

    NONE = 0
    FIRST = 1
    SECOND = 2


@record("test.point")
class Point(Record):
    x: int
    y: int = 0


@record("test.parcel")
class Parcel(Record):
    """The last two fields came later."""

    weight: int
    stamps: int = field(default=0, metadata=ADDED)
    notes: tuple[str, ...] = field(default=(), metadata=ADDED)


ORIGIN = Point(0)


@register("test.crate")
@define
class Crate(Copied):
    """Of everything a state may hold."""

    number: int = 0
    flag: bool = False
    word: str = ""
    raw: bytes = b""
    mood: Mood = Mood.GLAD
    grade: Grade = Grade.NONE
    who: SoldierId = SoldierId(0)
    maybe: int | None = None
    point: Point = ORIGIN
    either: Point | int = 0
    points: tuple[Point, ...] = ()
    pair: tuple[int, str] = (0, "")
    names: list[str] = field(factory=list)
    grid: list[list[int]] = field(factory=list)
    moods: dict[Mood, int] = field(factory=dict)
    grades: dict[Grade, Grade] = field(factory=dict)
    rows: dict[int, list[int]] = field(factory=dict)
    inner: Crate | None = None
    crates: list[Crate] = field(factory=list)
    log: list[int] = field(factory=list, metadata={"transient": True}, eq=False)


@record("test.play")
class Play(Answer):
    """All the ways to play a card."""

    card: Played
    other: Played | None = None
    more: tuple[Played, ...] = ()
    target: int = 0


@pytest.fixture
def naming() -> Iterator[Callable[[type], type]]:
    """Registers classes for one test."""
    made: list[str] = []

    def give(cls: type) -> type:
        made.append(f"test.bad.{len(made)}")
        return register(made[-1])(cls)

    yield give
    for name in made:
        del records.REGISTRY[name]


def full() -> Crate:
    return Crate(
        number=-5,
        flag=True,
        word="ä",
        raw=b"\0",
        mood=Mood.SAD,
        grade=Grade.FIRST,
        who=SoldierId(7),
        maybe=3,
        point=Point(1, 2),
        either=Point(3),
        points=(Point(4), Point(5)),
        pair=(6, "x"),
        names=["a", "b"],
        grid=[[1], [2, 3]],
        moods={Mood.SAD: 1, Mood.GLAD: 2},
        grades={Grade.SECOND: Grade.FIRST},
        rows={2: [1], 1: []},
        inner=Crate(crates=[Crate(7)]),
        crates=[Crate(8)],
        log=[1, 2],
    )


def test_everything_is_saved_and_loaded_but_what_is_transient() -> None:
    loaded = records.from_bytes(codec.encode(full()))
    assert loaded == full()
    assert list(loaded.moods) == [Mood.SAD, Mood.GLAD], "a dict's order is part of a state"
    assert loaded.log == []


def test_a_clone_shares_nothing_that_can_change() -> None:
    original, before = full(), codec.encode(full())
    clone = original.clone()
    assert clone == original and clone.log == []
    assert clone.point is original.point, "records are shared"
    clone.names.append("c")
    clone.grid[1].append(4)
    clone.moods[Mood.GLAD] = 9
    clone.rows[2].append(2)
    assert clone.inner is not None
    clone.inner.crates[0].number = 9
    clone.crates[0].names.append("d")
    clone.crates.append(Crate())
    clone.log.append(3)
    assert codec.encode(original) == before and original.log == [1, 2]


WRONG: dict[str, list[Any]] = {
    "number": [True, "1", None, [1], b"1"],
    "flag": [0, 1, None, "true"],
    "word": [0, None, b"", []],
    "raw": ["", 0],
    "mood": ["angry", 0, None, True, []],
    "grade": [True, False, 3, "1", None],
    "who": [False, "7"],
    "maybe": ["", False, []],
    "point": [0, None, [], "test.point", Flip((1,)), Play(Played(1)), Crate()],
    "either": ["", None, True, Flip((1,)), Crate()],
    "points": [0, None, [1], "ab", [Point(1), Flip((1,))]],
    "pair": [[1], [1, "a", 2], ["a", 1], 0],
    "names": [[1], "ab", None, {}],
    "grid": [[1], [[""]], 0],
    "moods": [{"angry": 1}, {0: 1}, [], {"sad": "x"}],
    "grades": [{2: True}, {1: False}, {3: 1}, {"1": 1}, []],
    "rows": [{"a": []}, {1: 0}, []],
    "inner": [0, "", Point(1), Play(Played(1))],
    "crates": [[0], 0, [Point(1)], [Crate(), Play(Played(1))]],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_field_of_another_type_is_refused(name: str) -> None:
    """Objects of other registered classes among them, and truth values for numbers and enums: what
    is loaded from a peer's bytes is what the rules' types say, and encodes to the same bytes."""
    plain = codec.decode(codec.encode(full()))
    names = [f for f in full().__slots__ if f in WRONG]  # in the order of the definition
    assert len(plain.fields) == len(names) == len(WRONG)
    for wrong in WRONG[name]:
        fields = list(plain.fields)
        fields[names.index(name)] = codec.decode(codec.encode(wrong))
        with pytest.raises(BadEncoding):
            records.load(codec.Tagged(plain.name, fields))


@pytest.mark.parametrize("plain", [0, "test.point", [], None, {}])
def test_what_is_no_object_is_refused(plain: object) -> None:
    with pytest.raises(BadEncoding, match="not an object"):
        records.from_bytes(codec.encode(plain))


def test_unknown_names_and_wrong_numbers_of_fields_are_refused() -> None:
    with pytest.raises(BadEncoding, match=r"nothing is called 'test\.moon'"):
        records.load(codec.Tagged("test.moon", []))
    for fields in ([], [1], [1, 2, 3]):
        with pytest.raises(BadEncoding, match=r"test\.point has 2 fields"):
            records.load(codec.Tagged("test.point", list(fields)))


def test_a_field_that_came_later_is_written_only_where_it_says_something() -> None:
    """So what was recorded before it came stays to the letter."""
    assert codec.decode(codec.encode(Parcel(3))).fields == [3]
    for parcel in (Parcel(3), Parcel(3, 2), Parcel(3, notes=("fragile",)), Parcel(3, 1, ("a",))):
        assert records.from_bytes(codec.encode(parcel)) == parcel
    for wrong in ([], [3, {"moon": 1}], [3, 2], [3, {"stamps": "2"}], [3, {}, {}], [{"stamps": 2}]):
        with pytest.raises(BadEncoding):
            records.load(codec.Tagged("test.parcel", wrong))


def test_an_object_of_another_class_is_refused() -> None:
    plain = codec.decode(codec.encode(Crate()))
    wrong = [codec.decode(codec.encode(Flip((1,)))) if f is None else f for f in plain.fields]
    with pytest.raises(BadEncoding):
        records.load(codec.Tagged(plain.name, wrong))


BAD_FIELDS: list[Any] = [
    float,
    set[int],
    frozenset[int],
    Callable[[], int],
    Any,
    object,
    complex,
    list[float],
    dict[str, set[int]],
    tuple[float, ...],
    int | float,
    int | list[int],
    dict[tuple[int, int], int],
    dict[bytes, int],
    dict[Point, int],
    tuple[tuple[Played, int], ...],
    list[Played],
    dict[int, Played],
    Play,
]


@pytest.mark.parametrize("hint", BAD_FIELDS, ids=str)
def test_a_field_of_a_type_without_exact_form_is_refused_at_first_use(
    hint: Any, naming: Callable[[type], type]
) -> None:
    class Plain(Copied):
        value: Any

    Plain.__annotations__["value"] = hint
    cls: Any = naming(define(Plain))
    with pytest.raises(EngineBug):
        codec.encode(cls(0))
    with pytest.raises(EngineBug):
        cls(0).clone()
    with pytest.raises(EngineBug):
        records.load(codec.Tagged(cls.name, [0]))


@pytest.mark.parametrize("hint", [Play, Play | None, list[Stacked[Play]]], ids=str)
def test_who_keeps_an_answer_with_its_cards_is_told_what_to_keep_instead(
    hint: Any, naming: Callable[[type], type]
) -> None:
    class Plain(Copied):
        value: Any

    Plain.__annotations__["value"] = hint
    cls: Any = naming(define(Plain))
    with pytest.raises(EngineBug, match=r"value: Play names a card as Played.* as an int.*`stack`"):
        cls(None).clone()


def test_enums_of_fractions_are_refused(naming: Callable[[type], type]) -> None:
    class Half(Enum):
        HALF = 0.5

    class Plain(Copied):
        value: Any

    Plain.__annotations__["value"] = Half
    cls: Any = naming(define(Plain))
    with pytest.raises(EngineBug, match="Half"):
        cls(Half.HALF).clone()


@pytest.mark.parametrize("hint", [list[int], dict[int, int], Crate, tuple[Crate, ...]], ids=str)
def test_a_record_holds_nothing_that_can_change(hint: Any, naming: Callable[[type], type]) -> None:
    class Plain(Record):
        value: Any

    Plain.__annotations__["value"] = hint
    cls: Any = naming(frozen(Plain))
    with pytest.raises(EngineBug, match="a record holds nothing mutable"):
        codec.encode(cls(()))


def test_what_is_no_attrs_class_is_not_registered() -> None:
    """An enum, or a class whose decorators stand the wrong way round, which would fail only when
    the first of its objects is written."""

    class Plain(Record):
        x: int

    for cls in (Mood, Plain):
        with pytest.raises(EngineBug, match="above @define or @frozen"):
            register("test.plain")(cls)
    assert "test.plain" not in records.REGISTRY


def test_a_name_is_given_once(naming: Callable[[type], type]) -> None:
    with pytest.raises(EngineBug, match=r"two classes are registered as 'test\.point'"):
        register("test.point")(Point)


def test_with_changes_some_fields_and_the_bytes() -> None:
    point = Point(1, 2)
    code = codec.encode(point)
    moved = point.with_(y=5)
    assert moved == Point(1, 5) and point == Point(1, 2)
    assert codec.encode(moved) != code == codec.encode(point)
    with pytest.raises(EngineBug, match="Point has no field z"):
        point.with_(z=1)  # type: ignore[call-arg]


def test_played_cards_are_found_and_replaced() -> None:
    play = Play(Played(-5000), Played(-5001), (Played(-5002), Played(3)), target=-5000)
    assert records.played_cards(play) == (-5000, -5001, -5002, 3)
    opened = records.with_played(play, {-5000: 10, -5001: 11, -5002: 12})
    assert opened == Play(Played(10), Played(11), (Played(12), Played(3)), target=-5000)
    assert records.played_cards(Play(Played(1))) == (1,)
    assert records.with_played(Play(Played(1)), {}) == Play(Played(1))
    ask: Choose[Any] = Choose(Seat(0), "x")
    assert records.played_cards(ask) == () and records.with_played(ask, {1: 2}) is ask


def test_bytes_of_a_record_are_remembered_and_right() -> None:
    roll = Roll(6, 2, "why")
    assert codec.encode(roll) == codec.encode(roll) == codec.encode(Roll(6, 2, "why"))
    assert codec.encode(roll).hex() == "d81b8464726f6c6c060263776879"
