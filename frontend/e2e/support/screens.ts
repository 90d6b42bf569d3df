import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { expectAccessible, expectFits } from "./axe";

const FOLDER = resolve(import.meta.dirname, "../../screenshots");

/** Takes the picture of a screen in its whole height, and checks it: axe, sizes. */
export function camera(page: Page, info: TestInfo, scheme: "light" | "dark") {
  return async (name: string) => {
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // A taller window, not a stitched picture: bars that stick to an edge stay at the edge.
    await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
    await mkdir(FOLDER, { recursive: true });
    const path = join(FOLDER, `${name}-${info.project.name}-${scheme}.png`);
    await page.screenshot({ path, animations: "disabled" });
    await expectAccessible(page, `${name}, ${scheme}`);
    await page.setViewportSize(size);
    await expectFits(page, name);
  };
}
