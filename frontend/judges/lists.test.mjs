// Reads all pages of every list with Stripe's official Node SDK. Also checks objects that follow a payment: disputes,
// balance transactions and payouts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startSandbox } from "./sandbox.mjs";

let sandbox;
let stripe;
const intents = [];

/** Five payments, three of them partly refunded and two disputed, and two payouts. */
before(async () => {
  sandbox = await startSandbox();
  ({ stripe } = sandbox);
  for (const card of ["visa", "visa", "visa", "createDispute", "createDisputeInquiry"]) {
    const intent = await stripe.paymentIntents.create({
      amount: 15_000,
      currency: "usd",
      allowed_payment_method_types: ["card"],
      payment_method: `pm_card_${card}`,
      confirm: true,
    });
    intents.push(intent.id);
    if (card === "visa") await stripe.refunds.create({ payment_intent: intent.id, amount: 4_000 });
    if (intents.length > 3) await sandbox.control("payouts", {});
  }
  await stripe.refunds.create({ payment_intent: intents[0], amount: 1_000 });
});

after(() => sandbox.stop());

const LISTS = {
  charges: 5,
  refunds: 4,
  disputes: 2,
  events: 32,
  // Five charges, four refunds, a dispute's withdrawal, two payouts.
  balanceTransactions: 12,
  payouts: 2,
  paymentIntents: 5,
};

for (const [name, count] of Object.entries(LISTS)) {
  test(`${name} are paged through in both directions`, async () => {
    const whole = (await stripe[name].list({ limit: 100 })).data.map(({ id }) => id);
    assert.equal(whole.length, count);
    const forwards = await stripe[name].list({ limit: 2 }).autoPagingToArray({ limit: 1000 });
    assert.deepEqual(
      forwards.map(({ id }) => id),
      whole,
    );
    const back = { limit: 2, ending_before: whole.at(-1) };
    const backwards = await stripe[name].list(back).autoPagingToArray({ limit: 1000 });
    assert.deepEqual(
      backwards.map(({ id }) => id),
      whole.slice(0, -1).reverse(),
    );
    const one = await stripe[name].retrieve(whole[0]);
    assert.equal(one.id, whole[0]);
    const none = await stripe[name].list({ created: { lt: 1 } });
    assert.deepEqual([none.data, none.has_more], [[], false]);
  });
}

test("a dispute is answered with evidence and won", async () => {
  const { data } = await stripe.disputes.list({ payment_intent: intents[3] });
  const staged = await stripe.disputes.update(data[0].id, {
    evidence: { customer_name: "Ann Lee", uncategorized_text: "winning_evidence" },
    submit: false,
  });
  assert.deepEqual([staged.status, staged.evidence.customer_name], ["needs_response", "Ann Lee"]);
  await assert.rejects(stripe.refunds.create({ payment_intent: intents[3] }), {
    code: "charge_disputed",
  });
  const submitted = await stripe.disputes.update(data[0].id, { submit: true });
  assert.equal(submitted.status, "under_review");
  await sandbox.control(`disputes/${data[0].id}/resolve`, { outcome: "won" });
  const won = await stripe.disputes.retrieve(data[0].id, { expand: ["charge"] });
  assert.deepEqual([won.status, won.charge.disputed], ["won", true]);
  assert.equal(won.balance_transactions.length, 2);
});

test("an inquiry can be closed only once", async () => {
  const { data } = await stripe.disputes.list({ payment_intent: intents[4] });
  assert.equal((await stripe.disputes.close(data[0].id)).status, "warning_closed");
  await assert.rejects(stripe.disputes.close(data[0].id), { statusCode: 400 });
});

test("a payout lists its transactions, and the balance has the rest", async () => {
  const [payout] = (await stripe.payouts.list({ limit: 1 })).data;
  const took = await stripe.balanceTransactions
    .list({ payout: payout.id, expand: ["data.source"], limit: 2 })
    .autoPagingToArray({ limit: 100 });
  assert.equal(
    took.reduce((sum, { net }) => sum + net, 0),
    0,
  );
  const kinds = new Set(took.map(({ source }) => source.object));
  assert.deepEqual([...kinds].sort(), ["charge", "payout"]);
  const all = await stripe.balanceTransactions.list().autoPagingToArray({ limit: 1000 });
  const { available, pending } = await stripe.balance.retrieve();
  assert.equal(
    available[0].amount + pending[0].amount,
    all.reduce((sum, { net }) => sum + net, 0),
  );
});

test("a charge has its card and its balance transaction", async () => {
  const intent = await stripe.paymentIntents.retrieve(intents[0], {
    expand: ["latest_charge.balance_transaction"],
  });
  const { payment_method_details: details, ...charge } = intent.latest_charge;
  assert.deepEqual([details.card.brand, details.card.last4], ["visa", "4242"]);
  assert.equal(typeof details.card.fingerprint, "string");
  assert.deepEqual(
    [charge.amount_refunded, charge.refunded, charge.disputed],
    [5_000, false, false],
  );
  assert.deepEqual([charge.balance_transaction.fee, charge.balance_transaction.net], [465, 14_535]);
});

test("a saved error is replayed for its idempotency key", async () => {
  for (const made of [false, true]) {
    await sandbox.control("faults", { kind: "saved_error", status: 500, made, method: "POST" });
    const params = { payment_intent: intents[1], amount: 100 };
    const options = { idempotencyKey: `saved-${made}`, maxNetworkRetries: 1 };
    const before = (await stripe.refunds.list({ payment_intent: intents[1] })).data.length;
    await assert.rejects(stripe.refunds.create(params, options), (error) => {
      assert.equal(error.statusCode, 500);
      assert.equal(error.headers["idempotent-replayed"], "true");
      return true;
    });
    const { data } = await stripe.refunds.list({ payment_intent: intents[1] });
    assert.equal(data.length, before + Number(made));
  }
});
