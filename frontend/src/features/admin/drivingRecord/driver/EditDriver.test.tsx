// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useSWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import type { DrivingProfile } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { refresh } from "../../desk/live/refresh";
import { EditDriver } from "./EditDriver";

vi.mock("../../desk/live/refresh", () => ({ refresh: vi.fn(async () => undefined) }));

it("sends only the edited fields, so that another editor's change isn't overwritten", async () => {
  const profile: DrivingProfile = {
    id: 9,
    userId: USER.id,
    status: "Active",
    currentPoints: 3,
    totalPoints: 11,
  };
  const requests = serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === `/api/driving-profile/${USER.id}`) return { body: profile };
  });
  let readAgain = async () => {};
  function Reader() {
    const { mutate } = useSWRConfig();
    readAgain = async () => void (await mutate(() => true));
    return null;
  }
  const close = vi.fn();
  openScreen(
    <>
      <Reader />
      <EditDriver user={USER} onClose={close} />
    </>,
    { user: STAFF },
  );
  fireEvent.change(await screen.findByLabelText(/^Driving status/), {
    target: { value: "Suspended" },
  });
  profile.currentPoints = 6;
  await act(readAgain);
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  const sent = requests.filter(({ method }) => method !== "GET").map(({ body }) => body);
  expect(sent).toEqual([{ status: "Suspended" }]);
});

it("refreshes the driver's data if the plate was saved and the other fields weren't", async () => {
  vi.mocked(refresh).mockClear();
  const requests = serve(({ path, method }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === `/api/users/${USER.id}` || path === "/api/users") return { body: USER };
    if (path !== `/api/driving-profile/${USER.id}`) return undefined;
    if (method !== "GET") return { status: 500, body: { code: "internal", message: "Failed." } };
    return {
      body: { id: 9, userId: USER.id, status: "Active", currentPoints: 3, totalPoints: 11 },
    };
  });
  const close = vi.fn();
  openScreen(<EditDriver user={USER} onClose={close} />, { user: STAFF });
  fireEvent.change(await screen.findByLabelText(/^Vehicle plate/), { target: { value: "NEW456" } });
  fireEvent.change(screen.getByLabelText(/^Driving status/), { target: { value: "Suspended" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() =>
    expect(refresh).toHaveBeenCalledWith("/api/users", "/api/driving-profile", "/api/admin/users"),
  );
  const patched = requests.filter(({ method }) => method !== "GET").map(({ path }) => path);
  expect(patched).toEqual([`/api/users/${USER.id}`, `/api/driving-profile/${USER.id}`]);
  expect(close).not.toHaveBeenCalled();
});

it("clears the old plate's start date when staff enter another plate, and asks for the new one", async () => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === `/api/driving-profile/${USER.id}`)
      return {
        body: { id: 9, userId: USER.id, status: "Active", currentPoints: 3, totalPoints: 11 },
      };
  });
  const user = { ...USER, vehicleLicensePlate: "OLD123", plateFrom: "2025-02-01" };
  openScreen(<EditDriver user={user} onClose={vi.fn()} />, { user: STAFF });
  const plate = await screen.findByLabelText(/^Vehicle plate/);
  const since = screen.getByLabelText<HTMLInputElement>(/^Plate since/);
  fireEvent.change(plate, { target: { value: "NEW456" } });
  expect(since.value).toBe("");
  screen.getByText(/^Enter the day when the driver got the new plate\./);
  fireEvent.change(plate, { target: { value: "OLD123" } });
  expect(since.value).toBe("2025-02-01");
});
