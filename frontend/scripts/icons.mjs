// Renders the app's icons from public/favicon.svg in a browser: `node scripts/icons.mjs`. The files are committed.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../public");
const svg = await readFile(resolve(folder, "favicon.svg"), "utf8");
const GROUND = "#1d4ed8";
/** A maskable icon may be cropped to a circle of 80 %, so its logo is smaller, on a full background. */
const ICONS = [
  { name: "icon-192.png", size: 192, scale: 1, ground: "transparent" },
  { name: "icon-512.png", size: 512, scale: 1, ground: "transparent" },
  { name: "icon-maskable-512.png", size: 512, scale: 0.8, ground: GROUND },
  { name: "apple-touch-icon.png", size: 180, scale: 0.9, ground: GROUND },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
for (const { name, size, scale, ground } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const image = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const side = Math.round(size * scale);
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}"><img src="${image}" width="${side}" height="${side}" alt=""></body>`,
  );
  await page.locator("img").evaluate((img) => img.decode());
  await page.screenshot({ path: resolve(folder, name), omitBackground: true });
}
await browser.close();
