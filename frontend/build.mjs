// Builds the page: hashed files under dist/assets, an index.html that refers to them, and .br and .gz versions of each.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";
import { entryFirst, mergeEntry } from "./scripts/entry-first.mjs";
import { firstScreens, outputWithImports } from "./scripts/first-screens.mjs";
import {
  importMapOf,
  integrityOf,
  paymentFiles,
  policyHash,
  withIntegrity,
} from "./scripts/payment-document.mjs";
import {
  dist,
  ENTRY,
  NO_SHIM,
  options,
  READING,
  root,
  stampWorker,
} from "./scripts/page-options.mjs";
import { splitStyles } from "./scripts/screen-styles.mjs";

/**
 * The module that prerenders screens, which isn't sent to browsers. It is built together with the page, so that both
 * use the same style names.
 */
const PRERENDER = "src/app/prerender.tsx";
/** The preload script, which runs before the other scripts have loaded. */
const PRELOAD = "src/app/startup/preload.ts";
const FIRST_SCREENS = JSON.parse(
  await readFile(join(root, "src/app/startup/screens.json"), "utf8"),
);
const PAYMENT_SCRIPTS = JSON.parse(await readFile(join(root, "payment-scripts.json"), "utf8"));
const TERSER = JSON.parse(await readFile(join(root, "node_modules/terser/package.json"), "utf8"));
const COMPRESSED = new Set(
  ".js .css .html .svg .json .txt .webmanifest .wasm .traineddata".split(" "),
);

/** Maps react-router to its production build, because its exports point to its development build. */
const QUIET_ROUTER = {
  "react-router/dom": join(root, "node_modules/react-router/dist/production/dom-export.mjs"),
  "react-router": join(root, "node_modules/react-router/dist/production/index.mjs"),
};

/**
 * Options of terser. `wrap_func_args` puts parentheses around functions that are arguments, such as the function around
 * react-dom. Browsers compile such functions together with the script, off the main thread. Otherwise they would parse
 * them again when they run.
 */
const MINIFY = {
  module: true,
  ecma: 2020,
  compress: { passes: 2 },
  mangle: true,
  format: { wrap_func_args: true },
};

/**
 * A comment that esbuild adds to each script, so that the hash in the script's name depends on terser's options and
 * version. Without it, other options would write other bytes under the same name. Browsers would use a cached script,
 * whose hash the payment page rejects. `withoutComment` removes the comment.
 */
const MINIFIED_WITH = `//${JSON.stringify({ ...MINIFY, terser: TERSER.version })}\n`;

const production = {
  ...options,
  footer: { js: MINIFIED_WITH.trimEnd() },
  alias: { ...NO_SHIM, ...QUIET_ROUTER },
  entryPoints: [ENTRY, PRERENDER],
  plugins: [entryFirst],
  splitting: true,
  minify: true,
};

/** Whether a file is of a kind that compresses well, and large enough to gain from it. */
const isWorthCompressing = (path, content) =>
  COMPRESSED.has(extname(path)) && content.length >= 256;

async function writeBrotli(path, content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
}

async function writeGzip(path, content) {
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Writes the compressed forms of a file that is worth compressing. */
async function writeCompressedForms(path, content) {
  if (isWorthCompressing(path, content))
    await Promise.all([writeBrotli(path, content), writeGzip(path, content)]);
}

/** Minifies a script again. esbuild's output still shrinks in a second pass, which makes the first screen smaller. */
async function minifyAgain(path, content) {
  if (extname(path) !== ".js") return content;
  return (await minify(Buffer.from(content).toString(), MINIFY)).code;
}

/** Writes a file, minified if it is a script, and its compressed forms. */
async function writeFileAndCompressedForms(path, content) {
  const bytes = Buffer.from(await minifyAgain(path, content));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  await writeCompressedForms(path, bytes);
}

/** Writes the documents into which the server puts responses. They have no compressed forms, because each is unique. */
async function writeInliningDocuments(outputFolder, template, parts, prerendered) {
  const folder = join(outputFolder, "drawn/inlining");
  await mkdir(folder, { recursive: true });
  for (const one of prerendered.filter(({ audience }) => audience === "users")) {
    const page = buildDocument(template, parts, { ...one, audience: "inlining" });
    await writeFile(join(folder, `${one.name}.html`), page);
  }
}

/** Writes the files with which the browser reads text in pictures. Large ones are stored only compressed. */
async function writeReadingFiles(outputFolder) {
  const folder = join(outputFolder, READING.folder);
  await mkdir(folder);
  const written = [...READING.files].map(async ([name, content]) => {
    const path = join(folder, name);
    await (isWorthCompressing(path, content)
      ? writeBrotli(path, content)
      : writeFile(path, content));
  });
  await Promise.all(written);
}

/** Writes the payment page's own document. Returns the hash of its import map for the content security policy. */
async function writePaymentDocument(outputFolder, metafile, template, parts) {
  const preload = parts.preload;
  const files = [...paymentFiles(metafile, PAYMENT_SCRIPTS), preload];
  const urlAndHash = async (file) => [
    urlOf(file),
    integrityOf(await readFile(join(outputFolder, urlOf(file)))),
  ];
  const integrity = new Map(await Promise.all(files.map(urlAndHash)));
  const modules = [...integrity].filter(([url]) => url !== urlOf(preload));
  const map = importMapOf(modules);
  const page = withIntegrity(buildDocument(template, parts), integrity, map);
  await writeFileAndCompressedForms(join(outputFolder, "payment/index.html"), page);
  await writeFileAndCompressedForms(join(outputFolder, "payment/import-map.txt"), policyHash(map));
}

/** Returns the URL at which the server serves an output of the build. */
const urlOf = (output) => output.replace(/^dist/, "");

/** Returns the files of a screen that the entry script doesn't already load. */
function filesOf(metafile, source) {
  const { script, imports } = outputWithImports(metafile, ENTRY);
  const own = outputWithImports(metafile, source);
  const loaded = [script, ...imports];
  return [own.script, ...own.imports].filter((one) => !loaded.includes(one)).map(urlOf);
}

/** Returns tags for the preload script, with the files of the screens that a user with a session may open first. */
function filesOfScreens(metafile) {
  return [...new Set(Object.values(FIRST_SCREENS))].map((name) => {
    const isScreen = ({ entryPoint = "" }) => entryPoint.endsWith(`/${name}.tsx`);
    const { entryPoint } = Object.values(metafile.outputs).find(isScreen);
    return `<meta name="files:${name}" content="${filesOf(metafile, entryPoint).join(" ")}">`;
  });
}

/** Returns tags that load the scripts while the document is being parsed. */
const loadTags = ([script, ...imports]) => [
  ...imports.map((js) => `<link rel="modulepreload" href="${js}">`),
  `<script type="module" src="${script}"></script>`,
];

/**
 * Returns the tag of the preload script. By default the script runs as soon as it has loaded, after the tags that it
 * reads. With the attribute `defer` it always runs before the other scripts.
 */
const preloadTag = (preload, attributes = "async") =>
  `<script ${attributes} src="${preload}"></script>`;

/** Functions that return a prerendered document's tags for its scripts, by the document's audience. */
const STARTS = {
  // The prerendered screen is complete, so scripts mustn't delay it. The preload script starts them after the first
  // paint.
  visitors: (scripts, preload) => [
    `<meta name="start" content="${scripts.join(" ")}">`,
    preloadTag(preload),
  ],
  // This document has only the shell. The screen in it waits for the driver's data.
  users: (scripts, preload) => [
    '<meta name="frame" content="drawn">',
    preloadTag(preload, 'defer fetchpriority="high"'),
    ...loadTags(scripts),
  ],
  // The server puts the driver's data into this document (inlineResponses.ts), so the preload script only records
  // clicks, and no script waits for it.
  inlining: (scripts, preload) => [
    '<meta name="frame" content="inlining">',
    preloadTag(preload, 'async fetchpriority="high"'),
    ...loadTags(scripts),
  ],
};

/** The comment that the server replaces with the responses (crates/http/src/operations/assets.rs). */
const INLINE_RESPONSES =
  '<script type="application/json" id="responses"><!-- responses --></script>';

/**
 * Builds a document: the common style, the names of the screens' own styles, and the scripts. `prerendered` is its
 * prerendered screen, if it has one.
 */
function buildDocument(template, { metafile, styles, preload }, prerendered) {
  const { script, imports } = outputWithImports(metafile, ENTRY);
  const screens = [...styles.screens].filter(([name]) => name !== prerendered?.screen);
  const css =
    prerendered &&
    [styles.main, styles.screens.get(prerendered.screen)].map((f) => styles.files.get(f));
  const scripts = [script, ...imports].map(urlOf);
  const tags = [
    // A prerendered screen has its style inline. The other documents share a file that the browser caches.
    css ? `<style>${css.join("")}</style>` : `<link rel="stylesheet" href="${urlOf(styles.main)}">`,
    ...screens.map(([name, file]) => `<meta name="style:${name}" content="${urlOf(file)}">`),
    ...(prerendered
      ? STARTS[prerendered.audience](
          [...scripts, ...filesOf(metafile, prerendered.source)],
          urlOf(preload),
        )
      : [...filesOfScreens(metafile), ...loadTags(scripts), preloadTag(urlOf(preload))]),
  ];
  const page = template.replace("<!-- assets -->", tags.join("\n    "));
  if (!prerendered) return page;
  const mark = prerendered.audience === "visitors" ? "prerendered" : "frame";
  const inlined = prerendered.audience === "inlining" ? `${INLINE_RESPONSES}\n  ` : "";
  return page
    .replace("</body>", () => `${inlined}</body>`)
    .replace(/<title>.*<\/title>/, () => `<title>${prerendered.title}</title>`)
    .replace(
      '<div id="root">',
      () => `<div id="root" data-${mark}="${prerendered.path}">${prerendered.html}`,
    );
}

/** Builds the preload script on its own, without shared modules. */
async function buildPreloadScript() {
  const { outputFiles } = await build({
    ...production,
    entryPoints: [PRELOAD],
    plugins: [],
    format: "iife",
    splitting: false,
    metafile: false,
  });
  return outputFiles[0];
}

/** Runs the prerender build and returns each screen's HTML. */
async function prerenderScreens({ metafile, outputFiles }) {
  const folder = await mkdtemp(join(root, "node_modules/.prerendering-"));
  try {
    for (const { path, text } of outputFiles.filter(({ path }) => path.endsWith(".js"))) {
      const here = text.replace(/((?:from|import|import\()\s*["'])\/assets\//g, "$1./");
      await writeFile(
        join(folder, basename(path).replace(/js$/, "mjs")),
        here.replace(/\.js(["'])/g, ".mjs$1"),
      );
    }
    const { script } = outputWithImports(metafile, PRERENDER);
    const program = join(folder, basename(script).replace(/js$/, "mjs"));
    const prerenderer = join(root, "scripts/prerender-screens.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [prerenderer, program]);
    const outputs = Object.values(metafile.outputs);
    return JSON.parse(stdout).map((one) => {
      const isScreen = ({ entryPoint = "" }) => entryPoint.endsWith(`/${one.screen}.tsx`);
      return { ...one, source: outputs.find(isScreen).entryPoint };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the scripts without those that only prerendering needs. */
function withoutPrerendering(metafile, scripts) {
  const used = new Set();
  for (const { entryPoint } of Object.values(metafile.outputs)) {
    if (!entryPoint || entryPoint === PRERENDER || !/\.tsx?$/.test(entryPoint)) continue;
    const found = outputWithImports(metafile, entryPoint);
    for (const one of [found.script, ...found.imports]) used.add(basename(one));
  }
  return scripts.filter(({ path }) => !path.endsWith(".js") || used.has(basename(path)));
}

/** Returns the scripts without empty ones, to save requests. esbuild creates them for modules that share only style. */
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

/**
 * Returns the build's result without the comment MINIFIED_WITH. Scripts without code are then empty, so that
 * `withoutEmpty` finds them.
 */
function withoutComment({ metafile, outputFiles }) {
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => {
    const added = path.endsWith(".js") ? MINIFIED_WITH.length : 0;
    return [path, { ...output, bytes: output.bytes - added }];
  });
  return {
    metafile: { ...metafile, outputs: Object.fromEntries(outputs) },
    outputFiles: outputFiles.map(({ path, text }) => ({
      path,
      text: text.replace(MINIFIED_WITH, ""),
    })),
  };
}

/** Writes everything to a temporary folder first, so that a running server never serves half a build. */
async function emit(result) {
  const temporaryFolder = `${dist}.tmp`;
  await rm(temporaryFolder, { recursive: true, force: true });
  await mkdir(temporaryFolder, { recursive: true });
  await cp(join(root, "public"), temporaryFolder, { recursive: true });
  await stampWorker(temporaryFolder);
  for (const name of await readdir(temporaryFolder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const path = join(name.parentPath, name.name);
    await writeCompressedForms(path, await readFile(path));
  }
  const styles = splitStyles(result, ENTRY);
  // Imports of empty scripts are removed first, because scripts that nothing imports are dropped afterwards.
  const scripts = withoutPrerendering(
    result.metafile,
    withoutEmpty(result.outputFiles.filter(({ path }) => !path.endsWith(".css"))),
  );
  const preload = await buildPreloadScript();
  const template = await readFile(join(root, "index.html"), "utf8");
  const parts = {
    metafile: result.metafile,
    styles,
    preload: preload.path.replace(`${root}/`, ""),
  };
  const prerendered = await prerenderScreens(result);
  const files = [
    ...scripts.map(({ path, text }) => [path.replace(join(root, "dist"), temporaryFolder), text]),
    ...[...styles.files].map(([path, text]) => [path.replace(/^dist/, temporaryFolder), text]),
    [preload.path.replace(join(root, "dist"), temporaryFolder), preload.text],
    [join(temporaryFolder, "index.html"), buildDocument(template, parts)],
    ...prerendered.map((one) => [
      join(temporaryFolder, "drawn", one.audience, `${one.name}.html`),
      buildDocument(template, parts, one),
    ]),
    [
      join(temporaryFolder, "first-screens.json"),
      JSON.stringify(
        firstScreens(
          result.metafile,
          ENTRY,
          styles,
          parts.preload,
          prerendered.map(({ screen }) => screen),
        ),
      ),
    ],
  ];
  await Promise.all(files.map(([path, content]) => writeFileAndCompressedForms(path, content)));
  await writeInliningDocuments(temporaryFolder, template, parts, prerendered);
  await writeReadingFiles(temporaryFolder);
  await writePaymentDocument(temporaryFolder, result.metafile, template, parts);
  await rm(dist, { recursive: true, force: true });
  await rename(temporaryFolder, dist);
  const size = files.reduce((sum, [, content]) => sum + content.length, 0);
  console.log(`page: ${files.length} files, ${Math.round(size / 1000)} kB`);
}

await emit(mergeEntry(withoutComment(await build(production))));
