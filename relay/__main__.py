"""`python -m relay` in a checkout: the relay of `owm_net.relay`."""

from owm_net.relay.__main__ import main

if __name__ == "__main__":
    raise SystemExit(main())
