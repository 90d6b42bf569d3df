// Determines from esbuild's metafile which files a browser must load before a first screen can show.
import { basename } from "node:path";
import { NAMESPACE } from "./entry-first.mjs";

/** The module of each screen with a size budget. */
export const SCREENS = {
  landing: "src/features/landing/LandingPage.tsx",
  profile: "src/features/drivingRecord/ProfilePage.tsx",
};

/**
 * Returns the output of an entry or a lazily loaded module, and all scripts that it imports statically. Returns null if
 * the build lacks the module.
 */
export function outputWithImports(metafile, source) {
  const names = [source, `${NAMESPACE}:${source}`];
  const found = Object.entries(metafile.outputs).find(([, out]) => names.includes(out.entryPoint));
  if (!found) return null;
  const [script] = found;
  const seen = new Set();
  const addImports = (path) => {
    for (const { kind, path: next } of metafile.outputs[path].imports) {
      const empty = metafile.outputs[next]?.bytes === 0;
      if (kind !== "import-statement" || empty || seen.has(next)) continue;
      seen.add(next);
      addImports(next);
    }
  };
  addImports(script);
  return { script, imports: [...seen] };
}

/** Returns the files of the entry and of each screen with a budget, or null for a screen that the build lacks. */
export function firstScreens(metafile, entryPoint, styles, preload, prerendered) {
  const entry = outputWithImports(metafile, entryPoint);
  const files = {};
  for (const [screen, source] of Object.entries(SCREENS)) {
    const route = outputWithImports(metafile, source);
    const own = styles.screens.get(basename(source, ".tsx"));
    const scripts = route && [
      preload,
      entry.script,
      ...entry.imports,
      route.script,
      ...route.imports,
    ];
    // A prerendered screen has its style inline.
    const linked = prerendered.includes(basename(source, ".tsx"))
      ? []
      : [styles.main, ...(own ? [own] : [])];
    files[screen] = scripts && [...new Set([...scripts, ...linked])];
  }
  return files;
}
