import { CARDS, expectConfirmed, payWith } from "./support/card";
import { camera } from "./support/screens";
import { expect, type Page, test, toastOf } from "./support/test";

test.describe.configure({ timeout: 60_000 });

async function hireALawyer(page: Page, id: number) {
  await page.goto(`/payment?type=lawyer&amount=75&id=${id}`);
  await payWith(page, CARDS.good);
  await expectConfirmed(page, "Lawyer Consultation Requested");
}

test("a driver follows a hire, adds a contact and cancels it in time for a full refund", async ({
  page,
  api,
}, info) => {
  const shot = camera(page, info);
  const { item } = await api.logInToPay("ticket");
  await page.goto("/legal-help");
  await expect(page.getByText("No lawyer hired yet")).toBeVisible();
  await shot("legal-help-empty");
  await hireALawyer(page, item.id);
  await page.goto("/driving-profile");
  await page.getByRole("link", { name: "Lawyer hired for Speeding" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My legal help" })).toBeVisible();
  const card = page.getByRole("region", { name: "Lawyer for Speeding" });
  await expect(card).toContainText("$75");
  await expect(card).toContainText("Pending");
  await expect(card).toContainText(/CONF-[0-9A-Z]{10}/);
  await expect(card).toContainText(/Cancel for a full refund until .+ left/);
  await shot("legal-help");
  await card.getByRole("button", { name: "Add contact" }).click();
  await page.getByLabel("Phone").pressSequentially("5559876543");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card).toContainText("(555) 987-6543");
  const cancel = card.getByRole("button", { name: /^Cancel/ });
  await cancel.click();
  await expect(page.getByRole("dialog")).toContainText("You get the full $75 back");
  await shot("legal-help-cancel");
  await page.getByRole("button", { name: "Keep my lawyer" }).click();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(card).toContainText("Cancelled and refunded");
  await expect(toastOf(page)).toContainText("$75 went back to your card.");
  await expect(cancel).toHaveCount(0);
  await shot("legal-help-refunded");
  await page.reload();
  await expect(card).toContainText("Cancelled and refunded");
  // The ticket is still to be paid or fought.
  await page.goto("/driving-profile");
  await expect(page.getByRole("button", { name: "Hire Lawyer for Speeding" })).toBeVisible();
});

test("what can go wrong with a cancellation is told, and nothing is lost", async ({
  page,
  api,
}, info) => {
  const shot = camera(page, info);
  const { item } = await api.logInToPay("ticket");
  await hireALawyer(page, item.id);
  await page.goto("/legal-help");
  const cancelled = "**/api/lawyer-hires/*/cancel";
  await page.route(cancelled, (route) => route.abort());
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await expect(alert).toContainText("nothing has changed");
  await shot("legal-help-cancel-failed");
  await page.unroute(cancelled);
  await page.route(cancelled, (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: "cancellation_closed",
        message: "The time to cancel this for a full refund is over.",
        requestId: "1",
      },
    }),
  );
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(alert).toContainText("The time to cancel this for a full refund is over.");
});

test("a refund that is under way or failed is told truthfully", async ({ page, api }, info) => {
  const shot = camera(page, info);
  const { item } = await api.logInToPay("ticket");
  await hireALawyer(page, item.id);
  let refund = "pending";
  await page.route(/\/api\/lawyer-hires(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const hires = (await answer.json()) as object[];
    const json = hires.map((hire) => ({ ...hire, status: "Cancelled", refund }));
    await route.fulfill({ response: answer, json });
  });
  await page.goto("/legal-help");
  await expect(page.getByText("Your refund is on its way")).toBeVisible();
  await shot("legal-help-pending");
  refund = "failed";
  await page.reload();
  await expect(page.getByText("The refund has not gone through yet")).toBeVisible();
  await shot("legal-help-failed");
});

test("a list that does not load says so and is tried again", async ({ page, api }) => {
  await api.logInToPay("ticket");
  const list = /\/api\/lawyer-hires(\?|$)/;
  await page.route(list, (route) => route.abort());
  await page.goto("/legal-help");
  await expect(page.getByText("This didn’t load")).toBeVisible();
  await page.unroute(list);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No lawyer hired yet")).toBeVisible();
});
