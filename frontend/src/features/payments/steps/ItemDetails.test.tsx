// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Parking } from "@/api/types";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { aParking } from "@/testing/sampleItems";
import { USER } from "@/testing/sampleRecords";
import { ItemDetails } from "./ItemDetails";

it.each<[string, Partial<Parking>, string, boolean]>([
  ["due", {}, "11/20/2026", true],
  ["due, without a due date", { dueDate: null, hasUpcomingDate: false }, "No due date", false],
  ["due, but free", { amount: "0", fine: "0.00", hasUpcomingDate: false }, "No due date", false],
])(
  "shows the due date of a parking ticket, and links to its calendar file if it has an upcoming date: %s",
  async (_what, overrides, dueDate, isLinked) => {
    const parking = aParking({ userId: USER.id, ...overrides });
    serve(({ path }) => {
      if (path === "/api/session") return sessionResponse(USER);
      return path === `/api/parking/${USER.id}` ? { body: [parking] } : undefined;
    });
    openScreen(<ItemDetails kind="parking" id={parking.id} user={USER.id} />);
    expect(await screen.findByText(dueDate)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Add to calendar" }) !== null).toBe(isLinked);
  },
);
