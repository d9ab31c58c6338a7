"""`owm-net key`: the key that one signs with, and how it is kept."""

from __future__ import annotations

import argparse

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.identity import (
    Form,
    identity_path,
    keep_in_keyring,
    keep_plain,
    keep_with_passphrase,
    own_form,
    own_identity,
    own_public_key,
)
from owm_net.program.failing import FINE
from owm_net.program.local_player import choose_passphrase, how_to_encrypt
from owm_net.program.terminal.lines import show
from owm_net.protocol.words import fingerprint

HELP = say("show your key, encrypt it, or put it into the keyring of the system")
EXAMPLES = say("""examples:
  owm-net key                 the six words of your key, and how it is kept
  owm-net key --passphrase    encrypt it; a passphrase is asked for (or OWM_PASSPHRASE), and from
                              then on whenever you play. Again: another passphrase
  owm-net key --keyring       keep it in the keyring of this system (says what it needs)
  owm-net key --plain         keep it in a file as it is

The key stays the same, so your friends know you by it as before. Nobody can give it back to you:
whoever forgets the passphrase begins with a new key, and matches under way need the old one.
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--passphrase", action="store_true", help=tr("encrypt the key with a passphrase")
    )
    way.add_argument("--keyring", action="store_true", help=tr("keep it in the system's keyring"))
    way.add_argument(
        "--plain", action="store_true", help=tr("keep it as it is, without a passphrase")
    )


def run(args: argparse.Namespace) -> int:
    """Change how the key is kept, if that is wanted; then show it."""
    if args.passphrase:
        key = own_identity()
        keep_with_passphrase(key, choose_passphrase())
    elif args.keyring:
        keep_in_keyring(own_identity())
    elif args.plain:
        keep_plain(own_identity())
    show(say("your key: {words}", words=fingerprint(own_public_key())))
    form = own_form()
    assert form is not None
    show(say("it is {how} ({path})", how=form.value, path=identity_path()))
    if form is Form.PLAIN:
        show(how_to_encrypt())
    return FINE
