import type { Page } from "@playwright/test";
import { ADMIN, type Api, expect } from "./test";

/**
 * The toast, even behind an open dialog. Screen readers don't announce the toast there, but the dialog shows the same
 * text.
 */
export const toastOf = (page: Page) =>
  page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });

/** Signs up a driver for this test and opens the desk with that driver found. */
export async function openDeskWithDriver(page: Page, api: Api) {
  const driver = await api.signUp();
  await api.logIn(ADMIN);
  await page.goto(`/admin?q=${encodeURIComponent(driver.email)}`);
  await expect(page.getByText(`${driver.id}`, { exact: true }).first()).toBeVisible();
  return driver;
}

export const drawer = (page: Page) => page.getByRole("dialog");
export const users = (page: Page) =>
  page
    .getByRole("table")
    .or(page.getByRole("list", { name: "Users" }))
    .first();

/** Makes calls fail with the response of a busy server, until `restoreCalls`. */
export async function failCalls(page: Page, path: string, method: string) {
  await page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          contentType: "application/json",
          body: JSON.stringify({ code: "busy", message: "Lanewise is too busy just now." }),
        })
      : route.fallback(),
  );
}

export const restoreCalls = (page: Page) => page.unrouteAll({ behavior: "ignoreErrors" });

/** Expects the error toast with this description. */
export async function expectError(page: Page, description: string) {
  await expect(toastOf(page)).toContainText("Error");
  await expect(toastOf(page)).toContainText(description);
}

/** Fills in the required fields of the ticket form in the drawer. */
export async function fillTicket(page: Page) {
  const form = drawer(page);
  await form.getByLabel("Violation Type *").fill("Speeding");
  await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
  await form.getByLabel("Location *").fill("Main St");
  await form.getByLabel("Amount *").fill("$150");
  await form.getByLabel("Points *").fill("3");
}
