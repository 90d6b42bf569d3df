import { describe, expect, it } from "vitest";
import { canRequestUpdate, pointsBar, statusTone } from "./drivingStatus";

describe("driving status", () => {
  it.each([
    ["Active", "good"],
    ["Suspended", "bad"],
    ["Need More Info", "neutral"],
    ["Under Review", "neutral"],
    ["active", "neutral"],
    ["toString", "neutral"],
  ])("%s is %s", (status, tone) => expect(statusTone(status)).toBe(tone));

  it("can be updated in Need More Info alone", () => {
    expect(["Need More Info", "Active", "Suspended", "Other"].filter(canRequestUpdate)).toEqual([
      "Need More Info",
    ]);
  });
});

describe("points bar", () => {
  const bar = (currentPoints: number, totalPoints: number, state: string | null = "Texas") =>
    pointsBar({ currentPoints, totalPoints }, state);

  it.each([
    "Hawaii",
    "Kansas",
    "Louisiana",
    "Minnesota",
    "Mississippi",
    "Oregon",
    "Rhode Island",
    "Washington",
  ])("is not there for %s", (state) => expect(bar(3, 11, state)).toBeNull());

  it("is there for other states, and when the state is unknown", () => {
    for (const state of ["Texas", "Iowa", "West Virginia", "", null])
      expect(bar(3, 11, state)).toEqual({ current: 3, total: 11, percent: 27 });
  });

  it("is capped at 100 % and rounds down", () => {
    expect(bar(14, 11)).toEqual({ current: 14, total: 11, percent: 100 });
    expect(bar(995, 1000)?.percent).toBe(99);
  });

  it("takes 11 for a total that is none, and no points for fewer than none", () => {
    expect(bar(2, 0)).toEqual({ current: 2, total: 11, percent: 18 });
    expect(bar(-2, 12)).toEqual({ current: 0, total: 12, percent: 0 });
  });
});
