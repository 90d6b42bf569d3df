import {
  caseOf,
  casePanel,
  hireLawyer,
  hireCard,
  inDays,
  openDialog,
  type People,
  pdf,
  recordStep,
  moveToAppearanceFiled,
  formatShownDate,
  test,
} from "../support/cases";
import { screenChecker } from "../support/screens";
import { expect, toastOf } from "../support/test";

test.describe.configure({ timeout: 180_000 });

type Ticket = { id: number; fine: string; standing: string; courtDate: string | null };

/** Returns the driver's ticket as the server has it. */
async function ticketOf({ driver: { api, item } }: People): Promise<Ticket | undefined> {
  const tickets = await api.get<Ticket[]>(`/api/tickets/${item.userId}?all=true`);
  return tickets.find(({ id }) => id === item.id);
}

test("a case is declined by one lawyer, accepted by another, signed, lost in court and refunded", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const driverShot = screenChecker(driver.page, info);
  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await expect(card.getByText("Offered to a lawyer", { exact: true }).first()).toBeVisible();
  await expect(card).toContainText(/No lawyer represents you yet\. Your ticket is due [A-Z]/);

  // The first lawyer sees only what a conflict check needs, and declines.
  const first = await people.lawyerWithOffer(id);
  const firstShot = screenChecker(first.page, info);
  await first.page.goto("/lawyer");
  await expect(first.page.getByRole("heading", { level: 1, name: "Cases" })).toBeVisible();
  await firstShot("lawyer-cases");
  await first.page
    .getByRole("region", { name: "Offered to you" })
    .locator(`a[href="/lawyer/cases/${id}"]`)
    .click();
  await expect(first.page.getByRole("heading", { level: 1, name: driver.name })).toBeVisible();
  await expect(first.page.getByText("Speeding")).toBeVisible();
  for (const hidden of ["Phone", "Email", "Fine", "Due date"])
    await expect(first.page.getByText(hidden, { exact: true })).toHaveCount(0);
  await firstShot("lawyer-offer");
  const declining = await openDialog(first.page, "Decline");
  await declining.getByRole("button", { name: "Decline" }).click();
  await expect(declining.getByText("Enter a reason.")).toBeVisible();
  await expect(declining.getByLabel("Reason")).toBeFocused();
  await declining.getByLabel("Reason").fill("I know the officer.");
  await declining.getByRole("button", { name: "Decline" }).click();
  await expect(first.page).toHaveURL(/\/lawyer$/);
  expect(await caseOf(first, id)).toBeNull();
  await first.page.goto(`/lawyer/cases/${id}`);
  await expect(first.page.getByText("We couldn’t find this")).toBeVisible();

  // The second lawyer accepts.
  const lawyer = await people.lawyerWithOffer(id);
  const lawyerShot = screenChecker(lawyer.page, info);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await lawyer.page.getByRole("button", { name: "No conflict, accept" }).click();
  await expect(lawyer.page.getByRole("link", { name: /@lanewise\.test$/ })).toBeVisible();
  await expect(toastOf(lawyer.page)).toContainText("Case Accepted");

  // Staff see which lawyers got the offer and why, and record the contact.
  const panel = await casePanel(staff, id);
  await expect(panel).toContainText("Accepted by a lawyer");
  await expect(panel).toContainText("I know the officer.");
  await panel.getByRole("button", { name: "Record contact" }).click();
  await expect(panel.getByText(/^Driver contacted \(/)).toBeVisible();
  await screenChecker(staff.page, info)("admin-hire-case");

  const agreement = await openDialog(lawyer.page, "Send the agreement");
  await expect(agreement.getByLabel("Agreement")).toHaveValue(new RegExp(driver.name));
  await lawyerShot("lawyer-agreement");
  // Staff changed the case after the lawyer had opened it. The lawyer's text stays, and a second attempt sends it.
  await agreement.getByRole("button", { name: "Send" }).click();
  await expect(agreement.getByRole("alert")).toContainText("This case has changed");
  await expect(agreement.getByLabel("Agreement")).toHaveValue(new RegExp(driver.name));
  await agreement.getByRole("button", { name: "Send" }).click();
  await expect(agreement).toBeHidden();
  await expect(lawyer.page.getByText(/not signed yet$/)).toBeVisible();

  // Signing with a name that differs from the account's asks for confirmation.
  await driver.page.reload();
  await expect(card).toContainText("No lawyer represents you yet.");
  const signing = await openDialog(driver.page, "Read and sign");
  await expect(signing.getByLabel("Your full name")).toBeFocused();
  await signing.getByLabel("Your full name").fill("Somebody Else");
  await signing.getByRole("button", { name: "Sign" }).click();
  await expect(signing.getByRole("checkbox")).toBeFocused();
  await driverShot("legal-help-sign");
  await signing.getByLabel("Your full name").fill(driver.name);
  await signing.getByRole("button", { name: "Sign" }).click();
  await expect(signing).toBeHidden();
  await expect(card).not.toContainText("No lawyer represents you");
  await expect(card.getByText("Agreement signed", { exact: true }).first()).toBeVisible();

  const day = inDays(40);
  await lawyer.page.reload();
  await recordStep(lawyer.page, "appearance_filed", { Note: "I filed my appearance." });
  await recordStep(lawyer.page, "court_date_set", { "Court date": day, Time: "9:30 AM" });
  await expect(lawyer.page.getByText("Court date set", { exact: true }).first()).toBeVisible();
  await lawyerShot("lawyer-case");
  await driver.page.reload();
  await expect(card).toContainText(`${formatShownDate(day)}, 9:30 AM`);
  await expect(card).toContainText("I filed my appearance.");
  await expect(card.getByRole("link", { name: "Add to calendar" })).toHaveAttribute(
    "href",
    `/api/tickets/${driver.item.id}/calendar`,
  );
  expect((await ticketOf(people))?.courtDate).toBe(day);
  await driverShot("legal-help-case");

  await recordStep(
    lawyer.page,
    "decided",
    {
      Decision: "guilty",
      "New fine": "120",
      Points: "2",
      "New due date": inDays(60),
      Note: "The judge found you guilty.",
    },
    "Judgment.pdf",
  );
  const documents = lawyer.page.getByRole("list", { name: "Documents" });
  await expect(documents.getByRole("link", { name: "Judgment.pdf" })).toBeVisible();
  await driver.page.reload();
  const judgment = card.getByRole("list", { name: "Documents" }).getByRole("link");
  await expect(judgment).toHaveText("Judgment.pdf");
  const downloaded = driver.page.waitForEvent("download");
  await judgment.click();
  expect((await downloaded).suggestedFilename()).toMatch(/^lanewise-case-\d+-file-\d+\.pdf$/);
  await expect(card).toContainText(
    `Guilty · fine $120, due ${formatShownDate(inDays(60))} · 2 points`,
  );
  await expect(card.getByText("Completed", { exact: true })).toBeVisible();
  await driverShot("legal-help-lost");
  // The ticket now has the court's amount and is due again.
  expect(await ticketOf(people)).toMatchObject({ fine: "120.00", standing: "due" });
  await driver.page.goto("/driving-profile");
  await expect(driver.page.getByRole("region", { name: "Next Due" })).toContainText("$120");
  const lost = await casePanel(staff, id);
  await expect(lost.getByText("Lost", { exact: true })).toBeVisible();
  // Staff see that there is a document, but not which one.
  await expect(lost.getByText("1 document", { exact: true })).toBeVisible();
  await expect(lost.getByText("Judgment.pdf")).toHaveCount(0);
  await expect(lost.getByRole("button", { name: "Refund $75" })).toBeVisible();

  // The driver gets the price back by clicking a button, without any proof.
  await driver.page.goto("/legal-help");
  await expect(card).toContainText("Your lawyer didn’t win your case, so you can get $75 back.");
  const refunding = await openDialog(driver.page, "Get your money back");
  await driverShot("legal-help-money-back");
  await refunding.getByRole("button", { name: "Get your money back" }).click();
  await expect(refunding).toBeHidden();
  await expect(card.getByRole("button", { name: "Get your money back" })).toHaveCount(0);
  await expect(card).toContainText("$75 to your card");
  await expect(card.getByText("Completed", { exact: true })).toBeVisible();
  expect(await ticketOf(people)).toMatchObject({ fine: "120.00", standing: "due" });
});

test("a driver has nothing to pay for a ticket that the court dismissed", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await recordStep(lawyer.page, "decided", { Decision: "dismissed" });
  await expect(lawyer.page.getByText("Decided", { exact: true }).first()).toBeVisible();
  await driver.page.goto("/legal-help");
  await expect(hireCard(driver.page)).toContainText("Dismissed");
  expect((await ticketOf(people))?.standing).toBe("dismissed");
  await driver.page.goto("/driving-profile");
  const nextDue = driver.page.getByRole("region", { name: "Next Due" });
  await expect(nextDue).toContainText("2 unpaid, $51.90");
  await driver.page.goto(`/payment?type=ticket&amount=150&id=${driver.item.id}`);
  await expect(driver.page.getByText("This ticket was dismissed")).toBeVisible();
  await expect(driver.page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await screenChecker(driver.page, info)("ticket-dismissed");
  const panel = await casePanel(staff, id);
  await expect(panel.getByText("Dismissed", { exact: true })).toBeVisible();
  await expect(panel.getByText("Won", { exact: true })).toBeVisible();
  await expect(panel.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  await screenChecker(staff.page, info)("admin-case-won");
});

test("a case that every lawyer declines is refunded, and the driver sees the ticket's options", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  for (let answerCount = 0; answerCount < 2; answerCount += 1) {
    const lawyer = await people.lawyerWithOffer(id);
    await lawyer.page.goto(`/lawyer/cases/${id}`);
    const dialog = await openDialog(lawyer.page, "Decline");
    await dialog.getByLabel("Reason").fill("No time");
    await dialog.getByRole("button", { name: "Decline" }).click();
    await expect(lawyer.page).toHaveURL(/\/lawyer$/);
  }
  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await expect(card.getByText("No lawyer found", { exact: true }).first()).toBeVisible();
  await expect(card).toContainText("No lawyer represents you.");
  await expect(card).toContainText(/We refunded \$75 to your card|We’re refunding \$75/);
  await screenChecker(driver.page, info)("legal-help-no-lawyer");
  await card.getByRole("link", { name: "See your options" }).click();
  const heading = { level: 1, name: "Your Options" } as const;
  await expect(driver.page.getByRole("heading", heading)).toBeVisible();
  await expect(driver.page.getByText("Pay It", { exact: true })).toBeVisible();
  const panel = await casePanel(staff, id);
  await expect(panel.getByText("No lawyer found", { exact: true }).first()).toBeVisible();
});

test("a driver asks about the prosecutor's offer and then accepts it", async ({ people }, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await recordStep(lawyer.page, "offer_pending", { "The offer": "Half the fine and no points." });
  await expect(lawyer.page.getByText("The driver hasn’t answered this offer yet:")).toBeVisible();

  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  await expect(card).toContainText("Half the fine and no points.");
  const asking = await openDialog(driver.page, "Answer the offer");
  await asking.getByLabel("Your answer").selectOption("ask");
  await asking.getByRole("button", { name: "Send answer" }).click();
  await expect(asking.getByText("Write your question.")).toBeVisible();
  await expect(asking.getByLabel("Your question")).toBeFocused();
  await screenChecker(driver.page, info)("legal-help-answer");
  await asking.getByLabel("Your question").fill("Do I have to come?");
  await asking.getByRole("button", { name: "Send answer" }).click();
  await expect(asking).toBeHidden();
  await lawyer.page.reload();
  await expect(lawyer.page.getByText("Do I have to come?")).toBeVisible();
  await recordStep(lawyer.page, "update", { Note: "No, I go alone." });

  await driver.page.reload();
  await expect(card).toContainText("No, I go alone.");
  const accepting = await openDialog(driver.page, "Answer the offer");
  await accepting.getByLabel("Your answer").selectOption("accept");
  await accepting.getByRole("button", { name: "Send answer" }).click();
  await expect(accepting).toBeHidden();
  await expect(card.getByRole("button", { name: "Answer the offer" })).toHaveCount(0);
  await lawyer.page.reload();
  await expect(lawyer.page.getByText("The driver accepted this offer:")).toBeVisible();

  // Staff see the steps, but not the notes between driver and lawyer.
  const panel = await casePanel(staff, id);
  await expect(panel.getByText(/^Prosecutor’s offer accepted/)).toBeVisible();
  await expect(panel.getByText("Private note between driver and lawyer").first()).toBeVisible();
  for (const words of ["no points", "Do I have to come?", "I go alone"])
    await expect(panel.getByText(words)).toHaveCount(0);
  await screenChecker(staff.page, info)("admin-case-offer");
});

test("the driver signs the lawyer's PDF, and driver and lawyer can delete only their own unused files", async ({
  people,
}, info) => {
  const { driver } = people;
  const id = await hireLawyer(driver);
  const lawyer = await people.lawyerWithOffer(id);
  await lawyer.page.goto(`/lawyer/cases/${id}`);
  await lawyer.page.getByRole("button", { name: "No conflict, accept" }).click();
  const sending = await openDialog(lawyer.page, "Send the agreement");
  await sending.getByRole("button", { name: "Use a PDF instead" }).click();
  await sending.getByLabel("Add Files").setInputFiles(pdf("Agreement.pdf"));
  await expect(sending.getByLabel("PDF", { exact: true })).not.toHaveValue("");
  await screenChecker(lawyer.page, info)("lawyer-agreement-pdf");
  await sending.getByRole("button", { name: "Send", exact: true }).click();
  await expect(sending).toBeHidden();
  await expect(lawyer.page.getByRole("link", { name: "Download the agreement" })).toBeVisible();

  await driver.page.goto("/legal-help");
  const card = hireCard(driver.page);
  const signing = await openDialog(driver.page, "Read and sign");
  const downloaded = driver.page.waitForEvent("download");
  await signing.getByRole("link", { name: "Read the agreement (PDF)" }).click();
  await downloaded;
  await screenChecker(driver.page, info)("legal-help-sign-pdf");
  await signing.getByLabel("Your full name").fill(driver.name);
  await signing.getByRole("button", { name: "Sign" }).click();
  await expect(signing).toBeHidden();

  await card.getByRole("button", { name: "Messages and files" }).click();
  await card.getByLabel("Add Files").setInputFiles(pdf("Wrong photo.pdf"));
  await expect(card.getByRole("link", { name: "Wrong photo.pdf" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Delete Agreement.pdf" })).toHaveCount(0);
  const deleting = await openDialog(driver.page, "Delete Wrong photo.pdf");
  await screenChecker(driver.page, info)("legal-help-delete-file");
  await deleting.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(deleting).toBeHidden();
  await expect(card.getByRole("link", { name: "Wrong photo.pdf" })).toHaveCount(0);
  await expect(card.getByText("File deleted", { exact: true })).toBeVisible();

  await lawyer.page.reload();
  await expect(lawyer.page.getByText("File deleted", { exact: true })).toBeVisible();
  await lawyer.page.getByRole("button", { name: "Messages and files" }).click();
  await expect(lawyer.page.getByRole("list", { name: "Files" })).toContainText("Agreement.pdf");
  await expect(lawyer.page.getByRole("button", { name: /^Delete / })).toHaveCount(0);
});

test("staff close a hire but keep its case open, and then find another lawyer for the case", async ({
  people,
}, info) => {
  const { driver, staff } = people;
  const id = await hireLawyer(driver);
  const lawyer = await moveToAppearanceFiled(people, id);
  const panel = await casePanel(staff, id);
  const record = staff.page.getByRole("region", { name: `Hire ${id}` });
  await record.getByLabel(`Status of hire ${id}`).selectOption("Cancelled");
  const question = staff.page.getByRole("dialog", { name: "End the case too?" });
  await expect(question.getByRole("button", { name: "Keep case open" })).toBeFocused();
  await screenChecker(staff.page, info)("admin-ends-case");
  await question.getByRole("button", { name: "Keep case open" }).click();
  await expect(record.getByText("Set by staff", { exact: true })).toBeVisible();
  // Wait until the panel has read the case's new version, because the next change must send it.
  await expect(panel.getByText(/^Status set by our team/).first()).toBeVisible();
  await expect(panel.getByText("Registered with the court", { exact: true }).first()).toBeVisible();
  expect((await caseOf(lawyer, id))?.step).toBe("appearance_filed");
  // The driver's page shows the step of the case, not the hire's status.
  await driver.page.goto("/legal-help");
  await expect(hireCard(driver.page).getByText("Your lawyer", { exact: true })).toBeVisible();

  await panel.getByRole("button", { name: "Find another lawyer" }).click();
  const reason = staff.page.getByRole("dialog");
  await reason.getByLabel("Reason").fill("The lawyer is ill.");
  await reason.getByRole("button", { name: "Find another lawyer" }).click();
  await expect(reason).toBeHidden();
  expect(await caseOf(lawyer, id)).toBeNull();
  const next = await people.lawyerWithOffer(id);
  expect((await caseOf(next, id))?.step).toBe("offered");
});
