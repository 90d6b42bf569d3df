import { readFile } from "node:fs/promises";
import { test } from "../support/desk";
import { expect, onDesktop } from "../support/test";

test.describe.configure({ timeout: 120_000 });

const HEADER =
  "Plate,State,License Type,Summons Number,Issue Date,Violation Time,Violation,Fine Amount,Penalty Amount,Interest Amount,Reduction Amount,Payment Amount,Amount Due,Precinct,County,Issuing Agency,Violation Status";
const LINES = 5_000;
const BAD = 40;

/** Returns a file in New York City's format. Every 125th row has an invalid date. */
function sampleFile(plate: string, first: number): string {
  const lines = Array.from({ length: LINES }, (_, at) => {
    const date = at % (LINES / BAD) === 0 ? "13/45/2025" : "03/14/2025";
    const number = first + at;
    return `${plate},NY,PAS,${number},${date},0${(at % 9) + 1}:10A,NO PARKING-STREET CLEANING,65,10,0.25,0,0,75.25,0${40 + (at % 9)},BX,TRAFFIC,`;
  });
  return `${HEADER}\n${lines.join("\n")}\n`;
}

test(
  "a city's file of 5,000 lines with 40 invalid ones is imported in five steps",
  onDesktop,
  async ({ page, api, driver }) => {
    const plate = `T${driver.id}C`;
    await api.patch(`/api/users/${driver.id}`, {
      vehicleLicensePlate: plate,
      vehicleState: "New York",
    });
    await api.post(`/api/admin/users/${driver.id}/verify`, {
      claim: "plate",
      number: plate,
      state: "New York",
      basis: "Registration document",
      // The plate's first day must be set, because the default is one year before the verification and the city's
      // tickets are older.
      plateFrom: "2015-01-01",
    });
    await page.goto("/admin/import");
    let steps = 0;
    const step = async (done: Promise<unknown>) => {
      steps += 1;
      await done;
    };
    const file = { name: "open-parking.csv", mimeType: "text/csv" };
    const buffer = Buffer.from(sampleFile(plate, driver.id * LINES));
    await step(page.getByLabel("CSV file").setInputFiles({ ...file, buffer }));
    await expect(page.getByLabel("What’s in the file")).toHaveValue("parking");
    await step(page.getByRole("button", { name: "Upload" }).click());
    await expect(page.getByText(/^New York City/)).toBeVisible();
    await step(page.getByRole("button", { name: "Check file" }).click());
    await step(
      page
        .getByRole("button", { name: "Import 4,960 rows without errors" })
        .click({ timeout: 60_000 }),
    );
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText("We’ll add 4,960 items to the matching drivers’ records."),
    ).toBeVisible();
    await expect(dialog.getByText("We’ll skip 40 rows with errors.")).toBeVisible();
    await step(dialog.getByRole("button", { name: "Import", exact: true }).click());
    await expect(page.getByText("4,960 items imported.")).toBeVisible({ timeout: 60_000 });
    expect(steps).toBeLessThanOrEqual(5);

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download rows with errors" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text.trimEnd().split("\r\n")).toHaveLength(BAD + 1);
    expect(text).toContain("Enter a date as MM/DD/YYYY or YYYY-MM-DD.");

    await page.getByRole("button", { name: "Undo this import" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
    // The toast shows only the first sentence, so the full text matches only the page.
    const undone = "We removed everything this file added. You can upload it again.";
    await expect(page.getByText(undone)).toBeVisible();
    expect(await driver.api.get<unknown[]>(`/api/parking/${driver.id}`)).toHaveLength(0);
  },
);
