import { describe, expect, it } from "vitest";
import type { User } from "@/api/types";
import { buildDriverEntry, type Entry, entriesOf, filterEntries } from "./entries";

const page = (label: string): Entry => ({ id: label, kind: "page", label, to: "/" });
const PAGES = ["Lawyer hires", "Payment transactions", "Tickets & users", "Create Toll"].map(page);
const labels = (query: string) => filterEntries(PAGES, query).map(({ label }) => label);

describe("the typed query", () => {
  it.each([
    ["p", ["Payment transactions"]],
    ["t", ["Payment transactions", "Tickets & users", "Create Toll"]],
    ["us", ["Tickets & users"]],
    ["law hi", ["Lawyer hires"]],
    ["hires lawyer", ["Lawyer hires"]],
    ["ires", []],
  ])("for the query %s, finds the entries %j", (query, expected) => {
    expect(labels(query)).toEqual(expected);
  });
});

const ANN = {
  id: 20,
  role: "driver",
  fullName: null,
  username: "ann",
  email: "ann@x.com",
  state: "Texas",
  driversLicenseNumber: "TX1",
  vehicleLicensePlate: null,
  phoneNumber: "2125550100",
} as User;

describe("entries", () => {
  it("shows a driver's name or username, and contact details", () => {
    expect(buildDriverEntry(ANN)).toMatchObject({
      label: "ann",
      detail: "ann@x.com · TX1 Texas · (212) 555-0100",
      aside: "#20",
      to: "/admin/users/20",
    });
    expect(buildDriverEntry({ ...ANN, role: "admin" }).aside).toBe("Staff #20");
  });

  it("links an item to its driver's page, and a hire to its list with the hire open", () => {
    const record = { id: 7, userId: 20, driverName: "Ann", label: "Speeding" };
    const found = entriesOf({
      drivers: [],
      records: [
        { ...record, kind: "ticket", citationNumber: "AB-1", confirmationNumber: null },
        { ...record, kind: "hire", citationNumber: null, confirmationNumber: "CONF-A" },
      ],
    });
    expect(found.map(({ to }) => to)).toEqual([
      "/admin/users/20",
      "/admin/lawyer-hires?q=CONF-A&row=7",
    ]);
    expect(found.map(({ aside }) => aside)).toEqual(["AB-1", "CONF-A"]);
    expect(found[0]).toMatchObject({ label: "Ticket 7", detail: "Speeding · Ann #20" });
  });
});
