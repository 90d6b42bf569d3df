import { apiFetch } from "./client";

/**
 * Saves a file of the server's. It is asked for first, so that a failure is an error here and not a page of JSON; then the
 * browser fetches it by its address, which every phone knows how to save.
 */
export async function download(href: string): Promise<void> {
  const answer = await apiFetch(href);
  await answer.arrayBuffer();
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
