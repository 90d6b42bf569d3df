// The files of tesseract.js, with which the browser reads the text of a picture: the worker, the program and the model
// for English. Our server serves the packages' files, because the page loads nothing from other sites.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const require = createRequire(import.meta.url);
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/** Returns the files by name, and the folder to serve them from, whose name changes with their content. */
export async function readingFiles() {
  const library = folderOf("tesseract.js");
  const core = folderOf("tesseract.js-core");
  const model = join(folderOf("@tesseract.js-data/eng"), "4.0.0_best_int/eng.traineddata.gz");
  const files = new Map([
    ["worker.min.js", await readFile(join(library, "dist/worker.min.js"))],
    ["core.js", await readFile(join(core, "tesseract-core-simd-lstm.js"))],
    ["tesseract-core-simd-lstm.wasm", await readFile(join(core, "tesseract-core-simd-lstm.wasm"))],
    ["eng.traineddata", await promisify(gunzip)(await readFile(model))],
  ]);
  const hash = createHash("sha256");
  for (const content of files.values()) hash.update(content);
  return { folder: `assets/reading-${hash.digest("hex").slice(0, 8)}`, files };
}
