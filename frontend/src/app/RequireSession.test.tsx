// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { mutate, SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/read";
import { endSessionWhenRefused, leftOnPurpose, logIn, logOut } from "@/parts/accounts/auth";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { getUser } from "@/parts/drivingRecord/calls";
import { USER } from "@/testing/records";
import { RequireSession } from "./RequireSession";

const fetch = vi.fn();
const answers = (status: number, body: unknown) =>
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const REFUSED = { code: "unauthenticated", message: "Please log in." };

function Login() {
  return <p>login {useLocation().search}</p>;
}

function open(at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route
          path="*"
          element={
            // No two tests may share an answer.
            <SWRConfig value={{ ...SWR_CONFIG, dedupingInterval: 0 }}>
              <RequireSession>
                <h1>Inside</h1>
              </RequireSession>
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
  endSessionWhenRefused();
  fetch.mockReset();
  await mutate(() => true, undefined, { revalidate: false });
});

it.each([
  "/payment?type=toll&amount=6.42&id=4",
  "/driving-profile",
  "/?user=2",
  "/confirmation?type=toll&amount=6.42&id=1",
])("sends visitors to the log-in, with the way back: %s", async (at) => {
  answers(401, REFUSED);
  open(at);
  await screen.findByText(`login ?next=${encodeURIComponent(at)}`);
});

it("shows the screen at once on the browser's record, and believes the server's no", async () => {
  saveSession(newSession(USER, Date.now()));
  let refuse = () => {};
  fetch.mockReturnValue(
    new Promise((resolve) => {
      refuse = () => resolve(new Response(JSON.stringify(REFUSED), { status: 401 }));
    }),
  );
  open("/driving-profile");
  expect(screen.getByRole("heading", { name: "Inside" })).toBeTruthy();
  refuse();
  await screen.findByText(/^login/);
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

it("lets in whom the server knows, record or not", async () => {
  answers(200, newSession(USER, Date.now()));
  open("/driving-profile");
  await screen.findByRole("heading", { name: "Inside" });
  expect(localStorage.getItem("lanewise.session")).toContain(USER.email);
});

it("goes to the log-in when any call says that the session is over", async () => {
  answers(200, newSession(USER, Date.now()));
  open("/driving-profile");
  await screen.findByRole("heading", { name: "Inside" });
  answers(401, REFUSED);
  await getUser(3).catch(() => undefined);
  await screen.findByText(/^login/);
});

it("says so, and offers another try, when the server cannot be reached", async () => {
  fetch.mockRejectedValue(new TypeError("fetch failed"));
  open("/driving-profile");
  await screen.findByRole("alert");
  answers(200, newSession(USER, Date.now()));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Inside" });
});

it("leads nowhere back after logging out, and does again after the next log-in", async () => {
  saveSession(newSession(USER, Date.now()));
  answers(200, newSession(USER, Date.now()));
  open("/driving-profile");
  await screen.findByText("Inside");
  answers(200, {});
  await logOut();
  await screen.findByText("login");
  answers(200, USER);
  await logIn({ email: USER.email, password: "a password" });
  expect(leftOnPurpose()).toBe(false);
});
