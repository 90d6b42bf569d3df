// Lists the payment page's scripts. Each script has a reason in payment-scripts.json, and each of our own scripts has
// an integrity hash (docs/SECURITY.md).
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { outputWithImports } from "./first-screens.mjs";

/**
 * Modules that the payment document never loads: screens with their own documents, parts of the profile, the
 * advertising pixel, and the navigation's badge. The payment document has no navigation.
 */
const ELSEWHERE = /(Page|Requests|HireOffer|PixelDialog|UnreadBadge)$/;

const nameOf = (entryPoint) => basename(entryPoint).replace(/\.tsx?$/, "");

/** Returns the hash of a script, in the format of an integrity attribute. */
export const integrityOf = (bytes) =>
  `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

/** Returns every script that the payment document may load, except the preload script, which is built separately. */
export function paymentFiles(metafile, inventory) {
  const known = inventory.filter(({ script }) => script !== "preload");
  const files = new Set();
  for (const { script, module } of known) {
    const found = outputWithImports(metafile, module);
    if (!found) throw new Error(`payment-scripts.json: the build has no ${module}`);
    if (nameOf(module) !== script)
      throw new Error(
        `payment-scripts.json: the script of ${module} is called ${nameOf(module)}, not ${script}`,
      );
    for (const file of [found.script, ...found.imports]) files.add(file);
  }
  requireReasons(metafile, files, known);
  return [...files].sort();
}

/** Fails if a lazily loaded script has no reason in payment-scripts.json. */
function requireReasons({ outputs }, files, inventory) {
  const names = new Set(inventory.map(({ script }) => script));
  for (const file of files) {
    for (const { kind, path } of outputs[file].imports) {
      const { entryPoint } = outputs[path] ?? {};
      if (kind !== "dynamic-import" || !entryPoint) continue;
      const name = nameOf(entryPoint);
      if (!names.has(name) && !ELSEWHERE.test(name))
        throw new Error(
          `the payment page may load ${name}: give its reason in payment-scripts.json`,
        );
    }
  }
}

/** Returns an import map that makes browsers check the hash of each module, including lazily loaded ones. */
export function importMapOf(integrity) {
  return JSON.stringify({ integrity: Object.fromEntries(integrity) });
}

/** Returns the hash of an inline script, in the format of a content security policy. */
export const policyHash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Adds the import map before all scripts of the document, and hashes to the tags that load scripts. */
export function withIntegrity(page, integrity, map) {
  const tagged = page.replace(
    /<(script|link)([^>]*?) (src|href)="([^"]+\.js)"([^>]*)>/g,
    (_, tag, before, name, url, after) => {
      const hash = integrity.get(url);
      if (!hash) throw new Error(`${url} has no integrity hash`);
      return `<${tag}${before} ${name}="${url}"${after} integrity="${hash}">`;
    },
  );
  return tagged.replace(
    '<link rel="icon"',
    `<script type="importmap">${map}</script>\n    <link rel="icon"`,
  );
}
