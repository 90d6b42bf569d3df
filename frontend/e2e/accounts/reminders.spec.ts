import { waitForCode } from "../support/mail";
import { screenChecker } from "../support/screens";
import { expect, test, toastOf, journeyOnPhone } from "../support/test";

/** Returns a random ten-digit number, so that no two tests use the same one. */
const newPhone = () => `555${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;

test(
  "a driver chooses reminders and confirms a phone number with a code",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const phone = newPhone();
    await api.signUp();
    await page.goto("/account");
    const texts = page.getByRole("group", { name: "By text" });
    await texts.getByRole("button", { name: "Turn on texts" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Phone number").fill(phone);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await expect(dialog).toHaveAccessibleName("Confirm Your Number");
    const code = await waitForCode(page, phone);
    await dialog.getByLabel("Code").fill(code === "000000" ? "111111" : "000000");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog).toContainText("That’s not the code we sent.");
    await shot("reminders-code");
    await dialog.getByLabel("Code").fill(code);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(toastOf(page)).toContainText("Number Confirmed");
    await expect(dialog).toHaveCount(0);
    await expect(texts.getByText("Confirmed", { exact: true })).toBeVisible();
    // The focus returns to the button that opened the dialogs.
    await expect(texts.getByRole("button", { name: "Add a number" })).toBeFocused();

    const news = texts.getByRole("checkbox", { name: "New tickets and higher amounts" });
    await news.click();
    await expect(news).not.toBeChecked();
    await expect(news).toBeEnabled();
    await page.reload();
    await expect(news).not.toBeChecked();

    const calendar = page.getByRole("group", { name: "In your calendar" });
    await calendar.getByRole("button", { name: "Create a private calendar link" }).click();
    const address = await calendar.getByText(/\/calendar\/.+\.ics$/).textContent();
    const feed = new URL(address ?? "").pathname;
    expect(await (await page.request.get(feed)).text()).toContain("BEGIN:VCALENDAR");
    await shot("reminders");
    await calendar.getByRole("button", { name: "Turn off calendar link" }).click();
    await expect(
      calendar.getByRole("button", { name: "Create a private calendar link" }),
    ).toBeVisible();
    expect((await page.request.get(feed)).status()).toBe(404);

    await texts.getByRole("button", { name: /^Remove/ }).click();
    await expect(texts.getByRole("button", { name: "Turn on texts" })).toBeVisible();
  },
);
