import type { Browser } from "@playwright/test";
import { camera } from "../support/screens";
import {
  ADMIN,
  Api,
  cardOf,
  expect,
  type Item,
  journeyOnPhone,
  SIZES,
  test,
  toastOf,
} from "../support/test";

test.describe.configure({ timeout: 120_000 });

/** Opens the item as staff, in a separate browser context, at its driver's page. */
async function openAsStaff(browser: Browser, baseURL: string | undefined, item: Item) {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: "block",
    viewport: SIZES.desktop,
  });
  const staff = new Api(context);
  await staff.logIn(ADMIN);
  const page = await context.newPage();
  await page.goto(`/admin/users/${item.userId}`);
  await page.getByRole("button", { name: new RegExp(`^Edit parking.* ${item.id}$`) }).click();
  return page;
}

test(
  "a driver contests a parking ticket with a letter, and staff see that it was sent",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = camera(page, info);
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
      .fill("The meter took my card twice.\n\nلم يعمل العداد 😀");
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
    await expect(page.getByText("The PDF can’t print 😀 and shows □ instead.")).toBeVisible();
    await shot("letter-saved");

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download letter" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`lanewise-letter-parking-${item.id}.pdf`);
    if (process.env.E2E_PICTURES) await file.saveAs("screenshots/letter.pdf");
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await expect(toastOf(page)).toContainText("Marked as Sent");
    await expect(page.getByText(/^Letter sent on/)).toBeVisible();
    await shot("letter-sent");
    await page.goto("/driving-profile");
    await expect(card.getByText(/^Disputed · Letter sent on/)).toBeVisible();
    await shot("profile-letter-sent");

    const desk = await openAsStaff(browser, baseURL, item);
    const letter = desk.getByRole("region", { name: "The driver’s letter" });
    await expect(letter).toContainText("Letter sent on");
    await expect(desk.getByLabel("Disputed by the driver")).toBeChecked();
    const deskShot = camera(desk, info);
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
