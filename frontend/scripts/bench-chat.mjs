// Measures how long a chat message takes from the sender's call to the other side's socket, with 200 sockets in chats.
// Also measures the CPU time and memory of idle sockets. Limited in time; connects only to 127.0.0.1.
import { readFile } from "node:fs/promises";
import WebSocket from "ws";
import {
  cookieOf,
  DEMO_ADMIN,
  logIn,
  PASSWORD,
  percentile,
  post,
  startServer,
  withFolder,
} from "./server.mjs";

const DRIVERS = 18;
const SOCKETS_A_DRIVER = 10;
const STAFF_SOCKETS = 20;
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1000);
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const TICKS_A_SECOND = 100;

/** Signs up a driver for the benchmark and opens a chat. */
async function signUpDriver(base, number) {
  const signUp = await post(base, "/api/users", {
    fullName: "Bench Driver",
    state: "Texas",
    driversLicenseNumber: "TX12345678",
    dateOfBirth: "1991-05-17",
    email: `bench${number}@lanewise.test`,
    password: PASSWORD,
  });
  const cookie = cookieOf(signUp);
  const inquiry = await post(base, "/api/help-inquiries", { type: "chat", message: "Hi" }, cookie);
  return { cookie, inquiry: (await inquiry.json()).id };
}

/** Opens a socket and joins a chat. Then calls `onMessage` with each message's text and time of arrival. */
function openChatSocket(base, { cookie, inquiry }, onMessage) {
  return new Promise((ready, fail) => {
    const headers = { cookie, origin: base };
    const socket = new WebSocket(`${base.replace("http", "ws")}/ws`, { headers });
    socket.on("open", () => socket.send(JSON.stringify({ type: "join_chat", inquiryId: inquiry })));
    socket.on("error", fail);
    socket.on("message", (text) => {
      const now = performance.now();
      const { type, data } = JSON.parse(text);
      if (type === "joined") ready(socket);
      if (type === "new_message") onMessage(data.message, now);
    });
  });
}

/**
 * Sends MESSAGES messages, with this number of parallel calls, and returns percentiles of the times until they arrive.
 * `sendMessage` sends a message and returns these times for the other side's sockets.
 */
async function measureArrivals(parallelCalls, sendMessage) {
  const times = [];
  let next = 0;
  const sendUntilDone = async () => {
    while (next < MESSAGES) {
      next += 1;
      times.push(...(await sendMessage(next)));
    }
  };
  await Promise.all(Array.from({ length: parallelCalls }, sendUntilDone));
  times.sort((a, b) => a - b);
  const round = (value) => Math.round(value * 10) / 10;
  return {
    arrivals: times.length,
    "p50 ms": round(percentile(times, 0.5)),
    "p95 ms": round(percentile(times, 0.95)),
    "p99 ms": round(percentile(times, 0.99)),
    "max ms": round(times.at(-1)),
  };
}

/** Returns the CPU time of a process in clock ticks, or null if the system doesn't report it. */
async function readCpuTicks(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields ? Number(fields[11]) + Number(fields[12]) : null;
}

await withFolder(async (folder) => {
  const server = await startServer(folder);
  const { base } = server;
  const { cookie: staff } = await logIn(base, DEMO_ADMIN);
  const drivers = [];
  for (let n = 0; n < DRIVERS; n += 1) drivers.push(await signUpDriver(base, n));
  /** Messages in flight: maps a message's text to a callback for its arrivals. */
  const awaited = new Map();
  const sockets = [];
  const addSocket = async (member, side) =>
    sockets.push(await openChatSocket(base, member, (text, now) => awaited.get(text)?.(side, now)));
  for (const driver of drivers) {
    for (let n = 0; n < SOCKETS_A_DRIVER; n += 1) await addSocket(driver, "driver");
  }
  for (let n = 0; n < STAFF_SOCKETS; n += 1) {
    await addSocket({ cookie: staff, inquiry: drivers[n % DRIVERS].inquiry }, "staff");
  }
  /** Returns the number of staff sockets in this driver's chat. */
  const countStaffSockets = (index) => (index + DRIVERS < STAFF_SOCKETS ? 2 : 1);

  let sentCount = 0;
  /** Sends one message, alternating between driver and staff. Returns how long each socket of the other side waited. */
  const sendMessage = async (messageIndex) => {
    const index = messageIndex % DRIVERS;
    const { cookie, inquiry } = drivers[index];
    const fromStaff = messageIndex % 2 === 0;
    const [other, count] = fromStaff
      ? ["driver", SOCKETS_A_DRIVER]
      : ["staff", countStaffSockets(index)];
    sentCount += 1;
    const message = `message ${sentCount}`;
    const times = [];
    const begin = performance.now();
    const arrived = new Promise((done) => {
      awaited.set(message, (side, now) => {
        if (side === other && times.push(now - begin) === count) done();
      });
    });
    const body = { helpInquiryId: inquiry, message, clientMessageId: message };
    await Promise.all([
      arrived,
      post(base, "/api/chat-messages", body, fromStaff ? staff : cookie),
    ]);
    awaited.delete(message);
    return times;
  };
  const rows = [];
  for (const together of [1, 8]) {
    rows.push({ "concurrent calls": together, ...(await measureArrivals(together, sendMessage)) });
  }
  const before = await readCpuTicks(server.pid);
  await new Promise((wake) => setTimeout(wake, IDLE_SECONDS * 1000));
  const used = (await readCpuTicks(server.pid)) - before;
  const status = await readFile(`/proc/${server.pid}/status`, "utf8").catch(() => "");
  console.log(`from the call to the other side's socket, ${sockets.length} sockets open:`);
  console.table(rows);
  if (before !== null) {
    const share = (used / TICKS_A_SECOND / IDLE_SECONDS) * 100;
    console.log(`processor time while no messages are sent: ${share.toFixed(1)} % of one core`);
  }
  const memory = status.match(/VmRSS:\s+(\d+)/)?.[1];
  if (memory) console.log(`memory of the server afterwards: ${Math.round(memory / 1024)} MB`);
  const stopping = performance.now();
  await server.stop();
  const open = sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length;
  console.log(
    `stopping with all sockets open: ${Math.round(performance.now() - stopping)} ms, ${open} left open`,
  );
});
