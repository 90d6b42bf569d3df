// Compares our server with a plain Fastify server over the same tables, in alternating rounds. Each request is for the
// tickets of a random driver out of BENCH_DRIVERS (100,000 by default), as real requests come from many drivers.
// Reports requests per second, latencies, and CPU per request of server and database. Server and database share core 0;
// the client uses core 1. Linux only.
import { deepStrictEqual } from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { addDrivers, DRIVERS, requestOf } from "../bench/peer/drivers.mjs";
import { logIn, startServer, withFolder } from "./server.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const FIXED_RATE = 2000;
const TICKS_A_SECOND = 100;

/** Makes a process run only on this core. */
const pinToCore = (core, pid) => execFileSync("taskset", ["-acp", core, pid], { stdio: "ignore" });
/** Returns the fields of `/proc/<pid>/stat` that follow the process's name. */
const readProcessStat = (pid) =>
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");

/** Returns the CPU seconds used by each process. Leaves out processes that have ended, such as autovacuum's. */
const readCpuSeconds = (pids) =>
  new Map(
    pids.flatMap((pid) => {
      try {
        const [, , , , , , , , , , , user, system] = readProcessStat(pid);
        return [[pid, (Number(user) + Number(system)) / TICKS_A_SECOND]];
      } catch {
        return [];
      }
    }),
  );

/** Returns the CPU seconds used since `before`. */
const cpuSince = (before) =>
  [...readCpuSeconds([...before.keys()])].reduce(
    (sum, [pid, now]) => sum + now - before.get(pid),
    0,
  );

/** Returns the process ids of the postmaster and its children. */
function findDatabasePids(folder) {
  const postmaster = readFileSync(join(folder, "pg/postmaster.pid"), "utf8").split("\n")[0];
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isChild = (pid) => {
    try {
      return readProcessStat(pid)[1] === postmaster;
    } catch {
      return false;
    }
  };
  return [postmaster, ...all.filter(isChild)];
}

/** Starts the Fastify server on core 0, with the database at this socket. */
async function startPeer(socket) {
  const peer = spawn(
    "taskset",
    ["-c", "0", process.execPath, join(import.meta.dirname, "../bench/peer/server.mjs"), socket],
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
/** Formats figures as their median, the lowest and the highest. */
const formatSpread = (numbers) =>
  `${Math.round(median(numbers))} (${Math.round(Math.min(...numbers))} to ${Math.round(Math.max(...numbers))})`;

/** Formats the ratios of the rounds (ours to theirs) as the median, the lowest and the highest. */
function formatRatios(ratios) {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** Requests tickets over 64 connections. `nextDriver` returns the driver's id for each request. */
const requestTickets = (contender, cookieName, nextDriver, options) =>
  autocannon({
    url: contender.base,
    connections: 64,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          ...requestOf(contender.prefix, cookieName, nextDriver()),
        }),
      },
    ],
    ...options,
  });

/** Measures the servers of `row` in alternating rounds, and prints a table and the ratios next to the goals. */
async function compare(folder, cookieName, row, goals) {
  const contenders = row.contenders.map((contender) => ({
    ...contender,
    rate: [],
    own: [],
    database: [],
    p99: [],
    failed: 0,
  }));
  for (const contender of contenders)
    await requestTickets(contender, cookieName, row.nextDriver, { duration: 2 });
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      const database = findDatabasePids(folder);
      for (const pid of database) pinToCore("0", pid);
      const before = [readCpuSeconds([contender.pid]), readCpuSeconds(database)];
      const run = await requestTickets(contender, cookieName, row.nextDriver, {
        duration: seconds,
      });
      const answered = run.requests.total;
      contender.rate.push(answered / run.duration);
      contender.own.push((cpuSince(before[0]) / answered) * 1e6);
      contender.database.push((cpuSince(before[1]) / answered) * 1e6);
      const steady = await requestTickets(contender, cookieName, row.nextDriver, {
        duration: seconds,
        overallRate: FIXED_RATE,
      });
      contender.p99.push(steady.latency.p99);
      contender.failed += run.non2xx + run.errors + steady.non2xx + steady.errors;
    }
  }
  console.table(
    contenders.map(({ name, rate, own, database, p99, failed }) => ({
      [row.name]: name,
      "requests/s": formatSpread(rate),
      "server µs": formatSpread(own),
      "database µs": formatSpread(database),
      [`p99 ms at ${FIXED_RATE}/s`]: formatSpread(p99),
      failed,
    })),
  );
  const [ours, theirs] = contenders;
  /** Returns the ratio of our figure to theirs in each round. */
  const ratioPerRound = (figureOf) =>
    ours.rate.map((_, round) => figureOf(ours, round) / figureOf(theirs, round));
  const rate = ratioPerRound((contender, round) => contender.rate[round]);
  const both = ratioPerRound(
    (contender, round) => contender.own[round] + contender.database[round],
  );
  const p99 = ratioPerRound((contender, round) => contender.p99[round]);
  console.log(
    `Ours to its own, medians of ${rounds} rounds of ${seconds} s: requests ${formatRatios(rate)}, CPU a request ` +
      `${formatRatios(both)}, p99 at ${FIXED_RATE}/s ${formatRatios(p99)}. Goals: ${goals}`,
  );
}

await withFolder(async (folder) => {
  const server = await startServer(folder);
  const socket = join(folder, "socket/.s.PGSQL.5432");
  const firstDriver = await addDrivers(socket);
  const demo = await logIn(server.base);
  const cookieName = demo.cookie.split("=")[0];
  const peer = await startPeer(socket);
  const fetchJson = async (base, path, headers) => (await fetch(base + path, { headers })).json();
  /** Checks that both servers return the same tickets. */
  const expectEqualResponses = async (path, headers) =>
    deepStrictEqual(
      await fetchJson(peer.base, path, headers),
      await fetchJson(server.base, path, headers),
    );
  await expectEqualResponses(`/api/tickets/${demo.id}`, { cookie: demo.cookie });
  for (let id = firstDriver; id < firstDriver + DRIVERS; id += Math.ceil(DRIVERS / 50)) {
    const { path, headers } = requestOf("", cookieName, id);
    await expectEqualResponses(path, headers);
  }

  pinToCore("1", String(process.pid));
  pinToCore("0", String(server.pid));
  const ours = { name: "Lanewise", base: server.base, prefix: "", pid: String(server.pid) };
  const fastify = { name: "Fastify + postgres.js", base: peer.base, prefix: "", pid: peer.pid };
  const plain = { ...fastify, name: "Fastify, rows alone", prefix: "/plain" };
  const pickDriver = () => firstDriver + Math.floor(Math.random() * DRIVERS);
  const tickets = "10 tickets of";
  await compare(
    folder,
    cookieName,
    { name: `${tickets} a random driver`, contenders: [ours, fastify], nextDriver: pickDriver },
    "requests at least 1.80, CPU at most 0.55, p99 at most 1.00",
  );
  await compare(
    folder,
    cookieName,
    {
      name: `${tickets} a random driver, rows alone`,
      contenders: [ours, plain],
      nextDriver: pickDriver,
    },
    "requests at least 1.40",
  );
  await compare(
    folder,
    cookieName,
    { name: `${tickets} one driver`, contenders: [ours, fastify], nextDriver: () => firstDriver },
    "none",
  );
  peer.stop();
  await server.stop();
});
