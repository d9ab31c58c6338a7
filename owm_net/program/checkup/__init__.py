"""The checks of `owm-net doctor`."""
