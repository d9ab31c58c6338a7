"""A second verifier, written from docs/deck.md alone: plain integers, no libsodium, none of our
code.

Slow and naive on purpose. It must agree with owm_net.protocol on every vector, good and bad, and on
fresh proofs. hashlib is all it shares.
"""

import hashlib
import hmac
import json
import secrets
from pathlib import Path

import pytest

from owm_net.protocol import commitment, dice, group, keys, opening, sealed, shuffle

FOLDER = Path(__file__).parents[1] / "vectors"
GROUP, OPENING, DICE, SHUFFLE = (
    json.loads((FOLDER / f"deck_{name}.json").read_text())
    for name in ("group", "opening", "dice", "shuffle_4")
)
p = 2**255 - 19
q = 2**252 + 27742317777372353535851937790883648493
d = -121665 * pow(121666, -1, p) % p
A24 = 486662


class Refused(Exception):
    pass


# Notation


def H512(data):
    return hashlib.sha512(data).digest()


def u32(n):
    return n.to_bytes(4, "big")


def field(data):
    return u32(len(data)) + data


def integer(data):
    return int.from_bytes(data, "little")


# The curve, in extended coordinates


def root(n):
    """A square root mod p, or None."""
    n %= p
    for r in (pow(n, (p + 3) // 8, p), pow(n, (p + 3) // 8, p) * pow(2, (p - 1) // 4, p) % p):
        if r * r % p == n:
            return r
    return None


def plus(P, Q):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = P, Q
    a, b = (y1 - x1) * (y2 - x2) % p, (y1 + x1) * (y2 + x2) % p
    c, e = 2 * d * t1 * t2 % p, 2 * z1 * z2 % p
    f, g, h, i = b - a, e - c, e + c, b + a
    return (f * g % p, h * i % p, g * h % p, f * i % p)


O = (0, 1, 1, 0)


def times(n, P):
    n %= q
    result = O
    while n:
        if n & 1:
            result = plus(result, P)
        P, n = plus(P, P), n >> 1
    return result


def minus(P, Q):
    x, y, z, t = Q
    return plus(P, (-x % p, y, z, -t % p))


def total(points):
    result = O
    for P in points:
        result = plus(result, P)
    return result


def affine(P):
    over_z = pow(P[2], -1, p)
    return P[0] * over_z % p, P[1] * over_z % p


def encode(P):
    x, y = affine(P)
    return (y | (x & 1) << 255).to_bytes(32, "little")


# Algorithm 1


def decode(data):
    if len(data) != 32:
        raise Refused("length")
    y, parity = integer(data) % 2**255, integer(data) >> 255
    if y >= p:
        raise Refused("not canonical")
    x = root((y * y - 1) * pow(d * y * y + 1, -1, p))
    if x is None or (x == 0 and parity):
        raise Refused("not on the curve")
    if x & 1 != parity:
        x = p - x
    P = (x, y, 1, x * y % p)
    if affine(P) == (0, 1) or affine(plus(times(q - 1, P), P)) != (0, 1):
        raise Refused("not of prime order")
    return P


def decode_scalar(data):
    if len(data) != 32 or not 0 < integer(data) < q:
        raise Refused("not a scalar")
    return integer(data)


G = decode(bytes.fromhex("58" + 31 * "66"))


# Algorithm 2


def elligator(data):
    sign = data[31] >> 7
    r = (integer(data) % 2**255) % p
    u = -A24 * pow(1 + 2 * r * r, -1, p) % p
    if root(u**3 + A24 * u * u + u) is None:
        u = (-A24 - u) % p
    v = root(u**3 + A24 * u * u + u)
    x = root(-(A24 + 2)) * u * pow(v, -1, p) % p
    y = (u - 1) * pow(u + 1, -1, p) % p
    if x & 1 != sign:
        x = p - x
    P = (x, y, 1, x * y % p)
    for _ in range(3):
        P = plus(P, P)
    return P


def h2g(dst, data):
    digest = H512(field(dst) + field(data))
    return plus(elligator(digest[:32]), elligator(digest[32:]))


def H(i):
    return h2g(b"owm/mp/gen/v1", u32(i))


# Algorithm 3


class T:
    def __init__(self, dst, ctx):
        self.absorbed = b""
        self.append("dst", dst)
        self.append("ctx", ctx)

    def append(self, label, data):
        self.absorbed += field(label.encode()) + field(data)

    def challenge(self, label):
        self.append("challenge", label.encode())
        x = H512(self.absorbed)
        self.append("result", x)
        return x

    def scalar(self, label):
        return integer(self.challenge(label)) % q

    def small(self, label, n):
        x = self.challenge(label)
        return [integer(H512(x + u32(j))[:16]) | 1 << 127 for j in range(1, n + 1)]


def pieces(data):
    return [data[i : i + 32] for i in range(0, len(data), 32)]


# Algorithm 5 (and step 2 of Algorithm 16)


def check_knowledge(t, public, c, s):
    Z, c_value, s_value = decode(public), decode_scalar(c), decode_scalar(s)
    t.append("public", public)
    t.append("R", encode(minus(times(s_value, G), times(c_value, Z))))
    if t.scalar("c") != c_value:
        raise Refused("proof of knowledge")


def check_keys(ctx, body):
    if len(body) != 288:
        raise Refused("length")
    parts = pieces(body)
    for name, (public, c, s) in zip("XYE", (parts[:3], parts[3:6], parts[6:]), strict=True):
        t = T(b"owm/mp/keys/v1", ctx)
        t.append("key", name.encode())
        check_knowledge(t, public, c, s)
    if len({parts[0], parts[3], parts[6]}) != 3:
        raise Refused("equal keys")


# Algorithm 9


def check_shuffle(ctx, joint_key, deck, output, proof):
    N = len(deck) // 64
    if len(output) != 64 * N or len(proof) != 128 * N + 160:  # 1
        raise Refused("length")
    parts = pieces(proof)
    c, s1, s2, s3, s4 = (decode_scalar(x) for x in parts[2 * N : 2 * N + 5])  # 2
    s_hat = [decode_scalar(x) for x in parts[2 * N + 5 : 3 * N + 5]]
    s_tilde = [decode_scalar(x) for x in parts[3 * N + 5 :]]
    PK = decode(joint_key)
    D, E = [decode(x) for x in pieces(deck)], [decode(x) for x in pieces(output)]
    C, C_hat = [decode(x) for x in parts[:N]], [decode(x) for x in parts[N : 2 * N]]

    t = T(b"owm/mp/shuffle/v1", ctx)  # 3
    t.append("PK", joint_key)
    t.append("D", deck)
    t.append("E", output)
    t.append("C", proof[: 32 * N])
    u = t.small("u", N)

    def combination(scalars, points):
        return total(times(n, P) for n, P in zip(scalars, points, strict=True))

    Hs = [H(i) for i in range(1, N + 1)]  # 4
    product = 1
    for value in u:
        product *= value
    t1 = minus(times(s1, G), times(c, minus(total(C), total(Hs))))
    t2 = minus(times(s2, G), times(c, minus(C_hat[-1], times(product, H(0)))))
    t3 = minus(plus(times(s3, G), combination(s_tilde, Hs)), times(c, combination(u, C)))
    t4 = [
        minus(
            minus(combination(s_tilde, E[half::2]), times(s4, key)),
            times(c, combination(u, D[half::2])),
        )
        for half, key in ((0, G), (1, PK))
    ]
    before = [H(0), *C_hat[:-1]]
    t_hat = [
        minus(plus(times(s_hat[i], G), times(s_tilde[i], before[i])), times(c, C_hat[i]))
        for i in range(N)
    ]

    t.append("C_hat", proof[32 * N : 64 * N])  # 5
    for label, P in (("t1", t1), ("t2", t2), ("t3", t3), ("t4A", t4[0]), ("t4B", t4[1])):
        t.append(label, encode(P))
    t.append("t_hat", b"".join(map(encode, t_hat)))
    if t.scalar("c") != c:
        raise Refused("proof")


# Algorithm 11 (and 13, 17)


def check_dleq(t, public, bases, rest, images, c, s):
    X = decode(public)
    t.append("X", public)
    t.append("n", u32(len(bases)))
    for A, B, D in zip(bases, rest, images, strict=True):
        t.append("A", A)
        t.append("B", B)
        t.append("D", D)
    w = [1] if len(bases) == 1 else t.small("w", len(bases))
    M = total(times(x, decode(A)) for x, A in zip(w, bases, strict=True))
    Z = total(times(x, decode(D)) for x, D in zip(w, images, strict=True))
    c, s = decode_scalar(c), decode_scalar(s)
    t.append("R1", encode(minus(times(s, G), times(c, X))))
    t.append("R2", encode(minus(times(s, M), times(c, Z))))
    if t.scalar("c") != c:
        raise Refused("shares")


def check_shares(dst, ctx, public, bases, rest, body):
    n = len(bases)
    if len(body) != 32 * n + 64:
        raise Refused("length")
    *images, c, s = pieces(body)
    check_dleq(T(dst, ctx), public, bases, rest, images, c, s)


# Algorithm 14


def uniform_many(value, n, count):
    bits = (n - 1).bit_length()
    size = -(-bits // 8)
    stream = b"".join(H512(value + u32(i)) for i in range(100 * (1 + size * count // 64)))
    results = []
    while len(results) < count:
        number = integer(stream[:size]) % 2**bits
        stream = stream[size:]
        if number < n:
            results.append(number)
    return results


# Both verifiers, the same verdicts


def verdict(check, *arguments):
    try:
        check(*arguments)
    except Refused:
        return "refused"
    return "accepted"


def test_points_and_scalars():
    for case in GROUP["bad_points"]:
        assert verdict(decode, bytes.fromhex(case["point"])) == "refused", case["comment"]
    for case in GROUP["bad_scalars"]:
        assert verdict(decode_scalar, bytes.fromhex(case["scalar"])) == "refused", case["comment"]


def test_hash_to_group():
    for case in GROUP["hash_to_group"]:
        point = h2g(bytes.fromhex(case["dst"]), bytes.fromhex(case["data"]))
        assert encode(point).hex() == case["point"]
    assert [encode(H(i)).hex() for i in range(5)] == GROUP["generators"]
    for i in range(30):  # both branches of the map, both signs
        assert encode(h2g(b"many", u32(i))) == group.hash_to_group(b"many", u32(i))


@pytest.mark.parametrize("case", SHUFFLE["cases"], ids=lambda case: case["comment"])
def test_shuffle_vectors(case):
    names = ("ctx", "joint_key", "deck", "output", "proof")
    parts = {name: bytes.fromhex(SHUFFLE[name]) for name in names}
    for name, change in case.get("change", {}).items():
        data, put = parts[name], bytes.fromhex(change["put"])
        end = change["at"] + change.get("drop", len(put))
        parts[name] = data[: change["at"]] + put + data[end:]
    expected = "accepted" if case["result"] == "accepted" else "refused"
    assert verdict(check_shuffle, *(parts[name] for name in names)) == expected


@pytest.mark.parametrize("case", OPENING["cases"], ids=lambda case: case["comment"])
def test_opening_vectors(case):
    bases, rest = zip(
        *((bytes.fromhex(a), bytes.fromhex(b)) for a, b in case["cards"]), strict=True
    )
    rest_of_it = (bytes.fromhex(case[name]) for name in ("ctx", "X"))
    body = bytes.fromhex(case["body"])
    expected = "accepted" if case["result"] == "accepted" else "refused"
    found = verdict(check_shares, b"owm/mp/share/v1", *rest_of_it, bases, rest, body)
    assert found == expected


def test_dice_vectors():
    roll = DICE["roll"]
    match_id, counter = bytes.fromhex(roll["match_id"]), roll["counter"].to_bytes(8, "big")
    V = h2g(b"owm/dice/v1", match_id + counter + roll["purpose"].encode())
    assert encode(V).hex() == roll["V"]
    Z = [encode(times(integer(bytes.fromhex(y)), V)) for y in roll["y"]]
    assert [z.hex() for z in Z] == roll["Z"]
    value = H512(b"owm/dice/out/v1" + match_id + counter + b"".join(Z))
    assert value.hex() == roll["value"]
    for draw in DICE["uniform"]:
        assert [str(x) for x in uniform_many(value, int(draw["n"]), draw["count"])] == draw[
            "numbers"
        ]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_fresh_match(n):
    """Keys, a shuffle by each seat, shares, dice and a complaint, all made by our code."""
    ctx, entropy = secrets.token_bytes(50), secrets.token_bytes
    seats = []
    for _ in range(2):
        own, body = keys.make_keys(ctx, entropy)
        check_keys(ctx, body)
        assert verdict(check_keys, ctx + b"x", body) == "refused"
        seats.append((own, own.public()))
    PK = keys.joint_key([public.X for _, public in seats])
    assert encode(plus(*(decode(public.X) for _, public in seats))) == PK
    deck = [shuffle.known_card(b"d", k, PK) for k in range(n)]
    for _ in seats:
        done = shuffle.shuffle(ctx, PK, deck, entropy)
        before, after = shuffle.encode_deck(deck), shuffle.encode_deck(done.deck)
        check_shuffle(ctx, PK, before, after, done.proof)
        assert verdict(check_shuffle, ctx + b"x", PK, before, after, done.proof) == "refused"
        deck = done.deck

    own, public = seats[0]
    bases, rest = zip(*deck, strict=True)
    body = opening.make_shares(ctx, own, public.X, deck, entropy)
    check_shares(b"owm/mp/share/v1", ctx, public.X, bases, rest, body)
    V = [dice.dice_point(bytes(32), i, b"roll") for i in range(n)]
    body = dice.make_dice_shares(ctx, own, public.Y, V, entropy)
    check_shares(b"owm/dice/share/v1", ctx, public.Y, V, [b""] * n, body)

    box = sealed.seal(ctx, public.E, b"payload", entropy)
    F, c, s = pieces(box[:96])
    t = T(b"owm/mp/seal/v1", ctx)
    t.append("E", public.E)
    check_knowledge(t, F, c, s)
    K, c, s = pieces(sealed.complain(ctx, own, box, entropy))
    t = T(b"owm/mp/complaint/v1", ctx)
    t.append("box", box)
    check_dleq(t, public.E, [F], [b""], [K], c, s)
    info = b"owm/seal/key/v1" + public.E + F + field(ctx)  # HKDF (RFC 5869), one block
    extracted = hmac.digest(bytes(64), K, "sha512")
    key = hmac.digest(extracted, info + b"\1", "sha512")[:32]
    assert sealed._key(K, ctx, public.E, F) == key

    made, opened = commitment.commit(ctx, n, b"hold", 8, entropy)
    assert made == H512(b"owm/choice/v1" + field(ctx) + u32(n) + opened)[:32]
