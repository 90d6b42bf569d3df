// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense, use } from "react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { EARLY } from "./earlyResponses";
import { preloadData } from "./preload";
import { SWR_CONFIG, useRead } from "./useRead";

const URL = "/api/tickets/1";
const read = vi.fn(async () => "two tickets");
beforeEach(() => {
  window[EARLY] = new Map([[URL, Promise.resolve(new Response("{}"))]]);
  read.mockClear();
});

type Props = { cacheKey: readonly unknown[]; code: Promise<unknown> };

function Tickets({ cacheKey, code }: Props) {
  const { data } = useRead(cacheKey, read);
  // Suspends while the code loads. React then discards the render and later starts over.
  use(code);
  return <p>{data}</p>;
}

/** Renders a screen that reads its data again every time it opens, as the profile does. */
const renderScreen = (props: Props) =>
  act(async () => {
    render(
      <SWRConfig value={{ ...SWR_CONFIG, revalidateIfStale: true, dedupingInterval: 0 }}>
        <Suspense>
          <Tickets {...props} />
        </Suspense>
      </SWRConfig>,
    );
  });

/** Waits for the next frame, in which SWR revalidates cached data. */
const nextFrame = () => act(() => new Promise<void>((done) => requestAnimationFrame(() => done())));

it("does not fetch preloaded data again when React restarts the first render", async () => {
  const cacheKey = ["/api/tickets", 1, 1];
  await preloadData(URL, cacheKey, read);
  let resolve = () => {};
  const code = new Promise<void>((done) => {
    resolve = done;
  });
  await renderScreen({ cacheKey, code });
  await act(async () => resolve());
  expect(screen.getByText("two tickets")).toBeTruthy();
  await nextFrame();
  expect(read).toHaveBeenCalledTimes(1);
});

it("fetches again when the screen is opened a second time", async () => {
  const cacheKey = ["/api/tickets", 2, 2];
  const code = Promise.resolve();
  await preloadData(URL, cacheKey, read);
  await renderScreen({ cacheKey, code });
  await nextFrame();
  expect(read).toHaveBeenCalledTimes(1);
  cleanup();
  await renderScreen({ cacheKey, code });
  await nextFrame();
  expect(read).toHaveBeenCalledTimes(2);
});
