// Starts a release server with demo data in a temporary folder and measures its main calls: requests a second, latencies,
// memory. Bounded in time; talks to 127.0.0.1 alone.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = 64;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

async function startServer(dataDir, port) {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    RUST_LOG: "warn",
  };
  const started = performance.now();
  const server = spawn(join(root, "target/release/server"), {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    if (await ready().catch(() => false)) return { server, startMs: performance.now() - started };
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

const stop = (server) =>
  new Promise((done) => {
    server.once("exit", done);
    server.kill("SIGTERM");
  });

const dataDir = await mkdtemp(join(tmpdir(), "lanewise-bench-"));
try {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const cold = await startServer(dataDir, port);
  await stop(cold.server);
  const { server, startMs } = await startServer(dataDir, port);
  const login = await fetch(`${base}/api/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ email: "driver@lanewise.test", password: "demo-Passw0rd-lanewise" }),
  });
  const user = await login.json();
  const cookie = login.headers.getSetCookie()[0].split(";")[0];
  const rows = [];
  const measure = async (name, path, headers) => {
    const run = await autocannon({ url: base + path, connections, duration: seconds, headers });
    rows.push({
      call: name,
      "requests/s": Math.round(run.requests.average),
      "p50 ms": run.latency.p50,
      "p99 ms": run.latency.p99,
      "not 2xx": run.non2xx + run.errors,
    });
  };
  await measure("the page (brotli)", "/", { "accept-encoding": "br" });
  await measure("GET /api/config", "/api/config", {});
  await measure("GET /api/session", "/api/session", { cookie });
  await measure(`GET /api/tickets/${user.id} (11 tickets)`, `/api/tickets/${user.id}`, { cookie });
  const status = await readFile(`/proc/${server.pid}/status`, "utf8").catch(() => "");
  const memory = status.match(/VmRSS:\s+(\d+)/)?.[1];
  console.table(rows);
  console.log(
    `start: first ${Math.round(cold.startMs)} ms, again ${Math.round(startMs)} ms; ${connections} connections`,
  );
  if (memory) console.log(`memory of the server afterwards: ${Math.round(memory / 1024)} MB`);
  await stop(server);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
