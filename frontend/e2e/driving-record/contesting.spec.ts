import type { Browser, TestInfo } from "@playwright/test";
import { logInStaffOnDesktop } from "../support/desk";
import { screenChecker } from "../support/screens";
import { cardOf, expect, type Item, journeyOnPhone, test, toastOf } from "../support/test";

test.describe.configure({ timeout: 120_000 });

/**
 * Opens the item as staff, in a separate browser context, at its driver's page. With `info`, first takes a screenshot
 * of the page.
 */
async function openAsStaff(
  browser: Browser,
  baseURL: string | undefined,
  item: Item,
  kind = "parking",
  info?: TestInfo,
) {
  const { page } = await logInStaffOnDesktop(browser, baseURL);
  await page.goto(`/admin/users/${item.userId}`);
  await expect(page.getByText(/^Disputed · (Letter|Form) sent on/).first()).toBeVisible();
  if (info) await screenChecker(page, info)(`desk-list-${kind}-contested`);
  await page.getByRole("button", { name: new RegExp(`^Edit ${kind}.* ${item.id}$`) }).click();
  return page;
}

test(
  "a driver contests a parking ticket with a letter, and staff see that it was sent",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("parking");
    await page.goto("/driving-profile");
    const card = cardOf(page, "Parking Tickets");
    await card
      .getByRole("link", { name: /^See all details/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Contest it yourself" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Contest It Yourself" }),
    ).toBeVisible();
    await expect(page.getByText(/^Still missing:/)).toBeVisible();
    await shot("letter-empty");

    await page.getByLabel("The meter or the payment machine did not work.").check();
    await page
      .getByLabel("What happened")
      .fill("The meter took my card twice.\n\nلم يعمل العداد 🚗");
    await page.getByText("Add or delete photos and documents").click();
    const picture = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 400 });
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = "teal";
      context.fillRect(0, 0, 600, 400);
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    });
    await page
      .getByLabel("Add Files", { exact: true })
      .last()
      .setInputFiles({
        name: "Meter.png",
        mimeType: "image/png",
        buffer: Buffer.from(picture, "base64"),
      });
    await page.getByRole("checkbox", { name: "Meter.png" }).check();
    await page.getByText("Add or delete photos and documents").click();
    await page.getByLabel("Your mailing address").fill("1 Main St\nAustin, TX 78701");
    await page.getByLabel("Court or agency", { exact: true }).fill("City of Springfield");
    await page
      .getByLabel("Mailing address of the court or agency")
      .fill("PO Box 5\nSpringfield, IL 62701");
    await page.getByRole("button", { name: "Save letter" }).click();
    await expect(page.getByRole("button", { name: "Saved" })).toBeDisabled();
    await expect(page.getByText("The PDF can’t print 🚗 and shows □ instead.")).toBeVisible();
    await shot("letter-saved");

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download letter" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`lanewise-letter-parking-${item.id}.pdf`);
    if (process.env.E2E_PICTURES) await file.saveAs("screenshots/letter.pdf");
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await expect(toastOf(page)).toContainText("Letter Marked as Sent");
    await expect(page.getByText(/^Letter sent on/)).toBeVisible();
    await shot("letter-sent");
    await page.goto("/driving-profile");
    await expect(card.getByText(/^Disputed · Letter sent on/)).toBeVisible();
    await shot("profile-letter-sent");

    const desk = await openAsStaff(browser, baseURL, item, "parking", info);
    const letter = desk.getByRole("region", { name: "The driver’s letter" });
    await expect(letter).toContainText("Letter sent on");
    await expect(desk.getByLabel("Disputed by the driver")).toBeChecked();
    const deskShot = screenChecker(desk, info);
    await letter.scrollIntoViewIfNeeded();
    await deskShot("desk-letter-sent");
    const staffDownload = desk.waitForEvent("download");
    await letter.getByRole("link", { name: "Download letter" }).click();
    expect((await staffDownload).suggestedFilename()).toBe(file.suggestedFilename());
    await desk.context().close();

    await page.goto(`/driving-profile/options?type=parking&id=${item.id}&view=letter`);
    await page.getByRole("button", { name: "Mark as not sent" }).click();
    await expect(page.getByRole("button", { name: "Mark as sent" })).toBeVisible();
    await page.goto("/driving-profile");
    await expect(card.getByRole("link", { name: /^Pay/ }).first()).toBeVisible();
    await expect(card.getByText(/Disputed/)).toHaveCount(0);
  },
);

test(
  "if the court accepts only its own form, the driver marks the form as sent, and staff see that",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await api.patch(`/api/tickets/${item.id}/court`, { courtState: "California" });
    await page.goto(`/driving-profile/options?type=ticket&id=${item.id}`);
    await page.getByRole("link", { name: "Tell us that you sent the form" }).click();
    await expect(
      page.getByText(
        "If you contest this on paper, the court accepts only form TR-205, not a letter.",
      ),
    ).toBeVisible();
    await shot("form-not-sent");
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await expect(toastOf(page)).toContainText("Form Marked as Sent");
    await expect(page.getByText(/^Form sent on/)).toBeVisible();
    await shot("form-sent");
    await page.goto("/driving-profile");
    await expect(
      cardOf(page, "Traffic Tickets").getByText(/^Disputed · Form sent on/),
    ).toBeVisible();

    const desk = await openAsStaff(browser, baseURL, item, "ticket", info);
    await expect(desk.getByRole("region", { name: "The driver’s form" })).toContainText(
      "Form sent on",
    );
    await desk.context().close();

    await page.goto(`/driving-profile/options?type=ticket&id=${item.id}&view=letter`);
    await page.getByRole("button", { name: "Mark as not sent" }).click();
    await expect(page.getByRole("button", { name: "Mark as sent" })).toBeVisible();
  },
);

test(
  "a new letter starts with the address that staff entered for the agency",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const { item } = await api.logInToPay("parking");
    const { api: staff, context } = await logInStaffOnDesktop(browser, baseURL);
    const issuer = `Parking Desk ${item.id}`;
    const details = { violationType: "Expired meter", location: "Main St", issuer };
    const filed = await staff.post("/api/parking", {
      ...{ userId: item.userId, date: "2026-03-01", amount: "$45" },
      ...details,
    });
    expect(filed.status()).toBe(201);
    const { id } = (await filed.json()) as { id: number };
    const desk = await context.newPage();
    await desk.goto("/admin/remittances");
    await desk.getByRole("button", { name: "Add authority" }).click();
    const dialog = desk.getByRole("dialog", { name: "Add an authority" });
    await dialog.getByLabel("Name", { exact: true }).fill(issuer);
    await dialog.getByLabel("Kind").selectOption("City or county");
    await dialog.getByLabel("Mailing address").fill("PO Box 5\nSpringfield, IL 62701");
    await screenChecker(desk, info)("desk-authority-address");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await context.close();

    await page.goto(`/driving-profile/options?type=parking&id=${id}&view=letter`);
    await expect(page.getByLabel("Mailing address of the court or agency")).toHaveValue(
      "PO Box 5\nSpringfield, IL 62701",
    );
  },
);
