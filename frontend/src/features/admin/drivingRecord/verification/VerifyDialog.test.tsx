// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import VerifyDialog from "./VerifyDialog";

const driver = { ...USER, vehicleLicensePlate: "ABC 123", vehicleState: "Texas" };

/** Opens the dialog, changes the driver's plate while it is open, and verifies. The server responds with `status`. */
async function verify(status: number, body: unknown) {
  const requests = serve(({ path }) => (path.endsWith("/verify") ? { status, body } : undefined));
  const dialog = (plate: string) => (
    <VerifyDialog
      open
      onOpenChange={() => undefined}
      user={{ ...driver, vehicleLicensePlate: plate }}
      claim="plate"
    />
  );
  const { rerender } = render(dialog("ABC 123"));
  rerender(dialog("XYZ 999"));
  expect(screen.getByRole("dialog", { name: "Verify ABC 123 · Texas" })).toBeTruthy();
  fireEvent.change(screen.getByLabelText("What you checked"), {
    target: { value: "Registration" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith("/verify"))).toBe(true));
  return requests.find(({ path }) => path.endsWith("/verify"));
}

it("verifies the plate that was shown when the dialog opened", async () => {
  const request = await verify(200, driver);
  expect(request?.body).toMatchObject({ claim: "plate", number: "ABC 123", state: "Texas" });
  await waitFor(() => expect(toastItems().at(-1)?.description).toContain("ABC 123 · Texas"));
});

it("says that nothing was verified if the driver changed the plate", async () => {
  await verify(409, { code: "changed_meanwhile", message: "Someone else changed this." });
  await screen.findByText(/The driver’s license plate has changed since you opened this/);
});
