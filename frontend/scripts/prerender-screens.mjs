// Runs the prerender build (src/app/prerender.tsx) and prints each screen's HTML as JSON. In a separate process,
// because handles that React opens would keep the build from ending.
import { pathToFileURL } from "node:url";

// Silences warnings about missing browser storage.
console.warn = () => undefined;

const { PRERENDERED_SCREENS, prerender } = await import(pathToFileURL(process.argv[2]).href);
const screens = [];
for (const one of PRERENDERED_SCREENS) screens.push({ ...one, html: await prerender(one) });
process.stdout.write(JSON.stringify(screens), () => process.exit(0));
