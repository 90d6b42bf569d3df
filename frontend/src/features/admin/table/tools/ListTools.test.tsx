// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openScreen, STAFF } from "@/testing/openScreen";
import type { ListState } from "../data/listState";
import { ListTools } from "./ListTools";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Renders a list's search and records the queries. */
function renderSearch() {
  const searches: string[] = [];
  let goTo = (_: string) => {};
  function Tools() {
    const [q, setQ] = useState("");
    goTo = setQ;
    const state: ListState = { q, sort: "", page: 1, filters: {}, row: null };
    const set = (change: Partial<ListState>) => {
      searches.push(change.q ?? "");
      setQ(change.q ?? "");
    };
    return <ListTools state={state} set={set} search={{ label: "Search", placeholder: "Name" }} />;
  }
  openScreen(<Tools />, { user: STAFF });
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const waitForSearch = () => act(() => vi.advanceTimersByTimeAsync(300));
  return { searches, box, type, rest: waitForSearch, goTo: (q: string) => act(() => goTo(q)) };
}

it("keeps a trailing space in the search field while the user types a name", async () => {
  const { searches, box, type, rest } = renderSearch();
  type("ana ");
  await rest();
  expect([searches, box.value]).toEqual([["ana"], "ana "]);
  type("ana souza");
  await rest();
  expect([searches, box.value]).toEqual([["ana", "ana souza"], "ana souza"]);
});

it("restores the URL's search in the search field on Back, unless the user is typing", async () => {
  const { box, type, rest, goTo } = renderSearch();
  type("ana");
  await rest();
  goTo("");
  expect(box.value).toBe("");
  type("sam");
  goTo("ana");
  expect(box.value).toBe("sam");
});
