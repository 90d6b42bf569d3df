// An esbuild plugin. By default, esbuild creates a chunk for every set of screens that share a module, so the landing
// page would load dozens of scripts. This plugin makes each lazily loaded component an entry that imports the core
// first. So the core is one chunk, and its styles come before the component's own.
import { relative } from "node:path";

const CORE = "src/app/core.ts";
export const NAMESPACE = "core-first";

export const coreFirst = {
  name: NAMESPACE,
  setup({ initialOptions, onResolve, onLoad, resolve }) {
    const root = initialOptions.absWorkingDir;
    onResolve({ filter: /^[.@]/ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const found = await resolve(path, { kind: "import-statement", importer, resolveDir });
      const source = relative(root, found.path);
      if (!/^src\/.*\.tsx$/.test(source)) return undefined;
      return { path: source, namespace: NAMESPACE };
    });
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: [
        `import "./${CORE}";`,
        `export * from "./${path}";`,
        `export { default } from "./${path}";`,
      ].join("\n"),
      resolveDir: root,
    }));
  },
};
