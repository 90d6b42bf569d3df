import { logInStaffOnDesktop } from "../support/desk";
import { screenChecker } from "../support/screens";
import { cardOf, expect, journeyOnPhone, test, toastOf } from "../support/test";

test.describe.configure({ timeout: 90_000 });

/** Script that draws a picture of a ticket in the page. */
const PICTURE = `(() => {
  const canvas = document.createElement("canvas");
  canvas.width = 600; canvas.height = 400;
  const context = canvas.getContext("2d");
  context.fillStyle = "white"; context.fillRect(0, 0, 600, 400);
  context.fillStyle = "black"; context.font = "40px sans-serif";
  context.fillText("CITATION AB-1O", 60, 120);
  return canvas.toDataURL("image/png").split(",")[1];
})()`;

/** Script that draws a picture of a printed ticket in the page. */
const PRINTED = `(() => {
  const canvas = document.createElement("canvas");
  canvas.width = 1200; canvas.height = 900;
  const context = canvas.getContext("2d");
  context.fillStyle = "#f7f5ee"; context.fillRect(0, 0, 1200, 900);
  context.fillStyle = "#222"; context.font = "44px 'Liberation Mono', 'DejaVu Sans Mono', monospace";
  ["CITY OF AUSTIN", "PARKING TICKET", "", "TICKET NO: 7066562654", "ISSUED 10/11/2026", "FINE AMOUNT: $368.50", "RESPOND BY 11/20/2026"]
    .forEach((line, row) => context.fillText(line, 90, 140 + row * 90));
  return canvas.toDataURL("image/png").split(",")[1];
})()`;

test(
  "the browser reads a ticket's picture and fills in the form, and the driver undoes that",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.signUp();
    await page.goto("/add-ticket");
    const picture = Buffer.from(await page.evaluate<string>(PRINTED), "base64");
    await page
      .getByLabel("Choose File")
      .setInputFiles({ name: "ticket.png", mimeType: "image/png", buffer: picture });
    await page.getByLabel("Amount").fill("40");
    await page.getByRole("button", { name: "Fill in from the photo" }).click();
    await expect(page.getByText(/^Filled in: /)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByLabel("Citation number")).toHaveValue("7066562654");
    await expect(page.getByLabel("Date of the violation")).toHaveValue("2026-10-11");
    await expect(page.getByLabel("Pay or respond by")).toHaveValue("2026-11-20");
    await expect(page.getByRole("radio", { name: "Parking ticket" })).toBeChecked();
    await expect(page.getByLabel("Amount"), "what was typed stays").toHaveValue("40");
    await shot("add-ticket-read");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Citation number")).toHaveValue("");
  },
);

test(
  "a new driver adds a paper ticket with its picture, and staff confirm it",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { id } = await api.signUp();
    await page.goto("/driving-profile");
    await expect(page.getByRole("heading", { name: "Your record is on its way" })).toBeVisible();
    await page.getByRole("link", { name: "Add a ticket" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Add a Ticket" })).toBeVisible();
    await shot("add-ticket");
    const picture = Buffer.from(await page.evaluate<string>(PICTURE), "base64");
    await page
      .getByLabel("Choose File")
      .setInputFiles({ name: "ticket.png", mimeType: "image/png", buffer: picture });
    await expect(page.getByRole("img", { name: "ticket.png" })).toBeVisible();
    await page.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Add ticket" }).click();
    await expect(page.getByText("Enter the violation.")).toBeVisible();
    await page.getByLabel("Issued by").fill("City of Springfield");
    await page.getByLabel("Citation number").fill(`AB-${id}`);
    await page.getByLabel("Violation", { exact: true }).fill("Speeding");
    await page.getByLabel("Location").fill("Main St, Springfield");
    await page.getByLabel("Date of the violation").fill("2026-03-01");
    await page.getByLabel("Pay or respond by").fill("2030-05-01");
    await shot("add-ticket-filled");
    await page.getByRole("button", { name: "Add ticket" }).click();
    await expect(toastOf(page)).toContainText("Ticket Added");
    const card = cardOf(page, "Speeding");
    await expect(card.getByText("Being checked")).toBeVisible();
    await expect(card.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
    await expect(cardOf(page, "Tickets you added")).toContainText("We’re checking it");
    await shot("profile-being-checked");
    await card.getByRole("link", { name: "See all options for Speeding" }).click();
    await expect(page.getByText("You can pay it here once we’ve confirmed it.")).toBeVisible();

    const { context, page: desk } = await logInStaffOnDesktop(browser, baseURL);
    await desk.goto("/admin/added-items");
    const row = desk.getByRole("row").filter({ hasText: `AB-${id}` });
    await row.getByRole("button", { name: "Check Speeding" }).click();
    const panel = cardOf(desk, "Speeding");
    await expect(panel.getByText("City of Springfield")).toBeVisible();
    await expect(
      panel.getByRole("link", { name: "Download original of ticket.png" }),
    ).toBeVisible();
    const deskShot = screenChecker(desk, info);
    await deskShot("desk-ticket-to-check");
    await panel.getByRole("button", { name: "Edit details" }).click();
    await desk.getByLabel("Amount *").fill("$120");
    await desk.getByRole("button", { name: "Save changes" }).click();
    await expect(panel.getByText("$120")).toBeVisible();
    await panel.getByRole("button", { name: "Confirm" }).click();
    await expect(toastOf(desk)).toContainText("Ticket Confirmed");
    await expect(row).toHaveCount(0);
    await context.close();

    await page.goto("/driving-profile");
    await expect(cardOf(page, "Tickets you added")).toContainText("Confirmed");
    await expect(cardOf(page, "Speeding").getByText("$120")).toBeVisible();
  },
);

test(
  "a driver opens a similar ticket instead of adding it twice, and sees why staff didn’t find it",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { id } = await api.signUp();
    const add = async (citationNumber: string) => {
      await page.goto("/add-ticket");
      const picture = Buffer.from(await page.evaluate<string>(PICTURE), "base64");
      await page
        .getByLabel("Choose File")
        .setInputFiles({ name: "meter.png", mimeType: "image/png", buffer: picture });
      await page.getByLabel("Parking ticket").check();
      await page.getByLabel("Issued by").fill("City of Springfield");
      await page.getByLabel("Citation number").fill(citationNumber);
      await page.getByLabel("Violation", { exact: true }).fill("Expired meter");
      await page.getByLabel("Location").fill("Main St");
      await page.getByLabel("Date of the violation").fill("2026-03-01");
      await page.getByLabel("Amount").fill("45");
      await page.getByRole("button", { name: "Add ticket" }).click();
    };
    await add(`P-${id}O`);
    await expect(cardOf(page, "Parking Tickets").getByText("Being checked")).toBeVisible();
    await add(`P${id}0`);
    await expect(page.getByText("Is this the same parking ticket?")).toBeVisible();
    await shot("add-ticket-similar");
    await page.getByRole("link", { name: "Yes, see the parking ticket" }).click();
    await expect(page.getByText("Expired meter").first()).toBeVisible();

    const { context, page: desk } = await logInStaffOnDesktop(browser, baseURL);
    await desk.goto("/admin/added-items");
    const row = desk.getByRole("row").filter({ hasText: `P-${id}O` });
    await row.getByRole("button", { name: "Check Expired meter" }).click();
    await desk.getByRole("button", { name: "Mark as not found", exact: true }).click();
    await desk.getByLabel("Reason").fill("Springfield has no such number.");
    await desk.getByRole("button", { name: "Remove from record" }).click();
    await expect(toastOf(desk)).toContainText("Marked as Not Found");
    await context.close();

    await page.goto("/driving-profile");
    await expect(cardOf(page, "Tickets you added")).toContainText(
      "Springfield has no such number.",
    );
    await expect(cardOf(page, "Parking Tickets")).toHaveCount(0);
    await page.getByRole("button", { name: "Photos and documents of Expired meter" }).click();
    await expect(page.getByRole("img", { name: "meter.png" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Files" })).toHaveCount(0);
    await shot("not-found-files");
  },
);
