import { expect, type Page } from "@playwright/test";

/**
 * Waits for an email with a link to the page at `path`, and returns the link of the newest one. In development the
 * server shows emails instead of sending them.
 */
export async function waitForLink(page: Page, address: string, path: string): Promise<string> {
  let link: string | null = null;
  const pattern = new RegExp(`href="([^"]*/${path}#[^"]+)"`);
  await expect(async () => {
    const text = await (await page.request.get("/dev/mail")).text();
    const own = text.split("<article>").filter((one) => one.includes(`To: ${address}`));
    link = own.map((mail) => pattern.exec(mail)?.[1]).find(Boolean) ?? null;
    expect(link, `a link to ${path} for ${address}`).not.toBeNull();
  }).toPass({ timeout: 15_000 });
  return link ?? "";
}

/** Waits for a text message with a code to a number, and returns the newest code. */
export async function waitForCode(page: Page, phone: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const text = await (await page.request.get("/dev/mail")).text();
    const own = text.split("<article>").filter((one) => one.includes(`To: ${phone}@`));
    code = own.map((one) => /\b\d{6}\b(?= is your code)/.exec(one)?.[0]).find(Boolean) ?? "";
    expect(code, `a code for ${phone}`).not.toBe("");
  }).toPass({ timeout: 15_000 });
  return code;
}

/** Counts the emails to an address that contain this text. */
export async function countEmails(page: Page, address: string, text: string): Promise<number> {
  const html = await (await page.request.get("/dev/mail")).text();
  const own = html.split("<article>").filter((one) => one.includes(`To: ${address}`));
  return own.filter((one) => one.includes(text)).length;
}
