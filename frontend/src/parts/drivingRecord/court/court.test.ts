import { expect, it } from "vitest";
import { courtText } from "./court";

const COURT = { id: 1, name: "El Paso Municipal Court", state: "Texas", county: "El Paso County" };

it.each([
  [{ court: COURT, courtState: "Texas" }, "El Paso Municipal Court, El Paso County, Texas"],
  [
    { court: { ...COURT, state: null, county: null }, courtState: "Texas" },
    "El Paso Municipal Court, Texas",
  ],
  [{ court: null, courtState: "Texas" }, "Texas"],
  [{ court: null, courtState: null }, ""],
  [{}, ""],
])("shows the court's name, county and state as far as they are known", (ticket, text) => {
  expect(courtText(ticket)).toBe(text);
});
