import { describe, expect, it } from "vitest";
import { aParking, aTicket } from "@/testing/sampleItems";
import { sortOpenFirst, summarizeOwed, ROWS_PER_PAGE, pageOf, formatCounts } from "./paged";

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("a section of a driver's page", () => {
  it("lists open items before paid ones, in their original order", () => {
    const items = [
      aParking({ id: 1, standing: "paid" }),
      aParking({ id: 2 }),
      aParking({ id: 3, standing: "paid" }),
      aParking({ id: 4 }),
    ];
    expect(sortOpenFirst(items).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
  });

  it("shows one page of items, and the last page for a page number past the end", () => {
    expect(pageOf(many(1200), 1).rows).toEqual(many(ROWS_PER_PAGE));
    expect(pageOf(many(ROWS_PER_PAGE + 2), 2).rows).toEqual([ROWS_PER_PAGE + 1, ROWS_PER_PAGE + 2]);
    expect(pageOf(many(ROWS_PER_PAGE + 2), 9).page).toBe(2);
    expect(pageOf([], 3)).toEqual({ rows: [], page: 1, total: 0 });
  });

  it("shows the number of items and the amount owed", () => {
    const paid = aParking({ standing: "paid", fine: "900.00" });
    const open = aParking({ fine: "150.50" });
    const guessed = aParking({ fine: "20.00", isEstimated: true });
    expect(summarizeOwed([], "ticket")).toBe("None");
    expect(summarizeOwed([paid], "ticket")).toBe("1 ticket");
    expect(summarizeOwed([paid, open], "ticket")).toBe("2 tickets · 1 open · $150.50 owed");
    expect(summarizeOwed([open, guessed], "ticket")).toBe(
      "2 tickets · 2 open · $170.50 owed (partly estimated)",
    );
    const checked = aParking({ fine: "65.00", standing: "being_checked" });
    expect(summarizeOwed([checked], "ticket")).toBe("1 ticket · 1 open");
    expect(summarizeOwed([checked, open], "ticket")).toBe("2 tickets · 2 open · $150.50 owed");
    const processing = aParking({ fine: "65.00", standing: "processing" });
    expect(summarizeOwed([processing, open], "ticket")).toBe("2 tickets · 1 open · $150.50 owed");
    const settled = aParking({ fine: "65.00", standing: "settled_with_city" });
    expect(summarizeOwed([settled, open], "ticket")).toBe("2 tickets · 1 open · $150.50 owed");
    const dismissed = aTicket({ fine: "65.00", standing: "dismissed" });
    expect(summarizeOwed([dismissed, open], "ticket")).toBe("2 tickets · 1 open · $150.50 owed");
    expect(formatCounts(1200, 0)).toBe("1,200");
  });
});
