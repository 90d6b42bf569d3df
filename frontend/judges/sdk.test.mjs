// Stripe's official Node SDK takes payments at the stand-in and verifies the webhooks that follow.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Stripe from "stripe";
import { startSandbox } from "./sandbox.mjs";

let sandbox;
let stripe;
let endpoint;

before(async () => {
  sandbox = await startSandbox();
  ({ stripe, endpoint } = sandbox);
});

after(() => sandbox.stop());

const card = { allowed_payment_method_types: ["card"] };
const create = (more = {}, options = {}) =>
  stripe.paymentIntents.create({ amount: 15_000, currency: "usd", ...card, ...more }, options);
const pay = (id, method = "pm_card_visa") =>
  stripe.paymentIntents.confirm(id, { payment_method: method });

test("a payment succeeds, and its webhook has the same data", async () => {
  const { id } = await create({ metadata: { payment_id: "7" }, description: "Toll 3" });
  const paid = await pay(id);
  assert.equal(paid.status, "succeeded");
  assert.equal(paid.amount_received, 15_000);
  const [made, charged, succeeded] = await endpoint.all(
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
  );
  assert.equal(made.data.object.status, "requires_payment_method");
  assert.equal(charged.data.object.payment_intent, id);
  assert.deepEqual(succeeded.data.object, await stripe.paymentIntents.retrieve(id));
  assert.equal(succeeded.data.object.metadata.payment_id, "7");
  const kept = await stripe.events.retrieve(succeeded.id);
  assert.equal(kept.type, "payment_intent.succeeded");
});

test("a decline is a StripeCardError with its reason, and the payment can be retried", async () => {
  const { id } = await create();
  await assert.rejects(pay(id, "pm_card_chargeDeclinedInsufficientFunds"), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeCardError);
    assert.equal(error.code, "card_declined");
    assert.equal(error.decline_code, "insufficient_funds");
    assert.equal(error.payment_intent.id, id);
    return true;
  });
  await endpoint.next("charge.failed");
  const failed = await endpoint.next("payment_intent.payment_failed");
  assert.equal(failed.data.object.last_payment_error.decline_code, "insufficient_funds");
  assert.equal((await pay(id)).status, "succeeded");
  await endpoint.all("payment_intent.created", "charge.succeeded", "payment_intent.succeeded");
});

test("a canceled payment can no longer be paid", async () => {
  const { id } = await create();
  const cancelled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
  assert.equal(cancelled.status, "canceled");
  const event = await endpoint.next("payment_intent.canceled");
  assert.equal(event.data.object.cancellation_reason, "abandoned");
  await endpoint.next("payment_intent.created");
  await assert.rejects(pay(id), { code: "payment_intent_unexpected_state", statusCode: 400 });
});

test("partial and full refunds are created and listed", async () => {
  const { id } = await create();
  await pay(id);
  await endpoint.all("payment_intent.created", "charge.succeeded", "payment_intent.succeeded");
  const part = await stripe.refunds.create({ payment_intent: id, amount: 5_000 });
  const rest = await stripe.refunds.create({ payment_intent: id, metadata: { why: "paid twice" } });
  assert.deepEqual([part.amount, rest.amount, rest.status], [5_000, 10_000, "succeeded"]);
  await assert.rejects(stripe.refunds.create({ payment_intent: id }), {
    code: "charge_already_refunded",
  });
  const { data } = await stripe.refunds.list({ payment_intent: id });
  assert.deepEqual(
    data.map((refund) => refund.id),
    [rest.id, part.id],
  );
  await endpoint.all("refund.created", "refund.created", "charge.refunded", "charge.refunded");
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge.refunds"] });
  assert.equal(intent.latest_charge.refunded, true);
  assert.equal(intent.latest_charge.refunds.data.length, 2);
});

test("a pending refund that fails is reported by a webhook", async () => {
  const { id } = await create();
  await pay(id);
  await endpoint.all("payment_intent.created", "charge.succeeded", "payment_intent.succeeded");
  await sandbox.control("faults", { kind: "refund_pending" });
  const refund = await stripe.refunds.create({ payment_intent: id });
  assert.equal(refund.status, "pending");
  await sandbox.control(`refunds/${refund.id}/settle`, { outcome: "failed" });
  const failed = await endpoint.next("refund.failed");
  assert.equal(failed.data.object.id, refund.id);
  assert.equal((await stripe.refunds.retrieve(refund.id)).status, "failed");
  await endpoint.all("refund.created", "charge.refunded", "refund.updated");
});

test("an idempotency key replays the first response and rejects other parameters", async () => {
  const options = { idempotencyKey: "judged-once" };
  const first = await create({}, options);
  const again = await create({}, options);
  assert.equal(again.id, first.id);
  assert.equal(again.lastResponse.headers["idempotent-replayed"], "true");
  await assert.rejects(create({ amount: 999 }, options), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeIdempotencyError);
    return true;
  });
  const made = await endpoint.next("payment_intent.created");
  assert.equal(made.request.idempotency_key, "judged-once");
});

test("the SDK retries lost responses and errors without creating a second payment", async () => {
  const faults = [
    { kind: "dropped_response", method: "POST", path: "/v1/payment_intents" },
    { kind: "error", status: 503, stage: "before" },
  ];
  for (const fault of faults) {
    const since = Math.floor(Date.now() / 1000);
    const before = (await stripe.paymentIntents.list({ created: { gte: since }, limit: 100 })).data;
    await sandbox.control("faults", fault);
    const made = await create({ metadata: { fault: fault.kind } });
    const after = (await stripe.paymentIntents.list({ created: { gte: since }, limit: 100 })).data;
    const ours = after.filter(({ metadata }) => metadata.fault === fault.kind);
    assert.deepEqual(
      ours.map(({ id }) => id),
      [made.id],
    );
    assert.ok(after.length <= before.length + 1);
    await endpoint.next("payment_intent.created");
  }
});

test("the SDK pages through a list", async () => {
  const ids = [];
  for (let made = 0; made < 5; made += 1) {
    ids.unshift((await create({ metadata: { of: "pages" } })).id);
    await endpoint.next("payment_intent.created");
  }
  const found = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 2 })) {
    found.push(intent.id);
    if (found.length === 5) break;
  }
  assert.deepEqual(found, ids);
});

test("3-D Secure is required, and the payment succeeds or fails with it", async () => {
  for (const [outcome, kind] of [
    ["succeeded", "payment_intent.succeeded"],
    ["failed", "payment_intent.payment_failed"],
  ]) {
    const { id } = await create();
    const intent = await pay(id, "pm_card_authenticationRequired");
    assert.equal(intent.status, "requires_action");
    assert.equal(intent.next_action.type, "use_stripe_sdk");
    await endpoint.all("payment_intent.created", "payment_intent.requires_action");
    await sandbox.answerChallenge(intent, outcome);
    const event = await endpoint.next(kind);
    assert.equal(event.data.object.id, id);
    if (outcome === "succeeded") await endpoint.next("charge.succeeded");
    else {
      const { last_payment_error: error } = event.data.object;
      assert.equal(error.code, "payment_intent_authentication_failure");
    }
  }
});

test("invalid keys and parameters are rejected as the SDK expects", async () => {
  const { hostname: host, port } = new URL(sandbox.baseUrl);
  const otherAccount = new Stripe("sk_test_somebodyelses", { host, port, protocol: "http" });
  await assert.rejects(otherAccount.paymentIntents.list(), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeAuthenticationError);
    return true;
  });
  await assert.rejects(create({ payment_method_types: ["card"] }), { code: "parameter_unknown" });
  await assert.rejects(stripe.paymentIntents.retrieve("pi_nonesuch"), {
    code: "resource_missing",
    statusCode: 404,
  });
});

test("an event can be delivered twice or again on request, always with a valid signature", async () => {
  await sandbox.control("faults", { kind: "webhooks_duplicated" });
  const { id } = await create();
  const [one, two] = await endpoint.all("payment_intent.created", "payment_intent.created");
  assert.deepEqual([one.id, one.data.object.id], [two.id, id]);
  await sandbox.control(`events/${one.id}/redeliver`);
  assert.equal((await endpoint.next("payment_intent.created")).id, one.id);
  assert.deepEqual(endpoint.forged, []);
});
