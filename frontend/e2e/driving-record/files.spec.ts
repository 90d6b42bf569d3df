import type { Browser, Page } from "@playwright/test";
import { screenChecker } from "../support/screens";
import { ADMIN, Api, cardOf, expect, type Item, journeyOnPhone, test } from "../support/test";

test.describe.configure({ timeout: 120_000 });

/** A slow 4G connection: 750 kbit/s up, 1.6 Mbit/s down, 150 ms latency. Throughputs are in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  uploadThroughput: (750 * 1000) / 8,
  downloadThroughput: (1600 * 1000) / 8,
};
const FAST = { ...SLOW_4G, latency: 0, uploadThroughput: -1, downloadThroughput: -1 };
/** Maximum time until a photo is saved on a slow connection. */
const LONGEST_MS = 8_000;

const DOCUMENT = {
  name: "Letter from the court.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7 a letter %%EOF\n"),
};

/** Draws a photo of about 3 MB in the browser. */
async function drawPhoto(page: Page) {
  const data = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 3200, height: 2400 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    for (let y = 0; y < 2400; y += 4)
      for (let x = 0; x < 3200; x += 4) {
        const light = Math.random() * 50;
        context.fillStyle = `rgb(${(x / 3200) * 200 + light} ${(y / 2400) * 200 + light} 90)`;
        context.fillRect(x, y, 4, 4);
      }
    return canvas.toDataURL("image/jpeg", 0.97);
  });
  const buffer = Buffer.from(data.split(",")[1] ?? "", "base64");
  expect(buffer.length).toBeGreaterThan(2_500_000);
  return { name: "No parking sign.jpg", mimeType: "image/jpeg", buffer };
}

/** Opens the item as staff, in a separate browser context, at its driver's page. */
async function openAsStaff(browser: Browser, item: Item): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const staff = new Api(context);
  await staff.logIn(ADMIN);
  const page = await context.newPage();
  await page.goto(`/admin/users/${item.userId}`);
  await page.getByRole("button", { name: `Edit ticket ${item.id}` }).click();
  return page;
}

const panelOf = (page: Page) => page.getByRole("region", { name: "Photos and documents" });

test(
  "a driver saves a photo on a slow connection, and staff see it",
  journeyOnPhone,
  async ({ page, api, browser }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await page.goto("/driving-profile");
    const details = cardOf(page, "Traffic Tickets").getByRole("button", {
      name: /See all details/,
    });
    await details.click();
    const panel = panelOf(page);
    await expect(panel).toContainText("Keep everything for this ticket together");
    await panel.scrollIntoViewIfNeeded();
    await shot("files-empty");

    const photo = await drawPhoto(page);
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", SLOW_4G);
    const started = Date.now();
    await panel.getByLabel("Add Files", { exact: true }).last().setInputFiles(photo);
    await expect(
      panel.getByText("Photo saved. The original isn’t fully uploaded yet."),
    ).toBeVisible({
      timeout: 20_000,
    });
    const took = Date.now() - started;
    console.info(`a photo of ${photo.buffer.length} bytes was saved in ${took} ms on Slow 4G`);
    expect(took).toBeLessThan(LONGEST_MS);
    await network.send("Network.emulateNetworkConditions", FAST);
    await panel.scrollIntoViewIfNeeded();
    await shot("files-original-uploading");

    // The upload continues after a reload, once the item's panel is open again.
    await page.reload();
    await details.click();
    await expect(
      panel.getByText("Photo saved. The original isn’t fully uploaded yet."),
    ).toHaveCount(0, {
      timeout: 60_000,
    });
    await expect(panel.getByRole("img", { name: photo.name })).toBeVisible();
    const download = page.waitForEvent("download");
    await panel.getByRole("link", { name: /^Download original/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^lanewise-file-\d+\.jpg$/);

    await panel.getByLabel("Add Files", { exact: true }).last().setInputFiles(DOCUMENT);
    await expect(panel.getByText(DOCUMENT.name).first()).toBeVisible();
    await panel.scrollIntoViewIfNeeded();
    await shot("files");

    const myFile = page.waitForEvent("download");
    const asked = Date.now();
    await panel.getByRole("link", { name: "Download Summary (PDF)" }).click();
    expect((await myFile).suggestedFilename()).toBe(`lanewise-ticket-${item.id}.pdf`);
    console.info(`My file took ${Date.now() - asked} ms`);

    const staff = await openAsStaff(browser, item);
    await expect(panelOf(staff).getByRole("img", { name: photo.name })).toBeVisible();
    await panelOf(staff).scrollIntoViewIfNeeded();
    await screenChecker(staff, info)("desk-files");
    await staff.context().close();

    await panel.getByRole("button", { name: `Delete ${DOCUMENT.name}` }).click();
    await shot("files-delete");
    await panel.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(panel.getByText(DOCUMENT.name)).toHaveCount(0);
  },
);

test(
  "a driver sees why a file couldn't be saved, and retries once the connection is back",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const { item } = await api.logInToPay("toll");
    await page.goto(`/payment?toll=${item.id}&user=${item.userId}`);
    const panel = panelOf(page);
    const choose = panel.getByLabel("Add Files", { exact: true }).last();
    await choose.setInputFiles({ ...DOCUMENT, buffer: Buffer.from("<html></html>") });
    await expect(panel.getByRole("alert")).toContainText("Choose a PDF, JPEG or PNG file.");
    await panel.getByRole("button", { name: "Remove" }).click();
    await page.context().setOffline(true);
    await choose.setInputFiles(DOCUMENT);
    await expect(panel.getByRole("alert")).toBeVisible();
    await screenChecker(page, info)("files-failed");
    await page.context().setOffline(false);
    await panel.getByRole("button", { name: "Try again" }).click();
    await expect(panel.getByRole("link", { name: `Download ${DOCUMENT.name}` })).toBeVisible();
  },
);
