import {
  caseOf,
  casePanel,
  hireLawyer,
  hireCard,
  inDays,
  openDialog,
  recordStep,
  moveToAppearanceFiled,
  formatShownDate,
  test,
} from "../support/cases";
import { screenChecker } from "../support/screens";
import { expect, toastOf } from "../support/test";

test.describe.configure({ timeout: 180_000 });

test("staff refund the price of a lost case without changing the court's decision", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await recordStep(lawyer.page, "decided", { Decision: "traffic_school" });
  const panel = await casePanel(staff, id);
  await expect(panel.getByText("Lost", { exact: true })).toBeVisible();
  const dialog = await openDialog(staff.page, "Refund $75");
  await expect(dialog).toContainText("we refund $75 to the driver’s card");
  await screenChecker(staff.page, info)("admin-case-refund");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await openDialog(staff.page, "Refund $75");
  await dialog.getByRole("button", { name: "Refund $75" }).click();
  await expect(dialog).toBeHidden();
  await expect(toastOf(staff.page)).toContainText("Refund Started");
  await expect(panel.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  await expect(panel.getByText(/^Price refunded, because the case was lost/)).toBeVisible();
  await screenChecker(staff.page, info)("admin-case-refunded");

  // The driver reads the refund beside the decision. Nothing is left to ask for.
  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await expect(card).toContainText("$75 to your card");
  await expect(card).toContainText("Traffic school");
  await expect(card.getByText("Completed", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Get your money back" })).toHaveCount(0);
  // The lawyer keeps the case, and reads nothing about the money.
  expect((await caseOf(lawyer, id))?.step).toBe("decided");
  await lawyer.page.reload();
  await expect(lawyer.page.getByText("Decided", { exact: true }).first()).toBeVisible();
  await expect(lawyer.page.getByText("$75")).toHaveCount(0);
});

test("the lawyer records whether the driver must come to court, and the driver sees that", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  const dialog = await openDialog(lawyer.page, "Record a step");
  await dialog.getByLabel("What happened?").selectOption("court_date_set");
  // The tickets of the tests are misdemeanors or of an unknown class, where drivers usually must come.
  await expect(dialog.getByLabel("Does the driver have to appear?")).toHaveValue("yes");
  await dialog.getByLabel("Court date").fill(inDays(40));
  await dialog.getByLabel("Does the driver have to appear?").selectOption("no");
  await screenChecker(lawyer.page, info)("lawyer-court-date");
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  await expect(dialog).toBeHidden();

  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await expect(card).toContainText(formatShownDate(inDays(40)));
  await expect(card).toContainText("Your lawyer will appear for you.");
  await screenChecker(driver.page, info)("legal-help-excused");
  const appearances = () =>
    driver.api.get<{ ticketId: number }[]>(`/api/court-appearances/${driver.item.userId}`);
  const mustAppear = async () =>
    (await appearances()).some(({ ticketId }) => ticketId === driver.item.id);
  expect(await mustAppear()).toBe(false);

  // The court moves the date, and now the driver must come.
  await lawyer.page.reload();
  await recordStep(lawyer.page, "court_date_set", {
    "Court date": inDays(50),
    "Does the driver have to appear?": "yes",
  });
  await driver.page.reload();
  await expect(card).toContainText(formatShownDate(inDays(50)));
  await expect(card).toContainText("You have to be in court on this date.");
  await expect(card).not.toContainText("Your lawyer will appear for you.");
  await screenChecker(driver.page, info)("legal-help-must-come");
  expect(await mustAppear()).toBe(true);
  const panel = await casePanel(staff, id);
  await expect(panel.getByText(formatShownDate(inDays(50))).first()).toBeVisible();
});
