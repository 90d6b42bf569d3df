// Fails if the files of a first screen exceed the screen's budget. Counts the scripts and linked styles, and their bytes
// when compressed with brotli.
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const BUDGETS = {
  landing: { bytes: 105_000, files: 4 },
  profile: { bytes: 115_000, files: 3 },
};
const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(root, process.env.PAGE_DIST ?? "dist");
const screens = JSON.parse(await readFile(join(dist, "first-screens.json"), "utf8"));

let failed = false;
for (const [screen, files] of Object.entries(screens)) {
  if (!files) {
    console.error(
      `${screen}: no such route in the build (scripts/first-screens.mjs names its module)`,
    );
    failed = true;
    continue;
  }
  const sizes = await Promise.all(
    files.map(async (file) => {
      const path = file.replace(/^dist/, dist);
      const { size } = await stat(`${path}.br`).catch(() => stat(path));
      return size;
    }),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const budget = BUDGETS[screen];
  const isMet = total < budget.bytes && files.length <= budget.files;
  const verdict = isMet ? "ok" : `over ${budget.bytes / 1000} kB or ${budget.files} files`;
  console.log(
    `${screen}: ${(total / 1000).toFixed(1)} kB brotli in ${files.length} files, ${verdict}`,
  );
  if (process.argv.includes("--list"))
    files.forEach((file, i) => {
      console.log(`  ${String(sizes[i]).padStart(6)} ${file}`);
    });
  failed ||= !isMet;
}
process.exit(failed ? 1 : 0);
