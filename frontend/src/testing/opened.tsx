import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { vi } from "vitest";
import { SWR_CONFIG } from "@/api/read";
import type { User } from "@/api/types";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { USER } from "./records";

export const STAFF: User = { ...USER, id: 1, role: "admin", email: "staff@x.test" };
export const LAWYER: User = {
  ...USER,
  id: 9,
  // The cast goes once the API document has this role.
  role: "lawyer" as never,
  email: "lawyer@x.test",
  fullName: "Lena Ortiz",
};

/** A fake response: a body with an optional status. Null means no response at all. */
export type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | null;
type RecordedRequest = { method: string; path: string; query: URLSearchParams; body: unknown };

/** Stubs the server: `answer` returns the response to each call. Calls it doesn't know get an empty list. */
export function serve(answer: (asked: RecordedRequest) => Answer | undefined) {
  const asked: RecordedRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? "GET", path: pathname, query: searchParams, body };
    asked.push(call);
    const given = answer(call);
    if (given === null) throw new TypeError("fetch failed");
    const { status = 200, body: told = [], headers = {} } = given ?? { body: [] };
    return new Response(JSON.stringify(told), { status, headers });
  });
  return asked;
}

/** Renders a screen for a user, with empty storage and a desktop's width. */
export function open(screen: ReactNode, { user = USER, at = "/" } = {}) {
  localStorage.clear();
  sessionStorage.clear();
  saveSession(newSession(user, Date.now()));
  const wide = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => wide);
  return render(
    <MemoryRouter initialEntries={[at]}>
      <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map(), dedupingInterval: 0 }}>
        {screen}
      </SWRConfig>
    </MemoryRouter>,
  );
}

/** Response to the session call, for screens that read the user from it. */
export const sessionOf = (user: User): Answer => ({ body: newSession(user, Date.now()) });
