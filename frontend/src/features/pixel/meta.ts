import type { PixelEvent } from "@/parts/pixel";

/**
 * Meta's pixel as an image request. None of Meta's scripts runs in the page, so none can read the page or a card form.
 * The request contains the event and the URL without its query. A purchase also has its value. The end of a sign-up
 * also has the hashed email and phone (advanced matching).
 */
const ADDRESS = "https://www.facebook.com/tr";

const NAMES: Record<Exclude<PixelEvent["kind"], "custom">, string> = {
  pageView: "PageView",
  signupStart: "SignupStart",
  signupComplete: "CompleteRegistration",
  purchase: "Purchase",
  lead: "Lead",
};

/**
 * Paths without events: card entry, the back office, and the emailed links to reset a password or confirm an address,
 * which carry a secret. The router ignores case and decodes escapes, so any "%" is excluded too.
 */
const PATHS_WITHOUT_EVENTS = /^\/(payment|admin|reset-password|confirm-email)(\/|$)|%/i;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the hashes for advanced matching as query parameters: email trimmed and in lower case,
 * and a phone number of ten digits with country code.
 */
async function hashContact(email: string, phone: string): Promise<[string, string][]> {
  const digits = phone.replace(/\D/g, "");
  const parts: [string, string][] = [["ud[em]", await sha256(email.trim().toLowerCase())]];
  if (digits.length === 10) parts.push(["ud[ph]", await sha256(`1${digits}`)]);
  return parts;
}

/** Returns the image URL for an event at a page, or null if nothing may be sent from there. */
export async function pixelUrl(id: string, event: PixelEvent, page: URL): Promise<string | null> {
  if (PATHS_WITHOUT_EVENTS.test(page.pathname)) return null;
  const query = new URLSearchParams({
    id,
    ev: event.kind === "custom" ? event.name : NAMES[event.kind],
    dl: page.origin + page.pathname,
    noscript: "1",
  });
  if (event.kind === "purchase") {
    query.set("cd[value]", (event.cents / 100).toFixed(2));
    query.set("cd[currency]", "USD");
  }
  if (event.kind === "signupComplete")
    for (const [name, value] of await hashContact(event.email, event.phone)) query.set(name, value);
  return `${ADDRESS}?${query}`;
}

/** Sends an event unless nothing may be sent from the current page. Failures cause no error. */
export function sendToMeta(id: string, event: PixelEvent): void {
  const page = new URL(location.href);
  pixelUrl(id, event, page).then((url) => {
    if (!url) return;
    const image = new Image(1, 1);
    image.referrerPolicy = "no-referrer";
    image.src = url;
  }, console.warn);
}
