import type { PixelEvent } from "@/parts/pixel";

/**
 * Meta's pixel by its image call: no foreign script ever runs in the page, so none can read it or a card form. It is told
 * the event, the address without its query, and at the end of a signup the hashed e-mail and phone (advanced matching).
 */
const ADDRESS = "https://www.facebook.com/tr";

const NAMES: Record<Exclude<PixelEvent["kind"], "custom">, string> = {
  pageView: "PageView",
  signupStart: "SignupStart",
  signupComplete: "CompleteRegistration",
  purchase: "Purchase",
  lead: "Lead",
};

/** Where a card is typed or staff work nothing is told, nor at addresses that carry a secret; the router knows no case and decodes escapes. */
const SILENT = /^\/(payment|admin|reset-password|confirm-email)(\/|$)|%/i;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** As advanced matching wants them: e-mail trimmed and in small letters, phone as digits with the country's code. */
async function matching(email: string, phone: string): Promise<[string, string][]> {
  const digits = phone.replace(/\D/g, "");
  const parts: [string, string][] = [["ud[em]", await sha256(email.trim().toLowerCase())]];
  if (digits.length === 10) parts.push(["ud[ph]", await sha256(`1${digits}`)]);
  return parts;
}

/** The image's address for an event at a place of the page; null where nothing is told. */
export async function pixelUrl(id: string, event: PixelEvent, at: URL): Promise<string | null> {
  if (SILENT.test(at.pathname)) return null;
  const query = new URLSearchParams({
    id,
    ev: event.kind === "custom" ? event.name : NAMES[event.kind],
    dl: at.origin + at.pathname,
    noscript: "1",
  });
  if (event.kind === "purchase") {
    query.set("cd[value]", (event.cents / 100).toFixed(2));
    query.set("cd[currency]", "USD");
  }
  if (event.kind === "signupComplete")
    for (const [name, value] of await matching(event.email, event.phone)) query.set(name, value);
  return `${ADDRESS}?${query}`;
}

/** Tells an event; a failure is ignored. */
export function tellMeta(id: string, event: PixelEvent): void {
  const at = new URL(location.href);
  pixelUrl(id, event, at).then((url) => {
    if (!url) return;
    const image = new Image(1, 1);
    image.referrerPolicy = "no-referrer";
    image.src = url;
  }, console.warn);
}
