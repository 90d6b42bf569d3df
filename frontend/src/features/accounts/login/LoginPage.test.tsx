// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { apiFetch } from "@/api/client";
import { openDocument } from "@/lib/openDocument";
import { endSessionOn401, startSession } from "@/parts/accounts/auth";
import { LAWYER } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import LoginPage from "./LoginPage";

vi.mock("@/lib/openDocument", () => ({ openDocument: vi.fn() }));

const fetch = vi.fn();

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

function renderLogin(at = "/login") {
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
}

async function logIn(email: string, password: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  await userEvent.click(screen.getByRole("button", { name: "Log In" }));
}

beforeEach(() => {
  vi.stubGlobal("fetch", fetch);
  fetch.mockReset();
});

it.each([
  ["", ""],
  ["a@b.test", ""],
  ["", "secret"],
  ["   ", "secret"],
])("asks for the missing email or password: %j %j", async (email, password) => {
  renderLogin();
  await logIn(email, password);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Please enter both email and password.",
  );
  const first = email.trim() ? "Password" : "Email";
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(first));
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  [
    '{"code":"invalid_credentials","message":"Wrong email or password."}',
    "Wrong email or password.",
  ],
  ["", "Invalid email or password."],
  ['{"message":"Check the fields.","fields":{"email":"Email is too long."}}', "Check the fields."],
])("shows the server's error message, or a default one: %s", async (body, message) => {
  fetch.mockResolvedValue(new Response(body, { status: 401 }));
  renderLogin();
  await logIn("a@b.test", "secret");
  expect((await screen.findByRole("alert")).textContent).toBe(`Login Failed${message}`);
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "a@b.test");
});

it.each([
  ["a server error", new Response("<!doctype html>", { status: 502 })],
  ["a user that doesn't match the schema", new Response('{"id":1}')],
  ["a response that isn't JSON", new Response("<!doctype html>")],
])("doesn't blame the email or password after %s", async (_what, response) => {
  fetch.mockResolvedValue(response);
  renderLogin();
  await logIn("a@b.test", "secret");
  const text = (await screen.findByRole("alert")).textContent;
  expect(text).toMatch(/^Login Failed/);
  expect(text).not.toMatch(/Invalid|password/);
});

it("says that the server could not be reached", async () => {
  fetch.mockRejectedValue(new TypeError("fetch failed"));
  renderLogin();
  await logIn("a@b.test", "secret");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Unable to connect to server. Please try again.",
  );
});

it.each([
  ["/login", "/driving-profile"],
  ["/login?next=%2Fpayments%3Fyear%3D2026", "/payments?year=2026"],
  ["/login?next=%2F%2Fevil.test", "/driving-profile"],
])(
  "shows a welcome and opens the return path, or the profile if there is no safe one: %s",
  async (address, openedAddress) => {
    fetch.mockImplementation(async () => new Response(JSON.stringify(USER)));
    renderLogin(address);
    await logIn("a@b.test", "secret");
    await screen.findByText(`at ${openedAddress}`);
    expect(toastItems()[0]).toMatchObject({ title: "Welcome back!" });
  },
);

it("opens a lawyer's cases after the login", async () => {
  fetch.mockImplementation(async () => new Response(JSON.stringify(LAWYER)));
  renderLogin();
  await logIn("a@b.test", "secret");
  await screen.findByText("at /lawyer");
});

it("opens the payment page as a new document after the login", async () => {
  fetch.mockImplementation(async () => new Response(JSON.stringify(USER)));
  renderLogin("/login?next=%2Fpayment%3Ftype%3Dtoll");
  await logIn("a@b.test", "secret");
  expect(openDocument).toHaveBeenCalledExactlyOnceWith("/payment?type=toll", true);
});

it("says that too many incorrect codes ended the session, until the next login", async () => {
  endSessionOn401();
  await startSession(USER);
  const refuse = (body: string) => fetch.mockResolvedValueOnce(new Response(body, { status: 401 }));
  refuse(
    '{"code":"too_many_codes","message":"You entered too many incorrect codes. Please log in again."}',
  );
  await expect(apiFetch("/api/account/email")).rejects.toMatchObject({ status: 401 });
  refuse('{"code":"unauthenticated","message":"Please log in."}');
  await expect(apiFetch("/api/tickets/1")).rejects.toMatchObject({ status: 401 });
  renderLogin();
  const alertText = (await screen.findByRole("alert")).textContent;
  expect(alertText).toBe(
    "You were logged outYou entered too many incorrect codes. Please log in again.",
  );
  cleanup();
  await startSession(USER);
  renderLogin();
  expect(screen.queryByRole("alert")).toBeNull();
});
