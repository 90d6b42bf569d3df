// Checks the modules inside each crate: a room (a module in FLOORS) uses only lower rooms, and there are no import
// cycles. Also checks that no folder has too many files. FLOORS has the rooms in the order of docs/ARCHITECTURE.md,
// lowest first. CRATES has the modules that aren't in a room.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const FLOORS = [
  "shared",
  "security",
  "accounts",
  "staff",
  "driving_record",
  "payments",
  "legal_help",
  "help",
  "requests",
  "imports",
  "sources",
  "back_office",
  "notices",
];

/**
 * Modules that aren't in a room, lowest first. Every room may use those in `below`; those in `above` may use every
 * room. A module in `sharedOnly` is in `below` and uses no room except the lowest, `shared`.
 */
const CRATES = {
  domain: { below: [], above: [] },
  ports: { below: [], above: ["every_list", "store"] },
  application: { below: ["error", "access", "deps"], above: ["jobs"] },
  "adapters-postgres": {
    below: ["error", "store", "lists", "connection", "embedded"],
    above: ["demo", "testing"],
  },
  http: { below: ["state", "edge", "operations"], sharedOnly: ["edge"], above: ["openapi", "routes", "app"] },
  "store-contract": { below: ["list", "support"], above: [] },
  "stripe-sandbox": {
    below: ["call", "client", "config", "delivery", "memory", "objects", "shapes"],
    above: ["serving"],
  },
};

/** Maximum number of source files in a folder. */
const MAX_FILES = 16;

const root = join(import.meta.dirname, "..");
const faults = [];

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.name.endsWith(".rs") ? [path] : [];
  });
}

/** Returns the path of a file's module: `payments/records.rs` is [payments, records]. */
function moduleOf(source, file) {
  const parts = relative(source, file).replace(/\.rs$/, "").split("/");
  if (["mod", "lib", "main"].includes(parts.at(-1))) parts.pop();
  return parts;
}

/** Returns all paths in a file, from the crate's root, with braces expanded. `children` are the file's submodules. */
function pathsIn(text, own, children) {
  const code = text.replace(/\/\/[^\n]*/g, "").split("#[cfg(test)]\nmod ")[0];
  const paths = [];
  const walk = (prefix, rest) => {
    let depth = 0;
    let item = "";
    const items = [];
    for (const c of rest) {
      if (c === "{") depth += 1;
      if (c === "}") depth -= 1;
      if (c === "," && depth === 0) {
        items.push(item);
        item = "";
      } else item += c;
    }
    items.push(item);
    for (const one of items.map((i) => i.trim()).filter(Boolean)) {
      const brace = one.indexOf("{");
      if (brace < 0) paths.push([...prefix, ...one.split(" as ")[0].split("::")]);
      else walk([...prefix, ...one.slice(0, brace).split("::").filter(Boolean)], one.slice(brace + 1, one.lastIndexOf("}")));
    }
  };
  for (const [, use] of code.matchAll(/\buse ([^;]+);/g)) walk([], use.replace(/\s+/g, " "));
  for (const [path] of code.replace(/\buse [^;]+;/g, "").matchAll(/(?<![\w:])\w+(?:::\w+)+/g)) paths.push(path.split("::"));
  return paths.flatMap((path) => {
    if (path[0] === "crate") return [path.slice(1)];
    if (path[0] === "self") return [[...own, ...path.slice(1)]];
    if (children.has(path[0])) return [[...own, ...path]];
    let at = own;
    let rest = path;
    while (rest[0] === "super") {
      at = at.slice(0, -1);
      rest = rest.slice(1);
    }
    return path[0] === "super" ? [[...at, ...rest]] : [];
  });
}

for (const crate of readdirSync(join(root, "crates"))) {
  const source = join(root, "crates", crate, "src");
  if (!existsSync(source)) continue;
  const { below, above, sharedOnly = [] } = CRATES[crate] ?? { below: [], above: [] };
  const floor = new Map();
  for (const name of below) floor.set(name, -1);
  FLOORS.forEach((name, at) => floor.set(name, at));
  above.forEach((name, at) => floor.set(name, FLOORS.length + at));
  const files = new Map(filesBelow(source).map((file) => [moduleOf(source, file).join("::"), file]));
  const uses = new Map();
  for (const [module, file] of files) {
    const own = module ? module.split("::") : [];
    const found = new Set();
    const text = readFileSync(file, "utf8");
    const children = new Set([...text.matchAll(/\bmod (\w+);/g)].map(([, name]) => name));
    for (const path of pathsIn(text, own, children)) {
      for (let length = path.length; length > 0; length -= 1) {
        const target = path.slice(0, length).join("::");
        if (!files.has(target)) continue;
        if (target !== module) found.add(target);
        break;
      }
    }
    uses.set(module, found);
    if (!own.length || !CRATES[crate]) continue;
    if (!floor.has(own[0])) faults.push(`crates/${crate}: ${own[0]} isn't a room and isn't listed beside the rooms; add it to .ci/rooms.mjs`);
    for (const target of found) {
      const other = target.split("::")[0];
      const [mine, theirs] = [floor.get(own[0]), floor.get(other)];
      if (other !== own[0] && mine !== undefined && theirs !== undefined && mine >= 0 && theirs >= mine) {
        faults.push(`crates/${crate}: ${module} uses ${target}, which is higher`);
      }
      if (sharedOnly.includes(own[0]) && theirs > 0) faults.push(`crates/${crate}: ${module} uses the room ${target}`);
    }
  }
  const crowds = new Map();
  for (const folder of [...files.values()].map((file) => dirname(file))) crowds.set(folder, (crowds.get(folder) ?? 0) + 1);
  for (const [folder, crowd] of crowds) {
    if (crowd > MAX_FILES) faults.push(`${relative(root, folder)}: ${crowd} files in one folder, at most ${MAX_FILES}`);
  }
  // Tarjan's algorithm: finds the import cycles.
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (module) => {
    index.set(module, index.size);
    low.set(module, index.get(module));
    stack.push(module);
    for (const target of uses.get(module) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(module, Math.min(low.get(module), low.get(target)));
    }
    if (low.get(module) !== index.get(module)) return;
    const circle = stack.splice(stack.indexOf(module));
    if (circle.length > 1) faults.push(`crates/${crate}: an import cycle: ${circle.reverse().join(" → ")}`);
  };
  for (const module of files.keys()) if (!index.has(module)) visit(module);
}

for (const fault of faults) console.log(fault);
process.exit(faults.length ? 1 : 0);
