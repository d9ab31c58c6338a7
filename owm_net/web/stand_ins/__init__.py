"""Packages that have no build for WebAssembly, each with only what owm_net calls.

In the page this folder is searched before any other, so `from nacl import bindings` finds the one
here. Outside of it nobody imports them. A stand-in answers as the original does, errors included;
`tests/web` runs the test vectors of the protocol against them.
"""
