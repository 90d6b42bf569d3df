// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { mutate, SWRConfig } from "swr";
import { beforeEach, expect, it } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import { startSession } from "@/parts/accounts/auth";
import { LAWYER, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import InvitationPage from "./InvitationPage";

const TOKEN = "a-token-of-an-invitation";

function CurrentAddress() {
  const { pathname, search, hash } = useLocation();
  return pathname === "/login" ? <p>{pathname + search + hash}</p> : <InvitationPage />;
}

const renderInvitation = () =>
  render(
    <MemoryRouter initialEntries={[`/invitation#${TOKEN}`]}>
      <SWRConfig value={SWR_CONFIG}>
        <CurrentAddress />
      </SWRConfig>
    </MemoryRouter>,
  );

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await mutate(() => true, undefined, { revalidate: false });
});

it("asks a user of another account to log out first, and keeps the token in the fragment", async () => {
  let isLoggedIn = true;
  serve(({ path }) => {
    if (path === "/api/session")
      return isLoggedIn ? sessionResponse(USER) : { status: 401, body: {} };
    if (path === "/api/logout") isLoggedIn = false;
    return {
      body:
        path === "/api/logout"
          ? {}
          : { email: "new@x.test", hasAccount: true, role: "admin", name: null },
    };
  });
  await startSession(USER);
  renderInvitation();
  await screen.findByText("You are logged in as", { exact: false });
  expect(screen.getByText(USER.email)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Log out and continue" }));
  await screen.findByText(`/login?next=%2Finvitation#${TOKEN}`);
  expect(isLoggedIn).toBe(false);
});

it("links a visitor with an account to the login, and keeps the token in the fragment", async () => {
  serve(({ path }) =>
    path === "/api/session"
      ? { status: 401, body: {} }
      : { body: { email: "new@x.test", hasAccount: true, role: "admin", name: null } },
  );
  renderInvitation();
  const link = await screen.findByRole("link", { name: "Log in to accept" });
  await waitFor(() => expect(link.getAttribute("href")).toBe(`/login?next=%2Finvitation#${TOKEN}`));
});

it("lets a lawyer join, then opens the login, which continues to the lawyers' pages", async () => {
  const requests = serve(({ method, path }) => {
    if (path === "/api/session") return { status: 401, body: {} };
    if (method === "POST" && path.endsWith("/accept")) return { body: LAWYER };
    return { body: { email: "new@x.test", hasAccount: false, role: "lawyer", name: "Lena Ortiz" } };
  });
  renderInvitation();
  await screen.findByRole("heading", { name: "Join Lanewise as a lawyer" });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  expect(screen.getByLabelText<HTMLInputElement>("Full name").readOnly).toBe(true);
  type("Password", "marble-otter-candle-8");
  type("Verify password", "marble-otter-candle-8");
  fireEvent.click(screen.getByRole("button", { name: "Join Lanewise" }));
  await screen.findByText("/login?next=%2Flawyer");
  expect(requests.find(({ path }) => path.endsWith("/accept"))?.body).toMatchObject({
    fullName: "Lena Ortiz",
  });
});

it("keeps a new user's input when the page finds out that there is no session", async () => {
  serve(({ path }) =>
    path === "/api/session"
      ? { status: 401, body: {} }
      : { body: { email: "new@x.test", hasAccount: false, role: "admin", name: null } },
  );
  renderInvitation();
  const name = await screen.findByLabelText<HTMLInputElement>("Full name");
  fireEvent.change(name, { target: { value: "Vera Stone" } });
  await act(async () => {
    await mutate(() => true, undefined, { revalidate: false });
  });
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Vera Stone");
});
