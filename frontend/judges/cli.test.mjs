// Stripe's official CLI creates its fixtures at the stand-in. The CLI checks only the HTTP responses, so this file
// checks that the right webhooks follow.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startSandbox, stripeCli } from "./sandbox.mjs";

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), "stripe-cli-"));
let sandbox;

before(async () => {
  sandbox = await startSandbox();
});

after(async () => {
  await sandbox.stop();
  rmSync(home, { recursive: true, force: true });
});

async function triggerEvent(event) {
  const { baseUrl, secretKey } = sandbox;
  const args = ["trigger", event, "--api-base", baseUrl, "--api-key", secretKey];
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    STRIPE_CLI_TELEMETRY_OPTOUT: "1",
  };
  const { stdout } = await run(stripeCli(), args, { env, timeout: 60_000 });
  assert.match(stdout, /Trigger succeeded/);
}

const paid = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];
const declined = ["payment_intent.created", "charge.failed", "payment_intent.payment_failed"];
const refunded = [...paid, "refund.created", "charge.refunded"];
const inquired = [...paid, "charge.dispute.created"];

// The events of each trigger, with its own event last.
const TRIGGERS = {
  "payment_intent.created": ["payment_intent.created"],
  "payment_intent.succeeded": paid,
  "payment_intent.payment_failed": declined,
  "payment_intent.canceled": ["payment_intent.created", "payment_intent.canceled"],
  "payment_intent.requires_action": ["payment_intent.created", "payment_intent.requires_action"],
  "charge.succeeded": paid,
  "charge.failed": declined,
  "charge.refunded": refunded,
  "charge.refund.updated": [...refunded, "refund.updated", "charge.refund.updated"],
  "charge.dispute.created": inquired,
  "charge.dispute.updated": [...inquired, "charge.dispute.updated"],
  "charge.dispute.closed": [...inquired, "charge.dispute.closed"],
};

// Payouts pay out the whole balance, not a single payment.
const PAYOUTS = {
  "payout.created": [...paid, "payout.created"],
  "payout.updated": [...paid, "payout.created", "payout.updated"],
};

async function waitForEvents(kinds) {
  const events = await sandbox.endpoint.all(...kinds);
  for (const event of events) {
    assert.equal(event.object, "event");
    assert.equal(event.livemode, false);
  }
  return events.map(({ data }) => data.object);
}

for (const [name, kinds] of Object.entries(TRIGGERS)) {
  test(`stripe trigger ${name}`, async () => {
    await triggerEvent(name);
    const objects = await waitForEvents(kinds);
    const intent = objects[0].id;
    for (const object of objects.slice(1)) {
      assert.ok(object.id === intent || object.payment_intent === intent, "all of one payment");
    }
    assert.deepEqual(sandbox.endpoint.forged, []);
  });
}

for (const [name, kinds] of Object.entries(PAYOUTS)) {
  test(`stripe trigger ${name}`, async () => {
    await triggerEvent(name);
    const objects = await waitForEvents(kinds);
    const payouts = objects.filter(({ object }) => object === "payout");
    assert.equal(new Set(payouts.map(({ id }) => id)).size, 1);
    assert.equal(payouts.at(-1).amount, 1_100);
    await sandbox.endpoint.next("payout.paid");
    assert.deepEqual(sandbox.endpoint.forged, []);
  });
}
