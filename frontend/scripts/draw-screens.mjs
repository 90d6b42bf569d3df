// Runs the prerender build (src/app/prerender.tsx) and prints each screen's HTML as JSON. In a separate process,
// because handles that React opens would keep the build from ending.
import { pathToFileURL } from "node:url";

// Silences warnings about missing browser storage.
console.warn = () => undefined;

const { DRAWN, draw } = await import(pathToFileURL(process.argv[2]).href);
const drawn = [];
for (const one of DRAWN) drawn.push({ ...one, html: await draw(one) });
process.stdout.write(JSON.stringify(drawn), () => process.exit(0));
