"""The player at this machine: what they are called, and their passphrases."""

from __future__ import annotations

import getpass
import os
import sys

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.home import program
from owm_net.files.identity import Form, own_form
from owm_net.program.failing import USAGE, Fail
from owm_net.program.terminal.lines import show


def own_name() -> str:
    """The login name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "Player"


def new_passphrase(wanted: bool) -> str:
    """ "" unless it is wanted; then from OWM_PASSPHRASE or the terminal."""
    if not wanted:
        return ""
    if own_form() is Form.PLAIN:
        show(say("your key is not encrypted; {how}", how=how_to_encrypt()))
    return choose_passphrase()


def how_to_encrypt() -> str:
    """Return the command that encrypts the key, in a line."""
    return say(
        "to encrypt it: {program} key --passphrase, or {program} key --keyring", program=program()
    )


def choose_passphrase() -> str:
    """A new one, from OWM_PASSPHRASE or typed twice. Raises Fail."""
    if "OWM_PASSPHRASE" in os.environ:
        given = os.environ["OWM_PASSPHRASE"]
        if not given or not given.isprintable():  # what is no UTF-8 arrives as surrogates
            raise Fail(say("OWM_PASSPHRASE is empty, or no text"), USAGE)
        return given
    if not sys.stdin.isatty():
        raise Fail(say("--passphrase needs a terminal, or OWM_PASSPHRASE"), USAGE)
    first = getpass.getpass(tr("new passphrase: "))
    if not first or first != getpass.getpass(tr("once more: ")):
        raise Fail(say("the two passphrases differ, or are empty"), USAGE)
    return first
