import { apiFetch } from "./client";

/** How long the browser may take to start reading a file that it saves, in milliseconds. */
const URL_LASTS = 60_000;

/**
 * Downloads a file from the server and makes the browser save it under the server's name. A failure becomes an error
 * here, instead of a page of JSON. The file is a Blob, which browsers keep on disk if it is large.
 */
export async function download(href: string): Promise<void> {
  const response = await apiFetch(href);
  const file = await response.blob();
  const url = URL.createObjectURL(file);
  follow(url, { download: fileName(response.headers.get("content-disposition")) });
  setTimeout(() => URL.revokeObjectURL(url), URL_LASTS);
}

/**
 * Opens a page of the server in a new tab. The page is requested once before, without reading its body, so that an
 * error becomes an exception here. The tab then loads the page itself, because a Blob would lose the server's headers.
 */
export async function openTab(href: string): Promise<void> {
  const response = await apiFetch(href);
  await response.body?.cancel();
  follow(href, { target: "_blank", rel: "noopener" });
}

/** Returns the name that the server gives a file. */
function fileName(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "";
}

function follow(url: string, attributes: Partial<HTMLAnchorElement>): void {
  const link = Object.assign(document.createElement("a"), attributes);
  link.href = url;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
