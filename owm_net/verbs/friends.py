"""`owm-net friends`: whom one has played with, by the keys they have proved to have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from owm_net.engine.text import say
from owm_net.files.friends import BadFriends, Book, Friend, change_book, read_book
from owm_net.files.home import program
from owm_net.program.failing import FINE, USAGE, Fail
from owm_net.program.options.declared import argument_or, arguments, switch
from owm_net.program.options.typed import OneOf
from owm_net.program.terminal.lines import show, show_json

HELP = say("list those you have played with, name or forget them")
EXAMPLES = say("""examples:
  owm-net friends                       name, six words of the key, last match, how many
  owm-net friends name Ada "Ada L"      call somebody something else
  owm-net friends forget Ada            as if you had never met
  owm-net friends --json
  owm-net host --friend Ada             let nobody else in

Everyone you play with is noted here when the match begins. A friend is known by their key, whatever
they call themselves. If somebody comes under a name of this book with another key, you are warned,
and nothing begins before you say yes. Compare the six words by telephone: owm-net key shows them
their own. NAME may also be the six words.
""")


What = Literal["list", "name", "forget"]


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net friends`."""

    what: What = argument_or(
        OneOf[What](("list", "name", "forget")),
        "list",
        say("list (default), name or forget"),
        metavar=say("list | name OLD NEW | forget NAME"),
    )
    names: list[str] = arguments(str, metavar="NAME")
    json: bool = switch(say("one JSON object, for scripts"))


def run(options: Options) -> int:
    """List the book, or change it and say what it holds then."""
    count = {"list": 0, "name": 2, "forget": 1}[options.what]
    if len(options.names) != count:
        how = {"list": "", "name": " name OLD NEW", "forget": " forget NAME"}[options.what]
        raise Fail(say("write: {program} friends{how}", program=program(), how=how), USAGE)
    if options.what == "list":
        book, done = read_book(), ""
    else:
        book, done = _change(options.what, options.names)
    if options.json:
        show_json({"friends": [_as_json(friend) for friend in book.friends]})
        return FINE
    if done:
        show(done)
        return FINE
    if not book.friends:
        show(say("you have met nobody yet: whoever you play with is noted here"))
    wide = max((len(friend.name) for friend in book.friends), default=0)
    for friend in book.friends:
        show(f"{friend.name:<{wide}}  {friend.words}  {friend.in_short}")
    return FINE


def _change(what: str, names: list[str]) -> tuple[Book, str]:
    said = []

    def change(book: Book) -> Book:
        try:
            friend = book.find(names[0])
            after = book.named(*names) if what == "name" else book.without(names[0])
        except BadFriends as e:
            raise Fail(say("{why}; see: {program} friends", why=e, program=program()), USAGE) from e
        now = after.of(friend.identity)
        said.append(
            say("{friend} is forgotten ({words})", friend=friend.name, words=friend.words)
            if now is None
            else say(
                "{friend} is {now} from now on ({words})",
                friend=friend.name,
                now=now.name,
                words=friend.words,
            )
        )
        return after

    return change_book(change), said[0] if said else ""


def _as_json(friend: Friend) -> dict[str, str | int]:
    return {
        "name": friend.name,
        "words": friend.words,
        "key": friend.identity.hex(),
        "first_met": friend.first,
        "last_met": friend.last,
        "matches": friend.matches,
    }
