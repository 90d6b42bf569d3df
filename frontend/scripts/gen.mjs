// Generates src/api/generated/ from docs/openapi.json. With --check, fails if the committed files differ from the
// generated ones. hey-api/openapi-ts writes the types and schemas, gen/calls.mjs the calls.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { callsFile, isJsonCall, preloadUrls } from "./gen/calls.mjs";
import {
  mergeAllOf,
  schemasOf,
  withoutAllowedValues,
  withoutRanges,
  withoutStatusValues,
} from "./gen/document.mjs";

const input = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));
const output = fileURLToPath(new URL("../src/api/generated", import.meta.url));

/** Calls that browsers don't make, and files that browsers download by URL. */
const NOT_FOR_THE_PAGE =
  /^\/(healthz|readyz)$|^\/api\/(webhooks|openapi|unsubscribe|csp-reports)|^\/calendar\/|\/(receipt|court-letter|calendar|original|my-file|contest-letter\/pdf|export-report)$/;

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

/** Returns the name of the bundle that a call is in. */
function bundleOf(method, path) {
  const matchesCall = (call) =>
    `${method.toUpperCase()} ${path}`.startsWith(call) || path.startsWith(call);
  return Object.keys(BUNDLES).find((name) => BUNDLES[name].some(matchesCall)) ?? FIRST;
}

const toCamelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Returns the calls that the page makes, without error responses. Errors have one shape, which the page knows. */
function callsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(
      ([method, { operationId, parameters, requestBody, responses }]) => {
        if (NOT_FOR_THE_PAGE.test(path)) return [];
        const answers = Object.entries(responses).filter(([status]) => status < "300");
        const call = { parameters, requestBody, responses: Object.fromEntries(answers) };
        return [{ name: toCamelCase(operationId), method, path, call }];
      },
    ),
  );
}

const TYPES = { name: "@hey-api/typescript" };
const SHAPES = { name: "zod", compatibilityVersion: "mini" };

/** Runs the generator on schemas, without comments, which would only repeat the API document. */
async function generate(schemas, path, plugin) {
  await createClient({
    // A copy, because the generator changes its input.
    input: structuredClone({
      openapi: "3.1.0",
      info: { title: "Schemas", version: "1" },
      paths: {},
      components: { schemas },
    }),
    output: { path, clean: false, entryFile: false },
    logs: { level: "silent" },
    plugins: [{ ...plugin, comments: false }],
  });
}

/** Generates a bundle's calls and their responses' schemas. `typesPath` is the path from the folder to the types. */
async function generateBundle(calls, schemas, folder, typesPath) {
  const made = calls.filter(({ call }) => isJsonCall(call));
  const answers = made.map(({ call }) => call.responses);
  await generate(schemasOf(answers, withoutStatusValues(schemas)), folder, SHAPES);
  await writeFile(join(folder, "sdk.gen.ts"), callsFile(made, typesPath, schemas));
}

/** The requests for new items, whose fields staff enter in a form. */
const NEW_ITEMS = { ticket: "NewTicketBody", parking: "NewParkingBody", toll: "NewTollBody" };

/** Returns a module with the rules of the fields that staff enter for an item, by kind of item and name of field. */
function formRules(schemas) {
  const ruleOf = ({ maxLength, minimum, maximum }, required) => ({
    ...(required && { required }),
    maxLength,
    minimum,
    maximum,
  });
  const isEntered = ([name, { $ref = "" }]) => name !== "userId" && !$ref.endsWith("/Ignored");
  const rulesOf = ({ properties, required }) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(isEntered)
        .map(([name, schema]) => [name, ruleOf(schema, required.includes(name))]),
    );
  const kinds = Object.entries(NEW_ITEMS).map(([kind, body]) => [kind, rulesOf(schemas[body])]);
  return [
    "// This file is auto-generated by scripts/gen.mjs",
    "",
    "/** The rules of the fields that staff enter for a ticket, parking ticket or toll. */",
    `export const fieldRules = ${JSON.stringify(Object.fromEntries(kinds), null, 4)};`,
    "",
  ].join("\n");
}

/** Returns the text of each file in a folder, by path. */
async function readFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const read = names.map(async (name) => [name.slice(folder.length), await readFile(name, "utf8")]);
  return new Map((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const side = await mkdtemp(join(tmpdir(), "page-gen-"));
try {
  const document = JSON.parse(await readFile(input, "utf8"));
  const { schemas } = document.components;
  await writeFile(join(side, "fieldRules.gen.ts"), formRules(schemas));
  withoutRanges(schemas);
  withoutAllowedValues(schemas);
  mergeAllOf(schemas);
  const calls = callsOf(document);
  await generate(schemasOf(calls, schemas), side, TYPES);
  await writeFile(join(side, "preload.gen.ts"), preloadUrls(calls, PRELOADED));
  for (const bundle of [FIRST, ...Object.keys(BUNDLES)]) {
    const own = calls.filter(({ method, path }) => bundleOf(method, path) === bundle);
    await generateBundle(own, schemas, join(side, bundle), bundle === FIRST ? "./" : "../");
  }
  if (process.argv.includes("--check")) {
    const [made, kept] = await Promise.all([readFiles(side), readFiles(output)]);
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
