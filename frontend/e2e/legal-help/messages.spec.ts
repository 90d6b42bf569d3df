import {
  casePanel,
  hireLawyer,
  hireCard,
  type People,
  openBrowsers,
  moveToAppearanceFiled,
} from "../support/cases";
import { screenChecker } from "../support/screens";
import { test as base, expect } from "../support/test";

/** Driver, staff and both lawyers side by side, each in their own browser. */
const test = base.extend<{ people: People }>({
  people: async ({ browser, baseURL }, use, info) => {
    const people = await openBrowsers(browser, baseURL ?? "", info);
    await use(people);
    await people.close();
  },
});

test.describe.configure({ timeout: 180_000 });

const DOCUMENT = {
  name: "Letter from the court.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7 a letter %%EOF\n"),
};
const QUESTION = "Do you have a photo of the light?";
const ANSWER = "I only have this letter.";

test("driver and lawyer exchange messages and files that staff read only when allowed", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);

  // The lawyer writes.
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await lawyer.page.getByRole("button", { name: "Messages and files" }).click();
  await expect(lawyer.page.getByText("No messages yet.")).toBeVisible();
  await lawyer.page.getByLabel("New message").fill(QUESTION);
  await lawyer.page.getByRole("button", { name: "Send message" }).click();
  await expect(lawyer.page.getByRole("list", { name: "Messages" })).toContainText(QUESTION);

  // The driver sees that there is a message, reads it, answers and adds a file.
  const nav = driver.page.getByRole("navigation", { name: "Main" });
  await driver.page.goto("/account");
  await expect(nav.getByRole("link", { name: /^Legal help\s*1 unread message$/ })).toBeVisible();
  await screenChecker(driver.page, info)("driver-unread");
  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await card.getByRole("button", { name: "Messages and files 1 new" }).click();
  const messages = card.getByRole("list", { name: "Messages" });
  await expect(messages).toContainText(QUESTION);
  await expect(card.getByText("1 new")).toHaveCount(0);
  await expect(nav.getByText("unread message")).toHaveCount(0);
  await card.getByLabel("New message").fill(ANSWER);
  await card.getByRole("button", { name: "Send message" }).click();
  await expect(messages).toContainText(ANSWER);
  await card.getByLabel("Add Files").setInputFiles(DOCUMENT);
  await expect(card.getByRole("list", { name: "Files" })).toContainText(DOCUMENT.name);
  await expect(card.getByRole("list", { name: "Files being added" })).toHaveCount(0);
  await screenChecker(driver.page, info)("driver-messages");

  // The lawyer's list counts the unread message. The lawyer reads it and the file.
  await lawyer.page.goto("/lawyer");
  await expect(lawyer.page.getByText("1 new message").first()).toBeVisible();
  const cases = lawyer.page.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: /^Cases\s*\d+ unread messages?$/,
  });
  await expect(cases).toBeVisible();
  await screenChecker(lawyer.page, info)("lawyer-unread");
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await lawyer.page.getByRole("button", { name: "Messages and files 1 new" }).click();
  await expect(lawyer.page.getByRole("list", { name: "Messages" })).toContainText(ANSWER);
  const download = lawyer.page.waitForEvent("download");
  await lawyer.page.getByRole("link", { name: DOCUMENT.name }).click();
  expect((await download).suggestedFilename()).toMatch(/^lanewise-case-\d+-file-\d+\.pdf$/);
  await screenChecker(lawyer.page, info)("lawyer-messages");

  // Staff see only that there are messages, and ask the driver for permission to read them.
  const panel = await casePanel(staff, id);
  const secrets = panel.getByRole("region", { name: "Messages and files" });
  await expect(secrets).toContainText("2 messages, 1 file");
  await expect(secrets).not.toContainText(QUESTION);
  await secrets.getByRole("button", { name: "Ask to read" }).click();
  await expect(secrets).toContainText("They haven’t answered.");

  // The driver allows staff to read, and can withdraw the permission.
  await driver.page.reload();
  await expect(card).toContainText(
    "Our staff ask to read the messages, notes and files of this case.",
  );
  await card.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(card.getByRole("button", { name: "Stop allowing" })).toBeVisible();
  await staff.page.reload();
  const again = await casePanel(staff, id);
  const allowed = again.getByRole("region", { name: "Messages and files" });
  await allowed.getByRole("button", { name: "Read messages and files" }).click();
  await expect(allowed.getByRole("list", { name: "Messages" })).toContainText(ANSWER);
  await screenChecker(staff.page, info)("staff-messages");
  await card.getByRole("button", { name: "Stop allowing" }).click();
  await expect(card.getByRole("button", { name: "Stop allowing" })).toHaveCount(0);
  const refused = await staff.api.get<{ code?: string }>(`/api/admin/cases/${id}`);
  expect(JSON.stringify(refused)).not.toContain("read_messages");
});

test("a lawyer sees the driver's record only if the driver allows it", async ({ people }) => {
  const { driver } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await lawyer.page.getByRole("button", { name: "Ask to see the record" }).click();
  await expect(lawyer.page.getByText("The driver hasn’t answered yet.")).toBeVisible();
  await expect(lawyer.page.getByText("Date of birth", { exact: true })).toHaveCount(0);

  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await expect(card).toContainText("Your lawyer asks to see your date of birth");
  await card.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(card.getByRole("button", { name: "Stop allowing" })).toBeVisible();
  await lawyer.page.reload();
  await expect(lawyer.page.getByText("Date of birth", { exact: true })).toBeVisible();
});
