// The page's layering, as a check: app → features → parts → ui, api, lib; never sideways, never upward, no barrels.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../src", import.meta.url));
const MAX_LINES = 300;

/** Which layers a layer may import (its own folder aside). */
const MAY = {
  app: ["features", "parts", "ui", "api", "lib"],
  features: ["parts", "ui", "api", "lib"],
  // What several features show, with its data.
  parts: ["ui", "api", "lib"],
  ui: ["lib"],
  api: ["lib"],
  lib: [],
  testing: ["app", "features", "parts", "ui", "api", "lib"],
};

/** Packages that only some places may import. */
const PACKAGES = [
  { name: /^react-router/, only: /^(app\/|lib\/router\.ts$)/, why: "use lib/router.ts" },
  { name: /^@radix-ui\//, only: /^ui\//, why: "Radix is wrapped once, in ui/" },
  {
    name: /^@stripe\/stripe-js$/,
    only: /^$/,
    why: "import @stripe/stripe-js/pure: the other loads a script",
  },
  {
    name: /^@stripe\//,
    only: /^features\/payment\//,
    why: "only the payment form knows the provider",
  },
  { name: /^zod$/, only: /^api\/generated\//, why: "zod/mini weighs a fifth" },
  { name: /^zod/, only: /^(api|lib|parts|features|app)\//, why: "ui/ knows no schemas" },
  { name: /^swr/, only: /^(api|app|parts|features)\//, why: "ui/ and lib/ know no data" },
];

/** Types are gone when the page runs: the provider's may come from its main entry. */
const TYPES = /^import type [^;]+ from ["']@stripe\/stripe-js["'];?$/gm;
const IMPORT = /(?:from\s+|import\s+|import\()\s*["']([^"']+)["']/g;

function check(file, text) {
  const found = [];
  const [layer, area] = file.split("/");
  if (/(^|\/)index\.tsx?$/.test(file)) found.push("barrel files hide what depends on what");
  const lines = text.split("\n").length;
  if (lines > MAX_LINES) found.push(`${lines} lines: what is the second thing in it?`);
  for (const [, target] of text.replace(TYPES, "").matchAll(IMPORT)) {
    const rule = PACKAGES.find(({ name, only }) => name.test(target) && !only.test(file));
    if (rule) found.push(`imports ${target}: ${rule.why}`);
    const path = target.startsWith("@/")
      ? target.slice(2)
      : target.startsWith(".")
        ? relative(src, resolve(src, dirname(file), target))
        : null;
    if (path === null) continue;
    const [toLayer, toArea] = path.split("/");
    if (toLayer === "testing") found.push("imports testing/, which is for tests");
    else if (toLayer === layer && (layer !== "features" || toArea === area)) continue;
    else if (toLayer === layer) found.push(`imports the feature ${toArea}: never sideways`);
    else if (!MAY[layer]?.includes(toLayer))
      found.push(`imports ${path}: ${layer} may not know ${toLayer}`);
    else if (layer === "ui" && path.startsWith("lib/router")) found.push("ui/ knows no router");
  }
  return found;
}

let failures = 0;
for (const entry of await readdir(src, { recursive: true, withFileTypes: true })) {
  const file = relative(src, join(entry.parentPath, entry.name));
  if (!entry.isFile() || !/\.tsx?$/.test(file)) continue;
  if (/\.test\.tsx?$/.test(file) || file.startsWith("api/generated/")) continue;
  for (const problem of check(file, await readFile(join(src, file), "utf8"))) {
    console.error(`src/${file}: ${problem}`);
    failures += 1;
  }
}
if (failures > 0) process.exit(1);
