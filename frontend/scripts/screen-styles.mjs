// Splits the styles into a common file and a file per screen. esbuild puts all styles into the entry. Each lazily
// loaded module gets a bundle that starts with the core's style (scripts/core-first.mjs). So the core is the common
// beginning of these bundles, and a screen's own style is the rest. Screens are modules named …Page. A few lazily
// loaded parts, listed here, have their own style file too (lib/loadStyle.ts).
import { createHash } from "node:crypto";
import { basename } from "node:path";

const OWN_STYLE = /(Page|HelpDialog|PixelDialog|HireOffer|MoneyTrail|ItemFiles|Requests|Steps)$/;

/** Returns the longest common prefix of all stylesheets that ends at a complete rule. */
function sharedRules(texts) {
  const [first = "", ...others] = texts;
  let depth = 0;
  let whole = 0;
  for (let at = 0; at < first.length; at += 1) {
    if (others.some((text) => text[at] !== first[at])) break;
    if (first[at] === "{") depth += 1;
    if (first[at] === "}") depth -= 1;
    if (first[at] === "}" && depth === 0) whole = at + 1;
  }
  return first.slice(0, whole);
}

/** Returns the path of a stylesheet, which contains a hash of its text. */
function stylePath(name, text) {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
  return `dist/assets/${name}-${hash}.css`;
}

/**
 * Fails if only the entry has a style, because the style would not be written to any file. The style's module must be
 * in the core or load lazily.
 */
function requireWrittenStyles({ outputs }, entryPoints) {
  const bundles = Object.values(outputs).filter((output) => output.cssBundle);
  const stylesOf = (output) => Object.keys(outputs[output.cssBundle].inputs);
  const kept = new Set(
    bundles.filter((one) => !entryPoints.includes(one.entryPoint)).flatMap(stylesOf),
  );
  const all = bundles.filter((one) => entryPoints.includes(one.entryPoint)).flatMap(stylesOf);
  const lost = all.filter((style) => !kept.has(style));
  if (lost.length > 0) throw new Error(`no screen loads these styles: ${lost.join(", ")}`);
}

/** Returns the styles that are loaded with a module, without those of modules that it loads lazily. */
function ownStyles(inputs, module) {
  const seen = new Set();
  const next = [module];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { path: imported, kind, external } of inputs[path]?.imports ?? []) {
      if (kind !== "dynamic-import" && !external) next.push(imported);
    }
  }
  return new Set([...seen].filter((path) => path.endsWith(".css")));
}

/** Returns the style files to write (path to text), the main file, and each screen's file by module name. */
export function splitStyles({ metafile, outputFiles }, ...entryPoints) {
  const textOf = (path) => outputFiles.find((file) => file.path.endsWith(path)).text;
  requireWrittenStyles(metafile, entryPoints);
  const lazy = Object.values(metafile.outputs)
    .filter((output) => output.cssBundle && !entryPoints.includes(output.entryPoint))
    .map((output) => ({
      name: basename(output.entryPoint, ".tsx"),
      text: textOf(output.cssBundle),
      styles: ownStyles(metafile.inputs, output.entryPoint),
    }));
  const core = sharedRules(lazy.map(({ text }) => text));
  const isInCore = (style) => lazy.every(({ styles }) => styles.has(style));
  if (!core.includes(":root"))
    throw new Error(
      "the styles of lazily loaded modules have no common beginning: see core-first.mjs",
    );
  const main = stylePath("main", core);
  const files = new Map([[main, core]]);
  const screens = new Map();
  const ownOf = ({ text }) => text.slice(core.length).trim();
  const parts = lazy.filter(({ name }) => OWN_STYLE.test(name) && !name.endsWith("Page"));
  for (const screen of lazy) {
    const { name } = screen;
    // A screen's bundle also contains the styles of its lazily loaded parts. These parts have their own files, unless
    // the screen needs some of them itself.
    const needsPart = (part) =>
      [...part.styles].some((style) => screen.styles.has(style) && !isInCore(style));
    const others = parts.filter((part) => part !== screen && !needsPart(part));
    const own = others.reduce((rest, part) => rest.replace(ownOf(part), ""), ownOf(screen));
    if (!OWN_STYLE.test(name) || own === "") continue;
    screens.set(name, stylePath(name, own));
    files.set(screens.get(name), own);
  }
  return { files, main, screens };
}
