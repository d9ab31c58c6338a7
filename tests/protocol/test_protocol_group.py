"""Points, scalars and hashing to the group: fixed vectors, and everything that must be refused."""

import hashlib
import importlib.util
import json
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol import group
from owm_net.protocol.errors import LocalProtocolError, MalformedBytes
from owm_net.protocol.shuffle import card_point, generator

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deck_group.json").read_text())
P = group.mul_base(group.scalar_from_int(12345))
scalars = st.integers(1, group.ORDER - 1)


def b(value):
    return group.scalar_from_int(value)


@pytest.mark.parametrize("case", VECTORS["hash_to_group"], ids=lambda case: case["comment"])
def test_hash_to_group_vectors(case) -> None:
    point = group.hash_to_group(bytes.fromhex(case["dst"]), bytes.fromhex(case["data"]))
    assert point.hex() == case["point"]


def test_nobody_chose_the_generators_and_cards() -> None:
    assert [generator(i).hex() for i in range(5)] == VECTORS["generators"]
    cards = VECTORS["cards"]
    deck_id = bytes.fromhex(cards["deck_id"])
    assert [card_point(deck_id, k).hex() for k in range(3)] == cards["points"]
    first = [generator(i) for i in range(200)] + [card_point(b"", k) for k in range(200)]
    assert len({*first, group.BASE, group.IDENTITY}) == 402


def test_domain_and_data_do_not_run_into_each_other() -> None:
    assert group.hash_to_group(b"ab", b"c") != group.hash_to_group(b"a", b"bc")


@pytest.mark.parametrize("case", VECTORS["bad_points"], ids=lambda case: case["comment"])
def test_bad_points_are_refused_by_decoding_and_by_multiplication(case) -> None:
    point = bytes.fromhex(case["point"])
    with pytest.raises(MalformedBytes) as refusal:
        group.decode_point(point)
    assert refusal.value.evidence == (point,)
    with pytest.raises(MalformedBytes):
        group.mul(b(2), point)


def test_addition_takes_torsion_so_callers_must_decode() -> None:
    """The reason for the validation rules of Algorithm 1; should it ever change, they may relax."""
    order_8 = bytes.fromhex(VECTORS["order_8"])
    mixed = group.add(P, order_8)
    with pytest.raises(MalformedBytes):
        group.decode_point(mixed)


@pytest.mark.parametrize("case", VECTORS["bad_scalars"], ids=lambda case: case["comment"])
def test_bad_scalars_are_refused(case) -> None:
    with pytest.raises(MalformedBytes):
        group.decode_scalar(bytes.fromhex(case["scalar"]))


def test_wrong_lengths_never_reach_the_library() -> None:
    for bad in (b"", P[:31], P + b"\0"):
        with pytest.raises(MalformedBytes):
            group.mul(b(2), bad)
        with pytest.raises(MalformedBytes):
            group.mul(bad, P)
        with pytest.raises(MalformedBytes):
            group.mul_base(bad)
        for operation in (group.add, group.sub):
            with pytest.raises(MalformedBytes):
                operation(bad, P)
            with pytest.raises(MalformedBytes):
                operation(P, bad)


def test_zero_has_no_multiple() -> None:
    for operation in (group.mul_base, lambda s: group.mul(s, P)):
        with pytest.raises(MalformedBytes):
            operation(bytes(32))


@given(scalars, scalars)
def test_scalars_and_points_agree(x, y) -> None:
    assert group.scalar_add(b(x), b(y)) == b(x + y)
    assert group.scalar_mul(b(x), b(y)) == b(x * y)
    assert group.scalar_from_hash(x.to_bytes(64, "little")) == b(x)
    assert group.mul(b(x), group.mul_base(b(y))) == group.mul_base(b(x * y))
    assert group.add(group.mul_base(b(x)), group.mul_base(b(y))) == group.mul_base(b(x + y))
    assert group.sub(group.add(P, group.mul_base(b(x))), group.mul_base(b(x))) == P
    assert group.decode_scalar(b(x)) == b(x)


@given(st.lists(scalars, min_size=0, max_size=40), st.integers(0, 5))
def test_linear_combination_is_the_sum_of_products(values, base) -> None:
    points = [group.BASE if i % 3 == 0 else group.mul_base(b(i)) for i in range(len(values))]
    logarithms = [1 if i % 3 == 0 else i for i in range(len(values))]
    expected = (base + sum(s * x for s, x in zip(values, logarithms, strict=True))) % group.ORDER
    if expected == 0:
        with pytest.raises(MalformedBytes):
            group.linear_combination(values, points, base=base)
    else:
        result = group.linear_combination(values, points, base=base)
        assert result == group.mul_base(b(expected))


def test_threads_change_nothing() -> None:
    values = list(range(1, 101))
    points = [group.mul_base(b(i + 7)) for i in values]
    with ThreadPoolExecutor(3) as pool:
        assert group.linear_combination(
            values, points, map_fn=pool.map
        ) == group.linear_combination(values, points)
        row = lambda s, p: group.mul(b(s), p)  # noqa: E731
        assert group.map_rows(row, values, points, map_fn=pool.map) == [
            row(s, p) for s, p in zip(values, points, strict=True)
        ]


def test_chunks_are_of_sixteen() -> None:
    sizes = []

    def spy(function, chunks):
        for chunk in chunks:
            sizes.append(len(chunk))
            yield function(chunk)

    group.map_rows(group.mul_base, [b(i) for i in range(1, 41)], map_fn=spy)
    assert sizes == [16, 16, 8]


def test_random_scalars() -> None:
    drawn = group.random_scalars(50, secrets.token_bytes)
    assert len(set(drawn)) == 50
    assert all(group.decode_scalar(scalar) for scalar in drawn)
    fixed = hashlib.sha512(b"x").digest()
    assert group.random_scalar(lambda n: fixed) == b(int.from_bytes(fixed, "little"))
    with pytest.raises(LocalProtocolError):
        group.random_scalar(lambda n: bytes(n))
    with pytest.raises(LocalProtocolError):
        group.random_scalar(lambda n: b"\1" * (n - 1))


def test_without_the_private_handle_the_public_bindings_give_the_same(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "nacl._sodium", None)  # an import of it now fails
    spec = importlib.util.spec_from_file_location("group_again", group.__file__)
    assert spec is not None and spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    assert type(again._sodium).__name__ == "_Documented"
    assert type(group._sodium).__name__ == "_Direct"
    Q = generator(7)
    assert again.mul(b(5), Q) == group.mul(b(5), Q)
    assert again.mul_base(b(5)) == group.mul_base(b(5))
    assert again.add(P, Q) == group.add(P, Q)
    assert again.sub(P, Q) == group.sub(P, Q)
    for case in VECTORS["bad_points"]:
        with pytest.raises(MalformedBytes):
            again.mul(b(2), bytes.fromhex(case["point"]))
    with pytest.raises(MalformedBytes):
        again.add(P, bytes([2]) + bytes(31))


def test_nobody_else_imports_nacl() -> None:
    folder = Path(group.__file__).parent
    guilty = [file.name for file in folder.glob("*.py") if "nacl" in file.read_text()]
    assert guilty == ["group.py"]
