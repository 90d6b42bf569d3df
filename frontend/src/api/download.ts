import { apiFetch } from "./client";

/**
 * Downloads a file from the server. It is fetched once first, so that a failure is an error here and not a page of
 * JSON. Then the browser follows a link to the file, which works on every phone.
 */
export const download = (href: string): Promise<void> => follow(href, { download: "" });

/** Opens a URL of the server in a new tab, after fetching it once to detect failures. */
export const openTab = (href: string): Promise<void> =>
  follow(href, { target: "_blank", rel: "noopener" });

async function follow(href: string, how: Partial<HTMLAnchorElement>): Promise<void> {
  const answer = await apiFetch(href);
  await answer.arrayBuffer();
  const link = Object.assign(document.createElement("a"), how);
  link.href = href;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
