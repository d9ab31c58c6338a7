// A second Python, in a thread of its own: it thinks for the computer player, and for a hint, so that
// the table never waits for a thought. It knows the rules alone (owm_net/program/computer/asked.py).

import { start } from "./python.mjs";

const FIND = `
from owm_net.program.computer.asked import find
lambda asked: find(asked.to_bytes())
`;
const begun = start(() => {}, {}).then((python) => python.runPython(FIND));

onmessage = async ({ data: { number, asked } }) => {
  let found; // undefined: it did not load, or found nothing: then who asked tries for themselves
  try {
    const find = await begun;
    const said = find(asked);
    found = said.toJs();
    said.destroy();
  } catch (error) {
    console.warn(String(error.message ?? error));
  }
  postMessage({ number, found });
};
