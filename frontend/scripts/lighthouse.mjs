// Runs Lighthouse for the first screens on a phone, against a release build (or SERVER_BIN). Reports the median of RUNS
// runs. Measure on an idle machine, because the simulation starts from real timings.
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { DEMO_DRIVER, freePort, PASSWORD, startServer, withFolder } from "./server.mjs";

const { default: lighthouse } = await import(
  join(process.env.LIGHTHOUSE ?? "lighthouse", "core/index.js")
);

const RUNS = Number(process.env.RUNS ?? 5);
/** The screens, with the lowest accepted performance score. */
const SCREENS = [
  { name: "landing", path: "/", least: 100 },
  { name: "login", path: "/login", least: 99 },
  { name: "sign-up", path: "/signup", least: 99 },
  { name: "profile", path: "/driving-profile", least: 97, user: true },
];
const MAX_LCP_MS = 1500;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Measures a screen with an empty cache. If the screen needs a user, the browser already has a session. */
async function measure({ path, user }, base, folder) {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", `--remote-debugging-port=${port}`],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    if (user) {
      await page.goto(`${base}/login`);
      await page.getByLabel("Email").fill(DEMO_DRIVER);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Log In" }).click();
      await page.getByRole("heading", { name: "Traffic Tickets" }).waitFor();
    }
    await page.goto("about:blank");
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.clearBrowserCache");
    await cdp.send("Storage.clearDataForOrigin", {
      origin: base,
      storageTypes: "service_workers,cache_storage",
    });
    const { lhr } = await lighthouse(base + path, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: ["performance", "best-practices", "accessibility"],
      disableStorageReset: true,
    });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    if (new URL(lhr.finalDisplayedUrl).pathname !== path)
      throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
    const score = (category) => Math.round((lhr.categories[category].score ?? 0) * 100);
    const ms = (audit) => lhr.audits[audit].numericValue;
    return {
      performance: score("performance"),
      practices: score("best-practices"),
      accessibility: score("accessibility"),
      fcp: ms("first-contentful-paint"),
      lcp: ms("largest-contentful-paint"),
      tbt: ms("total-blocking-time"),
      cls: ms("cumulative-layout-shift"),
      requests: lhr.audits["network-requests"].details.items.length,
    };
  } finally {
    await context.close();
  }
}

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
let failed = false;
await withFolder(async (data) => {
  const server = await startServer(data);
  try {
    const rows = [];
    for (const screen of SCREENS) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await withFolder((profile) => measure(screen, server.base, profile)));
      const medianOf = (figure) => median(runs.map((run) => run[figure]));
      const met =
        medianOf("performance") >= screen.least &&
        medianOf("practices") === 100 &&
        medianOf("lcp") <= MAX_LCP_MS;
      failed ||= !met;
      rows.push({
        screen: screen.name,
        performance: medianOf("performance"),
        "to reach": screen.least,
        practices: medianOf("practices"),
        accessibility: medianOf("accessibility"),
        FCP: seconds(medianOf("fcp")),
        LCP: seconds(medianOf("lcp")),
        TBT: `${Math.round(medianOf("tbt"))} ms`,
        CLS: medianOf("cls").toFixed(3),
        requests: medianOf("requests"),
        met,
      });
    }
    console.table(rows);
  } finally {
    await server.stop();
  }
});
process.exit(failed ? 1 : 0);
