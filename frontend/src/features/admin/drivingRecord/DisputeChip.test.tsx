// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { aParking, aTicket } from "@/testing/sampleItems";
import { USER } from "@/testing/sampleRecords";
import { ParkingAndTolls } from "./driver/ParkingAndTolls";
import { TicketTable } from "./users/TicketTable";

afterEach(cleanup);

const SENT = { isDisputed: true, letterSentOn: "2026-11-27", isOwnFormSent: false };
const TEXT = "Disputed · Letter sent on 11/27/2026";

it("shows in the list of tickets that the driver sent a letter", () => {
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

it("shows in the list of parking tickets that the driver sent a letter", async () => {
  serve(({ path }) =>
    path === `/api/parking/${USER.id}` ? { body: [aParking(SENT)] } : undefined,
  );
  openScreen(<ParkingAndTolls user={USER} openForm={() => {}} />, { user: STAFF });
  expect(await screen.findByText(TEXT)).toBeTruthy();
});
