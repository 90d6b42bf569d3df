// Starts a release server (or SERVER_BIN) with demo data in a temporary folder, for scripts that test or measure it.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const BINARY = resolve(process.env.SERVER_BIN ?? join(root, "target/release/server"));
const START_MS = 60_000;
export const DEMO_DRIVER = "driver@lanewise.test";
export const DEMO_ADMIN = "admin@lanewise.test";
/** Password of all demo accounts. */
export const PASSWORD = "demo-Passw0rd-lanewise";

export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/**
 * Starts the server with these environment variables in addition to the usual ones, and waits until it is ready. The
 * returned `startMs` is how long that took, in milliseconds.
 */
export async function startServer(dataDir, extraSettings = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    OPS_ADDRESS: "off",
    RATE_LIMITS: "off",
    RUST_LOG: "warn",
    ...extraSettings,
  };
  const started = performance.now();
  const server = spawn(BINARY, {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = () =>
    new Promise((done) => {
      server.once("exit", done);
      server.kill("SIGTERM");
    });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    const startMs = performance.now() - started;
    if (ready?.ok) return { base, pid: server.pid, startMs, stop };
    if (startMs > START_MS) throw new Error("the server was not ready in time");
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

/** Posts JSON and returns the response. Throws if the call fails. */
export async function post(base, path, body, cookie) {
  const headers = { "content-type": "application/json", origin: base, ...(cookie && { cookie }) };
  const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Returns the session cookie that a response sets. */
export const cookieOf = (answer) => answer.headers.getSetCookie()[0].split(";")[0];

/** Logs in with a demo account and returns the id and session cookie. */
export async function logIn(base, email = DEMO_DRIVER) {
  const answer = await post(base, "/api/authenticate", { email, password: PASSWORD });
  const { id } = await answer.json();
  return { id, cookie: cookieOf(answer) };
}

/** Returns a percentile of sorted values. `fraction` is the percentile as a fraction, such as 0.99. */
export const percentile = (sorted, fraction) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))];

/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "lanewise-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
