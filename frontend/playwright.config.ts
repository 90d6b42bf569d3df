import { defineConfig } from "@playwright/test";
import { SIZES } from "./e2e/support/test";

/** Browser tests against the real server. `npm run e2e` starts the server and the tests. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/support/startServer.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: Number(process.env.E2E_WORKERS) || 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? "dot" : "list",
  use: {
    locale: "en-US",
    timezoneId: "America/New_York",
    // page.route doesn't see a service worker's calls; service-worker.spec.ts enables workers.
    serviceWorkers: "block",
    // Animations would spoil screenshots, and half-faded text fails contrast checks.
    contextOptions: { reducedMotion: "reduce" },
    // Recording takes a third of the time, so it is optional: E2E_TRACE=1 npm run e2e -- pay.spec.ts
    trace: process.env.E2E_TRACE ? "on" : "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      grepInvert: /@desktop/,
      use: { viewport: SIZES.phone, hasTouch: true },
    },
    {
      name: "desktop",
      grepInvert: /@phone/,
      use: { viewport: SIZES.desktop },
    },
  ],
});
