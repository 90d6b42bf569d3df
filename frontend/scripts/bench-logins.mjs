// Measures a flood of wrong logins from many addresses: the server's memory, a driver's page and an honest login meanwhile.
// Bounded in time and number; talks to 127.0.0.1 alone.
import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { startServer, withFolder } from "./server.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const STRANGERS = 60;
const PASSWORD = "demo-Passw0rd-lanewise";

const logIn = (base, address, email, password) =>
  fetch(`${base}/api/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base, "x-forwarded-for": address },
    body: JSON.stringify({ email, password }),
  });

const percentile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

await withFolder(async (folder) => {
  // Limits stay on: only so is it known who has failed. Each try comes from another address.
  const server = await startServer(folder, { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" });
  const memory = async (what) => {
    const status = await readFile(`/proc/${server.pid}/status`, "utf8").catch(() => "");
    return Math.round(
      Number(status.match(new RegExp(`${what}:\\s+(\\d+)`))?.[1] ?? Number.NaN) / 1024,
    );
  };
  const before = await memory("VmRSS");
  const first = await logIn(server.base, "198.51.100.1", "driver@lanewise.test", PASSWORD);
  const { id } = await first.json();
  const cookie = first.headers.getSetCookie()[0].split(";")[0];
  const ends = performance.now() + SECONDS * 1000;
  const statuses = {};
  let tries = 0;
  const strangers = Array.from({ length: STRANGERS }, async () => {
    while (performance.now() < ends) {
      tries += 1;
      const address = `10.${(tries >> 16) & 255}.${(tries >> 8) & 255}.${tries & 255}`;
      const answer = await logIn(
        server.base,
        address,
        `nobody${tries}@x.test`,
        "wrong-password-here",
      );
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  });
  const honestMs = [];
  let turnedAway = 0;
  const honest = (async () => {
    for (let n = 2; performance.now() < ends; n += 1) {
      const began = performance.now();
      const answer = await logIn(
        server.base,
        `198.51.100.${n % 50}`,
        "driver@lanewise.test",
        PASSWORD,
      );
      await answer.arrayBuffer();
      if (answer.ok) honestMs.push(performance.now() - began);
      else turnedAway += 1;
      await new Promise((wake) => setTimeout(wake, 200));
    }
  })();
  const reads = await autocannon({
    url: `${server.base}/api/tickets/${id}`,
    headers: { cookie },
    connections: 2,
    workers: 1,
    // One user may call ten times a second.
    overallRate: 8,
    duration: SECONDS,
  });
  await Promise.all([...strangers, honest]);
  const peak = await memory("VmHWM");
  await new Promise((wake) => setTimeout(wake, 10_000));
  const after = await memory("VmRSS");
  honestMs.sort((a, b) => a - b);
  console.log(
    `${STRANGERS} at once tried wrong passwords for ${SECONDS} s, each time from another address: ${tries} tries`,
  );
  console.table(statuses);
  console.log(
    `memory: ${before} MB before, ${peak} MB at most (to reach: 300), ${after} MB ten seconds later (120)`,
  );
  console.log(
    `GET /api/tickets meanwhile: p50 ${reads.latency.p50} ms, p99 ${reads.latency.p99} ms (to reach: 100), not 2xx ${reads.non2xx + reads.errors}`,
  );
  console.log(
    `${honestMs.length} honest logins: p50 ${Math.round(percentile(honestMs, 0.5))} ms, slowest ${Math.round(honestMs.at(-1))} ms (to reach: 1000); ${turnedAway} turned away`,
  );
  await server.stop();
});
