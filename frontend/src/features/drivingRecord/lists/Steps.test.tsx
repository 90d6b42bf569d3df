// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { User } from "@/api/types";
import { isHelpOpen, setHelp } from "@/parts/help";
import { openScreen, serve } from "@/testing/openScreen";
import { CONFIG, USER } from "@/testing/sampleRecords";
import type { DriverRecord } from "../useRecord";
import Steps, { type StepState } from "./Steps";

/** The driver signs up on a Thursday. */
const SIGNED_UP = "2026-11-19T15:00:00Z";

type Options = { user?: Partial<User>; isOwn?: boolean; identity?: StepState; now?: string };

function renderSteps({
  user = {},
  isOwn = true,
  identity = "open",
  now = SIGNED_UP,
}: Options = {}) {
  serve(({ path }) => (path === "/api/config" ? { body: CONFIG } : undefined));
  const onMissing = vi.fn();
  const record = { user: { ...USER, createdAt: SIGNED_UP, ...user }, isOwn } as DriverRecord;
  openScreen(
    <Steps
      record={record}
      identity={identity}
      now={new Date(now)}
      onEditVehicle={vi.fn()}
      onReportMissing={onMissing}
    />,
  );
  return onMissing;
}

const step = async (name: RegExp) => {
  const title = await screen.findByRole("heading", { level: 3, name });
  return within(title.closest("li") as HTMLElement);
};

it("shows each step's purpose and the next action", async () => {
  const onMissing = renderSteps();
  expect((await step(/^Account created.*\(done\)$/)).getByText(/You can log in/)).toBeTruthy();
  expect((await step(/^Identity$/)).getByRole("button", { name: "Verify identity" })).toBeTruthy();
  const plate = await step(/^License plate$/);
  expect(plate.getByRole("button", { name: "Add Vehicle Information" })).toBeTruthy();
  const ready = await step(/^Record ready by Nov 23$/);
  fireEvent.click(ready.getByRole("button", { name: /Report a missing ticket/ }));
  expect(onMissing).toHaveBeenCalledOnce();
});

it("shows submitted SSN digits as in review, not as done", async () => {
  renderSteps({ identity: "sent" });
  const identityStep = await step(/^Identity details sent$/);
  expect(identityStep.getByText(/We’re checking your license/)).toBeTruthy();
  expect(identityStep.queryByRole("button")).toBeNull();
});

it("shows the result of a completed step, without a button", async () => {
  renderSteps({ identity: "done", user: { vehicleLicensePlate: "LNW4821" } });
  const plate = await step(/^License plate.*\(done\)$/);
  expect(plate.getByText(/^Plate LNW4821: we’re looking for its/)).toBeTruthy();
  expect(plate.queryByRole("button")).toBeNull();
  expect((await step(/^Identity.*\(done\)$/)).getByText(/We checked your license/)).toBeTruthy();
});

it("shows the promised day for the record until that day has ended in New York", async () => {
  renderSteps({ now: "2026-11-24T04:59:59Z" });
  await step(/^Record ready by Nov 23$/);
});

it("says that the record is late after the promised day, and links to Help", async () => {
  renderSteps({ now: "2026-11-24T05:00:00Z" });
  const ready = await step(/^Your record is taking longer than expected$/);
  expect(ready.getByText(/We expected it by Nov 23 and are still working on it/)).toBeTruthy();
  fireEvent.click(ready.getByRole("button", { name: "Get help" }));
  expect(isHelpOpen()).toBe(true);
  setHelp(false);
});

it("offers staff no button to verify their own identity", async () => {
  renderSteps({ user: { role: "admin" } });
  expect((await step(/^Identity$/)).queryByRole("button")).toBeNull();
  expect((await step(/^License plate$/)).getByRole("button", { name: /Add Vehicle/ })).toBeTruthy();
});

it("shows staff no buttons in a driver's steps", async () => {
  renderSteps({ isOwn: false });
  await step(/^Record ready by Nov 23$/);
  expect(screen.queryByRole("button", { name: /Verify|Add Vehicle|Report a missing/ })).toBeNull();
});
