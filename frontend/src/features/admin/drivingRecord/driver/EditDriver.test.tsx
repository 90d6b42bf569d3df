// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useSWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import type { DrivingProfile } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { EditDriver } from "./EditDriver";

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
