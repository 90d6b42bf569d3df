const KEY = "lanewise.reloadedBuild";

/** Identifies this page's build: the URL of its first script contains a content hash. */
const identifyBuild = () => document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "";

/**
 * Reloads the page after one of its files failed to load, at most once per build. After a deploy the files of an open
 * page are gone. Does nothing while the server can't be reached, because a reload would show the browser's error page.
 * Returns whether it reloads.
 */
export async function reloadOnce(): Promise<boolean> {
  try {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === identifyBuild()) return false;
    const { ok } = await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    if (!ok) return false;
    sessionStorage.setItem(KEY, identifyBuild());
    window.location.reload();
    return true;
  } catch {
    return false;
  }
}
