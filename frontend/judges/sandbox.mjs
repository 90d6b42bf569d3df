// Starts the payment stand-in and a webhook endpoint for it. The endpoint accepts an event only if Stripe's own SDK
// verifies its signature.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Stripe from "stripe";

const WAIT_MS = 15_000;
const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

function findServerBinary() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const path = process.env.STRIPE_SANDBOX_BIN ?? join(target, "debug", "stripe-sandbox");
  if (!existsSync(path)) {
    throw new Error(`${path} is missing: run cargo build -p stripe-sandbox first`);
  }
  return path;
}

/** Path of Stripe's CLI, in the package for this platform. */
export function stripeCli() {
  const require = createRequire(import.meta.url);
  const name = `@stripe/cli-${process.platform}-${process.arch}`;
  const home = createRequire(require.resolve("@stripe/cli/package.json"));
  return join(dirname(home.resolve(`${name}/package.json`)), "bin", "stripe");
}

/** A webhook endpoint. `next(kind)` waits for an event of that kind that no earlier call has returned. */
class Endpoint {
  #events = [];
  #waiting = [];
  forged = [];

  constructor(stripe, secret) {
    this.server = createServer(async (request, response) => {
      const body = await readStream(request);
      try {
        const signature = request.headers["stripe-signature"];
        this.#arrived(stripe.webhooks.constructEvent(body, signature, secret));
        response.writeHead(200).end();
      } catch (error) {
        this.forged.push(error);
        response.writeHead(400).end();
      }
    });
  }

  #arrived(event) {
    const at = this.#waiting.findIndex(({ kind }) => kind === event.type);
    if (at < 0) this.#events.push(event);
    else this.#waiting.splice(at, 1)[0].resolve(event);
  }

  next(kind) {
    const at = this.#events.findIndex((event) => event.type === kind);
    if (at >= 0) return Promise.resolve(this.#events.splice(at, 1)[0]);
    return new Promise((resolve, reject) => {
      const waiting = { kind, resolve };
      this.#waiting.push(waiting);
      const seen = () => this.#events.map(({ type }) => type).join(", ");
      setTimeout(() => {
        if (this.#waiting.includes(waiting)) reject(new Error(`no ${kind}; there is: ${seen()}`));
      }, WAIT_MS).unref();
    });
  }

  /** Waits for one event of each of these kinds, in any order. */
  all(...kinds) {
    return Promise.all(kinds.map((kind) => this.next(kind)));
  }
}

async function readStream(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Starts a stand-in. Returns Stripe's SDK configured for it, and its webhook endpoint. */
export async function startSandbox() {
  const child = spawn(findServerBinary(), ["--until-stdin-ends", "--webhook-retry-ms", "50"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const info = JSON.parse(String(line));
  const { hostname, port } = new URL(info.baseUrl);
  const stripe = new Stripe(info.secretKey, {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
  });
  const endpoint = new Endpoint(stripe, info.webhookSecret);
  endpoint.server.listen(0, "127.0.0.1");
  await once(endpoint.server, "listening");

  const control = async (path, body, method = "POST") => {
    const response = await fetch(`${info.baseUrl}/_sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${info.secretKey}` },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await control("webhook", { url: `http://127.0.0.1:${endpoint.server.address().port}/` });

  /** Answers a 3-D Secure challenge, like the challenge page does. */
  const answerChallenge = async (intent, outcome) => {
    const body = new URLSearchParams({
      payment_intent: intent.id,
      client_secret: intent.client_secret,
      outcome,
    });
    const response = await fetch(`${info.baseUrl}/_sandbox/authenticate`, { method: "POST", body });
    return response.json();
  };

  const stop = async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, "exit");
    endpoint.server.close();
    endpoint.server.closeAllConnections();
  };
  return { ...info, stripe, endpoint, control, answerChallenge, stop };
}
