// What Python asks of pixels.mjs and canvas.mjs, passed on to the thread that draws (artist.mjs).

import * as fonts from "./fonts.mjs";

/** Begin it. tell: hears "painted" after each scene, and "failed" with why. */
export function begin(tell) {
  const artist = new Worker(new URL("artist.mjs", import.meta.url), { type: "module" });
  const send = (kind, given, transfer) => artist.postMessage({ kind, ...given }, transfer);
  let came = null; // Python's
  const drawing = {
    hear: (heard) => (came = heard),
    font(bytes) {
      send("font", { bytes });
      return fonts.open(bytes);
    },
    run: (list) => send("run", { list }, [list.buffer]),
    later: (list, number) => send("later", { list, number }, [list.buffer]),
    attach: (canvas) => send("attach", { canvas }, [canvas]),
    paint: (w, h, list) => send("paint", { w, h, list }, [list.buffer]),
    measures: fonts.measures,
    extents: fonts.extents,
  };
  artist.onmessage = ({ data }) => (data.kind === "came" ? came?.(data.number) : tell(data.kind));
  artist.onerror = (event) => tell("failed", { why: event.message || "what draws could not be loaded" });
  return drawing;
}
