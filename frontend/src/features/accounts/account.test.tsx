// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { LAWYER, openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { CONFIG, USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import { CloseSection } from "./account/CloseSection";
import PhoneDialog from "./account/PhoneDialog";
import { SessionsSection } from "./account/SessionsSection";
import { EmailConfirmationNote } from "./account/VerificationNote";

it("shows an error with a retry button when the sessions fail to load", async () => {
  let fails = true;
  const at = new Date().toISOString();
  const own = {
    id: 7,
    device: "Chrome on Linux",
    isCurrent: true,
    loginTime: at,
    lastActivity: at,
  };
  serve(() => (fails ? null : { body: [{ ...own, expiresAt: at }] }));
  openScreen(<SessionsSection />);
  await screen.findByText("We couldn’t load your sessions");
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("This device");
});

it("refuses an incomplete phone number, and keeps the typed number when saving fails", async () => {
  let fails = true;
  const requests = serve(() => (fails ? null : { body: { ...USER, phoneNumber: "5559876543" } }));
  const onSaved = vi.fn(async () => undefined);
  openScreen(<PhoneDialog open onOpenChange={vi.fn()} user={USER} onSaved={onSaved} />);
  const phone = screen.getByLabelText<HTMLInputElement>(/Phone number/);
  const type = (value: string) => fireEvent.change(phone, { target: { value } });
  const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
  type("55598");
  save();
  await screen.findByText(/Please enter all 10 digits/);
  expect(requests).toEqual([]);
  type("5559876543");
  save();
  expect((await screen.findByRole("alert")).textContent).toContain("Unable to connect to server.");
  expect(phone.value).toBe("(555) 987-6543");
  fails = false;
  save();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(requests.at(-1)?.body).toEqual({ phoneNumber: "5559876543" });
  expect(toastItems()[0]).toMatchObject({ title: "Phone Number Saved" });
});

it("says that the email address is already confirmed if the user requests another link", async () => {
  serve(({ path }) =>
    path === "/api/config"
      ? { body: CONFIG }
      : {
          status: 422,
          body: {
            code: "invalid",
            message: "Please check the highlighted fields.",
            fields: { email: "This address is confirmed already." },
          },
        },
  );
  openScreen(<EmailConfirmationNote user={USER} />);
  fireEvent.click(await screen.findByRole("button", { name: "Send confirmation link" }));
  await waitFor(() =>
    expect(toastItems()[0]?.description).toBe("This address is confirmed already."),
  );
});

it.each([
  ["a driver", USER, true],
  ["a lawyer", LAWYER, false],
])(
  "lets a driver close the account, and gives a lawyer the support number: %s",
  async (_, user, mayClose) => {
    serve(({ path }) => {
      if (path === "/api/session") return sessionResponse(user);
      return { body: path === "/api/config" ? CONFIG : [] };
    });
    openScreen(<CloseSection />, { user });
    if (mayClose) {
      await screen.findByRole("button", { name: "Close my account" });
      return;
    }
    await screen.findByRole("link", { name: /555/ });
    expect(
      screen.getByText(/To stop getting cases and turn off your login, call support/),
    ).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  },
);
