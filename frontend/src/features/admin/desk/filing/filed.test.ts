// @vitest-environment jsdom
import { expect, it } from "vitest";
import { STAFF } from "@/testing/openScreen";
import { toastItems } from "@/ui/overlays/toast";
import { showFiledToast } from "./filed";

const WORDS = {
  title: "Ticket Created",
  description: "New traffic ticket has been added successfully.",
};
const JANE = { ...STAFF, fullName: "Jane Doe" };

it("offers Update All when the driver's record isn't ready", () => {
  showFiledToast({ ...JANE, lastAdminUpdateAt: null }, WORDS);
  const [shown] = toastItems();
  expect(shown?.description).toBe(
    "New traffic ticket has been added successfully. Jane can’t see this yet.",
  );
  expect(shown?.action?.label).toBe("Update All");
});

it("offers no Update All when the driver can see the item", () => {
  showFiledToast({ ...JANE, lastAdminUpdateAt: "2026-11-20T10:00:00Z" }, WORDS);
  expect(toastItems()[0]).toMatchObject(WORDS);
  expect(toastItems()[0]?.action).toBeUndefined();
});
