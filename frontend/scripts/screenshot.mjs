// Takes the README's screenshots from the running app. The first shows the landing page, a driver's profile and a
// payment side by side. The second shows the back office.
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { DEMO_ADMIN, DEMO_DRIVER, PASSWORD, startServer, withFolder } from "./server.mjs";

const target = fileURLToPath(new URL("../../docs/screenshot.png", import.meta.url));
const backOffice = fileURLToPath(new URL("../../docs/back-office.png", import.meta.url));
const phone = { width: 390, height: 800 };
const GAP = 24;

/** Takes screenshots of the landing page, a driver's profile and a payment. Returns them in Base64. */
async function takeScreenshots(browser, base) {
  const page = await browser.newPage({ viewport: phone });
  const shots = [];
  const shoot = async () => shots.push((await page.screenshot()).toString("base64"));
  await page.goto(base);
  await page.getByRole("link", { name: "Sign Up" }).waitFor();
  await shoot();
  await page.goto(`${base}/login`);
  await page.getByLabel("Email").fill(DEMO_DRIVER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("heading", { name: "Traffic Tickets" }).waitFor();
  await page.getByText("Stop sign violation").first().waitFor();
  // The greeting covers the top of the screen, so close it.
  await page.getByRole("button", { name: "Close" }).click();
  await shoot();
  // A parking ticket needs no plea, so its payment opens directly.
  await page.getByRole("link", { name: "Pay for No parking zone" }).first().click();
  await page.frameLocator("iframe").getByLabel("Card number").waitFor();
  await shoot();
  return shots;
}

/** Takes a screenshot of the back office on a desktop. */
async function takeBackOfficeScreenshot(browser, base) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 0.75,
  });
  await page.goto(`${base}/login`);
  await page.getByLabel("Email").fill(DEMO_ADMIN);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(`${base}/admin`);
  await page.getByRole("heading", { name: "Tickets & users" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: backOffice });
}

await withFolder(async (folder) => {
  const server = await startServer(folder);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
  try {
    const shots = await takeScreenshots(browser, server.base);
    const width = shots.length * (phone.width / 2 + GAP) + GAP;
    const page = await browser.newPage({ viewport: { width, height: phone.height / 2 + 2 * GAP } });
    const images = shots.map(
      (shot) =>
        `<img src="data:image/png;base64,${shot}" style="width:${phone.width / 2}px;border-radius:12px">`,
    );
    await page.setContent(
      `<body style="margin:${GAP}px;display:flex;gap:${GAP}px;background:#d9e0ea">${images.join("")}</body>`,
    );
    await page.screenshot({ path: target });
    await takeBackOfficeScreenshot(browser, server.base);
  } finally {
    await browser.close();
    await server.stop();
  }
});
