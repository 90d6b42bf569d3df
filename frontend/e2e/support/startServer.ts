import { type ChildProcess, spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const START_MS = 60_000;
/** Number of demo drivers; each test that pays uses one. */
const DRIVERS = 400;
const STOP_MS = 10_000;

/** Starts the real server with its own database and payment sandbox. Returns a function that stops it. */
export default async function startServer() {
  const binary = await findBinary();
  const folder = await mkdtemp(join(tmpdir(), "lanewise-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log: string[] = [];
  const server = spawn(binary, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PG_BIN_DIR: process.env.PG_BIN_DIR,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      OPS_ADDRESS: "off",
      RATE_LIMITS: "off",
      LANEWISE_DEMO_DRIVERS: String(DRIVERS),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (text: Buffer) => log.push(text.toString()));
  const stop = async () => {
    await stopProcess(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(server, url);
  } catch (error) {
    await stop();
    throw new Error(`${binary} did not start: ${error}\n${log.join("")}`);
  }
  process.env.E2E_URL = url;
  process.env.E2E_FOLDER = folder;
  process.env.E2E_DRIVERS = String(DRIVERS);
  return stop;
}

/** Returns the path of the server binary: the one that the Rust tests use, unless SERVER_BIN names another. */
async function findBinary(): Promise<string> {
  const path = resolve(process.env.SERVER_BIN ?? join(ROOT, "target/debug/server"));
  await access(path).catch(() => {
    throw new Error(`${path} is not there: build it (make programs) or set SERVER_BIN`);
  });
  return path;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().on("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Waits until the server is ready and serves the page. Fails if it ends or takes too long. */
async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const late = Date.now() + START_MS;
  while (Date.now() < late) {
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`);
    const answered = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (answered) {
      const page = await fetch(url).then((r) => r.text());
      if (!page.includes('id="root"')) throw new Error("it serves no page: run npm run build");
      return;
    }
    await new Promise((tick) => setTimeout(tick, 100));
  }
  throw new Error(`it was not ready within ${START_MS / 1000} s`);
}

/** Stops the server, by SIGKILL if it takes too long. */
async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  server.kill("SIGTERM");
  const hard = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(hard);
}
