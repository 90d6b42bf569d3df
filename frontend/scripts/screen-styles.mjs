// Splits the styles into a common file and a file per screen. The common file has the styles of the entry, which
// the document always loads. Screens are modules named …Page. A few lazily loaded parts, listed here, have their
// own style file too (lib/loadStyle.ts). Other lazily loaded modules have their styles in the file of the module
// that loads them.
import { createHash } from "node:crypto";
import { basename } from "node:path";

const OWN_STYLE = /(Page|HelpDialog|PixelDialog|HireOffer|MoneyTrail|ItemFiles|Requests|Steps)$/;

const nameOf = (module) => basename(module, ".tsx");
const hasOwnStyle = (module) => OWN_STYLE.test(nameOf(module));

/** Returns the path of a stylesheet, which contains a hash of its text. */
function stylePath(name, text) {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
  return `dist/assets/${name}-${hash}.css`;
}

/** Returns each stylesheet's text (module to text). esbuild writes them one after the other into the entry's bundle. */
function readStyles({ metafile, outputFiles }, entryPoint) {
  const { cssBundle } = Object.values(metafile.outputs).find(
    (output) => output.entryPoint === entryPoint,
  );
  const bundle = Buffer.from(outputFiles.find(({ path }) => path.endsWith(cssBundle)).text);
  const texts = new Map();
  let end = 0;
  for (const [style, { bytesInOutput }] of Object.entries(metafile.outputs[cssBundle].inputs)) {
    const start = end;
    end += bytesInOutput;
    texts.set(style, bundle.toString("utf8", start, end));
  }
  if (bundle.toString("utf8", end).trim() !== "")
    throw new Error(`${cssBundle} has text that belongs to no stylesheet`);
  return texts;
}

/**
 * Returns the styles that a module needs, in the order of its imports. Lazily loaded modules with their own style file
 * don't count.
 */
function stylesOf(inputs, module, seen = new Set()) {
  if (seen.has(module)) return [];
  seen.add(module);
  const imports = (inputs[module]?.imports ?? []).filter(
    ({ kind, path, external }) => !external && (kind !== "dynamic-import" || !hasOwnStyle(path)),
  );
  const styles = imports.flatMap(({ path }) => stylesOf(inputs, path, seen));
  return module.endsWith(".css") ? [...styles, module] : styles;
}

/** Returns the style files to write (path to text), the main file, and each screen's file by module name. */
export function splitStyles(result, entryPoint) {
  const { inputs, outputs } = result.metafile;
  const texts = readStyles(result, entryPoint);
  const textOf = (styles) => styles.map((style) => texts.get(style)).join("");
  const common = stylesOf(inputs, entryPoint);
  const main = stylePath("main", textOf(common));
  const files = new Map([[main, textOf(common)]]);
  const screens = new Map();
  for (const { entryPoint: module = "" } of Object.values(outputs)) {
    if (!hasOwnStyle(module)) continue;
    const own = stylesOf(inputs, module).filter((style) => !common.includes(style));
    if (own.length === 0) continue;
    screens.set(nameOf(module), stylePath(nameOf(module), textOf(own)));
    files.set(screens.get(nameOf(module)), textOf(own));
  }
  return { files, main, screens };
}
