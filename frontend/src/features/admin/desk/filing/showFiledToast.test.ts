// @vitest-environment jsdom
import { expect, it } from "vitest";
import { STAFF } from "@/testing/openScreen";
import { toastItems } from "@/ui/overlays/toast";
import { showFiledToast } from "./showFiledToast";

const TOAST = {
  title: "Ticket Created",
  description: "New traffic ticket has been added successfully.",
};
const JANE = { ...STAFF, fullName: "Jane Doe" };

it("offers Update All when the driver can't see the item yet", () => {
  showFiledToast({ ...JANE, lastAdminUpdateAt: null }, TOAST);
  const [shownToast] = toastItems();
  expect(shownToast?.description).toBe(
    "New traffic ticket has been added successfully. Jane can’t see this until you click Update All.",
  );
  expect(shownToast?.action?.label).toBe("Update All");
});

it("offers no Update All when the driver can see the item", () => {
  showFiledToast({ ...JANE, lastAdminUpdateAt: "2026-11-20T10:00:00Z" }, TOAST);
  expect(toastItems()[0]).toMatchObject(TOAST);
  expect(toastItems()[0]?.action).toBeUndefined();
});
