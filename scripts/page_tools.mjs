// What scripts/page.py has node do: Pyodide compiles Python, and brotli packs.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const WORK = {
  /** Two zips of sources to two of compiled modules, by scripts/page_compiled.py. */
  async compile(pyodide, library, ours, libraryMade, oursMade) {
    const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
    const env = { HOME: "/home", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
    const python = await loadPyodide({ env });
    const here = path.dirname(process.argv[1]);
    python.FS.writeFile("/page_compiled.py", fs.readFileSync(path.join(here, "page_compiled.py")));
    python.FS.writeFile("/library.zip", fs.readFileSync(library));
    python.FS.writeFile("/ours.zip", fs.readFileSync(ours));
    python.runPython(`
import sys
sys.path.insert(0, "/")
from page_compiled import main
made = main(open("/library.zip", "rb").read(), open("/ours.zip", "rb").read())
for name, data in zip(("/library.made", "/ours.made"), made):
    with open(name, "wb") as file:
        file.write(data)
`);
    fs.writeFileSync(libraryMade, python.FS.readFile("/library.made"));
    fs.writeFileSync(oursMade, python.FS.readFile("/ours.made"));
  },

  /** Pairs of files: what to pack, and where to. */
  async brotli(...names) {
    const pack = promisify(brotliCompress); // each in a thread of its own
    const pairs = names.flatMap((name, i) => (i % 2 ? [] : [[name, names[i + 1]]]));
    await Promise.all(
      pairs.map(async ([from, to]) => {
        const data = fs.readFileSync(from);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_LGWIN]: 24,
          [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        };
        fs.writeFileSync(to, await pack(data, { params }));
      }),
    );
  },
};

const [, , what, ...given] = process.argv;
try {
  await WORK[what](...given);
} catch (error) {
  // a stack would show a line of a megabyte
  console.error(`page: ${error.message}`);
  process.exit(1);
}
