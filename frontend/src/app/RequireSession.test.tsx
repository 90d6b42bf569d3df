// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Link, MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { mutate, SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { apiFetch } from "@/api/client";
import { SWR_CONFIG, useRead } from "@/api/useRead";
import { openDocument } from "@/lib/openDocument";
import { endSessionOn401, hasLoggedOut, logIn, logOut } from "@/parts/accounts/auth";
import { SESSION_KEY, saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { useSession } from "@/parts/accounts/useSession";
import { getUser } from "@/parts/drivingRecord/calls";
import { LAWYER } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { RequireSession } from "./RequireSession";

vi.mock("@/lib/openDocument", () => ({ openDocument: vi.fn(), isOpeningDocument: () => false }));

const fetch = vi.fn();
const stubResponse = (status: number, body: unknown) =>
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const REFUSED = { code: "unauthenticated", message: "Please log in." };

function Login() {
  const { search, hash } = useLocation();
  return <p>login {search + hash}</p>;
}

const readText = (path: string) => apiFetch(path).then((response) => response.text());

function Inside() {
  const id = useSession().user?.id;
  const [typed, setTyped] = useState("");
  const reminders = useRead("/api/reminders", () => readText("/api/reminders")).data;
  const tickets = useRead(["/api/tickets", id], () => readText(`/api/tickets/${id}`)).data;
  return (
    <>
      <h1>Inside</h1>
      <p>{`${reminders}, ${tickets}`}</p>
      <input aria-label="Name" value={typed} onChange={({ target }) => setTyped(target.value)} />
    </>
  );
}

function renderAt(address: string, inside = <h1>Inside</h1>) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route
          path="*"
          element={
            // Each test needs its own responses, so requests aren't deduplicated.
            <SWRConfig value={{ ...SWR_CONFIG, dedupingInterval: 0 }}>
              <RequireSession>{inside}</RequireSession>
            </SWRConfig>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
}

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", fetch);
  endSessionOn401();
  fetch.mockReset();
  await mutate(() => true, undefined, { revalidate: false });
});

it("sends a visitor of the payment page to the login as a new document, with the return path", async () => {
  stubResponse(401, REFUSED);
  renderAt("/payment?type=toll&id=4");
  await waitFor(() =>
    expect(openDocument).toHaveBeenCalledWith(
      "/login?next=%2Fpayment%3Ftype%3Dtoll%26id%3D4",
      true,
    ),
  );
});

it.each([
  "/driving-profile",
  "/?user=2",
  "/legal-help#hire-5",
  "/confirmation?type=toll&amount=6.42&id=1",
])("sends visitors to the login with the return path: %s", async (address) => {
  stubResponse(401, REFUSED);
  renderAt(address);
  const [next = "", hash] = address.split("#");
  await screen.findByText(`login ?next=${encodeURIComponent(next)}${hash ? `#${hash}` : ""}`);
});

it("shows the screen immediately from the stored session, and goes to the login when the server rejects it", async () => {
  saveSession(newSession(USER, Date.now()));
  let refuse = () => {};
  fetch.mockReturnValue(
    new Promise((resolve) => {
      refuse = () => resolve(new Response(JSON.stringify(REFUSED), { status: 401 }));
    }),
  );
  renderAt("/driving-profile");
  expect(screen.getByRole("heading", { name: "Inside" })).toBeTruthy();
  refuse();
  await screen.findByText(/^login/);
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

it("shows the screen to a user with a session on the server but none stored in the browser", async () => {
  stubResponse(200, newSession(USER, Date.now()));
  renderAt("/driving-profile");
  await screen.findByRole("heading", { name: "Inside" });
  expect(localStorage.getItem("lanewise.session")).toContain(USER.email);
});

it("goes to the login when any API call reports that the session is over", async () => {
  stubResponse(200, newSession(USER, Date.now()));
  renderAt("/driving-profile");
  await screen.findByRole("heading", { name: "Inside" });
  stubResponse(401, REFUSED);
  await getUser(3).catch(() => undefined);
  await screen.findByText(/^login/);
});

it("shows an error with a retry button when the server cannot be reached", async () => {
  fetch.mockRejectedValue(new TypeError("fetch failed"));
  renderAt("/driving-profile");
  await screen.findByRole("alert");
  stubResponse(200, newSession(USER, Date.now()));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Inside" });
});

it("opens the login without a return path after a logout, and forgets the logout at the next login", async () => {
  saveSession(newSession(USER, Date.now()));
  stubResponse(200, newSession(USER, Date.now()));
  renderAt("/driving-profile");
  await screen.findByText("Inside");
  stubResponse(200, {});
  await logOut();
  await screen.findByText("login");
  stubResponse(200, USER);
  await logIn({ email: USER.email, password: "a password" });
  expect(hasLoggedOut()).toBe(false);
});

it("shows no data of the previous user after another user logs in in another tab", async () => {
  const requestedPaths: string[] = [];
  let user = USER;
  fetch.mockImplementation(async (path: string) => {
    requestedPaths.push(path);
    if (path === "/api/session")
      return new Response(JSON.stringify(newSession(user, Date.now() + user.id * 60_000)));
    return new Response(`${path} of ${user.id}`);
  });
  renderAt("/account", <Inside />);
  await screen.findByText("/api/reminders of 3, /api/tickets/3 of 3");
  await userEvent.type(screen.getByLabelText("Name"), "typed by 3");
  requestedPaths.length = 0;
  user = { ...USER, id: 8, email: "blake@x.test" };
  const newValue = JSON.stringify(newSession(user, Date.now() + 480_000));
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue }));
  await screen.findByText("/api/reminders of 8, /api/tickets/8 of 8");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("");
  expect(requestedPaths).not.toContain("/api/tickets/3");
});

it.each([
  ["/driving-profile", "at /lawyer"],
  ["/payments", "at /lawyer"],
  ["/admin/lawyers", "at /lawyer"],
  ["/lawyer", "at /lawyer"],
  ["/lawyer/cases/7", "at /lawyer/cases/7"],
  ["/account", "at /account"],
])("a lawyer who opens %s ends up %s", async (address, shownText) => {
  stubResponse(200, newSession(LAWYER, Date.now()));
  const Here = () => <p>at {useLocation().pathname}</p>;
  renderAt(address, <Here />);
  await screen.findByText(shownText);
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

it.each([
  ["the browser's clock is ahead", -600, "Inside"],
  ["the 12-hour limit is near", 58 - 12 * 3600, "Please log in again soon"],
])(
  "no longer asks “Are you still there?” after a renewal that adds only 18 seconds: %s",
  async (_why, loginSeconds, heading) => {
    const session = (seconds: number) => ({
      user: USER,
      loginTime: inSeconds(loginSeconds),
      lastActivity: inSeconds(0),
      expiresAt: inSeconds(seconds),
    });
    const endsSoon = session(40);
    const renewed = { ...endsSoon, expiresAt: inSeconds(58) };
    fetch.mockImplementation(
      async (path: string) =>
        new Response(JSON.stringify(path === "/api/session" ? endsSoon : renewed)),
    );
    renderAt("/driving-profile");
    await userEvent.click(await screen.findByRole("button", { name: "Stay logged in" }));
    await screen.findByRole("heading", { name: heading });
    await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
    expect(screen.queryByText("Are you still there?")).toBeNull();
  },
);

it("picks up a change to the user from another tab, and reads the user again when the account page opens", async () => {
  let user = USER;
  const session = newSession(USER, Date.now());
  fetch.mockImplementation(async () => new Response(JSON.stringify({ ...session, user })));
  const Email = () => (
    <>
      <p>{useSession().user?.emailVerifiedAt ?? "open"}</p>
      <Link to="/account">Account</Link>
    </>
  );
  renderAt("/payments", <Email />);
  await screen.findByText("open");
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  user = { ...USER, emailVerifiedAt: "2026-11-01T10:00:00Z" };
  const newValue = JSON.stringify({ ...session, user });
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue }));
  await screen.findByText(user.emailVerifiedAt ?? "");
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue }));
  expect(fetch).toHaveBeenCalledTimes(2);
  user = { ...USER, emailVerifiedAt: "2026-11-02T10:00:00Z" };
  await userEvent.click(screen.getByRole("link", { name: "Account" }));
  await screen.findByText(user.emailVerifiedAt ?? "");
  expect(fetch).toHaveBeenCalledTimes(3);
});
