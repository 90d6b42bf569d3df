import { describe, expect, it } from "vitest";
import { canRequestUpdate, buildPointsBar, statusTone } from "./drivingStatus";

describe("driving status", () => {
  it.each([
    ["Active", "good"],
    ["Suspended", "bad"],
    ["Need More Info", "neutral"],
    ["Under Review", "neutral"],
    ["active", "neutral"],
    ["toString", "neutral"],
  ])("shows the status %s in the tone %s", (status, tone) => expect(statusTone(status)).toBe(tone));

  it("lets a driver request a status update only if the status is Need More Info", () => {
    expect(["Need More Info", "Active", "Suspended", "Other"].filter(canRequestUpdate)).toEqual([
      "Need More Info",
    ]);
  });
});

describe("points bar", () => {
  const bar = (currentPoints: number, totalPoints: number, state: string | null = "Texas") =>
    buildPointsBar({ currentPoints, totalPoints }, state);

  it.each([
    "Hawaii",
    "Kansas",
    "Louisiana",
    "Minnesota",
    "Mississippi",
    "Oregon",
    "Rhode Island",
    "Washington",
  ])("hides the points bar for %s", (state) => expect(bar(3, 11, state)).toBeNull());

  it("shows the points bar in other states, and when the state is unknown", () => {
    for (const state of ["Texas", "Iowa", "West Virginia", "", null])
      expect(bar(3, 11, state)).toEqual({ current: 3, total: 11, percent: 27 });
  });

  it("caps the points bar at 100%, and rounds down", () => {
    expect(bar(14, 11)).toEqual({ current: 14, total: 11, percent: 100 });
    expect(bar(995, 1000)?.percent).toBe(99);
  });

  it("uses 11 points as the limit if the total is invalid, and 0 for negative points", () => {
    expect(bar(2, 0)).toEqual({ current: 2, total: 11, percent: 18 });
    expect(bar(-2, 12)).toEqual({ current: 0, total: 12, percent: 0 });
  });
});
