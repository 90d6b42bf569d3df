import { describe, expect, it } from "vitest";
import { Arrivals } from "./arrivals";

const LIST = "/api/help-inquiries page 1";

function createArrivals(...ids: number[]) {
  const arrivals = new Arrivals();
  arrivals.add(LIST, ids, 1000);
  return arrivals;
}

describe("a row that changed recently", () => {
  it("marks a row as new if it appeared in the list after the change", () => {
    const arrivals = createArrivals(1);
    arrivals.add(LIST, [1, 2], 2010);
    expect(arrivals.isNew(2, 2000)).toBe(true);
  });

  it("marks a row as new if the list already showed it after an earlier change to another row", () => {
    const arrivals = createArrivals(1);
    arrivals.add(LIST, [1, 2], 2000);
    expect(arrivals.isNew(2, 2010)).toBe(true);
  });

  it("marks a row as new if staff opened the list after the change", () => {
    expect(createArrivals(1).isNew(1, 900)).toBe(true);
  });

  it("keeps a row marked as new after later changes, until staff open it", () => {
    const arrivals = createArrivals(1);
    arrivals.add(LIST, [1, 2], 2010);
    expect(arrivals.isNew(2, 2000)).toBe(true);
    expect(arrivals.isNew(2, 5000)).toBe(true);
    arrivals.clear(2);
    expect(arrivals.isNew(2, 9000)).toBe(false);
  });

  it("doesn't mark a row as new if the list showed it before the change", () => {
    expect(createArrivals(1).isNew(1, 2000)).toBe(false);
  });

  it("doesn't mark a row as new if staff only moved to another page of the list", () => {
    const arrivals = createArrivals(1);
    arrivals.add("/api/help-inquiries page 2", [51], 2000);
    expect(arrivals.isNew(51, 3000)).toBe(false);
  });
});
