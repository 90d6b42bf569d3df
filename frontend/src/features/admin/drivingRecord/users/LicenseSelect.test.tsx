// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import { LicenseSelect } from "./LicenseSelect";

const DRIVER = { ...USER, licenseStatus: "active" as const };

function chooseStatus() {
  const requests = serve(({ method }) => (method === "PATCH" ? { body: DRIVER } : undefined));
  openScreen(<LicenseSelect user={DRIVER} />, { user: STAFF });
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "suspended" } });
  const saved = () => requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  return saved;
}

it("asks for confirmation before changing a license status, and Cancel keeps the old one", () => {
  const saved = chooseStatus();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(saved()).toEqual([]);
  expect(screen.getByRole("combobox")).toHaveProperty("value", "active");
});

it("changes the license status after a confirmation, and Undo restores it", async () => {
  const saved = chooseStatus();
  fireEvent.click(screen.getByRole("button", { name: "Change to Suspended" }));
  await waitFor(() => expect(toastItems()[0]?.action?.label).toBe("Undo"));
  expect(saved()).toEqual([{ licenseStatus: "suspended" }]);
  toastItems()[0]?.action?.onAction();
  await waitFor(() =>
    expect(saved()).toEqual([{ licenseStatus: "suspended" }, { licenseStatus: "active" }]),
  );
});
