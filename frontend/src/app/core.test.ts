import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const UI = join(import.meta.dirname, "../ui");

it("core.ts imports every stylesheet of ui/ except those of ui/desk", async () => {
  const files = await readdir(UI, { recursive: true });
  const styles = files.filter((file) => file.endsWith(".module.css") && !file.startsWith("desk/"));
  const core = await readFile(join(import.meta.dirname, "core.ts"), "utf8");
  const imported = [...core.matchAll(/^import "@\/ui\/(.*\.module\.css)";$/gm)].map(
    ([, file]) => file,
  );
  expect(imported.toSorted()).toEqual(styles.toSorted());
});
