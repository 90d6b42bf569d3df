import { apiFetch } from "./client";

/**
 * Downloads a file from the server. The file is fetched once beforehand, so that a failure becomes an error here
 * instead of a page of JSON. The browser then follows a link to the file, because that works on every phone.
 */
export const download = (href: string): Promise<void> => followLink(href, { download: "" });

/** Opens a URL of the server in a new tab, after fetching it once to detect failures. */
export const openTab = (href: string): Promise<void> =>
  followLink(href, { target: "_blank", rel: "noopener" });

async function followLink(href: string, attributes: Partial<HTMLAnchorElement>): Promise<void> {
  const response = await apiFetch(href);
  await response.arrayBuffer();
  const link = Object.assign(document.createElement("a"), attributes);
  link.href = href;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
