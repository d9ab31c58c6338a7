// Python as the page has it, for tests: it does what it is told. The page itself has no such door.

const { start } = await import(`/${new URLSearchParams(location.search).get("files")}/python.mjs`);
const python = await start(() => {});

onmessage = async ({ data: { code, given } }) => {
  try {
    python.globals.set("given", given);
    postMessage({ answer: String(await python.runPythonAsync(code)) });
  } catch (error) {
    postMessage({ why: String(error.message ?? error) });
  }
};
postMessage({ answer: "ready" });
