// Opens 10,000 sockets to two processes on one database. Measures the memory per socket, idle and after all sockets
// left, how long a message takes to reach all screens, and how sockets reconnect when their process restarts. Fails if a
// message takes too long at p99 or some sockets don't reconnect. Limited in number and time; connects only to 127.0.0.1.
import { readFile } from "node:fs/promises";
import { join as path } from "node:path";
import ReconnectingWebSocket from "partysocket/ws";
import WebSocket from "ws";
import { logIn, percentile, post, startServer, withFolder } from "./server.mjs";

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 10_000);
/** Number of sockets of each driver: the server's maximum per user and process. */
const SOCKETS_A_DRIVER = 20;
const DRIVERS = Math.ceil(SOCKETS / SOCKETS_A_DRIVER);
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 500);
const MESSAGES_A_SECOND = 10;
const OPENED_TOGETHER = 50;
const MAX_WAIT_MS = 120_000;
/** Time that an allocator may take to return memory to the operating system. */
const RETURN_MS = 20_000;
/** Time after which the page joins a chat again if the server couldn't subscribe it. */
const JOIN_AGAIN_MS = 5000;
const BOUND_P99_MS = 250;
/** Target for the resident memory of a process before its first socket, and after all sockets have left. */
const IDLE_MB = 50;
const LEFT_MB = 80;

/** Runs `work` for all items, at most `parallel` of them at the same time. */
async function forAll(items, parallel, work) {
  let next = 0;
  const workThroughItems = async () => {
    while (next < items.length) {
      next += 1;
      await work(items[next - 1]);
    }
  };
  await Promise.all(Array.from({ length: parallel }, workThroughItems));
}

/** Returns the memory that a process uses, in kB. */
async function readMemoryInKb({ pid }) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(status.match(/VmRSS:\s+(\d+)/)[1]);
}

const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

/** Logs in as a demo driver and opens a chat. */
async function openChat(base, number) {
  const email = `demo${String(number).padStart(3, "0")}@lanewise.test`;
  const { cookie } = await logIn(base, email);
  const inquiry = await post(base, "/api/help-inquiries", { type: "chat", message: "Hi" }, cookie);
  return { cookie, inquiry: (await inquiry.json()).id };
}

/**
 * Opens a socket like the page, with the same library and options as src/parts/chat/reconnectingSocket.ts. The first
 * connection goes to `firstServer`, later ones to one of `servers`.
 */
function connect(servers, { cookie, inquiry }, firstServer, onMessage, onJoined) {
  class WithSession extends WebSocket {
    constructor(url, protocols) {
      super(url, protocols, {
        headers: { cookie, origin: url.replace("ws", "http").replace("/ws", "") },
      });
    }
  }
  let server;
  /** Returns the address of the next connection, and counts the connection for the chosen server. */
  const chooseServerUrl = () => {
    // Picks the process with the fewest connections, like the sample HAProxy configuration.
    const ready = servers.filter(({ isReady }) => isReady).sort((a, b) => a.load - b.load);
    if (server) server.load -= 1;
    server = server ? ready[0] : firstServer;
    server.load += 1;
    return `${server.base.replace("http", "ws")}/ws`;
  };
  const socket = new ReconnectingWebSocket(chooseServerUrl, [], {
    WebSocket: WithSession,
    minReconnectionDelay: 500 + Math.random() * 1000,
    maxReconnectionDelay: 15_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: 8000,
    maxEnqueuedMessages: 0,
  });
  const join = () => socket.send(JSON.stringify({ type: "join_chat", inquiryId: inquiry }));
  socket.addEventListener("open", join);
  socket.addEventListener("message", ({ data }) => {
    const now = performance.now();
    const event = JSON.parse(String(data));
    if (event.type === "joined") onJoined(now);
    if (event.code === "unavailable") setTimeout(join, JOIN_AGAIN_MS);
    if (event.type === "new_message") onMessage(event.data.message, now);
  });
  return socket;
}

await withFolder(async (folder) => {
  const shared = {
    TRUSTED_PROXIES: "127.0.0.1",
    CITATION_SOURCES: "off",
    LANEWISE_DATA_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const demo = { ...shared, LANEWISE_DEMO_DRIVERS: String(DRIVERS) };
  const one = await startServer(path(folder, "one"), demo);
  const databaseUrl = (role) =>
    `postgres:///lanewise?host=${path(folder, "one/socket")}&user=${role}`;
  const database = {
    ...shared,
    DATABASE_URL: databaseUrl("lanewise_server"),
    MIGRATION_DATABASE_URL: databaseUrl("lanewise"),
  };
  const startSecond = () => startServer(path(folder, "two"), database);
  const two = await startSecond();
  const servers = [one, two].map(({ base }) => ({ base, isReady: true, load: 0 }));
  const drivers = [];
  await forAll(
    Array.from({ length: DRIVERS }, (_, n) => n + 1),
    4,
    async (n) => drivers.push(await openChat(one.base, n)),
  );

  const empty = await Promise.all([one, two].map(readMemoryInKb));
  const awaited = new Map();
  const sockets = [];
  let joined = 0;
  let lastJoined = 0;
  const joins = [];
  const opening = performance.now();
  const seats = drivers.flatMap((driver) =>
    Array.from({ length: SOCKETS_A_DRIVER }, (_, n) => ({ driver, server: servers[n % 2] })),
  );
  await forAll(seats, OPENED_TOGETHER, ({ driver, server }) => {
    return new Promise((ready) => {
      const onJoined = (now) => {
        joined += 1;
        lastJoined = now;
        joins.push(now);
        ready();
      };
      const onMessage = (text, now) => awaited.get(text)?.(now);
      sockets.push(connect(servers, driver, server, onMessage, onJoined));
    });
  });
  const opened = performance.now() - opening;
  const full = await Promise.all([one, two].map(readMemoryInKb));
  console.log(
    `${sockets.length} sockets over two processes, opened in ${(opened / 1000).toFixed(1)} s`,
  );
  for (const n of [0, 1])
    console.log(
      `process ${n + 1}: ${((full[n] - empty[n]) / (sockets.length / 2)).toFixed(1)} kB a socket, ${Math.round(full[n] / 1024)} MB in all`,
    );

  const times = [];
  let sentCount = 0;
  const sendMessage = async () => {
    const { cookie, inquiry } = drivers[sentCount % DRIVERS];
    sentCount += 1;
    const message = `message ${sentCount}`;
    const begin = performance.now();
    let remaining = SOCKETS_A_DRIVER;
    const arrived = new Promise((done) => {
      awaited.set(message, (now) => {
        remaining -= 1;
        if (remaining === 0) done(now);
      });
    });
    const body = { helpInquiryId: inquiry, message, clientMessageId: message };
    const server = servers[sentCount % 2];
    const [now] = await Promise.all([
      arrived,
      post(server.base, "/api/chat-messages", body, cookie),
    ]);
    awaited.delete(message);
    times.push(now - begin);
  };
  const all = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    all.push(sendMessage());
    await pause(1000 / MESSAGES_A_SECOND);
  }
  await Promise.all(all);
  times.sort((a, b) => a - b);
  const shown = [0.5, 0.95, 0.99, 1].map((part) => `${Math.round(percentile(times, part))} ms`);
  console.log(
    `${MESSAGES_A_SECOND} messages a second, each until it was on all ${SOCKETS_A_DRIVER} screens concerned: p50 ${shown[0]}, p95 ${shown[1]}, p99 ${shown[2]}, longest ${shown[3]}`,
  );

  // A restart: the balancer sends no client to the process until it is ready again.
  const lost = sockets.length / 2;
  servers[1].isReady = false;
  joined = 0;
  joins.length = 0;
  const gone = performance.now();
  await two.stop();
  const again = await startSecond();
  servers[1].base = again.base;
  servers[1].isReady = true;
  while (joined < lost && performance.now() - gone < MAX_WAIT_MS) await pause(50);
  const bySecond = new Map();
  for (const now of joins) {
    const second = Math.floor((now - gone) / 1000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  }
  console.log(
    `a process was restarted: ${joined} of ${lost} sockets were back ${((lastJoined - gone) / 1000).toFixed(1)} s after it was asked to stop`,
  );
  console.log(
    `back in each second: ${[...bySecond].map(([second, count]) => `${second}: ${count}`).join(", ")}`,
  );
  if (percentile(times, 0.99) > BOUND_P99_MS) {
    console.error(`a message took longer than ${BOUND_P99_MS} ms at p99`);
    process.exitCode = 1;
  }
  if (joined < lost) {
    console.error(`${lost - joined} sockets did not reconnect`);
    process.exitCode = 1;
  }
  for (const socket of sockets) socket.close();
  await pause(RETURN_MS);
  const inMegabytes = (kb) => Math.round(kb / 1024);
  const [idle, left] = [empty[1], await readMemoryInKb(one)].map(inMegabytes);
  console.log(
    `process 2 used ${idle} MB before its first socket; process 1 used ${inMegabytes(empty[0])} MB before its first, and ${left} MB ${RETURN_MS / 1000} s after all sockets left (targets: ${IDLE_MB} MB idle, ${LEFT_MB} MB afterwards)`,
  );
  await again.stop();
  await one.stop();
});
