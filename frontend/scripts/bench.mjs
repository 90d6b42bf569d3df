// Measures the main calls of a release server: requests per second, latencies, memory. Limited in time; connects only
// to 127.0.0.1.
import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { logIn, startServer, withFolder } from "./server.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = 64;

await withFolder(async (folder) => {
  const cold = await startServer(folder);
  await cold.stop();
  const server = await startServer(folder);
  const { id, cookie } = await logIn(server.base);
  const rows = [];
  const measure = async (call, path, headers) => {
    const run = await autocannon({
      url: server.base + path,
      connections,
      duration: seconds,
      headers,
    });
    rows.push({
      call,
      "requests/s": Math.round(run.requests.average),
      "p50 ms": run.latency.p50,
      "p99 ms": run.latency.p99,
      "not 2xx": run.non2xx + run.errors,
    });
  };
  await measure("the page (brotli)", "/", { "accept-encoding": "br" });
  await measure("GET /api/config", "/api/config", {});
  await measure("GET /api/session", "/api/session", { cookie });
  await measure("GET /api/tickets/{id}, 11 tickets", `/api/tickets/${id}`, { cookie });
  const status = await readFile(`/proc/${server.pid}/status`, "utf8").catch(() => "");
  const memory = status.match(/VmRSS:\s+(\d+)/)?.[1];
  console.table(rows);
  console.log(
    `start: first ${Math.round(cold.startMs)} ms, again ${Math.round(server.startMs)} ms; ${connections} connections`,
  );
  if (memory) console.log(`memory of the server afterwards: ${Math.round(memory / 1024)} MB`);
  await server.stop();
});
