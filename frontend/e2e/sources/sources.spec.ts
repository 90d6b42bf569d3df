import { expectAccessible } from "../support/axe";
import { type Driver, expectToast, test } from "../support/desk";
import { cardOf, expect, onDesktop, type Page, journeyOnDesktop } from "../support/test";

type Run = { endedAt: string | null; reason: string; filed: number; settled: number };
type Source = { address: string; runs: Run[] };

/** Adds a citation to the city's sandbox, which runs in the process of the server under test. */
async function publishCitation(
  page: Page,
  source: Source,
  plate: string,
  number: string,
  due: string,
) {
  const row = {
    plate,
    state: "NY",
    license_type: "PAS",
    summons_number: number,
    issue_date: "10/12/2026",
    violation_time: "07:38P",
    violation: "FIRE HYDRANT",
    fine_amount: "115",
    amount_due: due,
    precinct: "050",
    county: "BX",
  };
  const answer = await page.request.put(new URL("/_sandbox/rows", source.address).href, {
    data: [row],
  });
  expect(answer.ok()).toBe(true);
}

const parking = (driver: Driver) =>
  driver.api.get<{ standing: string }[]>(`/api/parking/${driver.id}?all=true`);

test(
  "a verified plate's tickets reach their driver, and one settled with the city cannot be paid",
  journeyOnDesktop,
  async ({ page, api, driver }) => {
    const [source] = await api.get<[Source]>("/api/admin/sources");
    const [plate, number] = [`S${driver.id}C`, `77${driver.id}001`];
    await publishCitation(page, source, plate, number, "125");
    await api.patch(`/api/users/${driver.id}`, {
      vehicleLicensePlate: plate,
      vehicleState: "New York",
    });
    await api.post(`/api/admin/bulk-update/${driver.id}`, {});
    await api.post(`/api/admin/users/${driver.id}/verify`, {
      claim: "plate",
      number: plate,
      state: "New York",
      basis: "Registration document",
    });
    await expect.poll(async () => (await parking(driver)).length, { timeout: 30_000 }).toBe(1);

    const card = cardOf(driver.page, "Parking Tickets");
    await driver.page.goto("/driving-profile");
    await expect(card.getByText(/^City data as of [A-Z][a-z]{2} \d+$/)).toBeVisible();
    await expect(card.getByRole("link", { name: "Pay for FIRE HYDRANT" })).toBeVisible();
    await card.getByRole("link", { name: "See all details for FIRE HYDRANT" }).click();
    await expect(driver.page.getByText(number, { exact: true })).toBeVisible();
    await expect(driver.page.getByText("New York City", { exact: true })).toBeVisible();
    await expect(
      driver.page.getByText("Estimated by Lanewise. The city doesn’t list a due date."),
    ).toBeVisible();

    // Staff see the runs and start another one.
    await publishCitation(page, source, plate, number, "0");
    await page.goto("/admin/sources");
    await expect(page.getByRole("heading", { name: "Citation sources" })).toBeVisible();
    await expect(page.getByRole("main").getByText("TEST SOURCE", { exact: true })).toBeVisible();
    const runs = page.getByRole("region", { name: "Checks of New York City" });
    await expect(runs.getByText("Done").first()).toBeVisible();
    await page.getByRole("button", { name: "Check now: New York City" }).click();
    await expect
      .poll(async () => (await parking(driver))[0]?.standing, { timeout: 30_000 })
      .toBe("settled_with_city");
    const byStaff = runs.getByRole("row").filter({ hasText: "Manual check" }).first();
    await expect(byStaff.getByText("Done")).toBeVisible({ timeout: 30_000 });
    await expect(byStaff.getByText(/1 settled/)).toBeVisible();

    await expectAccessible(page, "citation sources");
    await driver.page.reload();
    await expect(driver.page.getByText("Settled with the city").first()).toBeVisible();
    await expectAccessible(driver.page, "a settled parking ticket");
    await expect(driver.page.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
    await driver.page.goto("/driving-profile");
    await card.getByRole("button", { name: /^Paid or closed \(1\)/ }).click();
    await expect(card.getByText("Settled with the city")).toBeVisible();
  },
);

test(
  "a doubtful citation from a city is shown to staff with the reason",
  onDesktop,
  async ({ page, api, driver }) => {
    const [source] = await api.get<[Source]>("/api/admin/sources");
    const [plate, number] = [`S${driver.id}D`, `77${driver.id}002`];
    await publishCitation(page, source, plate, number, "9999");
    await api.patch(`/api/users/${driver.id}`, {
      vehicleLicensePlate: plate,
      vehicleState: "New York",
    });
    await api.post(`/api/admin/users/${driver.id}/verify`, {
      claim: "plate",
      number: plate,
      state: "New York",
      basis: "Registration document",
    });
    const waiting = () => api.get<unknown[]>(`/api/admin/citations?userId=${driver.id}`);
    await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(1);
    await page.goto(`/admin/citations?user=${driver.id}`);
    await expect(
      page.getByText("The city says that $9,999 is owed, which is unusually high."),
    ).toBeVisible();
    await page.getByRole("button", { name: new RegExp(`^${number} doesn’t belong to`) }).click();
    await expectToast(page, "Marked as Not Theirs", "1 moved to No matching driver.");
    expect(await parking(driver)).toHaveLength(0);
  },
);
