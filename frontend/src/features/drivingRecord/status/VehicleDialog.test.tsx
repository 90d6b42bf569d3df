// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIG_KEY } from "@/api/keys";
import type { User } from "@/api/types";
import { openScreen, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import VehicleDialog from "./VehicleDialog";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-06T12:00:00-05:00") });
});
afterEach(() => vi.useRealTimers());

const NEW_USER = { ...USER, createdAt: "2026-11-05T12:00:00-05:00", lastAdminUpdateAt: null };

const FIRST_DAY_LABEL = /^When did you get this plate\?/;

const USER_WITH_DAY = {
  ...NEW_USER,
  vehicleLicensePlate: "LNW-1",
  vehicleState: "Texas",
  plateFrom: "2026-02-03",
};

let requests: ReturnType<typeof serve> = [];
const patchBody = () => requests.find(({ method }) => method === "PATCH")?.body;

type Typed = { plate?: string; from?: string | null };

/** Opens the dialog, and enters a plate and its first day. If the day is null, keeps the day that the dialog shows. */
function renderAndFill(user: User, { plate = "LNW-1", from = "" }: Typed = {}) {
  requests = serve(({ method }) => (method === "PATCH" ? { body: user } : undefined));
  const fallback = { [CONFIG_KEY]: { recordReadyBusinessDays: 5 } };
  openScreen(
    <SWRConfig value={{ fallback }}>
      <VehicleDialog open onOpenChange={() => undefined} user={user} />
    </SWRConfig>,
    { user },
  );
  fireEvent.change(screen.getByLabelText("License plate"), { target: { value: plate } });
  fireEvent.change(screen.getByLabelText("Registration state"), { target: { value: "Texas" } });
  const day = screen.getByLabelText<HTMLInputElement>(FIRST_DAY_LABEL);
  if (from !== null) fireEvent.change(day, { target: { value: from } });
  return day;
}

async function fillAndSave(user: User, typed?: Typed) {
  renderAndFill(user, typed);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toastItems()[0]?.title).toBe("Vehicle Information Updated"));
  return toastItems()[0]?.description;
}

it("says that parking tickets are available if staff have already prepared the record", async () => {
  expect(
    await fillAndSave({ ...NEW_USER, lastAdminUpdateAt: "2026-11-05T18:00:00Z" } as never),
  ).toBe("Your parking tickets are now available to view.");
});

it("says when the record will be ready", async () => {
  expect(await fillAndSave(NEW_USER)).toBe(
    "Your parking tickets will show up here once your record is ready, by Nov 12.",
  );
});

it("names no date for the record when the promised day has passed", async () => {
  expect(await fillAndSave({ ...NEW_USER, createdAt: "2026-10-05T12:00:00-05:00" })).toBe(
    "Your parking tickets will show up here once your record is ready.",
  );
});

it("trims a pasted plate before cutting it to ten characters", async () => {
  await fillAndSave(NEW_USER, { plate: "   ABC 123456" });
  expect(patchBody()).toMatchObject({ vehicleLicensePlate: "ABC 123456" });
});

it("doesn't accept days after today as the day when the driver got the plate", async () => {
  await fillAndSave(NEW_USER);
  const field = screen.getByLabelText(FIRST_DAY_LABEL);
  await waitFor(() => expect(field.getAttribute("max")).toBe("2026-11-06"));
});

it("sends the day on which the driver got the plate", async () => {
  await fillAndSave(NEW_USER, { from: "2026-02-03" });
  expect(patchBody()).toEqual({
    vehicleLicensePlate: "LNW-1",
    vehicleState: "Texas",
    plateFrom: "2026-02-03",
  });
});

it("doesn't send the plate's first day if the driver leaves it empty or unchanged", async () => {
  await fillAndSave(NEW_USER);
  expect(patchBody()).toEqual({ vehicleLicensePlate: "LNW-1", vehicleState: "Texas" });
  cleanup();
  await fillAndSave(USER_WITH_DAY, { from: "2026-02-03" });
  expect(patchBody()).toEqual({ vehicleLicensePlate: "LNW-1", vehicleState: "Texas" });
});

it("clears the plate's first day when the driver enters another plate, and sends the new day", async () => {
  expect(renderAndFill(USER_WITH_DAY, { from: null }).value).toBe("2026-02-03");
  cleanup();
  expect(renderAndFill(USER_WITH_DAY, { plate: "NEW-2", from: null }).value).toBe("");
  cleanup();
  await fillAndSave(USER_WITH_DAY, { plate: "NEW-2", from: "2026-02-03" });
  expect(patchBody()).toMatchObject({ vehicleLicensePlate: "NEW-2", plateFrom: "2026-02-03" });
});
