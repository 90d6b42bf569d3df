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

export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Starts the server with the extra settings `more` and waits until it is ready, which takes the returned `startMs`. */
export async function startServer(dataDir, more = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    OPS_ADDRESS: "off",
    RATE_LIMITS: "off",
    RUST_LOG: "warn",
    ...more,
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

/** Logs in as the demo driver and returns the id and session cookie. */
export async function logIn(base) {
  const answer = await fetch(`${base}/api/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ email: "driver@lanewise.test", password: "demo-Passw0rd-lanewise" }),
  });
  const { id } = await answer.json();
  return { id, cookie: answer.headers.getSetCookie()[0].split(";")[0] };
}

/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "lanewise-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
