import {
  type Driver,
  expectToast,
  expectToastBehind,
  failCalls,
  limitToDriver,
  test,
} from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, journeyOnDesktop, onDesktop, type Page } from "../support/test";

const bubbles = (page: Page) =>
  page.getByRole("log", { name: "Conversation" }).getByRole("article");
const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
const LIVE = { exact: true };

/** Starts a chat as the driver, and leaves it open. Returns the inquiry's id. */
async function askByChat({ page, api, id }: Driver, message: string): Promise<number> {
  await page.goto(`/driving-profile?user=${id}`);
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: "Live chat" }).click();
  await page.getByLabel("How can we help?").fill(message);
  await page.getByRole("button", { name: "Start Chat" }).click();
  await expect(page.getByText("Connected", LIVE)).toBeVisible();
  const [inquiry] = await api.get<{ id: number }[]>("/api/help-inquiries");
  if (!inquiry) throw new Error("no inquiry");
  return inquiry.id;
}

test(
  "staff and a driver chat live, and staff close the inquiry",
  journeyOnDesktop,
  async ({ page, context, driver }, info) => {
    const shot = screenChecker(page, info);
    const id = await askByChat(driver, "Where is my ticket from May?");
    await limitToDriver(page, "/api/help-inquiries", driver.id);
    await page.goto(`/admin/help-inquiries?q=${driver.email}`);
    for (const name of ["Total", "Pending", "Chat Requests", "Callback Requests"])
      await expect(
        page.getByRole("region", { name: "Totals" }).getByText(name, { exact: true }),
      ).toBeVisible();
    const attention = page.getByRole("region", { name: "Requires Attention" });
    await expect(attention).toContainText("Where is my ticket from May?");
    await shot("admin-help-inquiries");

    await attention.getByRole("button", { name: `Start Chat: inquiry ${id}` }).click();
    const dialog = page.getByRole("dialog", { name: `Chat with Robin Park #${driver.id}` });
    await expect(dialog.getByText("Connected", LIVE)).toBeVisible();
    const size = await dialog.boundingBox();
    expect(Math.abs((size?.height ?? 0) - 600)).toBeLessThan(40);
    await expect(bubbles(page)).toHaveCount(1);
    await field(page).fill("We have found it.");
    await field(page).press("Enter");
    await expect(bubbles(driver.page)).toHaveCount(2);
    await expect(bubbles(driver.page).last()).toContainText("We have found it.");
    await expect(bubbles(driver.page).last()).toContainText("Support");
    await field(driver.page).fill("Thank you!");
    await field(driver.page).press("Enter");
    await expect(bubbles(page)).toHaveCount(3);
    await expect(bubbles(page).last()).toContainText("Thank you!");
    await expect(bubbles(page).last()).toContainText("User");
    const messages = await driver.api.get<{ senderType: string }[]>(`/api/chat-messages/${id}`);
    expect(messages.map(({ senderType }) => senderType)).toEqual(["user", "admin", "user"]);
    await shot("admin-chat");

    // A message written without a network is sent when the network is back.
    await context.setOffline(true);
    await expect(dialog.getByText("Disconnected", LIVE)).toBeVisible();
    await field(page).fill("Still there?");
    await field(page).press("Enter");
    await expect(dialog).toContainText("Waiting to be sent");
    await context.setOffline(false);
    await expect(dialog.getByText("Connected", LIVE)).toBeVisible({ timeout: 20_000 });
    await expect(bubbles(driver.page)).toHaveCount(4);

    const restore = await failCalls(page, /\/api\/help-inquiries\//);
    await dialog.getByRole("button", { name: "Mark Resolved" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Failed to update inquiry status");
    await expectToastBehind(page, "Failed to update inquiry status");
    await restore();
    await dialog.getByRole("button", { name: "Mark Resolved" }).click();
    await expectToastBehind(page, "Help inquiry has been marked as resolved");
    await expect(dialog).toContainText("This conversation is closed.");
    await expect(driver.page.getByText("This conversation is closed.")).toBeVisible();
    await expect(field(page)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);

    await expect(attention).toContainText("No inquiries need a response.");
    await page.getByRole("button", { name: `Read Chat: inquiry ${id}` }).click();
    await expect(bubbles(page)).toHaveCount(4);
    await expect(field(page)).toHaveCount(0);
    await shot("admin-chat-resolved");
  },
);

/** Where the desk shows the chat: as a row in the list, or above the list if older work fills it. */
for (const [place, isListed] of [
  ["its row", true],
  ["above the list", false],
] as const) {
  test(
    `staff answer the longest-waiting chat from the desk in 2 interactions: ${place}`,
    onDesktop,
    async ({ page, driver }, info) => {
      const shot = screenChecker(page, info);
      const id = await askByChat(driver, "How long does it take?");
      const since = new Date().toISOString();
      const row = {
        queue: "help-inquiry",
        id,
        userId: driver.id,
        driverName: "Robin Park",
        since,
        dueBy: null,
      };
      await page.route("**/api/admin/waiting", (route) =>
        route.fulfill({ json: isListed ? [{ ...row, label: "How long does it take?" }] : [] }),
      );
      await page.route(/\/api\/help-inquiries\?.*limit=1$/, (route) =>
        route.continue({ url: `${route.request().url()}&userId=${driver.id}` }),
      );
      await page.goto("/admin");
      const waiting = page.getByRole("region", { name: "Needs a response" });
      const longest = waiting.getByRole("link", { name: "Answer the longest-waiting chat" });
      const way = isListed
        ? waiting.getByRole("link", { name: `Answer: help inquiry ${id}` })
        : longest;
      await expect(way).toBeVisible();
      await expect(longest).toHaveCount(isListed ? 0 : 1);
      await shot(`desk-next-chat-${isListed ? "row" : "above"}`);

      // First interaction: Enter on the link. The page navigates and the field gets the focus.
      await way.press("Enter");
      await expect(field(page)).toBeFocused();
      // Second interaction: type a reply and press Enter.
      await page.keyboard.type("Three days at most.");
      await page.keyboard.press("Enter");
      await expect(bubbles(driver.page)).toHaveCount(2);
      await expect(bubbles(driver.page).last()).toContainText("Three days at most.");
      await shot("desk-answering");
    },
  );
}

test(
  "staff see a callback request's phone number, resolve the request and reopen it",
  onDesktop,
  async ({ page, driver }, info) => {
    const shot = screenChecker(page, info);
    const answer = await driver.api.post("/api/help-inquiries", {
      userId: driver.id,
      type: "callback",
      phoneNumber: "(555) 123-4567",
      message: "Please call after six.\nThe second line.",
    });
    const { id } = (await answer.json()) as { id: number };
    await page.goto(`/admin/help-inquiries?q=${driver.email}`);
    await page.getByRole("button", { name: new RegExp(`^${id}\\b`) }).click();
    const drawer = page.getByRole("region", { name: `Inquiry ${id}` });
    await expect(drawer.getByRole("link", { name: "(555) 123-4567" })).toHaveAttribute(
      "href",
      "tel:5551234567",
    );
    await expect(drawer.getByRole("button", { name: /^Start Chat/ })).toHaveCount(0);
    await shot("admin-inquiry-drawer");
    await page.keyboard.press("Escape");
    const table = page.getByLabel("Help inquiries", { exact: true });
    const resolve = table.getByRole("button", { name: `Mark Resolved: inquiry ${id}` });
    const restore = await failCalls(page, /\/api\/(help-inquiries|admin\/mark-solved)\//);
    await resolve.click();
    await expectToast(page, "Error", "Failed to update inquiry status");
    await expect(resolve).toBeVisible();
    await restore();
    await resolve.click();
    await expectToast(page, "Inquiry Resolved", "Help inquiry has been marked as resolved");
    await expect(resolve).toHaveCount(0);
    await page.getByRole("switch", { name: `Resolved: inquiry ${id}` }).click();
    await expectToast(page, "Status Updated", "Inquiry marked as unsolved");
  },
);
