import type { Page } from "@playwright/test";
import { expectToast, expectToastBehind, isPhone } from "../support/desk";
import { screenChecker } from "../support/screens";
import { ADMIN, expect, onDesktop, test, journeyOnDesktop } from "../support/test";

let next = Math.floor(Math.random() * 60_000);
/** Returns another IP address for each test and project, because they run concurrently on one server. */
function uniqueAddress(): string {
  next += 1;
  return `10.${1 + (process.pid % 250)}.${(next >> 8) % 256}.${next % 256}`;
}

/** Opens or closes the security panel. Its link is in the menu on a phone, and in the rail on a desktop. */
async function toggleSecurity(page: Page) {
  if (!isPhone(page)) return page.getByRole("link", { name: "Security Dashboard" }).click();
  await page.getByRole("button", { name: "Admin sections" }).click();
  await page.getByRole("menuitem", { name: "Security Dashboard" }).click();
}

test("the security dashboard opens from the menu and shows its figures", async ({
  page,
  api,
}, info) => {
  const shot = screenChecker(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin?q=nobody-of-this-name");
  const panel = page.getByRole("region", { name: "Security Dashboard" });
  await toggleSecurity(page);
  await expect(panel.getByText("Total events (24h)")).toBeVisible();
  await expect(panel.getByText("High and critical")).toBeVisible();
  await expect(panel.getByText(/published demo password still opens/)).toBeVisible();
  await expect(panel.getByText(/development rules/)).toBeVisible();
  await expect(panel.getByText(/ago|now/).first()).toBeVisible();
  await shot("security-panel");
  await toggleSecurity(page);
  await expect(panel).toBeHidden();
});

test("staff block and unblock an IP address", journeyOnDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const ip = uniqueAddress();
  await api.logIn(ADMIN);
  await page.goto("/admin?security=1");
  const panel = page.getByRole("region", { name: "Security Dashboard" });
  await panel.getByRole("button", { name: "Block an IP address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(dialog.getByText("Enter an IPv4 or IPv6 address.")).toBeVisible();
  await expect(dialog.getByLabel("IP address")).toBeFocused();
  await dialog.getByLabel("IP address").fill("127.0.0.1");
  await dialog.getByLabel("Reason").fill("Guesses passwords");
  await dialog.getByRole("button", { name: "Block" }).click();
  await expect(dialog.getByText(/your own address/)).toBeVisible();
  await expect(dialog.getByLabel("IP address")).toBeFocused();
  await shot("security-block");
  await dialog.getByLabel("IP address").fill(ip);
  await dialog.getByRole("button", { name: "Block" }).click();
  await expectToast(page, "IP Blocked", `${ip} can no longer reach Lanewise.`);
  await expect(panel.getByText(ip, { exact: true })).toBeVisible();

  await page.route("**/api/security/unblock-ip", (route) => route.abort());
  await panel.getByRole("button", { name: `Unblock ${ip}` }).click();
  await dialog.getByRole("button", { name: "Unblock" }).click();
  await expect(dialog.getByText("Failed to unblock IP.")).toBeVisible();
  await expectToastBehind(page, "Failed to unblock IP.");
  await shot("security-unblock");
  await page.unroute("**/api/security/unblock-ip");
  await dialog.getByRole("button", { name: "Unblock" }).click();
  await expectToast(page, "IP Unblocked", `${ip} can reach Lanewise again.`);
  await expect(panel.getByText(ip, { exact: true })).toBeHidden();
});

test(
  "the security report opens in a new tab and downloads as CSV",
  onDesktop,
  async ({ page, api }) => {
    await api.logIn(ADMIN);
    await page.goto("/admin?security=1");
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Export Security Report" }).click();
    const report = await opened;
    await expect(report.getByRole("heading", { name: "Lanewise security report" })).toBeVisible();
    await expect(report.getByRole("heading", { name: "Blocked addresses" })).toBeVisible();
    await report.close();
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV", exact: true }).click();
    expect((await file).suggestedFilename()).toMatch(/^lanewise-security-.*\.csv$/);
  },
);

test(
  "the audit trail shows who changed what, before and after",
  onDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const ip = uniqueAddress();
    await api.logIn(ADMIN);
    const blocked = await page.request.post("/api/security/block-ip", {
      data: { ip, reason: "A look at the trail", hours: 1 },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(blocked.status()).toBe(201);
    await page.goto("/admin/audit?action=address_blocked");
    await expect(page.getByText(ip).first()).toBeVisible();
    await shot("audit");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("region", { name: "IP address blocked" });
    await expect(drawer.getByText("admin@lanewise.test")).toBeVisible();
    await expect(drawer.getByRole("columnheader", { name: "Before" })).toBeVisible();
    await shot("audit-line");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await page.getByLabel("Done by (user ID)").fill("999999");
    await expect(page.getByText("No matches.")).toBeVisible();
    await expect(page).toHaveURL(/actor=999999/);
  },
);

test("security events can be filtered", onDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin/security-events?type=login_succeeded");
  await expect(page.getByText("/api/authenticate").first()).toBeVisible();
  await shot("security-events");
  await page.goto("/admin/security-events?q=203.0.113.250");
  await expect(page.getByText("No matches.")).toBeVisible();
});
