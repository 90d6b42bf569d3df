// Measures a driver's page while the payment provider takes ten seconds to respond and hundreds of payments are being
// started. Limited in time and number; connects only to 127.0.0.1.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import autocannon from "autocannon";
import { freePort, logIn, root, startServer, withFolder } from "./server.mjs";

const STAND_IN = resolve(
  process.env.STRIPE_SANDBOX_BIN ?? join(root, "target/release/stripe-sandbox"),
);
const KEYS = { secret: "sk_test_bench", publishable: "pk_test_bench", webhook: "whsec_bench" };

const PAYMENTS = 600;
const SECONDS = 30;
const ANSWERS_AFTER_MS = 10_000;
/** Reads per second while the provider is slow: enough to measure, but so few that none has to wait in a queue. */
const READS = 50;

/** Starts the payment sandbox as a separate process, and turns its delay on. */
async function startSandbox() {
  const base = `http://127.0.0.1:${await freePort()}`;
  const named = [
    "--secret-key",
    KEYS.secret,
    "--publishable-key",
    KEYS.publishable,
    "--webhook-secret",
    KEYS.webhook,
  ];
  const process = spawn(STAND_IN, ["--port", new URL(base).port, ...named], { stdio: "ignore" });
  const post = (path, body) =>
    fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${KEYS.secret}` },
      body: JSON.stringify(body),
    });
  const slow = { kind: "slow", ms: ANSWERS_AFTER_MS, stage: "before", count: null };
  for (let tries = 0; ; tries += 1) {
    const answer = await post("/_sandbox/faults", slow).catch(() => null);
    if (answer?.ok) return { base, stop: () => process.kill() };
    if (answer || tries > 100)
      throw new Error(`the stand-in is not slow: ${answer?.status} ${await answer?.text()}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

await withFolder(async (folder) => {
  const standIn = await startSandbox();
  const server = await startServer(folder, {
    STRIPE_SECRET_KEY: KEYS.secret,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishable,
    STRIPE_WEBHOOK_SECRET: KEYS.webhook,
    STRIPE_API_BASE: standIn.base,
    STRIPE_JS_URL: `${standIn.base}/v3/`,
  });
  const json = { "content-type": "application/json", origin: server.base };
  const { id, cookie } = await logIn(server.base);
  const tickets = await (
    await fetch(`${server.base}/api/tickets/${id}`, { headers: { cookie } })
  ).json();
  const due = tickets.filter((ticket) => ticket.mayPay);
  const began = performance.now();
  const tookMs = [];
  const statuses = {};
  const payments = Array.from({ length: PAYMENTS }, async (_, n) => {
    const ticket = due[n % due.length];
    const paid = await fetch(`${server.base}/api/create-payment-intent`, {
      method: "POST",
      headers: { ...json, cookie },
      body: JSON.stringify({ amount: ticket.fine, type: "ticket", itemId: ticket.id }),
    });
    await paid.arrayBuffer();
    const word = `${paid.status}${paid.headers.has("retry-after") ? " with Retry-After" : ""}`;
    statuses[word] = (statuses[word] ?? 0) + 1;
    tookMs.push(performance.now() - began);
  });
  const reads = await autocannon({
    url: `${server.base}/api/tickets/${id}`,
    headers: { cookie },
    connections: 8,
    // autocannon runs in a separate thread, because this thread is busy with the payments.
    workers: 1,
    overallRate: READS,
    duration: SECONDS,
  });
  await Promise.all(payments);
  console.log(
    `${PAYMENTS} payments started while the provider answers after ${ANSWERS_AFTER_MS / 1000} s:`,
  );
  console.table(statuses);
  console.log(
    `the slowest of them was answered after ${(Math.max(...tookMs) / 1000).toFixed(1)} s (at most 12 and its turn)`,
  );
  console.log(
    `GET /api/tickets meanwhile: ${reads.requests.total} calls, p50 ${reads.latency.p50} ms, p99 ${reads.latency.p99} ms (to reach: 100), not 2xx ${reads.non2xx + reads.errors}`,
  );
  await server.stop();
  standIn.stop();
});
