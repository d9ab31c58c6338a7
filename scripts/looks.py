"""`make looks`: redraws the golden pictures of the window, and says which look different.

  make looks                       draw everything again
  make looks ARGS=--check          only say which would change
  make looks ARGS="title owm"      draw these

Exit codes: 0 fine; 1 something looks different (--check).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.client import looks


def main() -> int:
    """Draw what was asked for. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    changed = 0
    for name in options.names or looks.LOOKS:
        image = looks.drawn(name)
        try:
            share = looks.apart(looks.kept(name), image)[0]
        except OSError:
            share = 1.0
        if share > looks.MOST_SHARE:
            changed += 1
            print(f"{name}: {share:.1%} looks different", flush=True)
        if share > looks.MOST_SHARE and not options.check:
            looks.keep(name, image)
    print(f"{changed} of {len(options.names or looks.LOOKS)} pictures have changed")
    return 1 if changed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
