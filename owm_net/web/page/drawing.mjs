// What Python asks of pixels.mjs and canvas.mjs, passed on to the thread that draws (artist.mjs).

import * as fonts from "./fonts.mjs";

/** What Python has for it. port: to the artist. */
export function over(port) {
  let came = null;
  const send = (kind, given, transfer) => port.postMessage({ kind, ...given }, transfer);
  port.onmessage = ({ data }) => came(data.number, data.pixels);
  return {
    hear: (heard) => (came = heard),
    font(bytes) {
      send("font", { bytes });
      return fonts.open(bytes);
    },
    run: (list) => send("run", { list }, [list.buffer]),
    later: (list, number, read) => send("later", { list, number, read }, [list.buffer]),
    paint: (w, h, list) => send("paint", { w, h, list }, [list.buffer]),
    measures: fonts.measures,
    extents: fonts.extents,
  };
}
