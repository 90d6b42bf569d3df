import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Which axe rules to run: all rules of `LEVELS`, or only those that depend on colors. */
export type Scope = "all" | "colors";
const SCOPES: Record<Scope, RunOptions> = {
  all: { runOnly: { type: "tag", values: LEVELS } },
  colors: { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } },
};

/** Rows of a long list are alike, so only the first twelve are checked. */
const ALIKE = "[data-row]:nth-child(n + 13)";

/**
 * Injects axe into the page and its frames. Evaluates its source, because the page's content security policy would
 * block a script element.
 */
async function injectAxe(page: Page): Promise<void> {
  const everywhere = `${await source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`;
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(everywhere);
}

/** Expects that axe finds no problem on the screen, including the provider's frames. */
export async function expectAccessible(
  page: Page,
  name: string,
  scope: Scope = "all",
): Promise<void> {
  await injectAxe(page);
  const found = await page.evaluate(
    async ({ alike, options }) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<AxeResults> };
      };
      const context = document.querySelector(alike) ? { exclude: [[alike]] } : document;
      const { violations } = await axe.run(context, {
        ...options,
        resultTypes: ["violations"],
        // No rule needs the style sheets, which axe would load by default.
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

/** Minimum size of a control in pixels, outside of the back office on a desktop. */
const TARGET = 44;
/**
 * Minimum size of a control in the back office on a desktop, in pixels: WCAG's minimum, because users have a mouse and
 * tables are dense.
 */
const DESK_TARGET = 24;
const DESK_WIDTH = 720;

/**
 * Expects that nothing is wider than the screen, and that controls are large enough for a thumb, or for a mouse in the
 * back office.
 */
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
        // Checkboxes, radio buttons and controls inside labels can be clicked on their whole label, so skip them.
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
