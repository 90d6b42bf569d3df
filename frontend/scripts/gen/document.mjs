// Reduces the API document to what the page needs.

/**
 * Removes ranges and formats, which would add bytes to the first screen. The page checks only shapes. The server checks
 * also ranges and formats.
 */
export function withoutRanges(node) {
  if (typeof node !== "object" || node === null) return;
  for (const name of ["format", "minimum", "maximum", "minLength", "maxLength", "pattern"]) {
    if (typeof node[name] !== "object") delete node[name];
  }
  for (const child of Object.values(node)) withoutRanges(child);
}

/** Removes the allowed values of request fields, which the server enforces. */
export function withoutAllowedValues(schemas) {
  const bodies = Object.entries(schemas).filter(([name]) => name.endsWith("Body"));
  for (const field of bodies.flatMap(([, { properties = {} }]) => Object.values(properties)))
    for (const part of [field, field.items, field.propertyNames]) delete part?.enum;
}

/** Merges `allOf` into one schema, because zod's intersections would add bytes to the first screen. */
export function mergeAllOf(schemas) {
  for (const schema of Object.values(schemas)) {
    if (!schema.allOf) continue;
    const parts = schema.allOf.map((part) => schemas[part.$ref?.split("/").at(-1)] ?? part);
    schema.type = "object";
    schema.properties = Object.assign({}, ...parts.map(({ properties }) => properties));
    schema.required = parts.flatMap(({ required = [] }) => required);
    delete schema.allOf;
  }
}

/**
 * Returns a copy of the schemas that allows any string for statuses. Otherwise, a tab opened before a deploy would fail
 * on a new status.
 */
export function withoutStatusValues(schemas) {
  const isStatus = ({ $ref }) => Boolean(schemas[$ref?.split("/").at(-1)]?.enum);
  return JSON.parse(JSON.stringify(schemas), (_, node) => {
    if (typeof node !== "object" || node === null) return node;
    if (isStatus(node)) return { type: "string" };
    // A nullable status, written like other nullable strings in the document.
    const [first, second] = node.oneOf ?? [];
    return first?.type === "string" && second?.type === "null"
      ? { type: ["string", "null"] }
      : node;
  });
}

/** Returns the names of the schemas to which a part of the document refers. */
function namesIn(part) {
  const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...references].map(([, name]) => name);
}

/** Returns the schemas that some parts of the document use, directly or through other schemas. */
export function schemasOf(parts, schemas) {
  const used = new Set();
  const visit = (name) => {
    if (used.has(name)) return;
    used.add(name);
    namesIn(schemas[name]).forEach(visit);
  };
  namesIn(parts).forEach(visit);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
