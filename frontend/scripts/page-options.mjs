// What the production build (build.mjs) and the development build (watch.mjs) of the page share.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readingFiles } from "./reading-files.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Output folder. PAGE_DIST allows a second build beside the one being served. */
export const dist = resolve(root, process.env.PAGE_DIST || "dist");
export const ENTRY = "src/app/main.tsx";
export const READING = await readingFiles();

/** Replaces the shim for React before 18, which swr and the table library import, by React's own functions. */
export const NO_SHIM = {
  "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
  "use-sync-external-store/shim": "react",
};

/** esbuild's options for every build of the page. */
export const options = {
  absWorkingDir: root,
  alias: NO_SHIM,
  entryPoints: [ENTRY],
  bundle: true,
  format: "esm",
  target: ["chrome111", "firefox115", "safari16.4"],
  jsx: "automatic",
  legalComments: "none",
  loader: { ".module.css": "local-css", ".svg": "file" },
  define: {
    "process.env.NODE_ENV": '"production"',
    "process.env.READING_FILES": JSON.stringify(`/${READING.folder}`),
  },
  outdir: "dist/assets",
  publicPath: "/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  metafile: true,
  write: false,
  logLevel: "warning",
};

/**
 * Puts a version into the service worker that depends on the worker and the offline page. If either changes, browsers
 * fetch both again.
 */
export async function stampWorker(folder) {
  const path = join(folder, "sw.js");
  const worker = await readFile(path, "utf8");
  const kept = ["offline.html", "offline.js"].map((name) => readFile(join(folder, name), "utf8"));
  const version = createHash("sha256")
    .update([worker, ...(await Promise.all(kept))].join(""))
    .digest("hex")
    .slice(0, 8);
  await writeFile(path, worker.replace("__VERSION__", version));
}
