// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { reloadOnce } from "./reloadOnce";

const reload = vi.fn();
let status: number;

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  status = 200;
  vi.stubGlobal("location", { href: "https://lanewise.test/payments", reload });
  vi.stubGlobal("fetch", async () => new Response(null, { status }));
  document.head.innerHTML = '<script src="/assets/main-1.js"></script>';
});

it("loads the page again once for a build", async () => {
  expect(await reloadOnce()).toBe(true);
  expect(await reloadOnce()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

it("loads it again for the next build", async () => {
  await reloadOnce();
  document.head.innerHTML = '<script src="/assets/main-2.js"></script>';
  expect(await reloadOnce()).toBe(true);
});

it("leaves the page while the server can't answer", async () => {
  status = 503;
  expect(await reloadOnce()).toBe(false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  expect(await reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
