import { expectToastBehind, logInPayingDriver, payTicket, rowOf, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, onDesktop } from "../support/test";

test.describe.configure({ timeout: 120_000 });

type Obligation = { paymentId: number; confirmationNumber: string; issuer: string | null };

test(
  "staff send a driver's payment to the court, and the driver sees each step",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    const number = await payTicket(driver);
    await driver.page.goto("/payments");
    const steps = driver.page
      .getByRole("list", { name: /^Payment progress/ })
      .getByRole("listitem");
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(0)).toHaveText(/^Charged [A-Z][a-z]{2} \d+$/);
    await expect(steps.nth(1)).toHaveText(/^By [A-Z][a-z]{2} \d+.*, we’ll send your payment to .+/);

    // Assign the payment to an authority that belongs to this test.
    const authority = `Court of ${number}`;
    const owed = await api.get<Obligation[]>("/api/admin/obligations");
    const own = owed.find((one) => one.confirmationNumber === number);
    expect(own, "the payment is owed and has no authority yet").toBeTruthy();
    await page.goto("/admin/remittances");
    await page
      .getByRole("button", {
        name: `Assign authority for ${own?.issuer ?? "items without an issuer"}`,
        exact: true,
      })
      .click();
    const assign = page.getByRole("dialog", { name: "Assign authority" });
    const mine = assign.getByRole("checkbox", { name: new RegExp(number) });
    await expect(mine).toBeChecked();
    const all = assign.getByRole("checkbox", { name: /^All \d/ });
    if (await all.isVisible()) {
      await all.click();
      await expect(mine).not.toBeChecked();
      await mine.check();
    }
    await assign.getByLabel("Authority").selectOption("New authority");
    await assign.getByLabel("Name").fill(authority);
    await shot("admin-remittance-assign");
    await assign.getByRole("button", { name: "Assign 1 payment" }).click();
    await expect(assign).toContainText("Choose a kind.");
    await assign.getByLabel("Kind").selectOption("Court");
    await assign.getByRole("button", { name: "Assign 1 payment" }).click();
    await expect(assign).toHaveCount(0);
    await expect(rowOf(page, "Owed to authorities and lawyers", authority)).toContainText(
      "$150.00",
    );
    await expect(rowOf(page, "Authorities", authority)).toContainText("Court");

    // Prepare the remittance and send it.
    await page.getByRole("button", { name: `Prepare remittance for ${authority}` }).dblclick();
    const panel = page.getByRole("region", { name: /^Remittance \d+$/ });
    await expect(panel).toContainText(number);
    await expect(panel).toContainText("Prepared");
    await expect(page).toHaveURL(/remittance=\d+/);
    await expect(rowOf(page, "Owed to authorities and lawyers", authority)).toHaveCount(0);
    await expect(rowOf(page, "Remittances", authority)).toHaveCount(1);
    await shot("admin-remittance-prepared");
    const file = page.waitForEvent("download");
    await panel.getByRole("link", { name: "Download CSV" }).click();
    expect((await file).suggestedFilename()).toMatch(/^lanewise-remittance-\d+\.csv$/);
    await panel.getByRole("button", { name: "Record as sent" }).click();
    const sent = page.getByRole("dialog", { name: /as sent$/ });
    await sent.getByRole("button", { name: "Record as sent" }).click();
    await expect(sent).toContainText("Enter the bank’s or the authority’s reference.");
    await expect(sent.getByLabel("Reference")).toBeFocused();
    await sent.getByLabel("Reference").fill("ACH 4711");
    await shot("admin-remittance-send");
    await sent.getByRole("button", { name: "Record as sent" }).click();
    await expectToastBehind(
      page,
      `We recorded in the books that you sent $150.00 to ${authority}.`,
    );
    await expect(panel).toContainText("ACH 4711");

    await driver.page.reload();
    await expect(steps.nth(1)).toContainText(`Sent to ${authority}`);
    await expect(steps.nth(1)).toContainText("(ref. ACH 4711)");
    await screenChecker(driver.page, info)("payments-sent");

    // Record as accepted the payments in the list that the court returns.
    await panel.getByRole("button", { name: "Record as accepted" }).click();
    const accepted = page.getByRole("dialog", { name: /as accepted$/ });
    await accepted.getByText("Some payments", { exact: true }).click();
    await accepted
      .getByLabel("Confirmation or citation numbers", { exact: true })
      .fill("CONF-0000000000");
    await accepted.getByRole("button", { name: "Record 1 payment" }).click();
    await expect(accepted).toContainText("CONF-0000000000: not in this remittance.");
    await accepted.getByLabel("Or upload a file of numbers").setInputFiles({
      name: "accepted.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`paid,confirmationNumber\n150.00,${number}\n`),
    });
    await expect(
      accepted.getByLabel("Confirmation or citation numbers", { exact: true }),
    ).toHaveValue(number);
    await shot("admin-remittance-accept");
    await accepted.getByRole("button", { name: "Record 1 payment" }).click();
    await expectToastBehind(page, `We recorded that ${authority} accepted all payments.`);
    await expect(panel.getByRole("button", { name: "Record as accepted" })).toHaveCount(0);
    await expect(
      panel.getByRole("button", { name: `Record returned money: ${number}` }),
    ).toBeVisible();
    await driver.page.reload();
    await expect(steps.nth(2)).toHaveText(/^Accepted [A-Z][a-z]{2} \d+$/);

    await panel.getByRole("button", { name: "Close" }).click();
    await expect(page).not.toHaveURL(/remittance=/);
    await expect(rowOf(page, "Remittances", authority)).toContainText("Accepted");
    await shot("admin-remittances");
    await driver.context.close();
  },
);

test(
  "staff see that a colleague has changed the remittance or the authority in the meantime",
  onDesktop,
  async ({ page, api }) => {
    const answers = { status: 409, json: { code: "changed_meanwhile", message: "Changed." } };
    const remittance = {
      id: 7,
      payee: { kind: "authority", id: 1, name: "New York City" },
      trustAccount: null,
      status: "prepared",
      payments: 1,
      amount: "150.00",
      preparedAt: "2026-11-20T12:00:00Z",
      downloadedAt: null,
      leftOutPayments: 0,
      leftOutAmount: "0.00",
      sentOn: null,
      reference: null,
      acceptedOn: null,
    };
    await page.route("**/api/admin/remittances/7", (route) =>
      route.fulfill({ json: { remittance, obligations: [], proofs: [] } }),
    );
    await page.route("**/api/admin/remittances/7/sent", (route) => route.fulfill(answers));
    await page.goto("/admin/remittances?remittance=7");
    const panel = page.getByRole("region", { name: "Remittance 7" });
    await panel.getByRole("button", { name: "Record as sent" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reference").fill("ACH 4712");
    await dialog.getByRole("button", { name: "Record as sent" }).click();
    await expect(dialog.getByRole("alert")).toContainText("This changed in the meantime");
    await expect(dialog.getByLabel("Reference")).toHaveValue("ACH 4712");
    await page.keyboard.press("Escape");
    await expect(panel.getByRole("button", { name: "Record as sent" })).toBeFocused();

    // A colleague has changed the authority. The second attempt uses the new version.
    const name = `City of ${crypto.randomUUID()}`;
    const authority = await api.post("/api/admin/authorities", { name, kind: "city" });
    const { id, version } = (await authority.json()) as { id: number; version: number };
    await page.goto("/admin/remittances");
    await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    const change = page.getByRole("dialog", { name: `Edit ${name}` });
    await api.patch(`/api/admin/authorities/${id}`, { name, kind: "city", version });
    await change.getByLabel("Payment instructions").fill("ACH to 021000021");
    await change.getByRole("button", { name: "Save" }).click();
    await expect(change).toContainText("A colleague changed this authority in the meantime.");
    await change.getByRole("button", { name: "Save" }).click();
    await expect(change).toHaveCount(0);
    await expect(rowOf(page, "Authorities", name)).toContainText("ACH to 021000021");
  },
);

test("staff record a returned overpayment or write it off", onDesktop, async ({ page }, info) => {
  const one = {
    paymentId: 5,
    type: "ticket",
    itemId: 3,
    userId: 2,
    driverName: "Ann Lee",
    label: "Speeding",
    number: null,
    confirmationNumber: "CONF-23456789AB",
    payee: { kind: "authority", id: 1, name: "New York City" },
    issuer: "NYC",
    status: "sent",
    remittanceId: 7,
    amount: "150.00",
    toRecover: "150.00",
    withPayee: "0.00",
    isHeldBack: false,
    chargedAt: "2026-11-03T12:00:00Z",
    sendBy: "2026-11-05T12:00:00Z",
    acceptedOn: null,
    lateness: null,
  };
  let left = "150.00";
  const open = {
    ...one,
    paymentId: 6,
    toRecover: "0.00",
    withPayee: "150.00",
    lateness: "open_at_source",
  };
  await page.route("**/api/admin/money-owed", (route) =>
    route.fulfill({
      json: {
        owed: [
          {
            payee: { kind: "authority", id: 1, name: "New York City" },
            issuer: null,
            payments: 12,
            amount: "1800.00",
            heldBack: 1,
            since: "2026-11-03T12:00:00Z",
            late: 3,
          },
          {
            payee: { kind: "lawyer", id: 1, name: "Ruth Gray" },
            issuer: null,
            payments: 1,
            amount: "75.00",
            heldBack: 0,
            since: "2026-11-04T12:00:00Z",
            late: 0,
          },
        ],
        toRecover: left === "0.00" ? [] : [{ ...one, toRecover: left }],
        openAtSource: [open],
      },
    }),
  );
  const requestBodies: unknown[] = [];
  await page.route(/\/api\/admin\/obligations\/5\//, (route) => {
    requestBodies.push([route.request().url().split("/").at(-1), route.request().postDataJSON()]);
    left = left === "150.00" ? "50.00" : "0.00";
    return route.fulfill({ json: { ...one, toRecover: left } });
  });
  await page.goto("/admin/remittances");
  const section = page.getByRole("region", {
    name: "To recover from authorities and lawyers",
    exact: true,
  });
  await expect(rowOf(page, "Owed to authorities and lawyers", "New York City")).toContainText(
    "3 late to send",
  );
  await expect(rowOf(page, "Owed to authorities and lawyers", "New York City")).toContainText(
    "1 more on hold",
  );
  await expect(rowOf(page, "Owed to authorities and lawyers", "Ruth Gray")).toContainText("Lawyer");
  await expect(
    rowOf(page, "Paid tickets that a city still shows as open", "Ann Lee"),
  ).toContainText("Remittance 7");
  await screenChecker(page, info)("admin-remittances-to-recover");
  await section.getByRole("button", { name: "Record returned money: CONF-23456789AB" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill("150.01");
  await dialog.getByLabel("How it was returned").fill("Check 1042");
  await dialog.getByRole("button", { name: "Record" }).click();
  await expect(dialog).toContainText("Enter at most $150.");
  await dialog.getByLabel("Amount").fill("100");
  await dialog.getByRole("button", { name: "Record" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section).toContainText("$50.00");
  await section.getByRole("button", { name: "Write off: CONF-23456789AB" }).click();
  await dialog.getByLabel("Reason").fill("The court says that it kept its fee.");
  await dialog.getByRole("button", { name: "Write off" }).click();
  await expect(dialog).toContainText("Check the box to continue.");
  await dialog.getByRole("checkbox", { name: /^I understand that Lanewise loses \$50/ }).check();
  await screenChecker(page, info)("admin-write-off");
  await dialog.getByRole("button", { name: "Write off" }).click();
  await expect(section).toContainText("Nothing to recover.");
  expect(requestBodies).toEqual([
    ["back", { amount: "100.00", how: "Check 1042" }],
    ["written-off", { amount: "50.00", how: "The court says that it kept its fee." }],
  ]);
});
