import { loadStripe } from "@stripe/stripe-js/pure";
import { withTimeout } from "@/api/client";
import type { Stripe } from "./stripeTypes";

type Settings = { publishableKey: string; stripeJsUrl: string };

/** The script that loadStripe loads by default. */
const DEFAULT_SCRIPT_URL = "https://js.stripe.com/endive/stripe.js";

/** Adds a script to the document, and waits until it has loaded. */
function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`could not load ${src}`));
    });
    document.head.append(script);
  });
}

/** Whether the script is the payment sandbox's instead of the provider's. The sandbox's form has another height. */
export function isSandboxScript({ stripeJsUrl }: Settings): boolean {
  return stripeJsUrl !== DEFAULT_SCRIPT_URL;
}

/** Loads the script and returns the provider's object for our publishable key. */
async function createStripe({ publishableKey, stripeJsUrl }: Settings): Promise<Stripe> {
  // loadStripe uses an existing window.Stripe, so the sandbox's script is loaded first.
  if (isSandboxScript({ publishableKey, stripeJsUrl }) && !("Stripe" in window))
    await addScript(stripeJsUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("the provider's script did not load");
  return stripe;
}

let loading: { key: string; stripe: Promise<Stripe> } | null = null;

/** Loads the payment provider's script once. After a failure, the next call tries again. */
export function loadProvider(settings: Settings): Promise<Stripe> {
  const key = `${settings.publishableKey} ${settings.stripeJsUrl}`;
  if (loading?.key !== key) {
    const stripe = withTimeout(createStripe(settings));
    const attempt = { key, stripe };
    loading = attempt;
    stripe.catch(() => {
      if (loading === attempt) loading = null;
    });
  }
  return loading.stripe;
}
