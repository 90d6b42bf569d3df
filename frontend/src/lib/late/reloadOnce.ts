const KEY = "lanewise.reloadedBuild";

/** The name of this page's build: its first script's address has a hash of what it loads. */
const build = () => document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "";

/**
 * For a file of the page that doesn't load: after a deploy the files of an open page are gone, so the page loads again, once for each
 * build. Not while the server can't be reached, which would replace the page by an error of the browser.
 */
export async function reloadOnce(): Promise<boolean> {
  try {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === build()) return false;
    const { ok } = await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    if (!ok) return false;
    sessionStorage.setItem(KEY, build());
    window.location.reload();
    return true;
  } catch {
    return false;
  }
}
