"""`owm-net key`: the key that one signs with, and how it is kept."""

from __future__ import annotations

from dataclasses import dataclass

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
from owm_net.program.options.declared import switch
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


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net key`."""

    passphrase: bool = switch(say("encrypt the key with a passphrase"), among="ways")
    keyring: bool = switch(say("keep it in the system's keyring"), among="ways")
    plain: bool = switch(say("keep it as it is, without a passphrase"), among="ways")


def run(options: Options) -> int:
    """Change how the key is kept, if that is wanted; then show it."""
    if options.passphrase:
        key = own_identity()
        keep_with_passphrase(key, choose_passphrase())
    elif options.keyring:
        keep_in_keyring(own_identity())
    elif options.plain:
        keep_plain(own_identity())
    show(say("your key: {words}", words=fingerprint(own_public_key())))
    form = own_form()
    assert form is not None
    show(say("it is {how} ({path})", how=form.value, path=identity_path()))
    if form is Form.PLAIN:
        show(how_to_encrypt())
    return FINE
