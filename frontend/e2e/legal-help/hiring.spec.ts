import { CARDS, expectConfirmed, payWith, formError } from "../support/card";
import { expect, onPhone, test, toastOf, journeyOnPhone } from "../support/test";

test(
  "a driver hires a lawyer for half the fine and adds contact details",
  journeyOnPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await expect(
      page.getByText("Would you want us to fight this ticket for half the cost?"),
    ).toBeVisible();
    await page.getByRole("button", { name: "Dispute" }).click();
    const offer = page.getByRole("dialog");
    await expect(offer).toContainText("$75");
    await offer.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(
      /type=lawyer&amount=75\.00&id=\d+&violationType=Speeding&userId=\d+&ts=\d+&v=3/,
    );
    await expect(
      page.getByRole("heading", { name: "Legal Representation Services" }),
    ).toBeVisible();
    await payWith(page, CARDS.declined);
    await expect(formError(page)).toContainText("Your card was declined.");
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Lawyer Consultation Requested");
    await expect(page.getByText("Payment Approved")).toBeVisible();
    await expect(page.getByText("Amount paid")).toBeHidden();

    const ask = page.getByRole("button", { name: "What's your best method to contact?" });
    await ask.click();
    const contact = page.getByRole("dialog");
    await contact.getByRole("button", { name: "Save" }).click();
    await expect(contact.getByText("Please enter at least one contact method.")).toBeVisible();
    await contact.getByLabel("Phone").pressSequentially("5559876543");
    await contact.getByLabel("Email").fill("robin@example.com");
    await contact.getByRole("button", { name: "Save" }).click();
    await expect(toastOf(page)).toContainText("Contact Information Saved");
    await expect(toastOf(page)).toContainText(
      "We will reach out using your preferred method within 12 hours.",
    );
    await expect(contact).toBeHidden();
    await expect(ask).toBeFocused();

    await page.reload();
    await expect(page.getByText("(555) 987-6543")).toBeVisible();
    const [hire] =
      await api.get<{ contactMethod: string; contactValue: string }[]>("/api/lawyer-hires");
    expect(hire).toMatchObject({
      contactMethod: "phone, email",
      contactValue: "5559876543, robin@example.com",
    });
    // Hiring a lawyer doesn't pay the ticket. No second lawyer is offered for it.
    expect(await api.isPaid("ticket", item)).toBe(false);
    await page.goto(`/payment?type=lawyer&amount=75&id=${item.id}`);
    await expect(page.getByText(/you already hired a lawyer for it/)).toBeVisible();
  },
);

test(
  "contact details that fail to save show an error and stay in the form",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=lawyer&amount=75&id=${item.id}`);
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Lawyer Consultation Requested");
    await page.getByRole("button", { name: "What's your best method to contact?" }).click();
    await page.route("**/api/lawyer-hires/*", (route) => route.abort());
    await page.getByLabel("Phone").pressSequentially("5559876543");
    await page.getByRole("button", { name: "Save" }).click();
    // Screen readers don't announce a toast behind the dialog, so the dialog shows the message too.
    const failed = "Failed to save contact information. Please try again.";
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(failed);
    await expect(page.locator("li").getByText(failed)).toBeVisible();
    await expect(page.getByLabel("Phone")).toHaveValue("(555) 987-6543");
  },
);
