// Arithmetic of points on libsodium's own heap: Python's bytes cross in one buffer, in one call.

import { libsodium } from "./libsodium-wrappers.mjs";

const SIZE = 32;

/** Give Python's bytearray of three values (two given, one made); get the four functions that each
 *  answer 0, or -1 if libsodium refuses. */
export function over(bytes) {
  const proxy = bytes.copy();
  let buffer = proxy.getBuffer("u8");
  const at = libsodium._malloc(3 * SIZE);
  const calling = (name) => {
    const call = libsodium[`_${name}`];
    return () => {
      if (!buffer.data.byteLength) {
        // Python's memory has grown, and lies elsewhere
        buffer.release();
        buffer = proxy.getBuffer("u8");
      }
      libsodium.HEAPU8.set(buffer.data.subarray(0, 2 * SIZE), at);
      if (call(at + 2 * SIZE, at, at + SIZE)) return -1;
      buffer.data.set(libsodium.HEAPU8.subarray(at + 2 * SIZE, at + 3 * SIZE), 2 * SIZE);
      return 0;
    };
  };
  return {
    mul: calling("crypto_scalarmult_ed25519_noclamp"),
    mul_base: calling("crypto_scalarmult_ed25519_base_noclamp"),
    add: calling("crypto_core_ed25519_add"),
    sub: calling("crypto_core_ed25519_sub"),
  };
}
