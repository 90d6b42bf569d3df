// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { defaultValuesOf, fieldsOf } from "../fieldSpecs";
import { ItemFields } from "../ItemFields";

type Schema = { maxLength?: number };
type Body = { properties: Record<string, Schema>; required: string[] };

const schemas: Record<string, Body> = JSON.parse(readFileSync("../docs/openapi.json", "utf8"))
  .components.schemas;
const sorted = (names: Iterable<string>) => [...names].sort();

/**
 * Fields that staff don't enter here. The driver is chosen beside the form, the server sets `paidAt`, and the status of
 * parking tickets and tolls says whether they are paid.
 */
const OTHERS = {
  ticket: ["userId", "paidAt"],
  parking: ["userId", "paidAt", "isPaid"],
  toll: ["userId", "paidAt", "isPaid"],
} as const;

describe.each([
  ["ticket", schemas.NewTicketBody],
  ["parking", schemas.NewParkingBody],
  ["toll", schemas.NewTollBody],
] as const)("the %s form", (kind, body) => {
  if (!body) throw new Error("the contract has no such request");
  const { properties, required } = body;
  const expected = Object.keys(properties).filter((name) => !OTHERS[kind].some((o) => o === name));

  it("shows each field of the API's contract, with its maximum length", () => {
    serve(({ path }) => (path === "/api/session" ? sessionResponse(STAFF) : undefined));
    const values = { ...defaultValuesOf(kind), isCourtRequired: true };
    openScreen(<ItemFields kind={kind} values={values} errors={{}} set={() => {}} />);
    const inputs = [...document.querySelectorAll<HTMLInputElement>("[name]")];
    expect(sorted(new Set(inputs.map(({ name }) => name)))).toEqual(sorted(expected));
    const lengths = inputs.flatMap(({ name, maxLength }) =>
      maxLength > 0 ? [[name, maxLength]] : [],
    );
    const limited = expected.filter((name) => properties[name]?.maxLength !== undefined);
    expect(Object.fromEntries(lengths)).toEqual(
      Object.fromEntries(limited.map((name) => [name, properties[name]?.maxLength])),
    );
  });

  it("requires the fields that the API's contract requires", () => {
    const marked = fieldsOf(kind).filter((field) => field.required);
    expect(sorted(marked.map(({ name }) => name))).toEqual(
      sorted(required.filter((name) => name !== "userId")),
    );
  });
});
