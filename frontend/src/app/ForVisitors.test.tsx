// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import { startSession } from "@/parts/accounts/auth";
import { SESSION_KEY } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { USER } from "@/testing/sampleRecords";
import { ForVisitors } from "./ForVisitors";

const fetch = vi.fn();
const stubResponse = (status: number, body: unknown) =>
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const newRecord = () => newSession(USER, Date.now());
const REFUSED = { code: "unauthenticated", message: "Please log in." };

function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return <p>at {pathname + search + hash}</p>;
}

function renderAt(address: string, busy = false) {
  const screenOf = (isBusy: boolean) => (
    <MemoryRouter initialEntries={[address]}>
      <SWRConfig value={SWR_CONFIG}>
        <Routes>
          <Route
            path="/login"
            element={
              <ForVisitors>
                <form>
                  <button type="submit" aria-busy={isBusy || undefined}>
                    Log In
                  </button>
                </form>
              </ForVisitors>
            }
          />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </SWRConfig>
    </MemoryRouter>
  );
  const { rerender } = render(screenOf(busy));
  return { endLogin: () => rerender(screenOf(false)) };
}

/** Simulates another tab writing its session record, then waits 20 ms for any request that this causes. */
async function writeInOtherTab(newValue: string | null) {
  await act(async () => {
    window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", fetch);
  fetch.mockReset();
});

it.each([
  ["/login", "at /driving-profile"],
  ["/login?next=%2Fpayments", "at /payments"],
  ["/login?next=%2Flegal-help#hire-5", "at /legal-help#hire-5"],
])("a visitor at %s is %s after a login in another tab", async (address, shownText) => {
  renderAt(address);
  expect(fetch).not.toHaveBeenCalled();
  stubResponse(200, newRecord());
  await writeInOtherTab(JSON.stringify(newRecord()));
  await screen.findByText(shownText);
});

it("stays on the login page after another tab's logout, and checks a rejected session only once", async () => {
  renderAt("/login");
  await writeInOtherTab(null);
  expect(fetch).not.toHaveBeenCalled();
  stubResponse(401, REFUSED);
  const record = JSON.stringify(newRecord());
  await writeInOtherTab(record);
  await writeInOtherTab(record);
  expect(fetch).toHaveBeenCalledOnce();
  expect(screen.getByText("Log In")).toBeTruthy();
});

it("ignores another tab's login while a login is in progress in this tab", async () => {
  const { endLogin } = renderAt("/login", true);
  stubResponse(200, newRecord());
  await writeInOtherTab(JSON.stringify(newRecord()));
  await act(() => startSession(USER));
  expect(screen.getByText("Log In")).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
  // This tab is no longer logging in, so another tab's login counts.
  endLogin();
  await writeInOtherTab(JSON.stringify(newRecord()));
  await screen.findByText("at /driving-profile");
});
