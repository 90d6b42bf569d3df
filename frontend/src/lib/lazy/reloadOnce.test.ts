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

it("reloads the page only once per build", async () => {
  expect(await reloadOnce()).toBe(true);
  expect(await reloadOnce()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

it("reloads the page again for the next build", async () => {
  await reloadOnce();
  document.head.innerHTML = '<script src="/assets/main-2.js"></script>';
  expect(await reloadOnce()).toBe(true);
});

it("does not reload while the server can't be reached", async () => {
  status = 503;
  expect(await reloadOnce()).toBe(false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  expect(await reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
