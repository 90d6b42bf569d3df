// Compares our check of Twilio's signatures with Twilio's own library. We must accept every call it signs and refuse
// every call it refuses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const { getExpectedTwilioSignature, validateRequest } = createRequire(import.meta.url)(
  process.env.TWILIO_LIBRARY,
);
const EXAMPLE = fileURLToPath(new URL("../../target/debug/examples/genuine", import.meta.url));
const SECRET = "secret";

/** Returns whether the server's code accepts each of these calls. */
function acceptedCalls(calls) {
  const lines = calls.map(({ url, form, signature }) =>
    JSON.stringify({ url, form: Object.entries(form), signature }),
  );
  const output = execFileSync(EXAMPLE, { input: `${lines.join("\n")}\n`, encoding: "utf8" });
  return output
    .trim()
    .split("\n")
    .map((word) => word === "true");
}

const URLS = [
  "https://lanewise.example/api/webhooks/twilio",
  "https://lanewise.example/api/webhooks/twilio?notice=12345",
];
const BODIES = ["STOP", "", "I can’t come 😟", "a=b&c=d", "  two\nlines ", "ä ö ü", "+1 555"];
const forms = BODIES.map((Body, at) => ({
  MessageSid: `SM${at}`,
  From: "+15551234567",
  To: "+15550100199",
  Body,
  NumMedia: "0",
  a: "lower case sorts last",
}));
const signed = URLS.flatMap((url) =>
  forms.map((form) => ({ url, form, signature: getExpectedTwilioSignature(SECRET, url, form) })),
);

test("accepts every request that Twilio's library signs", () => {
  assert.deepEqual(
    acceptedCalls(signed),
    signed.map(() => true),
  );
});

test("rejects every request that Twilio's library rejects", () => {
  const forged = signed.flatMap((call) => [
    { ...call, signature: getExpectedTwilioSignature("another", call.url, call.form) },
    { ...call, url: `${call.url}x` },
    { ...call, form: { ...call.form, Body: `${call.form.Body}!` } },
    { ...call, form: { ...call.form, More: "1" } },
    { ...call, signature: "" },
    { ...call, signature: call.signature.toLowerCase() },
    { ...call, signature: call.signature.slice(0, -2) },
  ]);
  const expected = forged.map(({ url, form, signature }) =>
    validateRequest(SECRET, signature, url, form),
  );
  assert.equal(expected.some(Boolean), false);
  assert.deepEqual(acceptedCalls(forged), expected);
});
