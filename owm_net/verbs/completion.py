"""`owm-net completion`: a script by which a shell completes verbs, options, words of codes.

The scripts are complete: Tab starts nothing. So they belong to this version of the program; make
them again with the next one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from owm_net.engine.text import say
from owm_net.program.failing import FINE
from owm_net.program.options.completion import SCRIPTS, grammar
from owm_net.program.options.declared import word
from owm_net.verbs import parsers

HELP = say("print a script with which your shell completes what you type")
EXAMPLES = say("""examples:
  source <(owm-net completion bash)                  in this bash; to keep it:
  owm-net completion bash > ~/.local/share/bash-completion/completions/owm-net
  owm-net completion zsh > ~/.zfunc/_owm-net         a folder of your fpath, before compinit
  owm-net completion fish > ~/.config/fish/completions/owm-net.fish

Then Tab completes verbs, options, files and codes: owm-net join 7-mel<Tab>
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net completion`."""

    shell: str = word(tuple(SCRIPTS), say("whose script"))


def run(options: Options) -> int:
    """Print the script of one shell."""
    sys.stdout.write(SCRIPTS[options.shell](grammar(parsers())))
    return FINE
