// Checks that the page's code imports only lower layers (app → features → parts → ui, api, lib), and that there are no
// barrel files. Files or folders in the same folder must not form an import cycle.
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../src", import.meta.url));
const MAX_LINES = 300;
/** Maximum number of files in a folder. Divide a folder with more files. */
const MAX_FILES = 16;

/** The layers that each layer may import, in addition to its own folder. */
const MAY = {
  app: ["features", "parts", "ui", "api", "lib"],
  features: ["parts", "ui", "api", "lib"],
  // parts/ has components and data that several features share.
  parts: ["ui", "api", "lib"],
  ui: ["lib"],
  api: ["lib"],
  lib: [],
  testing: ["app", "features", "parts", "ui", "api", "lib"],
};

/** Folders of the back office that its other folders may use. The other folders may not import each other. */
const DESK = ["desk", "table", "queue"];

/** Files that may import the generated client, in addition to files that declare a list. */
const CALLS = /(^|\/)([a-z]+C|c)alls\.ts$|^(api|testing)\//;
/** Generated files that any layer may import: they have URLs and rules of form fields, without the client. */
const NO_CLIENT = /^api\/generated\/(preload|fieldRules)\.gen$/;
const DECLARES = /^(export )?const \w+: Declaration</m;

/** Packages that only some files may import. */
const PACKAGES = [
  {
    name: /^react-router/,
    only: /^(app\/|testing\/|lib\/router\.tsx$)/,
    why: "use lib/router.tsx",
  },
  { name: /^@radix-ui\//, only: /^ui\//, why: "Radix is wrapped once, in ui/" },
  { name: /^cmdk$/, only: /^ui\//, why: "the palette is wrapped once, in ui/" },
  {
    name: /^lucide-react$/,
    only: /^$/,
    why: "import each icon from lucide-react/icons/: the index puts every screen's icons into all first screens",
  },
  {
    name: /^@stripe\/stripe-js$/,
    only: /^$/,
    why: "import @stripe/stripe-js/pure: the other loads a script",
  },
  {
    name: /^@stripe\//,
    only: /^features\/payments\/card\//,
    why: "only the payment form knows the provider",
  },
  { name: /^zod$/, only: /^api\/generated\//, why: "zod/mini weighs a fifth" },
  { name: /^zod/, only: /^(api|lib|parts|features|app)\//, why: "ui/ knows no schemas" },
  { name: /^swr/, only: /^(api|app|parts|features|testing)\//, why: "ui/ and lib/ know no data" },
];

/** Type imports are removed from the bundle, so types may come from these packages' main entries. */
const TYPES = /^import type [^;]+ from ["'](@stripe\/stripe-js|lucide-react)["'];?$/gm;
const IMPORT = /(?:from\s+|import\s+|import\()\s*["']([^"']+)["']/g;

/** Returns the folder of the back office that a path is in, or null for other paths. */
function backOfficeFolderOf(path) {
  const [, area, folder, ...rest] = path.split("/");
  return area === "admin" && rest.length > 0 ? folder : null;
}

/** Returns why a file may not import another file, or null if it may. `isDeclaration`: the file declares a list. */
function findImportProblem(file, path, isDeclaration) {
  const [layer, area] = file.split("/");
  const [toLayer, toArea] = path.split("/");
  if (toLayer === "testing" && layer !== "testing") return "imports testing/, which is for tests";
  const isClient = path.startsWith("api/generated") && !NO_CLIENT.test(path);
  if (isClient && !CALLS.test(file) && !isDeclaration)
    return `imports ${path}: only files of calls and files that declare a list may import the generated client`;
  if (toLayer !== layer) {
    if (!MAY[layer]?.includes(toLayer)) return `imports ${path}: ${layer} may not know ${toLayer}`;
    if (layer === "ui" && path.startsWith("lib/router")) return "ui/ knows no router";
    return null;
  }
  if (layer !== "features") return null;
  if (toArea !== area) return `imports the feature ${toArea}: never sideways`;
  const [folder, toFolder] = [backOfficeFolderOf(file), backOfficeFolderOf(path)];
  if (folder === null || folder === toFolder || DESK.includes(toFolder)) return null;
  return `imports ${path}: the back office's folders may import only ${DESK.join(", ")}`;
}

/** Returns a file's imports as paths under src/ without extension. */
function importsOf(file, text) {
  const found = [];
  for (const [, target] of text.replace(TYPES, "").matchAll(IMPORT)) {
    if (target.startsWith("@/")) found.push({ target, path: target.slice(2) });
    else if (target.startsWith("."))
      found.push({ target, path: relative(src, resolve(src, dirname(file), target)) });
    else found.push({ target, path: null });
  }
  return found;
}

/** Returns the problems of one file. */
function findFileProblems(file, text, imports) {
  const found = [];
  if (/(^|\/)index\.tsx?$/.test(file)) found.push("barrel files hide what depends on what");
  const lines = text.split("\n").length;
  if (lines > MAX_LINES) found.push(`${lines} lines: what is the second thing in it?`);
  for (const { target, path } of imports) {
    const rule = PACKAGES.find(({ name, only }) => name.test(target) && !only.test(file));
    if (rule) found.push(`imports ${target}: ${rule.why}`);
    const why = path && findImportProblem(file, path, DECLARES.test(text));
    if (why) found.push(why);
  }
  return found;
}

/**
 * Returns which entries of each folder import which others. An entry is a file, or a folder with everything below it.
 */
function importsByFolder(files) {
  const folders = new Map();
  for (const [file, imports] of files) {
    const from = file.replace(/\.tsx?$/, "").split("/");
    for (const { path } of imports) {
      const to = path?.split("/") ?? [];
      const at = from.findIndex((name, place) => name !== to[place]);
      if (at < 0 || to[at] === undefined || path.endsWith(".css")) continue;
      const folder = from.slice(0, at).join("/");
      const edges = folders.get(folder) ?? new Map();
      folders.set(folder, edges.set(from[at], (edges.get(from[at]) ?? new Set()).add(to[at])));
    }
  }
  return folders;
}

/** Returns the first import cycle found, or null. */
function findCycle(edges) {
  const done = new Set();
  /** Follows the imports of `name`. `path` has the entries that led there. Returns a cycle, or null. */
  function walk(name, path) {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of edges.get(name) ?? []) {
      const found = walk(next, [...path, name]);
      if (found) return found;
    }
    done.add(name);
    return null;
  }
  for (const name of edges.keys()) {
    const found = walk(name, []);
    if (found) return found;
  }
  return null;
}

const problems = [];
const files = new Map();
const sizes = new Map();
for (const entry of await readdir(src, { recursive: true, withFileTypes: true })) {
  const file = relative(src, join(entry.parentPath, entry.name));
  if (!entry.isFile() || file.startsWith("api/generated/")) continue;
  sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(basename(file))) continue;
  const text = await readFile(join(src, file), "utf8");
  const imports = importsOf(file, text);
  files.set(file, imports);
  for (const problem of findFileProblems(file, text, imports)) problems.push(`${file}: ${problem}`);
}
for (const [folder, size] of sizes)
  if (size > MAX_FILES) problems.push(`${folder}: ${size} files side by side`);
for (const [folder, edges] of importsByFolder(files)) {
  const found = findCycle(edges);
  if (found) problems.push(`${folder || "."}: an import cycle, ${found.join(" → ")}`);
}
for (const problem of problems) console.error(`src/${problem}`);
if (problems.length > 0) process.exit(1);
