import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no block ${selector}`);
  const body = css.slice(start, css.indexOf("}", start));
  const pairs = [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)];
  return new Map(pairs.map(([, name, value]) => [name ?? "", value ?? ""]));
}

const light = block(":root");
const darkByMedia = block(':root:not([data-theme="light"])');
const darkByAttribute = block('[data-theme="dark"]');

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [hi = 0, lo = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
}

const GROUNDS = ["--ground", "--surface", "--surface-sunk"];
const TEXTS = ["--ink", "--ink-soft", "--link", "--red", "--amber", "--green", "--grey"];
const PAIRS: [text: string, ground: string, least: number][] = [
  ...TEXTS.flatMap((text) =>
    GROUNDS.map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ["--on-primary", "--primary", 4.5],
  ["--on-primary", "--primary-hover", 4.5],
  ["--on-primary", "--primary-pressed", 4.5],
  ["--on-red", "--red", 4.5],
  ["--on-red", "--red-pressed", 4.5],
  ["--link", "--primary-soft", 4.5],
  ["--ink", "--primary-soft", 4.5],
  ...["amber", "red", "green", "grey"].flatMap((hue): [string, string, number][] => [
    [`--${hue}`, `--${hue}-soft`, 4.5],
    ["--ink", `--${hue}-soft`, 4.5],
  ]),
  ["--band-ink", "--band-a", 4.5],
  ["--band-ink", "--band-b", 4.5],
  // Parts that aren't text need a contrast of 3:1 (WCAG 1.4.11).
  ...GROUNDS.map((ground): [string, string, number] => ["--control-line", ground, 3]),
  ...GROUNDS.map((ground): [string, string, number] => ["--focus", ground, 3]),
];

describe.each([
  ["light", light],
  ["dark", new Map([...light, ...darkByMedia])],
])("%s tokens", (_theme, tokens) => {
  it.each(PAIRS)("%s on %s has a contrast of at least %f:1", (text, ground, least) => {
    expect(contrast(tokens.get(text) ?? "", tokens.get(ground) ?? "")).toBeGreaterThanOrEqual(
      least,
    );
  });
});

it("uses the same dark colors for the system setting and for the data-theme attribute", () => {
  expect([...darkByAttribute]).toEqual([...darkByMedia]);
});
