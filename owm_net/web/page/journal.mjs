// The files in which a page keeps what it has: two, in the browser's private file system. See
// owm_net/web/keeping.py. Only one tab can have them open, so a match cannot be played in two.

const NAMES = ["owm_net.0", "owm_net.1"];

function handle(file) {
  return {
    size: () => file.getSize(),
    read(at, most) {
      const bytes = new Uint8Array(most);
      return bytes.subarray(0, file.read(bytes, { at }));
    },
    write(at, bytes) {
      if (file.write(bytes, { at }) !== bytes.length) throw new Error("no room");
    },
    cut: (size) => file.truncate(size),
    flush: () => file.flush(),
  };
}

/** Open them. Returns null where the browser keeps nothing; throws if another tab has them. */
export async function openJournals() {
  let folder;
  try {
    folder = await navigator.storage.getDirectory();
  } catch {
    return null; // a private window, say
  }
  const opened = [];
  for (const name of NAMES) {
    const file = await folder.getFileHandle(name, { create: true });
    if (!file.createSyncAccessHandle) return null;
    try {
      opened.push(await file.createSyncAccessHandle());
    } catch (error) {
      opened.forEach((one) => one.close());
      if (error.name === "NoModificationAllowedError") throw new Error("owm_net is open in another tab of this browser: go on there, or close it");
      throw error;
    }
  }
  return opened.map(handle);
}
