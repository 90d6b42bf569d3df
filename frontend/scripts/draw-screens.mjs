// Runs what was built for drawing (src/app/prerender.tsx) and prints each screen's HTML as JSON. In a process of its own: what
// React opens while it draws would keep the build waiting.
import { pathToFileURL } from "node:url";

// There is no browser to remember anything.
console.warn = () => undefined;

const { DRAWN, draw } = await import(pathToFileURL(process.argv[2]).href);
const drawn = [];
for (const one of DRAWN) drawn.push({ ...one, html: await draw(one) });
process.stdout.write(JSON.stringify(drawn), () => process.exit(0));
