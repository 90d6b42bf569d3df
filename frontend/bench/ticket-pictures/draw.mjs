// Draws the made-up tickets as photos of paper: tilted, in shadow, blurred, with grain, as JPEG.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { TICKETS } from "./tickets.mjs";

const STYLE = `
  body { margin: 0; background: #6b6359; }
  #desk { display: inline-block; padding: 70px; }
  main { background: #fbfaf6; color: #222; padding: 40px; }
  .c { text-align: center; }
  table { border-collapse: collapse; margin: 18px 0; width: 100%; }
  td, th { padding: 8px; text-align: left; }
`;
const PHOTO = {
  flat: "",
  tilted: "main { transform: rotate(-2.4deg); filter: blur(0.6px); }",
  shadow: `main { transform: perspective(1500px) rotateX(7deg) rotateY(-6deg); position: relative; }
    main::after { content: ""; position: absolute; inset: 0;
      background: linear-gradient(115deg, transparent 35%, rgb(30 25 20 / 45%) 60%, rgb(30 25 20 / 20%)); }`,
  grainy: `main { transform: rotate(1.2deg); color: #5b5650; filter: blur(0.5px) contrast(0.8); position: relative; }
    main::after { content: ""; position: absolute; inset: 0; opacity: 0.35;
      background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='300'%3E%3Cfilter id='n'%3E%3CfeTurbulence baseFrequency='0.9' numOctaves='2'/%3E%3C/filter%3E%3Crect width='300' height='300' filter='url(%23n)'/%3E%3C/svg%3E"); }`,
};

/** Writes each ticket as a picture into the folder. */
export async function drawTickets(folder) {
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
  try {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    for (const { name, photo, page: content } of TICKETS) {
      await page.setContent(
        `<style>${STYLE}${PHOTO[photo]}</style><div id="desk">${content}</div>`,
      );
      const quality = photo === "grainy" ? 55 : 80;
      const picture = await page.locator("#desk").screenshot({ type: "jpeg", quality });
      await writeFile(join(folder, `${name}.jpg`), picture);
    }
  } finally {
    await browser.close();
  }
}
