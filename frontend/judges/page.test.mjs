// Stripe's own React package pays through the stand-in for Stripe.js, in a real browser. The content security policy
// allows only the stand-in. The card form is an iframe, so the card number must never be in the page.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { chromium } from "playwright-core";
import { startSandbox } from "./sandbox.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(executablePath) ? false : `there is no browser at ${executablePath}`;
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const PAGE = `
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { loadStripe } from "@stripe/stripe-js/pure";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";

const { key, clientSecret, redirect, theme } = window.setup;
const formEvents = (window.formEvents = []);

function Form() {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState("");
  const pay = async (event) => {
    event.preventDefault();
    setOutcome("");
    const confirmParams = { return_url: location.origin + "/done?of=7" };
    const { error, paymentIntent } = await stripe.confirmPayment({ elements, confirmParams, redirect });
    setOutcome(error ? [error.type, error.code, error.decline_code].filter(Boolean).join(" ") : paymentIntent.status);
  };
  return (
    <form onSubmit={pay}>
      <PaymentElement
        onReady={() => formEvents.push("ready")}
        onChange={({ complete }) => formEvents.push(complete ? "complete" : "change")}
        onFocus={() => formEvents.push("focus")}
        onLoadError={({ error }) => formEvents.push("loaderror " + error.type)}
      />
      <button>Pay $150.00</button>
      <p role="status">{outcome}</p>
    </form>
  );
}

const stripe = loadStripe(key);
createRoot(document.getElementById("root")).render(
  <StrictMode>
    <main>
      <h1>Pay</h1>
      <Elements stripe={stripe} options={{ clientSecret, appearance: { theme } }}>
        <Form />
      </Elements>
    </main>
  </StrictMode>,
);
`;

let sandbox;
let app;
let browser;
let setup;

before(async () => {
  if (skip) return;
  const bundle = await esbuild.build({
    stdin: { contents: PAGE, resolveDir: here, loader: "jsx" },
    jsx: "automatic",
    bundle: true,
    write: false,
    define: { "process.env.NODE_ENV": '"development"' },
  });
  const [{ text: script }] = bundle.outputFiles;
  sandbox = await startSandbox();
  const { baseUrl } = sandbox;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${baseUrl}`,
    `connect-src ${baseUrl}`,
    `frame-src ${baseUrl}`,
    "style-src 'self' 'unsafe-inline'",
  ].join("; ");
  app = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://app");
    const served = {
      "/setup.js": ["text/javascript", () => `window.setup = ${JSON.stringify(setup)}`],
      "/page.js": ["text/javascript", () => script],
      "/pay": ["text/html", html],
      "/done": ["text/html", () => "<!doctype html><title>Done</title>"],
    };
    const [type, body] = served[pathname] ?? ["text/plain", () => ""];
    response.writeHead(200, { "content-type": type, "content-security-policy": policy });
    response.end(body());
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  app?.close();
  await sandbox?.stop();
});

function html() {
  const [ground, ink, scheme] =
    setup.theme === "night" ? ["#0a1420", "#e8eef6", "dark"] : ["#f6f8fb", "#0b1b2b", "light"];
  return `<!doctype html><html lang="en"><title>Pay</title><meta name="viewport" content="width=device-width">
    <body style="background:${ground};color:${ink};color-scheme:${scheme}"><div id="root"></div>
    <script src="${sandbox.jsUrl}"></script><script src="/setup.js"></script><script src="/page.js"></script>`;
}

/** Opens a page with the form ready, for a new payment. */
async function openForm(t, { redirect = "if_required", theme = "stripe", prepare } = {}) {
  const params = { amount: 15_000, currency: "usd", allowed_payment_method_types: ["card"] };
  const { id, client_secret: clientSecret } = await sandbox.stripe.paymentIntents.create(params);
  await prepare?.(id);
  setup = { key: sandbox.publishableKey, clientSecret, redirect, theme };
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  t.after(() => context.close());
  const page = await context.newPage();
  const broken = [];
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) broken.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${app.address().port}/pay`);
  await page.waitForFunction(() => window.formEvents?.some((what) => /ready|loaderror/.test(what)));
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  const outcome = async () => {
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent);
    return page.getByRole("status").textContent();
  };
  const status = async () => (await sandbox.stripe.paymentIntents.retrieve(id)).status;
  const clickPay = () => page.getByRole("button", { name: "Pay" }).click();
  return { id, page, form, outcome, status, clickPay, broken };
}

async function fillForm(form, number, { expiry = "12/34", cvc = "123", zip = "10001" } = {}) {
  await form.getByLabel("Card number").pressSequentially(number);
  await form.getByLabel("Expiration date").pressSequentially(expiry);
  await form.getByLabel("Security code").pressSequentially(cvc);
  await form.getByLabel("ZIP code").pressSequentially(zip);
}

async function listViolations(page) {
  for (const frame of page.frames()) {
    await frame.evaluate(`${axe};axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
  }
  const results = await page.evaluate(() => window.axe.run());
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
}

const testInBrowser = (name, run) => test(name, { skip }, run);

testInBrowser("a card payment succeeds without the card number in the page", async (t) => {
  const { page, form, outcome, status, clickPay, broken } = await openForm(t);
  await fillForm(form, "4242424242424242");
  assert.equal(await form.getByLabel("Card number").inputValue(), "4242 4242 4242 4242");
  assert.equal(await form.getByLabel("Expiration date").inputValue(), "12 / 34");
  await clickPay();
  assert.equal(await outcome(), "succeeded");
  assert.equal(await status(), "succeeded");
  assert.doesNotMatch(await page.content(), /4242/);
  assert.deepEqual(await page.evaluate(() => window.formEvents), [
    "ready",
    "focus",
    "change",
    "complete",
  ]);
  assert.deepEqual(broken, []);
});

testInBrowser("a payment redirects to the return URL", async (t) => {
  const { id, page, form, clickPay } = await openForm(t, { redirect: "always" });
  await fillForm(form, "5555555555554444");
  await clickPay();
  await page.waitForURL(/\/done/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get("of"), "7");
  assert.equal(searchParams.get("payment_intent"), id);
  assert.equal(searchParams.get("redirect_status"), "succeeded");
});

testInBrowser("missing fields are reported below the fields, and nothing is sent", async (t) => {
  const { form, outcome, status, clickPay } = await openForm(t);
  await clickPay();
  assert.equal(await outcome(), "validation_error incomplete_number");
  assert.equal(await form.locator(":focus").getAttribute("name"), "number");
  await form.getByText("Your card's security code is incomplete.").waitFor();
  assert.equal(await status(), "requires_payment_method");
});

testInBrowser("a decline shows its reason, and another card can pay", async (t) => {
  const { page, form, outcome, clickPay } = await openForm(t);
  await form.getByText("Fill in a test card").click();
  await form.getByRole("button", { name: "insufficient" }).click();
  await clickPay();
  assert.equal(await outcome(), "card_error card_declined insufficient_funds");
  await form.getByLabel("Card number").fill("4000 0000 0000 0127");
  await clickPay();
  await form.getByText("Your card's security code is incorrect.").waitFor();
  await form.getByLabel("Card number").fill("4242 4242 4242 4242");
  await clickPay();
  await page.waitForFunction(
    () => document.querySelector("[role=status]")?.textContent === "succeeded",
  );
});

for (const [button, theme, expected, end] of [
  ["Complete", "stripe", "succeeded", "succeeded"],
  [
    "Fail",
    "night",
    "invalid_request_error payment_intent_authentication_failure",
    "requires_payment_method",
  ],
]) {
  testInBrowser(`3-D Secure: ${button}`, async (t) => {
    const { page, form, outcome, status, clickPay } = await openForm(t, { theme });
    await fillForm(form, "4000002500003155");
    await clickPay();
    const bank = page.frameLocator('iframe[title="3-D Secure authentication"]');
    await bank.getByText("$150.00").waitFor();
    assert.equal(await bank.locator(":focus").textContent(), "Complete");
    assert.deepEqual(await listViolations(page), []);
    await bank.getByRole("button", { name: button }).click();
    assert.equal(await outcome(), expected);
    assert.equal(await status(), end);
    assert.equal(await page.locator("dialog").count(), 0);
  });
}

testInBrowser("the form can be filled and submitted with the keyboard", async (t) => {
  const { page, outcome } = await openForm(t);
  for (const typed of ["378282246310005", "0234", "1234", "10001"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(typed);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await outcome(), "succeeded");
});

testInBrowser("a lost response is reported as a connection error, not as a decline", async (t) => {
  const { id, form, outcome, status, clickPay } = await openForm(t);
  const path = `/v1/payment_intents/${id}/confirm`;
  await sandbox.control("faults", { kind: "dropped_response", method: "POST", path });
  await fillForm(form, "4242424242424242");
  await clickPay();
  assert.equal(await outcome(), "api_connection_error");
  assert.equal(await status(), "succeeded");
});

testInBrowser("a canceled payment shows no form", async (t) => {
  const prepare = (id) => sandbox.stripe.paymentIntents.cancel(id);
  const { page } = await openForm(t, { prepare });
  const formEvents = await page.evaluate(() => window.formEvents);
  assert.deepEqual(formEvents, ["loaderror invalid_request_error"]);
});

for (const theme of ["stripe", "night"]) {
  testInBrowser(`axe finds no accessibility issues in the form: ${theme}`, async (t) => {
    const { page, form, outcome, clickPay } = await openForm(t, { theme });
    assert.deepEqual(await listViolations(page), []);
    await clickPay();
    await outcome();
    await form.getByText("Fill in a test card").click();
    assert.deepEqual(await listViolations(page), []);
  });
}
