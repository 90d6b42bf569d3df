// Builds the page: hashed files under dist/assets, an index.html that names them, .br and .gz beside each.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, context } from "esbuild";
import { minify } from "terser";
import { firstScreens, reach } from "./scripts/first-screens.mjs";
import { oneCore } from "./scripts/one-core.mjs";
import { ownIcons } from "./scripts/own-icons.mjs";
import { splitStyles } from "./scripts/screen-styles.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const watch = process.argv.includes("--watch");
/** Where the page goes; PAGE_DIST lets a second build stand beside the served one. */
const dist = resolve(root, process.env.PAGE_DIST || "dist");
const ENTRY = "src/app/main.tsx";
const COMPRESSED = new Set([".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest"]);

/** The package's exports name its development build alone, whose warnings nobody reads in production. */
const QUIET_ROUTER = {
  "react-router/dom": join(root, "node_modules/react-router/dist/production/dom-export.mjs"),
  "react-router": join(root, "node_modules/react-router/dist/production/index.mjs"),
};

const options = {
  absWorkingDir: root,
  alias: watch ? {} : QUIET_ROUTER,
  entryPoints: [ENTRY],
  plugins: [oneCore, ownIcons],
  bundle: true,
  format: "esm",
  splitting: true,
  target: ["chrome111", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxDev: watch,
  minify: !watch,
  sourcemap: watch ? "inline" : false,
  legalComments: "none",
  loader: { ".module.css": "local-css", ".svg": "file" },
  define: { "process.env.NODE_ENV": watch ? '"development"' : '"production"' },
  outdir: "dist/assets",
  publicPath: "/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  metafile: true,
  write: false,
  logLevel: "warning",
};

async function compress(path, content) {
  if (watch || !COMPRESSED.has(extname(path)) || content.length < 256) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** esbuild minifies file by file; a second pass over what it wrote makes the first screen smaller. */
async function squeeze(path, content) {
  if (watch || extname(path) !== ".js") return content;
  const options = { module: true, ecma: 2020, compress: { passes: 2 }, mangle: true };
  return (await minify(Buffer.from(content).toString(), options)).code;
}

async function put(path, content) {
  const bytes = Buffer.from(await squeeze(path, content));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  await compress(path, bytes);
}

async function page(metafile, styles) {
  const { script, imports } = reach(metafile, ENTRY);
  const url = (output) => output.replace(/^dist/, "");
  const tags = [
    `<link rel="stylesheet" href="${url(styles.main)}">`,
    ...[...styles.screens].map(
      ([name, css]) => `<meta name="style:${name}" content="${url(css)}">`,
    ),
    ...imports.map((js) => `<link rel="modulepreload" href="${url(js)}">`),
    `<script type="module" src="${url(script)}"></script>`,
  ];
  const template = await readFile(join(root, "index.html"), "utf8");
  return template.replace("<!-- assets -->", tags.join("\n    "));
}

/** esbuild leaves a script with nothing in it where only style was shared: one request less for each screen. */
function withoutEmpty(scripts) {
  const empty = scripts.filter(({ text }) => text.trim() === "").map(({ path }) => basename(path));
  const imports = new RegExp(`import"[./\\w]*/(${empty.join("|")})";`, "g");
  return scripts
    .filter(({ path }) => !empty.includes(basename(path)))
    .map(({ path, text }) => {
      const code = empty.length > 0 ? text.replace(imports, "") : text;
      const dangling = empty.find((name) => code.includes(name));
      if (dangling) throw new Error(`${basename(path)} still imports the empty ${dangling}`);
      return { path, text: code };
    });
}

/** A changed worker or offline page is another version: the browser then takes both anew. */
async function stampWorker(folder) {
  const path = join(folder, "sw.js");
  const worker = await readFile(path, "utf8");
  const offline = await readFile(join(folder, "offline.html"), "utf8");
  const version = createHash("sha256")
    .update(worker + offline)
    .digest("hex")
    .slice(0, 8);
  await writeFile(path, worker.replace("__VERSION__", version));
}

/** Everything goes to a side folder first: a running server never sees half a build. */
async function emit(result) {
  if (result.errors.length > 0) return;
  const side = `${dist}.tmp`;
  await rm(side, { recursive: true, force: true });
  await mkdir(side, { recursive: true });
  await cp(join(root, "public"), side, { recursive: true });
  await stampWorker(side);
  for (const name of await readdir(side, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const path = join(name.parentPath, name.name);
    await compress(path, await readFile(path));
  }
  const styles = splitStyles(result, ENTRY);
  const scripts = withoutEmpty(result.outputFiles.filter(({ path }) => !path.endsWith(".css")));
  const files = [
    ...scripts.map(({ path, text }) => [path.replace(join(root, "dist"), side), text]),
    ...[...styles.files].map(([path, text]) => [path.replace(/^dist/, side), text]),
    [join(side, "index.html"), await page(result.metafile, styles)],
    [
      join(side, "first-screens.json"),
      JSON.stringify(firstScreens(result.metafile, ENTRY, styles)),
    ],
  ];
  await Promise.all(files.map(([path, content]) => put(path, content)));
  await rm(dist, { recursive: true, force: true });
  await rename(side, dist);
  const size = files.reduce((sum, [, content]) => sum + content.length, 0);
  console.log(`page: ${files.length} files, ${Math.round(size / 1000)} kB`);
}

if (watch) {
  const onEnd = { name: "emit", setup: (b) => b.onEnd(emit) };
  await (await context({ ...options, plugins: [oneCore, ownIcons, onEnd] })).watch();
} else {
  await emit(await build(options));
}
