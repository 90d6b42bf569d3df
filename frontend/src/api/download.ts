import { apiFetch, readBody } from "./client";

/** Time within which the browser must read a downloaded file's object URL. */
const OBJECT_URL_LIFETIME_MS = 60_000;

/**
 * Downloads a file and makes the browser save it under the server's file name. Throws if the server
 * returns an error.
 */
export async function download(href: string): Promise<void> {
  const response = await apiFetch(href);
  const file = await readBody(response.blob());
  const url = URL.createObjectURL(file);
  clickTemporaryLink(url, { download: fileName(response.headers.get("content-disposition")) });
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_LIFETIME_MS);
}

/** Opens a page of the server in a new tab. Requests it first, and throws if the request fails. */
export async function openTab(href: string): Promise<void> {
  const response = await apiFetch(href);
  await response.body?.cancel();
  clickTemporaryLink(href, { target: "_blank", rel: "noopener" });
}

/** Returns the file name in a Content-Disposition header, or an empty string. */
function fileName(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "";
}

/** Clicks a temporary link to the URL. `attributes` decide whether it downloads or opens a tab. */
function clickTemporaryLink(url: string, attributes: Partial<HTMLAnchorElement>): void {
  const link = Object.assign(document.createElement("a"), attributes);
  link.href = url;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
