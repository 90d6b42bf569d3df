import { apiFetch } from "./client";

/**
 * Saves a file of the server's. It is asked for first, so that a failure is an error here and not a page of JSON; then the
 * browser fetches it by its address, which every phone knows how to save.
 */
export const download = (href: string): Promise<void> => follow(href, { download: "" });

/** Opens a page of the server's in a new tab, asked for first in the same way. */
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
