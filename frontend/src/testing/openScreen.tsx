import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import type { User } from "@/api/types";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { USER } from "./sampleRecords";

export const STAFF: User = { ...USER, id: 1, role: "admin", email: "staff@x.test" };
export const LAWYER: User = {
  ...USER,
  id: 9,
  role: "lawyer",
  email: "lawyer@x.test",
  fullName: "Lena Ortiz",
};

/** A response for `serve`: a body with an optional status. Null means no response at all. */
export type FakeResponse = {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
} | null;
type RecordedRequest = { method: string; path: string; query: URLSearchParams; body: unknown };

/**
 * Stubs the server: `answer` returns the response to each call. If `answer` returns undefined, the
 * response is an empty list. Returns the requests, to which later calls are added.
 */
export function serve(answer: (request: RecordedRequest) => FakeResponse | undefined) {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? "GET", path: pathname, query: searchParams, body };
    requests.push(call);
    const response = answer(call);
    if (response === null) throw new TypeError("fetch failed");
    const { status = 200, body: responseBody = [], headers = {} } = response ?? { body: [] };
    return new Response(JSON.stringify(responseBody), { status, headers });
  });
  return requests;
}

/** Reports no sizes, because jsdom has no layout. */
class ResizeObserverStub {
  observe() {}
  disconnect() {}
}

/** Logs a user in, with empty storage and a desktop's width. */
function prepareBrowser(user: User): void {
  localStorage.clear();
  sessionStorage.clear();
  saveSession(newSession(user, Date.now()));
  const wideScreen = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => wideScreen);
  vi.stubGlobal("ResizeObserver", ResizeObserverStub);
}

/** Renders a screen for a user, with empty storage and a desktop's width. */
export function openScreen(screen: ReactNode, { user = USER, at = "/" } = {}) {
  prepareBrowser(user);
  return render(
    <MemoryRouter initialEntries={[at]}>
      <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map(), dedupingInterval: 0 }}>
        {screen}
      </SWRConfig>
    </MemoryRouter>,
  );
}

/**
 * Renders a page of the back office for staff. `answers` has the responses by path, or by method and path for calls
 * that change something. All pages share the cache, so that changes cause the same reads as in the app.
 */
export function openDeskPage(
  page: ReactNode,
  at: string,
  answers: Record<string, () => FakeResponse>,
  user = STAFF,
) {
  const requests = serve(({ method, path }) => {
    if (path === "/api/session") return sessionResponse(user);
    if (path === "/api/admin/unsolved-counts") return { status: 503, body: {} };
    return answers[method === "GET" ? path : `${method} ${path}`]?.();
  });
  prepareBrowser(user);
  vi.stubGlobal("scrollTo", () => {});
  render(
    <MemoryRouter initialEntries={[at]}>
      <SWRConfig value={{ ...SWR_CONFIG, dedupingInterval: 0 }}>{page}</SWRConfig>
    </MemoryRouter>,
  );
  return { requests, sent: (method: string) => requests.filter((call) => call.method === method) };
}

/** Response to the session call, for screens that read the user from it. */
export const sessionResponse = (user: User): FakeResponse => ({
  body: newSession(user, Date.now()),
});
