// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { mutate, SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { SESSION_KEY } from "@/api/keys";
import { SWR_CONFIG } from "@/api/read";
import { USER } from "@/testing/records";
import { logIn, logOut } from "./auth";
import { newSession } from "./sessionRecord";
import { readSession, useKnownSession, useSession } from "./useSession";

const fetch = vi.fn();
const answers = (status: number, body: unknown) =>
  fetch.mockImplementation(async () => new Response(JSON.stringify(body), { status }));

function Frame() {
  return <p>{useKnownSession().user ? "a frame for somebody" : "a frame for visitors"}</p>;
}

function Screen() {
  return <p>{useSession().user ? "inside" : "outside"}</p>;
}

const page = (isInside: boolean) => (
  <SWRConfig value={SWR_CONFIG}>
    <Frame />
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

it("asks nothing for a visitor, of whom the browser knows nothing", () => {
  render(page(false));
  expect(screen.getByText("a frame for visitors")).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});

it("asks again whether a session is over, although its frame was there before the log-in", async () => {
  const { rerender } = render(page(false));
  answers(200, newSession(USER, Date.now()));
  rerender(page(true));
  await screen.findByText("inside");
  await screen.findByText("a frame for somebody");
  answers(401, { code: "unauthenticated", message: "Please log in." });
  await mutate(SESSION_KEY);
  await screen.findByText("outside");
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("a log-out that the server did not hear of stays one, until it has", async () => {
  const asked: string[] = [];
  const session = newSession(USER, Date.now());
  let heard = false;
  fetch.mockImplementation(async (path: string) => {
    asked.push(path);
    if (path !== "/api/logout") return new Response(JSON.stringify(session));
    if (!heard) throw new TypeError("fetch failed");
    return new Response("{}");
  });
  vi.spyOn(console, "warn").mockReturnValue();
  await logOut();
  render(page(true));
  await screen.findByText("outside");
  expect(await readSession()).toBeNull();
  expect(localStorage.getItem("lanewise.session")).toBeNull();
  heard = true;
  expect(await readSession()).toBeNull();
  expect(new Set(asked)).toEqual(new Set(["/api/logout"]));
  expect(await readSession()).toEqual(session);
});

it("a new log-in makes up for a log-out that the server did not hear of", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  answers(503, {});
  await logOut();
  answers(200, USER);
  await logIn({ email: USER.email, password: "a password" });
  answers(200, newSession(USER, Date.now()));
  expect((await readSession())?.user).toEqual(USER);
  expect(fetch).toHaveBeenCalledTimes(3);
});
