// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import { useFiltered } from "./useFiltered";

const Fresh = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map(), dedupingInterval: 0 }}>
    {children}
  </SWRConfig>
);

/**
 * Renders the hook with a page to read. Each read returns the page's name and the number of reads; the page "lost"
 * fails.
 */
function renderFiltered() {
  const read = vi.fn(async (page: string) => {
    if (page === "lost") throw new Error("no answer");
    return `${page} ${read.mock.calls.filter(([one]) => one === page).length}`;
  });
  const { result, rerender } = renderHook(
    ({ page }) => useFiltered(["/list", page], () => read(page)),
    { wrapper: Fresh, initialProps: { page: "first" } },
  );
  const shows = (expected: string | undefined) =>
    waitFor(() => expect(result.current).toMatchObject({ data: expected, isValidating: false }));
  return { shows, to: (page: string) => rerender({ page }), now: () => result.current };
}

it("shows the previous page's data until the next page is loaded", async () => {
  const { shows, to, now } = renderFiltered();
  await shows("first 1");
  to("second");
  expect(now()).toMatchObject({ data: "first 1", isValidating: true });
  await shows("second 1");
});

it("shows no data of the previous page when the next page fails to load", async () => {
  const { shows, to, now } = renderFiltered();
  await shows("first 1");
  to("lost");
  await shows(undefined);
  expect(now().error).toEqual(new Error("no answer"));
  to("second");
  await shows("second 1");
});

it("reads a page again when the user returns to it", async () => {
  const { shows, to, now } = renderFiltered();
  await shows("first 1");
  to("second");
  await shows("second 1");
  to("first");
  expect(now().data).toBe("first 1");
  await shows("first 2");
});
