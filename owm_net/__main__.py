"""`python -m owm_net` is the `owm-net` command."""

import sys

from owm_net.cli import main

if __name__ == "__main__":
    sys.exit(main())
