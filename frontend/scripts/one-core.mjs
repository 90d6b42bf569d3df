// An esbuild plugin. By default esbuild creates a chunk for every set of screens that share a module: dozens of small
// ones that compress worse. Here every lazily loaded module first imports the common core, so the core is one chunk.
// The core also has all styles of ui/ (except ui/desk, used only in the back office), so a screen's own style always
// comes after them.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

const CORE = "src/app/core.ts";
const AFTER_BASE = 'import "@/ui/base.css";\n';

export const oneCore = {
  name: "one-core",
  setup({ initialOptions, onResolve, onLoad, resolve }) {
    const src = join(initialOptions.absWorkingDir, "src");
    const lazy = new Set();
    onResolve({ filter: /./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === "seen") return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: "seen" });
      lazy.add(found.path);
      return found;
    });
    onLoad({ filter: /src\/(features|parts|ui)\/.*\.tsx$/ }, async ({ path }) => {
      if (!lazy.has(path)) return undefined;
      const text = await readFile(path, "utf8");
      return { contents: `import "@/app/core";\n${text}`, loader: "tsx" };
    });
    onLoad({ filter: new RegExp(`${CORE.replace(".", "\\.")}$`) }, async ({ path }) => {
      const styles = (await readdir(join(src, "ui"), { recursive: true })).filter(
        (name) => name.endsWith(".module.css") && !name.startsWith("desk"),
      );
      const byName = (a, b) => (basename(a) < basename(b) ? -1 : 1);
      const imports = styles.sort(byName).map((name) => `import "@/ui/${name}";\n`);
      const [base, rest] = (await readFile(path, "utf8")).split(AFTER_BASE);
      return { contents: [base, AFTER_BASE, ...imports, rest].join(""), loader: "ts" };
    });
  },
};
