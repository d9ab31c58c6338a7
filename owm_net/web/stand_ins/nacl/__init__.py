"""PyNaCl's bindings, over libsodium as WebAssembly."""
