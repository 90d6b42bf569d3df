import { expect, it } from "vitest";
import type { Authority } from "@/api/types";
import { findAuthorities } from "./mergeTexts";

const authority = (name: string, more: Partial<Authority> = {}): Authority => ({
  id: 1,
  name,
  kind: "city",
  alsoCalled: [],
  payTo: null,
  postalAddress: null,
  state: null,
  county: null,
  timeZone: null,
  version: 1,
  ...more,
});

it("finds at most eight authorities by any name, county or state, ignoring case and accents", () => {
  const all = [
    authority("City of Peñasco", { alsoCalled: ["PPD"], state: "New Mexico" }),
    authority("El Paso Court", { county: "El Paso County", state: "Texas" }),
  ];
  const found = (query: string) => findAuthorities(all, query).map(({ name }) => name);
  expect(found("")).toHaveLength(2);
  expect(found("penasco")).toEqual(["City of Peñasco"]);
  expect(found("ppd")).toEqual(["City of Peñasco"]);
  expect(found("court texas")).toEqual(["El Paso Court"]);
  expect(found("houston")).toEqual([]);
  expect(findAuthorities(Array(20).fill(all[0]), "")).toHaveLength(8);
});
