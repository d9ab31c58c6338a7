"""Cheating shuffles: what each equation of Algorithm 9 is there for, and what each hash must cover.

`lie` is a prover that commits to any matrix at all and proves what can be proved about it. Where
the claim is false, exactly the equations listed must fail, and `check_shuffle` must refuse.
"""

import secrets

import attrs
import pytest

from owm_net.protocol import group, shuffle_check, shuffle_transcript
from owm_net.protocol import shuffle as honest
from owm_net.protocol.errors import BadProof
from owm_net.protocol.fiat_shamir import Transcript
from owm_net.protocol.shuffle import check_shuffle, encode_deck, known_card

ENTROPY = secrets.token_bytes
CTX = b"a context"
N = 4
Q = group.ORDER
PK = group.mul_base(group.random_scalar(ENTROPY))
IDENTITY_MATRIX = [[int(i == j) for j in range(N)] for i in range(N)]
DECK = honest.shuffle(CTX, PK, [known_card(b"d", k, PK) for k in range(N)], ENTROPY).deck


def b(value):
    return group.scalar_from_int(value)


def times(value, point):
    """value * point, also for zero."""
    return group.IDENTITY if value % Q == 0 else group.mul(b(value), point)


def integer():
    return int.from_bytes(group.random_scalar(ENTROPY), "little")


def matrix_of(mapping):
    return [[int(mapping[i] == j) for j in range(N)] for i in range(N)]


def dual(matrix):
    """The transposed inverse: outputs by this matrix satisfy t4 when `matrix` is committed to.

    A permutation matrix is its own dual. Only for a block of 2 x 2 and ones elsewhere.
    """
    (p, q, *_), (r, s, *_) = matrix[:2]
    d = pow(p * s - q * r, -1, Q)
    return [[s * d, -r * d, 0, 0], [-q * d, p * d, 0, 0], *matrix[2:]]


def apply(matrix, randomness, deck=DECK):
    """E_i = sum_j P_ij D_j + Enc(0; r_i): for a permutation matrix, an honest shuffle."""
    return [
        tuple(
            group.add(
                group.total(times(p, card[half]) for p, card in zip(row, deck, strict=True)),
                times(r, key),
            )
            for half, key in ((0, group.BASE), (1, PK))
        )
        for row, r in zip(matrix, randomness, strict=True)
    ]


def challenges_u(output, C, omit):
    transcript = Transcript(honest.SHUFFLE_DST, CTX)
    parts = {"PK": PK, "D": encode_deck(DECK), "E": encode_deck(output), "C": b"".join(C)}
    for label, data in parts.items():
        if label not in omit:
            transcript.append(label.encode(), data)
    return transcript, transcript.small_challenges(b"u", N)


@attrs.frozen
class Lie:
    proof: bytes
    t: shuffle_transcript.Announcement

    def fields(self):
        return [self.proof[i : i + 32] for i in range(0, len(self.proof), 32)]

    def equations(self, output, omit=()):
        """The names of the equations that do not hold, and whether the challenge does."""
        fields = self.fields()
        C, C_hat, scalars = fields[:N], fields[N : 2 * N], fields[2 * N :]
        transcript, u = challenges_u(output, C, omit)
        t = shuffle_check._recompute(PK, DECK, output, C, C_hat, u, scalars, map)
        wrong = {
            name
            for name, value in attrs.asdict(t, recurse=False).items()
            if value != getattr(self.t, name)
        }
        return wrong, shuffle_transcript.challenge(transcript, C_hat, t) == scalars[0]


def lie(output, matrix, randomness, omit=(), choose_matrix=None):
    """A proof that output is matrix times DECK re-encrypted, for whatever that is worth.

    omit: labels that a careless Fiat-Shamir transform forgets before drawing u. choose_matrix: what
    a cheat does who sees u before committing.
    """
    rho = [integer() for _ in range(N)]
    if choose_matrix:
        _, u = challenges_u(output, [], omit)
        matrix = choose_matrix(u)
    H = honest.generators(N)
    C = [
        group.add(
            times(rho[j], group.BASE), group.total(times(matrix[i][j], H[i]) for i in range(N))
        )
        for j in range(N)
    ]
    transcript, u = challenges_u(output, C, omit)
    u_tilde = [sum(p * x for p, x in zip(row, u, strict=True)) % Q for row in matrix]
    r_hat, w_hat, w_tilde = ([integer() for _ in range(N)] for _ in range(3))
    w = [integer() for _ in range(4)]
    before, C_hat, t_hat, R = honest.generator(0), [], [], 0
    for i in range(N):
        t_hat.append(group.add(times(w_hat[i], group.BASE), times(w_tilde[i], before)))
        before = group.add(times(r_hat[i], group.BASE), times(u_tilde[i], before))
        C_hat.append(before)
        R = r_hat[i] + u_tilde[i] * R
    t = shuffle_transcript.Announcement(
        times(w[0], group.BASE),
        times(w[1], group.BASE),
        group.linear_combination(w_tilde, H, base=w[2]),
        group.linear_combination(w_tilde, [a for a, _ in output], base=-w[3]),
        group.linear_combination([*w_tilde, -w[3]], [*(x for _, x in output), PK]),
        t_hat,
    )
    c = shuffle_transcript.challenge(transcript, C_hat, t)
    e = int.from_bytes(c, "little")
    s = [
        w[0] + e * sum(rho),
        w[1] + e * R,
        w[2] + e * sum(x * y for x, y in zip(u, rho, strict=True)),
        w[3] + e * sum(x * y for x, y in zip(u_tilde, randomness, strict=True)),
        *(w_hat[i] + e * r_hat[i] for i in range(N)),
        *(w_tilde[i] + e * u_tilde[i] for i in range(N)),
    ]
    return Lie(b"".join([*C, *C_hat, c, *map(b, s)]), t)


def refused(output, proof) -> None:
    with pytest.raises(BadProof, match="not a shuffle"):
        check_shuffle(CTX, PK, DECK, output, proof)


def test_the_liar_can_also_tell_the_truth() -> None:
    r = [integer() for _ in range(N)]
    for mapping in ([0, 1, 2, 3], [2, 0, 3, 1]):
        output = apply(matrix_of(mapping), r)
        proof = lie(output, matrix_of(mapping), r)
        assert proof.equations(output) == (set(), True)
        check_shuffle(CTX, PK, DECK, output, proof.proof)


@pytest.mark.parametrize(
    ("matrix", "wrong"),
    [
        pytest.param(
            [[2, -1, 0, 0], [-1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
            {"t2"},
            id="unit row and column sums, yet no permutation",
        ),
        pytest.param(
            [[3, 0, 0, 0], *IDENTITY_MATRIX[1:]], {"t1", "t2"}, id="a card scaled (tagging)"
        ),
        pytest.param(
            [[3, 0, 0, 0], [0, pow(3, -1, Q), 0, 0], *IDENTITY_MATRIX[2:]],
            {"t1"},
            id="scaled by 3 and by 1/3: the product is right, the row sums are not",
        ),
    ],
)
def test_a_false_matrix_that_fits_the_deck(matrix, wrong) -> None:
    r = [integer() for _ in range(N)]
    output = apply(dual(matrix), r)
    proof = lie(output, matrix, r)
    assert proof.equations(output) == (wrong, False)
    refused(output, proof.proof)


@pytest.mark.parametrize("mapping", [[0, 0, 2, 3], [1, 1, 1, 1], [3, 2, 1, 3]])
def test_a_card_twice_and_another_dropped(mapping) -> None:
    """Rows have one 1 each, so t1 holds; columns have not."""
    r = [integer() for _ in range(N)]
    output = apply(matrix_of(mapping), r)
    proof = lie(output, matrix_of(mapping), r)
    assert proof.equations(output) == ({"t2", "t4_a", "t4_b"}, False)
    refused(output, proof.proof)


def spoiled(output, how):
    """Outputs that are not what the committed, honest permutation gives."""
    d = group.mul_base(b(integer()))
    (a0, b0), (a1, b1), *rest = output
    return {
        "duplicate": [(a1, b1), (a1, b1), *rest],
        "foreign card": [
            (a0, group.add(b0, group.sub(honest.card_point(b"d", 77), honest.card_point(b"d", 0)))),
            (a1, b1),
            *rest,
        ],
        "B garbled": [(a0, d), (a1, b1), *rest],
        "A garbled": [(d, b0), (a1, b1), *rest],
        "scaled by 3": [(times(3, a0), times(3, b0)), (a1, b1), *rest],
        "plus d, minus d": [(a0, group.add(b0, d)), (a1, group.sub(b1, d)), *rest],
        "swapped": [(a1, b1), (a0, b0), *rest],
        "halves swapped": [(b0, a0), (a1, b1), *rest],
    }[how]


@pytest.mark.parametrize(
    ("how", "wrong"),
    [
        ("duplicate", {"t4_a", "t4_b"}),
        ("foreign card", {"t4_b"}),
        ("B garbled", {"t4_b"}),
        ("A garbled", {"t4_a"}),
        ("scaled by 3", {"t4_a", "t4_b"}),
        ("plus d, minus d", {"t4_b"}),
        ("swapped", {"t4_a", "t4_b"}),
        ("halves swapped", {"t4_a", "t4_b"}),
    ],
)
def test_an_honest_looking_claim_about_a_false_deck(how, wrong) -> None:
    r = [integer() for _ in range(N)]
    matrix = matrix_of([2, 0, 3, 1])
    output = spoiled(apply(matrix, r), how)
    proof = lie(output, matrix, r)
    assert proof.equations(output) == (wrong, False)
    refused(output, proof.proof)


@pytest.mark.parametrize(
    "how", ["duplicate", "foreign card", "B garbled", "scaled by 3", "plus d, minus d", "swapped"]
)
def test_the_deck_changed_after_an_honest_proof(how) -> None:
    done = honest.shuffle(CTX, PK, DECK, ENTROPY)
    refused(spoiled(list(done.deck), how), done.proof)


def test_chain_that_does_not_follow_the_commitment() -> None:
    """C_hat and its responses from another run: each part well-formed, not of one piece."""
    one, two = (honest.shuffle(CTX, PK, DECK, ENTROPY) for _ in range(2))
    chain = slice(32 * N, 64 * N)
    refused(one.deck, one.proof[: chain.start] + two.proof[chain] + one.proof[chain.stop :])
    r = [integer() for _ in range(N)]
    output = apply(IDENTITY_MATRIX, r)
    proof = lie(output, IDENTITY_MATRIX, r)
    fields = proof.fields()
    fields[N + 1] = group.add(fields[N + 1], group.BASE)
    broken = attrs.evolve(proof, proof=b"".join(fields))
    assert broken.equations(output) == ({"t_hat"}, False)
    refused(output, broken.proof)


def test_u_drawn_before_C_would_let_tagged_cards_through() -> None:
    """Card 0 divided by 3, card 1 multiplied by 3: prod u~ = prod u, and only t1 prevents it.

    Who knows u before committing finds a matrix with unit row sums and the same u~.
    """
    tagging = [[3, 0, 0, 0], [0, pow(3, -1, Q), 0, 0], *IDENTITY_MATRIX[2:]]
    r = [integer() for _ in range(N)]
    output = apply(dual(tagging), r)

    def choose(u):
        over_delta = pow(u[0] - u[1], -1, Q)
        a = 2 * u[0] * over_delta
        p = (u[1] * pow(3, -1, Q) - u[1]) * over_delta
        return [[1 + a, -a, 0, 0], [p, 1 - p, 0, 0], *IDENTITY_MATRIX[2:]]

    assert lie(output, tagging, r).equations(output) == ({"t1"}, False)
    proof = lie(output, None, r, omit=("C",), choose_matrix=choose)
    assert proof.equations(output, omit=("C",)) == (set(), True)  # a weak verifier is content
    refused(output, proof.proof)


def test_E_left_out_of_the_hash_would_let_the_prover_choose_a_card_last() -> None:
    r = [integer() for _ in range(N)]
    output = apply(IDENTITY_MATRIX, r)
    proof = lie(output, IDENTITY_MATRIX, r, omit=("E",))
    fields = proof.fields()
    e, s4 = (int.from_bytes(fields[i], "little") for i in (2 * N, 2 * N + 4))
    s_tilde = [int.from_bytes(x, "little") for x in fields[2 * N + 5 + N :]]
    _, u = challenges_u(output, fields[:N], ("E",))

    # Move card 1 by d and let card 0 make up for it, so that both t4 come out the same.
    d = group.mul_base(b(integer()))
    output[1] = (output[1][0], group.add(output[1][1], d))
    wanted = group.total(
        [
            proof.t.t4_b,
            times(s4, PK),
            *(times(e * x, card[1]) for x, card in zip(u, DECK, strict=True)),
            *(times(-s, card[1]) for s, card in list(zip(s_tilde, output, strict=True))[1:]),
        ]
    )
    output[0] = (output[0][0], times(pow(s_tilde[0], -1, Q), wanted))
    assert proof.equations(output, omit=("E",)) == (set(), True)  # a weak verifier is content
    refused(output, proof.proof)


@pytest.mark.parametrize("omit", [("PK",), ("D",), ("E",), ("C",)])
def test_every_element_of_the_statement_is_hashed(omit) -> None:
    r = [integer() for _ in range(N)]
    output = apply(IDENTITY_MATRIX, r)
    proof = lie(output, IDENTITY_MATRIX, r, omit=omit)
    assert proof.equations(output, omit=omit) == (set(), True)
    refused(output, proof.proof)
