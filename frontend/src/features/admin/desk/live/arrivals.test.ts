import { describe, expect, it } from "vitest";
import { Arrivals } from "./arrivals";

const LIST = "/api/help-inquiries page 1";

function shown(...ids: number[]) {
  const arrivals = new Arrivals();
  arrivals.add(LIST, ids, 1000);
  return arrivals;
}

describe("a row that changed recently", () => {
  it("is new if it appeared after the change", () => {
    const arrivals = shown(1);
    arrivals.add(LIST, [1, 2], 2010);
    expect(arrivals.isNew(2, 2000)).toBe(true);
  });

  it("is new if a read for an earlier change had already returned it", () => {
    const arrivals = shown(1);
    arrivals.add(LIST, [1, 2], 2000);
    expect(arrivals.isNew(2, 2010)).toBe(true);
  });

  it("is new if the list was opened after the change", () => {
    expect(shown(1).isNew(1, 900)).toBe(true);
  });

  it("stays new when its driver changes it again, until staff open it", () => {
    const arrivals = shown(1);
    arrivals.add(LIST, [1, 2], 2010);
    expect(arrivals.isNew(2, 2000)).toBe(true);
    expect(arrivals.isNew(2, 5000)).toBe(true);
    arrivals.clear(2);
    expect(arrivals.isNew(2, 9000)).toBe(false);
  });

  it("isn't new if it was in the list before the change", () => {
    expect(shown(1).isNew(1, 2000)).toBe(false);
  });

  it("isn't new if staff only moved to the page of the list that shows it", () => {
    const arrivals = shown(1);
    arrivals.add("/api/help-inquiries page 2", [51], 2000);
    expect(arrivals.isNew(51, 3000)).toBe(false);
  });
});
