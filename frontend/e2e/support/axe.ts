import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe looks at: everything, or what other colors can change alone. */
export type Scope = "all" | "colors";
const SCOPES: Record<Scope, RunOptions> = {
  all: { runOnly: { type: "tag", values: LEVELS } },
  colors: { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } },
};

/** The rows of a long list are alike: the first twelve are looked at. */
const ALIKE = "[data-row]:nth-child(n + 13)";

/** Puts axe into the page and its frames. Not as a script element: the page's policy refuses scripts that are not its own. */
async function bring(page: Page): Promise<void> {
  const everywhere = `${await source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`;
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(everywhere);
}

/** axe finds nothing on what is shown, the provider's frames included. */
export async function expectAccessible(
  page: Page,
  name: string,
  scope: Scope = "all",
): Promise<void> {
  await bring(page);
  const found = await page.evaluate(
    async ({ alike, options }) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<AxeResults> };
      };
      const context = document.querySelector(alike) ? { exclude: [[alike]] } : document;
      const { violations } = await axe.run(context, {
        ...options,
        resultTypes: ["violations"],
        // No rule asks for the style sheets, which it would load otherwise.
        preload: { assets: ["media"] },
      });
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
      }));
    },
    { alike: ALIKE, options: SCOPES[scope] },
  );
  expect(found, `axe on ${name}`).toEqual([]);
}

const TARGET = 44;
/** At a desk there is a mouse, and tables are dense: WCAG's own measure. */
const DESK_TARGET = 24;
const DESK_WIDTH = 720;

/** Nothing is wider than the screen, and whatever is pressed is large enough for a thumb, or at a desk for a mouse. */
export async function expectFits(page: Page, name: string): Promise<void> {
  const atDesk =
    new URL(page.url()).pathname.startsWith("/admin") &&
    (page.viewportSize()?.width ?? 0) >= DESK_WIDTH;
  const problems = await page.evaluate(
    (target) => {
      const found: string[] = [];
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide on ${clientWidth}`);
      const inDialog = document.querySelector("[role=dialog]");
      const scope = inDialog ?? document.body;
      for (const one of scope.querySelectorAll<HTMLElement>(
        "button, a[href], input, select, textarea",
      )) {
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        // The row around a box or a link is the target there.
        if (one.matches("[type=checkbox], [type=radio]") || one.closest("label")) continue;
        const { width, height, top } = one.getBoundingClientRect();
        const inText = getComputedStyle(one).display === "inline";
        if (inText || top + height < 0) continue;
        if (height < target - 0.5 || width < target - 0.5)
          found.push(
            `${one.textContent || one.tagName}: ${Math.round(width)}×${Math.round(height)}`,
          );
      }
      return found;
    },
    atDesk ? DESK_TARGET : TARGET,
  );
  expect(problems, `sizes on ${name}`).toEqual([]);
}
