// Generates src/api/generated/ from docs/openapi.json. With --check, fails if the committed files differ from the
// generated ones.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";

const input = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));
const output = fileURLToPath(new URL("../src/api/generated", import.meta.url));

/** Calls that browsers don't make, and files that they download by URL. */
const NOT_FOR_THE_PAGE =
  /^\/(healthz|readyz)$|^\/api\/(webhooks|openapi|unsubscribe|csp-reports)|^\/calendar\/|\/(receipt|court-letter|calendar|original|my-file|contest-letter\/pdf)$/;

/**
 * Calls that only some screens make are in their own bundles, which only those screens load. The first matching bundle
 * gets a call. Calls without a match are in the bundle of the first screens. The tags of the API document don't matter
 * here.
 */
const BUNDLES = {
  staff: [
    "/api/admin/",
    "/api/security/",
    "/api/account/second-factor",
    "/api/session/confirm",
    "GET /api/payment-transactions",
    "POST /api/parking",
    "POST /api/tickets",
    "POST /api/tolls",
    "DELETE /api/parking/",
    "DELETE /api/tickets/",
    "DELETE /api/tolls/",
    "PATCH /api/driving-profile/",
    "PATCH /api/help-inquiries/",
  ],
  account: [
    "/api/account/",
    "/api/authenticate/second-factor",
    "/api/invitations/",
    "/api/password-resets",
  ],
  help: ["/api/chat-messages", "/api/help-inquiries"],
  notices: ["/api/reminders", "POST /api/text-notifications/"],
  requests: ["/api/missing-ticket-reports", "/api/text-notifications"],
  added: ["/api/added-items", "/api/issuers"],
  hardship: ["/api/hardship-requests"],
  options: ["/api/tickets/{id}/options", "/api/parking/{id}/options", "/api/tolls/{id}/options"],
  itemFiles: ["/api/items/", "/api/item-files/"],
  lawyer: ["/api/lawyer/"],
  cases: ["/api/lawyer-cases", "/api/lawyer-availability", "/api/tickets/{id}/court"],
  receipts: ["/api/payment-history/", "POST /api/payment-transactions/{id}/billed-again"],
  payments: [
    "/api/create-payment-intent",
    "/api/payment-transactions",
    "POST /api/lawyer-hires",
    "PATCH /api/lawyer-hires/",
    "PATCH /api/parking/",
    "PATCH /api/tickets/",
    "PATCH /api/tolls/",
  ],
};
const FIRST = "";

/** The calls that the preload script may make (app/startup/preloadList.ts). */
const PRELOADED = [
  "showConfig",
  "showSession",
  "showProfile",
  "listTickets",
  "listCourtAppearances",
  "listTolls",
  "listParking",
];

function bundleOf(method, path) {
  const fits = (call) =>
    `${method.toUpperCase()} ${path}`.startsWith(call) || path.startsWith(call);
  return Object.keys(BUNDLES).find((name) => BUNDLES[name].some(fits)) ?? FIRST;
}

/**
 * Removes ranges and formats, which cost bytes on the first screen. The page checks only shapes; the server checks the
 * rest.
 */
function withoutRanges(node) {
  if (typeof node !== "object" || node === null) return;
  for (const name of ["format", "minimum", "maximum", "minLength", "maxLength", "pattern"]) {
    if (typeof node[name] !== "object") delete node[name];
  }
  for (const child of Object.values(node)) withoutRanges(child);
}

/** Removes rules for requests, such as allowed values and the need for a session. The server enforces them. */
function withoutRules(document) {
  const bodies = Object.entries(document.components.schemas).filter(([name]) =>
    /(?<!^Error)Body$/.test(name),
  );
  const fields = bodies.flatMap(([, { properties = {} }]) => Object.values(properties));
  const calls = Object.values(document.paths).flatMap((item) => Object.values(item));
  const parameterSchemas = calls.flatMap(({ parameters = [] }) =>
    parameters.map(({ schema }) => schema),
  );
  for (const field of [...fields, ...parameterSchemas])
    for (const part of [field, field.items, field.propertyNames]) delete part?.enum;
  for (const call of calls) delete call.security;
}

/** Merges `allOf` into one schema, because zod's intersections would add bytes to the first screen. */
function mergeAllOf(schemas) {
  for (const schema of Object.values(schemas)) {
    if (!schema.allOf) continue;
    const parts = schema.allOf.map((part) => schemas[part.$ref?.split("/").at(-1)] ?? part);
    schema.type = "object";
    schema.properties = Object.assign({}, ...parts.map(({ properties }) => properties));
    schema.required = parts.flatMap(({ required = [] }) => required);
    delete schema.allOf;
  }
}

/** Allows any string for statuses at run time, because a tab from before a deploy must not fail on an unknown one. */
function withoutWords(document) {
  const { schemas } = document.components;
  const isWord = ({ $ref }) => Boolean(schemas[$ref?.split("/").at(-1)]?.enum);
  return JSON.parse(JSON.stringify(document), (_, node) => {
    if (typeof node !== "object" || node === null) return node;
    if (isWord(node)) return { type: "string" };
    // A nullable status, written like other nullable strings in the document.
    const [first, second] = node.oneOf ?? [];
    return first?.type === "string" && second?.type === "null"
      ? { type: ["string", "null"] }
      : node;
  });
}

/**
 * Returns the calls that the page makes, of one bundle or all, without error responses. Errors have one shape, which
 * the page knows.
 */
function callsOf(document, bundle) {
  const paths = {};
  for (const [path, calls] of Object.entries(document.paths)) {
    if (NOT_FOR_THE_PAGE.test(path)) continue;
    for (const [method, call] of Object.entries(calls)) {
      if (bundle !== undefined && bundleOf(method, path) !== bundle) continue;
      const answers = Object.entries(call.responses).filter(([status]) => status < "300");
      paths[path] = {
        ...paths[path],
        [method]: { ...call, responses: Object.fromEntries(answers) },
      };
    }
  }
  return { ...document, paths };
}

async function generate(input, path, plugins) {
  await createClient({
    // A copy, because the generator removes unused parts.
    input: structuredClone(input),
    parser: { filters: { orphans: false } },
    output: { path, clean: true },
    logs: { level: "warn" },
    plugins: plugins.map((plugin) => ({ ...plugin, exportFromIndex: false })),
  });
}

const TYPES = { name: "@hey-api/typescript" };
const SHAPES = { name: "zod", compatibilityVersion: "mini", requests: false };
const CALLS = [
  { name: "@hey-api/client-fetch", throwOnError: true },
  { name: "@hey-api/sdk", validator: { response: "zod" }, responseStyle: "data" },
];

/**
 * Generates a bundle's calls and the schemas of their responses. They use the page's own transport. The generated one
 * supports streams, forms and styles that this API doesn't use, and is ten times as large.
 */
async function generateBundle(document, folder, up) {
  await generate(document, folder, [TYPES, SHAPES, ...CALLS]);
  for (const name of ["client", "core", "client.gen.ts", "types.gen.ts"])
    await rm(join(folder, name), { recursive: true });
  const file = join(folder, "sdk.gen.ts");
  const text = await readFile(file, "utf8");
  await writeFile(file, overOurTransport(text, up));
}

function overOurTransport(text, up) {
  return text
    .replace(/import type \{ Client,.*\n/, "")
    .replace(
      /import \{ client \}.*\n/,
      `import { client, type Options } from '${up}../transport';\n`,
    )
    .replace("from './types.gen'", `from '${up}types.gen'`)
    .replace(/export type Options<[\s\S]*?\n\};\n\n/, "")
    .replaceAll("<ThrowOnError extends boolean = true>", "")
    .replaceAll(", ThrowOnError>", ">")
    .replaceAll(/, \w+, ThrowOnError, 'data'>/g, ">")
    .replaceAll(/ {4}(responseStyle|bodySerializer): .*\n/g, "")
    .replaceAll(/(\.\.\.options),\n {4}headers: \{\n[^}]*\}\n/g, "$1\n");
}

const toCamelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Returns a function that builds a call's URL, with the parameters that the page sends. */
function urlFunction(name, { path, parameters = [] }) {
  const sent = parameters.filter((one) => one.in === "path" || one.name === "requestedBy");
  const url = sent.some((one) => one.in === "query") ? `${path}?requestedBy={requestedBy}` : path;
  const names = sent.map((one) => `${one.name}: number`).join(", ");
  return `    ${name}: (${names}) => \`${url.replaceAll("{", "${")}\``;
}

/** Returns a module with the URLs of the preloaded calls. Importing the calls would add their schemas to the script. */
function preloadUrls({ paths }) {
  const reads = Object.entries(paths).flatMap(([path, { get }]) =>
    get ? [[toCamelCase(get.operationId), { ...get, path }]] : [],
  );
  const calls = new Map(reads);
  const missing = PRELOADED.filter((name) => !calls.has(name));
  if (missing.length > 0) throw new Error(`the contract has no ${missing.join(", ")} to preload`);
  return [
    "// This file is auto-generated by scripts/gen.mjs",
    "",
    "/** The URLs of the calls that the preload script may make. */",
    "export const preloadUrls = {",
    PRELOADED.map((name) => urlFunction(name, calls.get(name))).join(",\n"),
    "};",
    "",
  ].join("\n");
}

async function files(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const read = names.map(async (name) => [name.slice(folder.length), await readFile(name, "utf8")]);
  return new Map((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const side = await mkdtemp(join(tmpdir(), "page-gen-"));
try {
  const document = JSON.parse(await readFile(input, "utf8"));
  withoutRanges(document);
  withoutRules(document);
  mergeAllOf(document.components.schemas);
  const wordless = withoutWords(document);
  await generate(callsOf(document), side, [TYPES]);
  const types = await readFile(join(side, "types.gen.ts"), "utf8");
  await generateBundle(callsOf(wordless, FIRST), side, "./");
  await writeFile(join(side, "types.gen.ts"), types);
  await writeFile(join(side, "preload.gen.ts"), preloadUrls(document));
  for (const name of Object.keys(BUNDLES))
    await generateBundle(callsOf(wordless, name), join(side, name), "../");
  if (process.argv.includes("--check")) {
    const [made, kept] = await Promise.all([files(side), files(output)]);
    const drifted = [...new Set([...made.keys(), ...kept.keys()])].filter(
      (name) => made.get(name) !== kept.get(name),
    );
    if (drifted.length > 0) {
      console.error(`src/api/generated differs from docs/openapi.json; run npm run gen:`);
      for (const name of drifted) console.error(`  ${name}`);
      process.exitCode = 1;
    }
  } else {
    await rm(output, { recursive: true, force: true });
    await cp(side, output, { recursive: true });
  }
} finally {
  await rm(side, { recursive: true, force: true });
}
