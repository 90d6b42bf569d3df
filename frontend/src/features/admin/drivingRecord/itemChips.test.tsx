// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { aParking, aTicket, aToll } from "@/testing/sampleItems";
import { USER } from "@/testing/sampleRecords";
import { ParkingAndTolls } from "./driver/ParkingAndTolls";
import { TicketTable } from "./users/TicketTable";

afterEach(cleanup);

const SENT = { isDisputed: true, letterSentOn: "2026-11-27", isOwnFormSent: false };
const TEXT = "Disputed · Letter sent on 11/27/2026";

it("the list of tickets shows which ones are disputed, and when a letter was sent", () => {
  const tickets = [
    aTicket({ id: 1, ...SENT }),
    aTicket({ id: 2, isDisputed: true }),
    aTicket({ id: 3 }),
    aTicket({ id: 4, ...SENT, standing: "paid" }),
  ];
  openScreen(<TicketTable tickets={tickets} onEdit={() => {}} onRemove={() => {}} />, {
    user: STAFF,
  });
  expect(screen.getAllByText(/^Disputed/).map((one) => one.textContent)).toEqual([
    TEXT,
    "Disputed",
  ]);
});

it("the list of parking tickets shows that one is disputed, and when its letter was sent", async () => {
  serve(({ path }) =>
    path === `/api/parking/${USER.id}` ? { body: [aParking(SENT)] } : undefined,
  );
  openScreen(<ParkingAndTolls user={USER} openForm={() => {}} />, { user: STAFF });
  expect(await screen.findByText(TEXT)).toBeTruthy();
});

it("the lists of parking tickets and tolls show the standing instead of the filed status", async () => {
  serve(({ path }) => {
    if (path === `/api/parking/${USER.id}`) return { body: [aParking({ standing: "processing" })] };
    if (path === `/api/tolls/${USER.id}`) return { body: [aToll({ isOverdue: true })] };
    return undefined;
  });
  openScreen(<ParkingAndTolls user={USER} openForm={() => {}} />, { user: STAFF });
  expect(await screen.findByText("Processing")).toBeTruthy();
  expect(await screen.findByText("Overdue")).toBeTruthy();
  expect(screen.queryByText("Unpaid")).toBeNull();
});
