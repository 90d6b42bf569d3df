// Measures how long the page takes to react to clicks and keys: the interaction to next paint
// (https://web.dev/articles/inp). The browser slows down the processor by the factor SLOWER. Screens: the profile of a
// driver with 200 unpaid items, everything the driver owes, and a list of the back office with 50 rows. Fails if an
// interaction's median is longer than BOUND_MS.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { DEMO_ADMIN, logIn, post, root, startServer, withFolder } from "./server.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SLOWER = 4;
const BOUND_MS = 100;
const ITEMS = { tickets: 70, parking: 65, tolls: 65 };
/** Number of drivers who report missing tickets. Each of them sends REPORTS_EACH reports. */
const REPORTERS = 3;
const REPORTS_EACH = 18;
/** Pause after a page's load and after each interaction, in milliseconds. The work must end within the pause. */
const REST_MS = 1500;
/** The smallest duration that browsers report, in milliseconds. */
const LEAST_MS = 16;

/** Names of the states, from the API's document. */
async function readStateNames() {
  const document = JSON.parse(await readFile(join(root, "docs/openapi.json"), "utf8"));
  return document.components.schemas.ReportBody.properties.state.enum;
}

/** Files the driver's items, and reports missing tickets. Returns the cookies of the driver and of staff. */
async function createTestData(base) {
  const driver = await logIn(base);
  const { cookie: staff } = await logIn(base, DEMO_ADMIN);
  const filed = { userId: driver.id, date: "2026-03-01" };
  const place = { ...filed, location: "Main St" };
  const points = { points: 2, category: "traffic" };
  const bodies = {
    tickets: { ...place, ...points, violationType: "Speeding", amount: "$150" },
    parking: { ...place, violationType: "No parking zone", amount: "$60" },
    tolls: { ...filed, tollRoad: "Route 9", amount: "$4.50" },
  };
  for (const [kind, number] of Object.entries(ITEMS))
    for (let item = 0; item < number; item += 1) {
      const citationNumber = `${kind.toUpperCase()}${item}`;
      await post(base, `/api/${kind}`, { ...bodies[kind], citationNumber }, staff);
    }
  const reported = await readStateNames();
  for (let reporter = 1; reporter <= REPORTERS; reporter += 1) {
    const email = `demo${String(reporter).padStart(3, "0")}@lanewise.test`;
    const { id: userId, cookie } = await logIn(base, email);
    for (const state of reported.slice(0, REPORTS_EACH)) {
      const report = { userId, state, ticketType: "Parking ticket" };
      await post(base, "/api/missing-ticket-reports", report, cookie);
    }
  }
  return { driver: driver.cookie, staff };
}

const clickButton = (name) => (page) => page.getByRole("button", { name }).first().click();
const pressKey = (name) => (page) => page.keyboard.press(name);
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

/** Each screen with its interactions, which run in this order. */
const SCREENS = [
  {
    screen: "profile, 200 items",
    path: "/driving-profile",
    user: "driver",
    viewport: PHONE,
    interactions: {
      "details of a ticket": clickButton(/^See all details/),
      "close the details": pressKey("Escape"),
      "explain the points": clickButton(/of \d+ points/),
      "all parking tickets": clickButton(/^See All .*Parking Tickets/),
      "all traffic tickets": clickButton(/^See All .*Traffic Tickets/),
      "menu for help": clickButton("Help"),
      "close the menu": pressKey("Escape"),
    },
  },
  {
    screen: "everything you owe, 200 items",
    path: "/due",
    user: "driver",
    viewport: PHONE,
    interactions: {
      "menu for help": clickButton("Help"),
      "close the menu": pressKey("Escape"),
      "hire a lawyer": (page) => page.getByRole("link", { name: "Hire Lawyer" }).first().click(),
    },
  },
  {
    screen: "list of staff, 50 rows",
    path: "/admin/missing-tickets",
    user: "staff",
    viewport: DESKTOP,
    interactions: {
      "select all rows": (page) => page.getByLabel("Select all rows shown").click(),
      "select none": (page) => page.getByLabel("Select all rows shown").click(),
      "open a record": (page) => page.locator("[data-row]").getByRole("button").first().click(),
      "next record": pressKey("j"),
      "close the record": pressKey("Escape"),
      "type into the search": async (page) => {
        await page.getByPlaceholder("Driver, state, type or ID").click();
        await page.keyboard.type("texas");
      },
      commands: pressKey("Control+k"),
    },
  },
];

/** Records the longest event of the page since the last call of `takeLongest`. */
function watchEvents(minDuration) {
  let longest = 0;
  const recordLongest = (entries) => {
    for (const { interactionId, duration } of entries)
      if (interactionId) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => recordLongest(list.getEntries()));
  observer.observe({ type: "event", durationThreshold: minDuration, buffered: true });
  globalThis.takeLongest = () => {
    recordLongest(observer.takeRecords());
    const taken = longest;
    longest = 0;
    return taken;
  };
}

/** Returns the longest event of each interaction with a screen, in milliseconds. */
async function measureInteractions(browser, base, cookies, { path, user, viewport, interactions }) {
  const context = await browser.newContext({ baseURL: base, viewport });
  const [name, value] = cookies[user].split("=");
  await context.addCookies([{ name, value, url: base }]);
  await context.addInitScript(watchEvents, LEAST_MS);
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(REST_MS);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const durations = {};
  for (const [interaction, act] of Object.entries(interactions)) {
    await act(page);
    await page.waitForTimeout(REST_MS);
    durations[interaction] = await page.evaluate(() => takeLongest());
  }
  await context.close();
  return durations;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

let isTooSlow = false;
await withFolder(async (folder) => {
  const server = await startServer(folder, { LANEWISE_DEMO_DRIVERS: String(REPORTERS) });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox"],
  });
  try {
    const cookies = await createTestData(server.base);
    const rows = [];
    for (const screen of SCREENS) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await measureInteractions(browser, server.base, cookies, screen));
      for (const interaction of Object.keys(screen.interactions)) {
        const durations = rounds.map((round) => round[interaction]);
        const ms = median(durations);
        isTooSlow ||= ms > BOUND_MS;
        rows.push({
          screen: screen.screen,
          interaction,
          "median ms": ms || `< ${LEAST_MS}`,
          "longest ms": Math.max(...durations) || `< ${LEAST_MS}`,
        });
      }
    }
    console.table(rows);
  } finally {
    await browser.close();
    await server.stop();
  }
});
process.exit(isTooSlow ? 1 : 0);
