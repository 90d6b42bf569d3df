// Which files a visitor's browser must load before a given first screen can show, from esbuild's metafile.

/** Screens whose weight is budgeted, by the module their route loads. */
export const SCREENS = {
  landing: "src/features/landing/LandingPage.tsx",
  profile: "src/features/profile/ProfilePage.tsx",
};

/** The output of a source entry, its style, and every script that it imports statically. */
export function reach(metafile, entryPoint) {
  const found = Object.entries(metafile.outputs).find(([, out]) => out.entryPoint === entryPoint);
  if (!found) return null;
  const [script, output] = found;
  const seen = new Set();
  const walk = (path) => {
    for (const { kind, path: next } of metafile.outputs[path].imports) {
      if (kind !== "import-statement" || seen.has(next)) continue;
      seen.add(next);
      walk(next);
    }
  };
  walk(script);
  return { script, style: output.cssBundle ? [output.cssBundle] : [], imports: [...seen] };
}

/** For each budgeted screen: the entry's files and the route's, without doubles; null when the route is missing. */
export function firstScreens(metafile, entryPoint) {
  const entry = reach(metafile, entryPoint);
  const files = {};
  for (const [screen, source] of Object.entries(SCREENS)) {
    const route = reach(metafile, source);
    files[screen] = route && [
      ...new Set([entry.script, ...entry.imports, ...entry.style, route.script, ...route.imports]),
    ];
  }
  return files;
}
