// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Import } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { Columns } from "./Columns";

const column = (header: string, guess: string | null) => ({
  header,
  guess,
  samples: [],
  isUnclearState: false,
});
const FIELDS = ["plate", "licenseNumber", "date", "issuer"].map((name) => ({
  name,
  label: name,
  isRequired: false,
}));

function renderColumns(columns: Import["columns"], issuer: string | null = null) {
  const uploaded = {
    id: 7,
    kind: "parking",
    fileName: "city.csv",
    totalLines: 2,
    columns,
    fields: FIELDS,
    mapping: null,
    preset: null,
    dueDays: null,
    issuer,
  } as unknown as Import;
  const requests = serve(({ path }) =>
    path === "/api/session"
      ? sessionResponse(STAFF)
      : path.endsWith("/check")
        ? { body: {} }
        : undefined,
  );
  openScreen(<Columns current={uploaded} onChanged={() => {}} />, { user: STAFF });
  return () => requests.find(({ method }) => method === "POST")?.body;
}

const stateOptions = () =>
  [...screen.getByLabelText<HTMLSelectElement>(/^State for all rows/).options].map(
    ({ text }) => text,
  );

it("offers US states, territories, Canadian provinces and Other as the state of all plates", () => {
  renderColumns([column("Plate", "plate")]);
  for (const place of ["Texas", "District of Columbia", "Guam", "Ontario", "Other"])
    expect(stateOptions()).toContain(place);
});

it("offers only US states and territories as the state of all licenses", () => {
  renderColumns([column("License", "licenseNumber")]);
  expect(stateOptions()).toContain("Puerto Rico");
  expect(stateOptions()).not.toContain("Ontario");
});

it("fills in the issuer of a known city's file, and sends the issuer that staff enter", async () => {
  const sent = renderColumns([column("Issue Date", "date")], "New York City");
  const field = screen.getByLabelText(/^Issued by, for all rows/);
  expect(field).toHaveProperty("value", "New York City");
  fireEvent.change(field, { target: { value: "City of Austin" } });
  fireEvent.click(screen.getByRole("button", { name: "Check file" }));
  await waitFor(() => expect(sent()).toMatchObject({ issuer: "City of Austin" }));
});

it("asks for no issuer if a column of the file contains it", () => {
  renderColumns([column("Issue Date", "date"), column("Court", "issuer")], "New York City");
  expect(screen.queryByLabelText(/^Issued by/)).toBeNull();
});
