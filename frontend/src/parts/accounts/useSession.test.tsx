// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { mutate, SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { SESSION_KEY } from "@/api/keys";
import { SWR_CONFIG } from "@/api/useRead";
import { USER } from "@/testing/sampleRecords";
import { logIn, logOut } from "./auth";
import { newSession } from "./sessionRecord";
import { readSession, useKnownSession, useSession } from "./useSession";

const fetch = vi.fn();
const stubResponse = (status: number, body: unknown) =>
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }));

function Shell() {
  return <p>{useKnownSession().user ? "a frame for a user" : "a frame for visitors"}</p>;
}

function Screen() {
  return <p>{useSession().user ? "inside" : "outside"}</p>;
}

const page = (isInside: boolean) => (
  <SWRConfig value={SWR_CONFIG}>
    <Shell />
    {isInside && <Screen />}
  </SWRConfig>
);

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", fetch);
  fetch.mockReset();
  await mutate(() => true, undefined, { revalidate: false });
});

it("sends no request for a visitor without a stored session", () => {
  render(page(false));
  expect(screen.getByText("a frame for visitors")).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});

it("returns to the visitor's view when the server ends the session of a user who just logged in", async () => {
  const { rerender } = render(page(false));
  stubResponse(200, newSession(USER, Date.now()));
  rerender(page(true));
  await screen.findByText("inside");
  await screen.findByText("a frame for a user");
  stubResponse(401, { code: "unauthenticated", message: "Please log in." });
  await mutate(SESSION_KEY);
  await screen.findByText("outside");
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("treats the user as logged out after a failed logout request, and retries it until it succeeds", async () => {
  const requestedPaths: string[] = [];
  const session = newSession(USER, Date.now());
  let isReachable = false;
  fetch.mockImplementation(async (path: string) => {
    requestedPaths.push(path);
    if (path !== "/api/logout") return new Response(JSON.stringify(session));
    if (!isReachable) throw new TypeError("fetch failed");
    return new Response("{}");
  });
  vi.spyOn(console, "warn").mockReturnValue();
  await logOut();
  render(page(true));
  await screen.findByText("outside");
  expect(await readSession()).toBeNull();
  expect(localStorage.getItem("lanewise.session")).toBeNull();
  isReachable = true;
  expect(await readSession()).toBeNull();
  expect(new Set(requestedPaths)).toEqual(new Set(["/api/logout"]));
  expect(await readSession()).toEqual(session);
});

it("drops a failed logout request when the user logs in again", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  stubResponse(503, {});
  await logOut();
  stubResponse(200, USER);
  await logIn({ email: USER.email, password: "a password" });
  stubResponse(200, newSession(USER, Date.now()));
  expect((await readSession())?.user).toEqual(USER);
  expect(fetch).toHaveBeenCalledTimes(3);
});
