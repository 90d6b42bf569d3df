// Keeps the number of scripts small. By default, esbuild creates a chunk for every set of screens that share a
// module, so the landing page would load dozens of scripts. Here, each lazily loaded module imports the entry
// first. So the entry and everything that it imports are one script, and its styles come before the module's own.
import { basename, relative } from "node:path";
import { ENTRY } from "./page-options.mjs";

export const NAMESPACE = "entry-first";

/** An esbuild plugin that makes each lazily loaded module import the entry first. */
export const entryFirst = {
  name: NAMESPACE,
  setup({ initialOptions, onResolve, onLoad, resolve }) {
    const root = initialOptions.absWorkingDir;
    onResolve({ filter: /^[.@]/ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const found = await resolve(path, { kind: "import-statement", importer, resolveDir });
      const source = relative(root, found.path);
      if (!/^src\/.*\.tsx?$/.test(source)) return undefined;
      return { path: source, namespace: NAMESPACE };
    });
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: [
        `import "./${ENTRY}";`,
        `export * from "./${path}";`,
        // A component is its module's default export. Other modules have none.
        ...(path.endsWith(".tsx") ? [`export { default } from "./${path}";`] : []),
      ].join("\n"),
      resolveDir: root,
    }));
  },
};

/**
 * Returns the build's result without the entry's stub, a script that only imports the chunk with the entry's code. The
 * chunk gets the entry's name, and documents load it directly, which saves a request.
 */
export function mergeEntry(result) {
  const { outputs } = result.metafile;
  const [stub] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  const imports = outputs[stub].imports.filter(({ kind }) => kind === "import-statement");
  if (imports.length !== 1 || Object.keys(outputs[stub].inputs).length > 0)
    throw new Error(`${ENTRY} is more than one script: every lazily loaded module must import it`);
  const chunk = imports[0].path;
  const name = basename(chunk).replace(/^chunk-/, `${basename(ENTRY, ".tsx")}-`);
  const rename = (text) => text.replaceAll(basename(chunk), name);
  const metafile = JSON.parse(rename(JSON.stringify(result.metafile)));
  const { entryPoint, cssBundle } = metafile.outputs[stub];
  delete metafile.outputs[stub];
  Object.assign(metafile.outputs[rename(chunk)], { entryPoint, cssBundle });
  const outputFiles = result.outputFiles
    .filter(({ path }) => !path.endsWith(`/${basename(stub)}`))
    .map(({ path, text }) => ({ path: rename(path), text: rename(text) }));
  return { metafile, outputFiles };
}
