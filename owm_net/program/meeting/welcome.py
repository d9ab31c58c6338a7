"""Newcomers, and whether to play with them: the book of friends, and the question to the player.

A friend is known by their key and let in without a question. A stranger is shown with the six words
of their key, and the player says yes or no. A name of the book with another key is said loudly, and
a yes beforehand does not count for it.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Final

import trio

from owm_net.client.language import tr
from owm_net.engine.text import say, say_n
from owm_net.files import page
from owm_net.files.friends import (
    BadFriends,
    Book,
    Friend,
    change_book,
    read_book,
    safe_name,
)
from owm_net.files.home import CannotWrite, as_typed, program
from owm_net.net.consent import SAID_NO, ConsentQuestion, Known, Welcome
from owm_net.program.failing import USAGE, Fail
from owm_net.program.terminal.keyboard import typed_line
from owm_net.program.terminal.prompts import show_above
from owm_net.protocol.channel import Peer
from owm_net.protocol.words import fingerprint

NOBODY: Final = say("nobody is there who could say yes to you")

Tell = Callable[[str], None]


def lines_of(question: ConsentQuestion) -> list[str]:
    """Return who is there, and what to know before saying yes."""
    here, other = question.here, question.other
    if other is None:
        return [
            say(
                "{name} is here: {words}, {since}",
                name=here.name,
                words=here.words,
                since=here.since,
            )
        ]
    return [
        say(
            "ATTENTION: the player who is here calls themselves {name}, but has"
            " another key than the {other} you know.",
            name=here.name,
            other=other.name,
        ),
        say("  {name}, {since}:  {words}", name=other.name, since=other.since, words=other.words),
        say("  who is here now, {since}:  {words}", since=here.since, words=here.words),
        question.advice,
    ]


def _about(book: Book, other: Friend) -> str:
    """Return the advice about another key under the name of a friend."""
    if page.here() is not None:
        return say(
            "Ask {name} by telephone which six words their Profile shows. If they are those of who"
            " is here now, say no, forget {name} in your Profile, and meet again. If not, somebody"
            " else came under that name.",
            name=other.name,
        )
    return say(
        "Ask {name} by telephone which six words {program} key shows there. If they are those of"
        " who is here now, say no, type {program} friends forget {typed}, and meet again. If not,"
        " somebody else came under that name.",
        name=other.name,
        program=program(),
        typed=_typed(book, other),
    )


def _another_name(friend: Friend, name: str, other: Friend | None) -> str:
    """A match shows its players under the names that they give themselves."""
    if other is None:
        return say(
            "ATTENTION: {friend} calls themselves {name} in this match",
            friend=friend.name,
            name=name,
        )
    return say(
        "ATTENTION: {friend} calls themselves {name} in this match, as {other} does, whom you know"
        " as well",
        friend=friend.name,
        name=name,
        other=other.name,
    )


def _typed(book: Book, friend: Friend) -> str:
    """Return a friend's name for a command, in any shell: the name, or the six words where the name
    needs quotes, looks like an option or could be somebody else's words."""
    name = friend.name
    plain = name == as_typed(name) and not name.startswith("-") and book.find(name) is friend
    return name if plain else friend.words


Ask = Callable[[ConsentQuestion], Awaitable[bool]]
"""The player's word. Cancelled, the question goes away."""


def since(friend: Friend | None) -> str:
    """How long somebody is known."""
    if friend is None:
        return say("never met")
    matches = say_n("{n} match", "{n} matches", friend.matches)
    return say("known since {day}, {matches}", day=friend.first, matches=matches)


class PlayersWelcome(Welcome):
    """Of a player with a book of friends.

    tell: is told who comes. ask: the player; None if there is nobody to ask. yes: said beforehand
    to whoever is met for the first time. friends: names of those who alone may come. Raises Fail,
    CannotWrite if the book cannot be read. `tell` and `player` may be changed before anybody comes.
    """

    def __init__(
        self, tell: Tell, ask: Ask | None, *, yes: bool = False, friends: Sequence[str] = ()
    ) -> None:
        self.tell = tell
        self.player = ask
        self._yes = yes
        self._one_by_one = trio.Lock()
        book = read_book()
        try:
            self.only = frozenset(book.find(name).identity for name in friends)
        except BadFriends as e:
            raise Fail(
                say("{why}; to see it: {program} friends", why=e, program=program()), USAGE
            ) from e

    async def ask(self, who: Peer) -> str:
        """Raises CannotWrite."""
        async with self._one_by_one:
            book = read_book()
            name, words = safe_name(who.name), fingerprint(who.identity)
            friend, other = book.of(who.identity), book.like(name)
            if friend is not None:
                self.tell(
                    say(
                        "{name} is here: {words}, {since}",
                        name=friend.name,
                        words=words,
                        since=since(friend),
                    )
                )
                if other is not friend:
                    self.tell(_another_name(friend, name, other))
                return ""
            question = ConsentQuestion(Known(name, words, since(None)))
            if other is not None:
                known = Known(other.name, other.words, since(other))
                question = ConsentQuestion(question.here, known, _about(book, other))
            for line in lines_of(question):
                self.tell(line)
            if question.other is None and self._yes:
                return ""
            if self.player is not None:
                return "" if await self.player(question) else SAID_NO
        if question.other is None:
            self.tell(
                say(
                    "nobody can say yes to {name} here, for this is no terminal: start with --yes"
                    " to say it beforehand",
                    name=name,
                )
            )
        else:
            self.tell(say("{name} is sent away: --yes does not count for another key", name=name))
        return NOBODY

    def knows(self, who: Peer) -> bool:
        """Return True if they are in the book. Raises CannotWrite."""
        return read_book().of(who.identity) is not None

    def met(self, who: Peer) -> None:
        """Note them; the match begins even if that fails."""
        day = date.today().isoformat()
        try:
            change_book(lambda book: book.met(who.identity, who.name, day))
        except CannotWrite as e:
            self.tell(say("{name} is not noted: {why}", name=safe_name(who.name), why=e))


def has_terminal() -> bool:
    """Return True if somebody can be asked here."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


async def ask_in_terminal(question: ConsentQuestion) -> bool:
    """y or n; the whole word yes, where the key is another one."""
    loud = question.other is not None
    if not loud:
        show_above(
            say(
                "if you can, compare the six words by telephone: {program} key shows them theirs",
                program=program(),
            )
        )
    prompt = (
        tr("Play all the same? Type the whole word yes, or no: ")
        if loud
        else tr("Play with {name}? [y/n] ", name=question.here.name)
    )
    while True:
        line = await typed_line(prompt)
        word = "no" if line is None else line.strip().lower()
        if word == "yes" or (word == "y" and not loud):
            return True
        if word in ("n", "no"):
            return False
