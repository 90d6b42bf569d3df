import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expectToast, failCalls, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, journeyOnDesktop, onDesktop, type Page } from "../support/test";

test.describe.configure({ timeout: 90_000 });

const IMPORTS = /\/api\/admin\/imports(\?|$)/;
const HEADER = "User ID,Violation,Date,Location,Amount,Remark\n";

type FileToUpload = { name?: string; text: string | Buffer; kind?: string };

/** Selects a file and its kind, and uploads it. */
async function uploadFile(
  page: Page,
  { name = "march.csv", text, kind = "Traffic tickets" }: FileToUpload,
) {
  await page.goto("/admin/import");
  await page.getByLabel("What’s in the file").selectOption(kind);
  await selectFile(page, name, text);
  await page.getByRole("button", { name: "Upload" }).click();
}

async function selectFile(page: Page, name: string, text: string | Buffer) {
  // Select the file by path, because Playwright would send a large buffer to the browser in pieces. Use a new folder,
  // because a browser treats the same path as the same file.
  const folder = test.info().outputPath(crypto.randomUUID());
  await mkdir(folder);
  const path = join(folder, name);
  await writeFile(path, text);
  await page.getByLabel("CSV file").setInputFiles(path);
  await expect(selectedFileName(page, name)).toBeVisible();
}

/** The file's name in the form. The list below the form shows files of this name too. */
const selectedFileName = (page: Page, name: string) =>
  page.locator("form").getByText(name, { exact: true });

const columnsHeading = (page: Page) => page.getByRole("heading", { name: "Match columns" });
const checkButton = (page: Page) => page.getByRole("button", { name: "Check file" });
const cancelButton = (page: Page) => page.getByRole("button", { name: "Cancel import" });
const progressBar = (page: Page) => page.getByRole("progressbar", { name: "Checking the file" });

/** Uploads a file, accepts the guessed columns and waits for the result. */
async function uploadAndCheck(page: Page, chosen: FileToUpload) {
  await uploadFile(page, chosen);
  await expect(columnsHeading(page)).toBeVisible();
  await checkButton(page).click();
  await expect(page.getByRole("region", { name: "Rows", exact: true })).toBeVisible();
}

/** Expects the import's counts, in this order: new, to decide, without a driver, already on record, invalid. */
async function expectCounts(page: Page, counts: string[]) {
  const figures = page.getByRole("region", { name: "Rows", exact: true });
  await expect(figures.getByRole("definition")).toHaveText(counts);
}

/** Clicks the button with this label to store the import, and confirms the dialog. */
async function storeImport(page: Page, label: string) {
  await page.getByRole("button", { name: label }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
}

/** Cancels the import. Only a few imports may wait to be stored, so every test must store or cancel its own. */
async function cancelImport(page: Page) {
  await cancelButton(page).click();
  await expectToast(page, "Import Canceled", "We deleted the file and imported nothing.");
  await expect(page.getByRole("link", { name: "Import another file" })).toBeVisible();
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
}

test(
  "a file is previewed, corrected and stored, and importing it again adds nothing",
  onDesktop,
  async ({ page, api, driver }, info) => {
    const shot = screenChecker(page, info);
    // Marks the driver's record as ready, so that the driver sees the imported items.
    await api.post(`/api/admin/bulk-update/${driver.id}`, {});
    const good = `${driver.id},Speeding,2025-03-01,Main St,$150,none\n`;
    const bad = `2000000000,Speeding,2025-03-01,Main St,$150,\n${driver.id},Parking on the moon,soon,,150 EUR,\n`;
    await uploadFile(page, { text: HEADER + good + bad });
    await expect(columnsHeading(page)).toBeVisible();
    await expect(page).toHaveURL(/import=\d+/);
    await expect(page.getByLabel("User ID", { exact: true })).toHaveValue("userId");
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("amount");
    await expect(page.getByLabel("Remark")).toHaveValue("");
    await expect(page.getByText(`${driver.id} · 2000000000`)).toBeVisible();
    await shot("import-columns");

    // The form asks for a required column and keeps the other choices.
    await page.getByLabel("Amount", { exact: true }).selectOption("");
    await checkButton(page).click();
    await expect(page.getByRole("alert")).toContainText("Choose the columns for: Amount.");
    await expect(page.getByLabel("Location", { exact: true })).toHaveValue("location");
    await page.getByLabel("Amount", { exact: true }).selectOption("amount");
    await checkButton(page).click();

    await expect(page.getByRole("heading", { name: "march.csv" })).toBeVisible();
    await expectCounts(page, ["1", "0", "0", "0", "2"]);
    await expect(page.getByText("2 rows with errors")).toBeVisible();
    const wrong = page.getByLabel("Rows: Errors", { exact: true });
    for (const text of ["No driver has this user ID.", "Date:", "Location:", "Amount:"])
      await expect(wrong.getByText(text).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Import 1 row without errors" })).toBeVisible();
    await shot("import-preview");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download errors" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^import-\d+-problems\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFRow,Column,Problem,Cell");
    expect(lines[1]).toBe('"3","userId","No driver has this user ID.","2000000000"');
    expect(lines).toHaveLength(5);
    const tickets = () => driver.api.get<unknown[]>(`/api/tickets/${driver.id}`);
    expect(await tickets(), "nothing is stored before the confirmation").toHaveLength(0);
    await cancelImport(page);
    await shot("import-cancelled");

    const corrected = `${HEADER}${good}${driver.id},Stop sign,3/2/2025,Elm St,75.50,\n`;
    await page.getByRole("link", { name: "Import another file" }).click();
    await uploadAndCheck(page, { name: "corrected.csv", text: corrected });
    await expectCounts(page, ["2", "0", "0", "0", "0"]);
    expect(await tickets()).toHaveLength(0);
    await shot("import-good");
    await storeImport(page, "Import 2 rows");
    await expect(page.getByText("2 items imported.")).toBeVisible();
    await shot("import-stored");
    await driver.page.goto("/driving-profile");
    await expect(driver.page.getByText("Stop sign").first()).toBeVisible();
    await expect(driver.page.getByText("Speeding").first()).toBeVisible();
    expect(await tickets()).toHaveLength(2);

    await uploadAndCheck(page, { name: "corrected.csv", text: corrected });
    await expectCounts(page, ["0", "0", "0", "2", "0"]);
    await expect(page.getByText("Lanewise already has every row of this file.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Import \d/ })).toHaveCount(0);
    await cancelImport(page);
    expect(await tickets()).toHaveLength(2);

    await page.getByRole("link", { name: "Import another file" }).click();
    const history = page.locator("section").filter({ hasText: "Past imports" }).last();
    await expect(history.getByRole("link", { name: "corrected.csv" }).first()).toBeVisible();
    await expect(history.getByText("Imported").first()).toBeVisible();
    await expect(history.getByText("Canceled").first()).toBeVisible();
    await shot("import");
  },
);

test(
  "the import remembers the columns that staff chose, and skips rows that are already on file",
  journeyOnDesktop,
  async ({ page, api, driver }) => {
    await api.post(`/api/admin/bulk-update/${driver.id}`, {});
    const line = (day: number) => `${driver.id},SH 130,2025-03-0${day},$3.50\n`;
    const header = "User ID,Where driven,Date,Amount\n";
    await uploadFile(page, { kind: "Tolls", text: header + line(1) });
    await expect(page.getByLabel("Where driven")).toHaveValue("");
    await page.getByLabel("Where driven").selectOption("tollRoad");
    await checkButton(page).click();
    await storeImport(page, "Import 1 row");
    await expect(page.getByText("1 item imported.")).toBeVisible();

    await uploadFile(page, { kind: "Tolls", text: header + line(1) + line(2) });
    await expect(page.getByLabel("Where driven")).toHaveValue("tollRoad");
    await checkButton(page).click();
    await expectCounts(page, ["1", "0", "0", "1", "0"]);
    await page.getByRole("button", { name: "Change columns" }).click();
    await page.getByLabel("Where driven").selectOption("");
    await checkButton(page).click();
    await expect(page.getByRole("alert")).toContainText("Choose the columns for: Toll road.");
    await page.getByLabel("Where driven").selectOption("tollRoad");
    await checkButton(page).click();
    await expectCounts(page, ["1", "0", "0", "1", "0"]);
    await storeImport(page, "Import 1 row");
    await expect(page.getByText("1 item imported. 1 row was already on file.")).toBeVisible();
    expect(await driver.api.get<unknown[]>(`/api/tolls/${driver.id}`)).toHaveLength(2);
  },
);

test(
  "an invalid file is rejected with a reason next to the field",
  onDesktop,
  async ({ page }, info) => {
    const shot = screenChecker(page, info);
    await page.goto("/admin/import");
    const upload = page.getByRole("button", { name: "Upload" });
    const field = page.getByLabel("CSV file");
    await upload.click();
    await expect(page.getByText("Choose what’s in the file.")).toBeVisible();
    await expect(page.getByText("Choose a CSV file.")).toBeVisible();
    await expect(page.getByLabel("What’s in the file")).toBeFocused();
    await shot("import-missing");
    await page.getByLabel("What’s in the file").selectOption("Tolls");

    const refused: [string | Buffer, string | RegExp][] = [
      ["", "This file is empty."],
      [Buffer.alloc(48 * 1024 * 1024 + 1, "a"), /^This file is larger than 48 MB\./],
      [Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), /^This is not a CSV file\./],
      [Buffer.from("email,\x81t\n1,2\n", "latin1"), /^Row 1 has characters that we can’t read\./],
      ["email,date\n", "This file has no rows below its header."],
    ];
    for (const [text, reason] of refused) {
      await selectFile(page, "wrong.csv", text);
      await upload.click();
      await expect(page.getByText(reason)).toBeVisible();
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(/wrong\.csv/);
    }
    await shot("import-refused");
    await page.getByRole("button", { name: "Remove wrong.csv" }).click();
    await expect(field).toBeFocused();
    await expect(page.getByText("or drop it here")).toBeVisible();
    await expect(page.getByText("This file has no rows below its header.")).toHaveCount(0);
  },
);

test(
  "a file is chosen with the keyboard or dropped with the mouse",
  onDesktop,
  async ({ page }) => {
    await page.goto("/admin/import");
    const field = page.getByLabel("CSV file");
    const chooser = page.waitForEvent("filechooser");
    await page.getByLabel("What’s in the file").focus();
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles({
      name: "by-key.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("a,b\n1,2\n"),
    });
    await expect(selectedFileName(page, "by-key.csv")).toBeVisible();
    await expect(page.getByText("8 bytes")).toBeVisible();

    const drop = async (...names: string[]) => {
      const dataTransfer = await page.evaluateHandle((all) => {
        const transfer = new DataTransfer();
        for (const name of all) transfer.items.add(new File(["a,b\n1,2\n"], name));
        return transfer;
      }, names);
      for (const type of ["dragenter", "dragover", "drop"])
        await field.dispatchEvent(type, { dataTransfer });
    };
    await drop("dropped.csv");
    await expect(selectedFileName(page, "dropped.csv")).toBeVisible();
    await expect(selectedFileName(page, "by-key.csv")).toHaveCount(0);
    await drop("one.csv", "two.csv");
    await expect(page.getByText("Add one file at a time.")).toBeVisible();
    await expect(selectedFileName(page, "dropped.csv")).toHaveCount(0);
  },
);

test(
  "when a request fails, the import page keeps the input, and staff can retry",
  onDesktop,
  async ({ page, driver }, info) => {
    const shot = screenChecker(page, info);
    const text = `${HEADER}${driver.id},Speeding,2025-04-01,Main St,$150,\n`;
    await page.route(IMPORTS, (route) => route.abort());
    await page.goto("/admin/import");
    await expect(page.getByText("We couldn’t load the imports")).toBeVisible();
    await page.getByLabel("What’s in the file").selectOption("Traffic tickets");
    await selectFile(page, "kept.csv", text);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("Unable to connect to server. Please try again.")).toBeVisible();
    await expect(selectedFileName(page, "kept.csv")).toBeVisible();
    await expect(page.getByLabel("What’s in the file")).toHaveValue("ticket");
    await shot("import-unreachable");
    await page.unroute(IMPORTS);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("We couldn’t load the imports")).toHaveCount(0);
    const many = "Twenty files are already waiting. Import or cancel some of them first.";
    await page.route(IMPORTS, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 409, json: { code: "too_many_imports", message: many } })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText(many)).toBeVisible();
    await page.unroute(IMPORTS);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(columnsHeading(page)).toBeVisible();

    let restore = await failCalls(page, /\/check$/, "POST");
    await page.getByLabel("Remark").selectOption("citation");
    await checkButton(page).click();
    await expect(page.getByRole("alert")).toContainText("Busy.");
    await expect(page.getByLabel("Remark")).toHaveValue("citation");
    await restore();
    await page.getByLabel("Remark").selectOption("");
    await checkButton(page).click();
    await expectCounts(page, ["1", "0", "0", "0", "0"]);

    restore = await failCalls(page, /\/confirm$/, "POST");
    await storeImport(page, "Import 1 row");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("We couldn’t confirm the import")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeEnabled();
    await restore();
    await dialog.getByRole("button", { name: "Keep reviewing" }).click();
    restore = await failCalls(page, /\/imports\/\d+$/, "DELETE");
    await cancelButton(page).click();
    await expectToast(page, "Error", "Busy.");
    await restore();
    await cancelImport(page);

    await page.goto("/admin/import?import=2000000000");
    await expect(page.getByText("We couldn’t find that import")).toBeVisible();
    const one = /\/imports\/2000000000$/;
    restore = await failCalls(page, one, "GET");
    await page.reload();
    await expect(page.getByText("We couldn’t load the import", { exact: true })).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("We couldn’t find that import")).toBeVisible();
  },
);

test("staff see an upload's progress and can stop it", onDesktop, async ({ page }, info) => {
  const shot = screenChecker(page, info);
  const network = await page.context().newCDPSession(page);
  await page.goto("/admin/import");
  await page.getByLabel("What’s in the file").selectOption("Tolls");
  await selectFile(page, "slow.csv", `${HEADER}${"a,b,c,d,e,f\n".repeat(200_000)}`);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
  await page.getByRole("button", { name: "Upload" }).click();
  const progress = page.getByRole("progressbar", { name: "Uploading slow.csv" });
  await expect(progress).toBeVisible();
  await expect
    .poll(async () => Number(await progress.getAttribute("aria-valuenow")))
    .toBeGreaterThan(0);
  await expect(page.getByText(/of 2\.4 MB\. Please stay on this page\./)).toBeVisible();
  await shot("import-uploading");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Upload" })).toBeEnabled();
  await expect(selectedFileName(page, "slow.csv")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test(
  "a large file's progress bar survives a server outage, and the import can be canceled",
  onDesktop,
  async ({ page, api, driver }, info) => {
    await api.post(`/api/admin/bulk-update/${driver.id}`, {});
    const shot = screenChecker(page, info);
    const day = (line: number) => `2025-02-${String((line % 28) + 1).padStart(2, "0")}`;
    const lines = Array.from(
      { length: 40_000 },
      (_, line) => `${driver.id},Speeding,${day(line)},Main St ${line},$150,\n`,
    );
    await uploadFile(page, { text: HEADER + lines.join(""), name: "large.csv" });
    await expect(page.getByText("40,000 rows")).toBeVisible();
    const restore = await failCalls(page, /\/imports\/\d+$/, "GET");
    await checkButton(page).click();
    await expect(progressBar(page)).toBeVisible();
    await expect(page.getByText("We can’t reach the server right now.")).toBeVisible();
    await restore();
    await expect(page.getByText("We can’t reach the server right now.")).toHaveCount(0);
    await expect
      .poll(async () => Number(await progressBar(page).getAttribute("aria-valuenow")))
      .toBeGreaterThan(999);
    await expect(page.getByText(/^[\d,]+ of 40,000 rows\./)).toBeVisible();
    await shot("import-checking");
    await cancelImport(page);
    expect(await driver.api.get<unknown[]>(`/api/tickets/${driver.id}`)).toHaveLength(0);
  },
);

test(
  "invalid lines are paged, and an empty history shows a message",
  onDesktop,
  async ({ page, driver }, info) => {
    const text = `${driver.id},Speeding,2025-02-01,,$150,\n`.repeat(45);
    await uploadAndCheck(page, { text: HEADER + text });
    const wrong = page.getByLabel("Rows: Errors", { exact: true });
    await expect(wrong.getByText("Row 2", { exact: true })).toBeVisible();
    await expect(page.getByText("1–20 of 45")).toBeVisible();
    await expect(page.getByRole("button", { name: "Previous rows: Errors" })).toBeDisabled();
    const slices = /\/lines\?/;
    const restore = await failCalls(page, slices, "GET");
    const next = page.getByRole("button", { name: "Next rows: Errors" });
    await next.click();
    await expect(page.getByText("We couldn’t load the rows")).toBeVisible();
    await expect(wrong.getByText("Row 2", { exact: true })).toHaveCount(0);
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(wrong.getByText("Row 22", { exact: true })).toBeVisible();
    await next.click();
    await expect(page.getByText("41–45 of 45")).toBeVisible();
    await expect(wrong.getByText("Row 46", { exact: true })).toBeVisible();
    await expect(next).toBeDisabled();
    await cancelImport(page);
    await page.route(IMPORTS, (route) => route.fulfill({ json: [] }));
    await page.goto("/admin/import");
    await expect(page.getByText(/^No imports yet\./)).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await screenChecker(page, info)("import-empty");
  },
);
