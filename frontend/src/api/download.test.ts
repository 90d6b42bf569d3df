// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "./client";
import { download, openTab } from "./download";

const clicked: { href: string; download: string; target: string }[] = [];

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { href, download, target } = this;
    clicked.push({ href, download, target });
  });
});

afterEach(() => {
  clicked.length = 0;
});

function stubFetch(status: number, disposition = "") {
  const fetch = vi.fn(
    async () => new Response("file", { status, headers: { "content-disposition": disposition } }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

it("fetches a file once and saves it under the file name that the server sends", async () => {
  const fetch = stubFetch(200, 'attachment; filename="lanewise-ticket-7.pdf"');
  await download("/api/items/ticket/7/my-file");
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(clicked).toEqual([{ href: "blob:1", download: "lanewise-ticket-7.pdf", target: "" }]);
});

it("saves nothing and rejects if the server refuses the file", async () => {
  stubFetch(503);
  await expect(download("/api/account/data")).rejects.toBeInstanceOf(ApiError);
  await expect(openTab("/api/admin/security/report")).rejects.toBeInstanceOf(ApiError);
  expect(clicked).toEqual([]);
});

it("reports a file that was cut off as a network failure", async () => {
  const file = new ReadableStream({ start: (body) => body.error(new TypeError("terminated")) });
  vi.stubGlobal("fetch", async () => new Response(file));
  await expect(download("/api/account/data")).rejects.toBeInstanceOf(NetworkError);
});

it("opens a server page in a new tab by its URL, not as a downloaded copy", async () => {
  stubFetch(200);
  await openTab("/api/admin/security/report");
  expect(clicked).toMatchObject([{ target: "_blank" }]);
  expect(clicked[0]?.href).toContain("/api/admin/security/report");
});
