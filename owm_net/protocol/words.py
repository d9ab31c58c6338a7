"""The words of a code: short, neutral, easy to say on the telephone.

256 of them, so that a byte chooses one. No word begins another, any two differ by more than one
slip of the finger, and no two have the same first four letters. The order is part of the program:
never sort or change it within a version. They name identity keys too, as fingerprints, and the
digests of packs.
"""

from __future__ import annotations

import hashlib

_TEXT = """
    acorn adobe agate alder amber apple apron arbor arrow ashes aspen atlas attic baker banjo
    barn basil bench berry birch bison brass bread brick brook cabin camel canoe cargo cedar
    cello chalk chess chime cider clay cliff cocoa comet coral cork crane crown cup daisy dawn
    delta denim dingo drum dune dusk eagle easel echo elbow elk envoy farm fern field finch
    fjord flax flint flute fog frost glass glove goose grain grape gull harp hazel hedge heron
    hill hinge holly honey hotel igloo ink iris iron ivory ivy jade jelly kayak kelp kiosk kite
    koala lagoon lake larch lark laurel lava lemon lentil lilac lily linen lizard llama locket
    lotus lumber lynx magnet mango maple marble market marsh meadow melon meteor mint mirror
    mosaic moss motor muffin mural museum nectar needle nickel north nugget nutmeg oasis oat
    ocean olive onion opal orbit orchid otter oven owl oyster paddle palace panda paper peach
    pebble pencil pepper piano pigeon pillow pine pixel planet plaza plum polar pond poppy prism
    puzzle quail quarry queen quill rabbit radar radish raft raven reef ribbon river robin rope
    ruby rudder sage sail salmon sandal satin scarf season shell shrub silver sketch sled snow
    sofa spark spice spiral spruce squash stone stork summit sunset swan syrup tablet teapot
    temple tennis ticket tiger timber toast topaz torch trout tulip tundra tunnel turnip turtle
    tweed umpire upland urchin valley velvet violet visor voyage waffle wagon walnut walrus
    water wheat whisk window winter wolf wool wren yeast yellow yogurt yonder zebra zenith
    zephyr zinc zodiac
"""
WORDS: tuple[str, ...] = tuple(_TEXT.split())

FINGERPRINT_WORDS = 6
"""48 bits: to make a key with somebody else's words takes about 2^48 tries."""


def fingerprint(identity: bytes) -> str:
    """An identity key (32 bytes) in words that two people can compare by telephone."""
    digest = hashlib.sha256(b"owm/fingerprint/v1" + identity).digest()
    return "-".join(WORDS[b] for b in digest[:FINGERPRINT_WORDS])


def read_fingerprint(typed: str) -> str:
    """Six words of a key as somebody typed them, with blanks or hyphens; "" if it is nothing of
    the kind."""
    words = typed.lower().replace("-", " ").split()
    is_one = len(words) == FINGERPRINT_WORDS and all(word in WORDS for word in words)
    return "-".join(words) if is_one else ""


def pack_words(digest: bytes) -> str:
    """The digest of a pack (32 bytes) in words: two people can see that they have the same."""
    hashed = hashlib.sha256(b"owm/pack/v1" + digest).digest()
    return "-".join(WORDS[b] for b in hashed[:FINGERPRINT_WORDS])
