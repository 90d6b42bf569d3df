// Compares our server with a plain Fastify server over the same tables, in alternating rounds. Reports requests per
// second, latencies, and CPU per request of server and database. Server and database share core 0; the client uses core
// 1. Linux only.
import { deepStrictEqual } from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { logIn, startServer, withFolder } from "./server.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const FIXED_RATE = 2000;
const TICKS_A_SECOND = 100;

const pin = (core, pid) => execFileSync("taskset", ["-acp", core, pid], { stdio: "ignore" });
const stat = (pid) =>
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");

/** CPU seconds used by these processes. */
function cpu(pids) {
  const ticks = pids.map((pid) => {
    const [, , , , , , , , , , , user, system] = stat(pid);
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND;
}

/** The postmaster and its children. */
function databaseOf(folder) {
  const postmaster = readFileSync(join(folder, "pg/postmaster.pid"), "utf8").split("\n")[0];
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isIts = (pid) => {
    try {
      return stat(pid)[1] === postmaster;
    } catch {
      return false;
    }
  };
  return [postmaster, ...all.filter(isIts)];
}

async function startPeer(folder) {
  const peer = spawn(
    "taskset",
    [
      "-c",
      "0",
      process.execPath,
      join(import.meta.dirname, "../bench/peer/server.mjs"),
      join(folder, "socket/.s.PGSQL.5432"),
    ],
    {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  const [base] = await new Promise((done) =>
    createInterface(peer.stdout).once("line", (line) => done([line])),
  );
  return { base, pid: String(peer.pid), stop: () => peer.stdin.end() };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const spread = (numbers) =>
  `${Math.round(median(numbers))} (${Math.round(Math.min(...numbers))} to ${Math.round(Math.max(...numbers))})`;

await withFolder(async (folder) => {
  const server = await startServer(folder);
  const { id, cookie } = await logIn(server.base);
  const peer = await startPeer(folder);
  const path = `/api/tickets/${id}`;
  const ask = async (base) => (await fetch(base + path, { headers: { cookie } })).json();
  deepStrictEqual(await ask(peer.base), await ask(server.base));

  pin("1", String(process.pid));
  pin("0", String(server.pid));
  const contenders = [
    { name: "Lanewise", base: server.base, pid: String(server.pid) },
    { name: "Fastify + postgres.js", base: peer.base, pid: peer.pid },
  ].map((one) => ({ ...one, rate: [], own: [], database: [], p99: [], failed: 0 }));
  const load = (base, duration, more) =>
    autocannon({ url: base + path, connections: 64, duration, headers: { cookie }, ...more });
  for (const one of contenders) await load(one.base, 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of contenders) {
      const database = databaseOf(folder);
      for (const pid of database) pin("0", pid);
      const before = [cpu([one.pid]), cpu(database)];
      const run = await load(one.base, seconds);
      const answered = run.requests.total;
      one.rate.push(answered / run.duration);
      one.own.push(((cpu([one.pid]) - before[0]) / answered) * 1e6);
      one.database.push(((cpu(database) - before[1]) / answered) * 1e6);
      const steady = await load(one.base, seconds, { overallRate: FIXED_RATE });
      one.p99.push(steady.latency.p99);
      one.failed += run.non2xx + run.errors + steady.non2xx + steady.errors;
    }
  }
  console.table(
    contenders.map(({ name, rate, own, database, p99, failed }) => ({
      "GET /api/tickets/{id}, 11 tickets": name,
      "requests/s": spread(rate),
      "server µs": spread(own),
      "database µs": spread(database),
      [`p99 ms at ${FIXED_RATE}/s`]: spread(p99),
      failed,
    })),
  );
  const [ours, theirs] = contenders;
  const perRound = (of) => ours.rate.map((_, round) => of(ours, round) / of(theirs, round));
  const formatRatios = (ratios) => {
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
  };
  const rate = perRound((one, round) => one.rate[round]);
  const both = perRound((one, round) => one.own[round] + one.database[round]);
  const p99 = perRound((one, round) => one.p99[round]);
  console.log(
    `Ours to its own, medians of ${rounds} rounds of ${seconds} s: requests ${formatRatios(rate)}, at least 1.80; ` +
      `CPU a request ${formatRatios(both)}, at most 0.55; p99 at ${FIXED_RATE}/s ${formatRatios(p99)}, at most 1.00`,
  );
  peer.stop();
  await server.stop();
});
