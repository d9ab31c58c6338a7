"""`owm-net completion`: a script by which a shell completes verbs, options, words of codes.

The scripts hold all that they know: nothing is started when Tab is pressed. So they are of this
version of the program; make them anew with the next one.
"""

from __future__ import annotations

import argparse
import sys

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.failing import FINE
from owm_net.program.options.completion import SCRIPTS, grammar

HELP = say("print a script with which your shell completes what you type")
EXAMPLES = say("""examples:
  source <(owm-net completion bash)                  in this bash; to keep it:
  owm-net completion bash > ~/.local/share/bash-completion/completions/owm-net
  owm-net completion zsh > ~/.zfunc/_owm-net         a folder of your fpath, before compinit
  owm-net completion fish > ~/.config/fish/completions/owm-net.fish

Then Tab completes verbs, options, files and codes: owm-net join 7-mel<Tab>
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("shell", choices=tuple(SCRIPTS), help=tr("whose script"))


def run(args: argparse.Namespace) -> int:
    """Print the script of one shell."""
    sys.stdout.write(SCRIPTS[args.shell](grammar(args.parsers())))
    return FINE
