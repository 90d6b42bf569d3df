// Builds the page after each saved change, for `make dev`. Writes one uncompressed script with a source map, and one
// stylesheet. These are faster to build and to load than the many small files of build.mjs.
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { context } from "esbuild";
import { dist, options, READING, root, stampWorker } from "./page-options.mjs";

const assets = join(dist, "assets");
let written = [];

/** Writes the files that don't change while the build runs. */
async function writeStaticFiles() {
  await rm(dist, { recursive: true, force: true });
  await cp(join(root, "public"), dist, { recursive: true });
  await stampWorker(dist);
  await mkdir(join(dist, READING.folder), { recursive: true });
  for (const [name, content] of READING.files)
    await writeFile(join(dist, READING.folder, name), content);
}

/** Writes the document last, because the server loads a new build when the document has changed. */
async function emit({ errors, outputFiles }) {
  if (errors.length > 0) return;
  const names = outputFiles.map(({ path }) => basename(path));
  await Promise.all(
    outputFiles.map(({ contents }, i) => writeFile(join(assets, names[i]), contents)),
  );
  const entry = (extension) =>
    names.find((name) => name.startsWith("main-") && name.endsWith(extension));
  const tags = [
    `<link rel="stylesheet" href="/assets/${entry(".css")}">`,
    `<script type="module" src="/assets/${entry(".js")}"></script>`,
  ];
  const template = await readFile(join(root, "index.html"), "utf8");
  const next = join(dist, "next.html");
  await writeFile(next, template.replace("<!-- assets -->", tags.join("\n    ")));
  await rename(next, join(dist, "index.html"));
  const old = written.filter((name) => !names.includes(name));
  await Promise.all(old.map((name) => rm(join(assets, name), { force: true })));
  written = names;
  console.log(`page: built ${new Date().toLocaleTimeString()}`);
}

await writeStaticFiles();
const pages = await context({
  ...options,
  define: { ...options.define, "process.env.NODE_ENV": '"development"' },
  inject: ["src/app/startup/reloadOnBuild.ts"],
  jsxDev: true,
  sourcemap: "linked",
  plugins: [{ name: "emit", setup: (build) => build.onEnd(emit) }],
});
await pages.watch();
