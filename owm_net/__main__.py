"""The `owm-net` command, and `python -m owm_net`. Short, so that whoever presses Ctrl-C while the
rest of the program is still being loaded gets a word and no traceback."""

import sys


def main() -> int:
    """Run the verb that was typed; returns the exit code."""
    try:
        from owm_net.cli import main

        return main()
    except KeyboardInterrupt:  # before `cli` could hear it, which says more
        sys.stderr.write("owm-net: stopped\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
