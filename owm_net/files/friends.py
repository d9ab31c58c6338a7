"""The book of friends: the people this player has met, by the key that each has proved.

`friends.json` in the keys folder holds for each a name, as the player calls them, the public key,
the days of the first and the last match, and how many were begun. A key is noted when both have
said yes to each other for the first time, and never changed: somebody who comes under a known name
with another key is a stranger until the player says otherwise.

The file may be edited by hand, or damaged: whatever is wrong in it is said, for a book that counted
as empty would take every new key for a first meeting.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final
from unicodedata import category, normalize

from attrs import evolve, frozen

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite, folder
from owm_net.files.reading import read_plain
from owm_net.files.reasons import reason
from owm_net.files.secret import put_in_place, take_lock
from owm_net.protocol.words import fingerprint

VERSION: Final = 1
MAX_FRIENDS: Final = 1000
MAX_NAME: Final = 40
"""Characters of a name in the book."""
MAX_BYTES: Final = 1 << 20
MOST_MATCHES: Final = 1_000_000
NAMELESS: Final = "somebody"
PATIENCE: Final = 5.0
"""Seconds until another program must have written its change."""
KEY_BYTES: Final = 32
_MARKS: Final = 2
"""Accents over one letter."""
_READ: Final = 400
"""Characters of a name that are looked at."""
_TWINS: Final = str.maketrans(
    "авекмнорстухіјѕԁһαβεηικμνορτυχ01lı", "abekmhopctyxijsdhabenikmvoptuxoiii"
)
"""Small letters and digits that look like a Latin one, after `_folded`; l, I and 1 are one."""
_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001d159\U00016fe4"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Nobody sees these: the code points that Unicode 16 calls Default_Ignorable, and fillers beside
them, such as a braille letter without a dot. Written out, for a newer Python knows others."""


class BadFriends(CannotWrite):
    """The book cannot be read, or does not take what shall be noted; str() is one line."""


@frozen
class Friend:
    """name: as the player calls them. identity: 32 bytes. first, last: days of matches, as
    2026-03-01. matches: how many were begun."""

    name: str
    identity: bytes
    first: str
    last: str
    matches: int

    @property
    def words(self) -> str:
        """Return the six words of their key."""
        return fingerprint(self.identity)

    @property
    def in_short(self) -> str:
        """Since when they are known, in a few words."""
        matches = (
            say("1 match") if self.matches == 1 else say("{matches} matches", matches=self.matches)
        )
        return say(
            "known since {first}, last met {last}, {matches}",
            first=self.first,
            last=self.last,
            matches=matches,
        )


@frozen
class Book:
    """All friends, in the order in which they were met. No two have the same key, or names that
    look the same."""

    friends: tuple[Friend, ...] = ()

    def of(self, identity: bytes) -> Friend | None:
        """Return the friend with this key."""
        return next((one for one in self.friends if one.identity == identity), None)

    def like(self, name: str) -> Friend | None:
        """Return the friend with this name, or one that looks the same."""
        wanted = looks(name)
        return next((one for one in self.friends if looks(one.name) == wanted), None)

    def find(self, typed: str) -> Friend:
        """Return the friend the player means: by the six words, or by name. Raises BadFriends.

        Words first: anybody may take the words of somebody else as a name.
        """
        words = "-".join(typed.lower().split())
        found = next((one for one in self.friends if one.words == words), None) or self.like(typed)
        if found is None:
            raise BadFriends(say("{name} is not in your friends list", name=safe_name(typed)))
        return found

    def met(self, identity: bytes, called: str, day: str) -> Book:
        """A match with this key begins. A new friend is noted under the name they use, with a
        number if somebody else has that name. Raises BadFriends."""
        known = self.of(identity)
        if known is not None:
            first, last = min(known.first, day), max(known.last, day)
            matches = min(known.matches + 1, MOST_MATCHES)
            return self._with(known, evolve(known, first=first, last=last, matches=matches))
        if len(self.friends) >= MAX_FRIENDS:
            raise BadFriends(
                say("your book holds {n} friends, and no more: forget some", n=MAX_FRIENDS)
            )
        new = Friend(self._free_name(safe_name(called)), identity, day, day, 1)
        return Book((*self.friends, new))

    def named(self, old: str, new: str) -> Book:
        """Call somebody otherwise. Raises BadFriends."""
        friend = self.find(old)
        if not new.strip() or safe_name(new) != normalize("NFC", new):
            raise BadFriends(
                say(
                    "{name} is no name for the book: it has 1 to {most} printable characters, with"
                    " single blanks between words",
                    name=safe_name(new),
                    most=MAX_NAME,
                )
            )
        other = self.like(new)
        if other not in (None, friend):
            assert other is not None
            raise BadFriends(
                say(
                    "{name} looks like {other}, who is another friend",
                    name=safe_name(new),
                    other=other.name,
                )
            )
        return self._with(friend, evolve(friend, name=safe_name(new)))

    def without(self, name: str) -> Book:
        """Forget somebody. Raises BadFriends."""
        friend = self.find(name)
        return Book(tuple(one for one in self.friends if one is not friend))

    def _with(self, old: Friend, new: Friend) -> Book:
        return Book(tuple(new if one is old else one for one in self.friends))

    def _free_name(self, name: str) -> str:
        taken = {looks(one.name) for one in self.friends}
        tries = (f"{name[: MAX_NAME - 5].rstrip()} {n}" for n in range(2, MAX_FRIENDS + 2))
        return next(one for one in (name, *tries) if looks(one) not in taken)


def safe_name(text: str) -> str:
    """Return a stranger's name, fit to show and keep: one line of at most MAX_NAME characters, none
    of which commands a terminal; "somebody" if nothing is left."""
    shown, marks = [], 0
    for c in normalize("NFC", _visible(text[:_READ])):
        marks = marks + 1 if category(c) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            shown.append(" " if c.isspace() else c if c.isprintable() else "?")
    line = " ".join("".join(shown).split())[:MAX_NAME].rstrip()
    return normalize("NFC", line) or NAMELESS


def looks(name: str) -> str:
    """The same for names that people take for the same: whatever their case, accents, blanks and
    signs, and with letters of other alphabets that look like Latin ones."""
    small = _folded(_UNSEEN.sub("", name[:_READ]))
    letters = "".join(c for c in small if category(c)[0] in "LN").translate(_TWINS)
    return letters or "".join(small.split())


def _visible(text: str) -> str:
    """Without what nobody sees. What commands a terminal stays, to be shown as "?"."""
    return _UNSEEN.sub(lambda found: "" if found[0].isprintable() else found[0], text)


def _folded(text: str) -> str:
    once = normalize("NFKD", normalize("NFKC", text).casefold())
    return normalize("NFKD", once.casefold())[: 4 * _READ]


def book_path() -> Path:
    """Where the book is. Raises CannotWrite."""
    return folder("keys") / "friends.json"


def read_book() -> Book:
    """Return the current book; an empty one if there is none. Raises CannotWrite, BadFriends."""
    path = book_path()
    try:
        content = read_plain(path, MAX_BYTES)
    except FileNotFoundError:
        return Book()
    except OSError as e:
        raise _problem(path, e) from e
    try:
        return _decoded(content)
    except _Bad as e:
        raise BadFriends(
            say(
                "cannot read your book of friends {path}: {why}; put a copy of it there, or move it"
                " away: then nobody is known",
                path=path,
                why=e,
            )
        ) from None


def change_book(change: Callable[[Book], Book]) -> Book:
    """Write what `change` makes of the book; other programs may do so at the same time. Returns
    the new one. Raises CannotWrite, BadFriends, what `change` raises."""
    path = book_path()
    with _alone(path):
        book = change(read_book())
        try:
            put_in_place(path, _encoded(book))
        except OSError as e:
            raise _problem(path, e) from e
    return book


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One program at a time between reading and writing."""
    try:
        with path.with_suffix(".lock").open("ab") as file:
            give_up = time.monotonic() + PATIENCE
            while True:
                try:
                    take_lock(file)
                    break
                except OSError:
                    if time.monotonic() > give_up:
                        raise
                time.sleep(0.01)
            yield
    except CannotWrite:
        raise
    except OSError as e:
        raise _problem(path, e) from e


def _encoded(book: Book) -> bytes:
    friends = [
        {
            "name": one.name,
            "words": one.words,
            "key": one.identity.hex(),
            "first": one.first,
            "last": one.last,
            "matches": one.matches,
        }
        for one in book.friends
    ]
    content = {"version": VERSION, "friends": friends}
    return json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"


class _Bad(ValueError):
    """Why a content is no book."""


def _decoded(content: bytes) -> Book:
    """Raises _Bad."""
    if len(content) > MAX_BYTES:
        raise _Bad(say("it has more than {n} MiB", n=MAX_BYTES >> 20))
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise _Bad(say("it is no JSON")) from None
    if not isinstance(value, dict) or type(value.get("version")) is not int:
        raise _Bad(say("it does not say of which version it is"))
    if value["version"] != VERSION:
        raise _Bad(
            say(
                "it is of version {its}, and this program reads version {ours}: install the newest"
                " owm_net",
                its=value["version"],
                ours=VERSION,
            )
        )
    friends = value.get("friends")
    if not isinstance(friends, list) or len(friends) > MAX_FRIENDS:
        raise _Bad(say("it has no list of at most {n} friends", n=MAX_FRIENDS))
    read = [_friend(n, entry) for n, entry in enumerate(friends, 1)]
    for n, (friend, entry) in enumerate(zip(read, friends, strict=True)):
        if friend.name != entry["name"]:  # of an older version, which let pass what nobody sees
            others = Book((*read[:n], *read[n + 1 :]))
            read[n] = evolve(friend, name=others._free_name(friend.name))
    seen: dict[bytes | str, int] = {}
    for n, friend in enumerate(read, 1):
        marks = (
            (friend.identity, say("one key")),
            (looks(friend.name), say("names that look the same")),
        )
        for mark, what in marks:
            if mark in seen:  # without their names, for this may go into a report
                raise _Bad(
                    say("friends {one} and {other} have {what}", one=seen[mark], other=n, what=what)
                )
            seen[mark] = n
    return Book(tuple(read))


def _friend(n: int, entry: Any) -> Friend:
    if not isinstance(entry, dict):
        raise _Bad(say("friend {n} is no object", n=n))
    name, key, matches = (entry.get(word) for word in ("name", "key", "matches"))
    if not isinstance(name, str) or not name or safe_name(name) != (_visible(name) or NAMELESS):
        raise _Bad(say("friend {n} has no name, or one that cannot be shown", n=n))
    if not isinstance(key, str) or not re.fullmatch(rf"[0-9a-f]{{{2 * KEY_BYTES}}}", key):
        raise _Bad(say("friend {n} has no key of {bytes} bytes in hex", n=n, bytes=KEY_BYTES))
    if type(matches) is not int or not 0 <= matches <= MOST_MATCHES:
        raise _Bad(say("friend {n} has no number of matches", n=n))
    return Friend(
        safe_name(name),
        bytes.fromhex(key),
        _day(n, entry, "first"),
        _day(n, entry, "last"),
        matches,
    )


def _day(n: int, entry: dict[str, Any], which: str) -> str:
    day = entry.get(which)
    try:
        if isinstance(day, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
            return date.fromisoformat(day).isoformat()
    except ValueError:
        pass
    raise _Bad(say('friend {n}: "{which}" is no day, such as 2026-03-01', n=n, which=which))


def _problem(path: Path, e: OSError) -> CannotWrite:
    if isinstance(e, CannotWrite):
        return e
    why = reason(e)
    return CannotWrite(
        say("cannot use your book of friends {path}: {why}; set OWM_HOME", path=path, why=why)
    )
