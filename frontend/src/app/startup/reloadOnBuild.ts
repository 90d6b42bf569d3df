/**
 * Reloads the page after a new build of the page, and when the server is back after a restart. Part of watch builds
 * only (`make dev`).
 */
const CHECK_MS = 100;

let knownVersion: string | null = null;
let wasDown = false;

/** Returns the version of the page's document; null while the server doesn't respond. */
const readVersion = () =>
  fetch("/index.html", { method: "HEAD", cache: "no-store" }).then(
    (answer) => answer.headers.get("etag"),
    () => null,
  );

/** Reloads the page if its build has changed or the server was down. Calls itself again after CHECK_MS. */
async function reloadIfChanged(): Promise<void> {
  const version = await readVersion();
  if (version === null) wasDown = true;
  else if (wasDown || (knownVersion !== null && version !== knownVersion)) window.location.reload();
  else knownVersion = version;
  setTimeout(() => void reloadIfChanged(), CHECK_MS);
}

void reloadIfChanged();

export {};
