// Which files a visitor's browser must load before a given first screen can show, from esbuild's metafile.
import { basename } from "node:path";

/** Screens whose weight is budgeted, by the module their route loads. */
export const SCREENS = {
  landing: "src/features/landing/LandingPage.tsx",
  profile: "src/features/drivingRecord/ProfilePage.tsx",
};

/** The output of a source entry, and every script that it imports statically. */
export function reach(metafile, entryPoint) {
  const found = Object.entries(metafile.outputs).find(([, out]) => out.entryPoint === entryPoint);
  if (!found) return null;
  const [script] = found;
  const seen = new Set();
  const walk = (path) => {
    for (const { kind, path: next } of metafile.outputs[path].imports) {
      const empty = metafile.outputs[next]?.bytes === 0;
      if (kind !== "import-statement" || empty || seen.has(next)) continue;
      seen.add(next);
      walk(next);
    }
  };
  walk(script);
  return { script, imports: [...seen] };
}

/** For each budgeted screen: the entry's files and the route's, without doubles; null when the route is missing. */
export function firstScreens(metafile, entryPoint, styles, early, drawn) {
  const entry = reach(metafile, entryPoint);
  const files = {};
  for (const [screen, source] of Object.entries(SCREENS)) {
    const route = reach(metafile, source);
    const own = styles.screens.get(basename(source, ".tsx"));
    const scripts = route && [
      early,
      entry.script,
      ...entry.imports,
      route.script,
      ...route.imports,
    ];
    // A drawn screen brings its style in its document.
    const linked = drawn.includes(basename(source, ".tsx"))
      ? []
      : [styles.main, ...(own ? [own] : [])];
    files[screen] = scripts && [...new Set([...scripts, ...linked])];
  }
  return files;
}
