// Measures how well the page reads tickets from pictures (`make bench-reading`). Draws twenty made-up
// tickets and reads each as the page does. Counts the values that are correct, missing and incorrect.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { build } from "esbuild";
import { createWorker, OEM } from "tesseract.js";
import { drawTickets } from "./draw.mjs";
import { TICKETS } from "./tickets.mjs";

const root = new URL("../..", import.meta.url).pathname;
const TODAY = "2026-11-01";
const FIELDS = ["kind", "citationNumber", "date", "dueDate", "amount"];

/** Loads the page's own rules for the text of a ticket. */
async function loadRules(folder) {
  const outfile = join(folder, "readTicket.mjs");
  const entry = join(root, "src/features/drivingRecord/adding/picture/readTicket.ts");
  await build({ entryPoints: [entry], bundle: true, format: "esm", outfile, logLevel: "error" });
  return (await import(outfile)).readTicket;
}

const folder = await mkdtemp(join(tmpdir(), "ticket-pictures-"));
const model = dirname(
  createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json"),
);
const worker = await createWorker("eng", OEM.LSTM_ONLY, {
  langPath: join(model, "4.0.0_best_int"),
  cacheMethod: "none",
});
try {
  const readTicket = await loadRules(folder);
  await drawTickets(folder);
  const totals = Object.fromEntries(FIELDS.map((field) => [field, [0, 0, 0]]));
  const times = [];
  for (const { name, truth } of TICKETS) {
    const picture = await readFile(join(folder, `${name}.jpg`));
    const start = performance.now();
    const { data } = await worker.recognize(picture);
    times.push(performance.now() - start);
    const values = readTicket(data.text, TODAY);
    for (const field of FIELDS) {
      const verdict = values[field] === truth[field] ? 0 : values[field] === undefined ? 1 : 2;
      totals[field][verdict] += 1;
      if (verdict > 0)
        console.log(`  ${name} ${field}: ${values[field] ?? "missing"}, not ${truth[field]}`);
    }
  }
  console.log("\n| Value | Right | Missing | Wrong |\n|---|---|---|---|");
  for (const [field, counts] of Object.entries(totals))
    console.log(`| ${field} | ${counts.join(" | ")} |`);
  times.sort((one, other) => one - other);
  console.log(
    `\n${TICKETS.length} pictures; median ${Math.round(times[times.length / 2])} ms each.`,
  );
} finally {
  await worker.terminate();
  await rm(folder, { recursive: true, force: true });
}
