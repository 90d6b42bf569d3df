// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TimelineEntry } from "@/api/types";
import { openScreen, STAFF } from "@/testing/openScreen";
import * as calls from "../calls";
import { Timeline } from "./Timeline";

vi.mock("../calls", async (original) => ({ ...(await original<object>()), getTimeline: vi.fn() }));

const entriesOf = (title: string, count: number): TimelineEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: "ticket",
    id: at + 1,
    at: "2026-11-20T10:00:00Z",
    title,
    detail: null,
    status: null,
    amount: null,
    by: null,
    subject: null,
    cursor: `${title} ${at}`,
  }));

it("names the record of an audit entry, unless it is the driver", async () => {
  const audit = (title: string, subject: string): TimelineEntry => ({
    ...(entriesOf(title, 1)[0] as TimelineEntry),
    kind: "audit",
    subject,
    cursor: subject,
  });
  vi.mocked(calls.getTimeline).mockResolvedValue([
    audit("logged_in", "user 3"),
    audit("inquiry_resolved", "help_inquiry 7"),
  ]);
  openScreen(<Timeline userId={3} />, { user: STAFF });
  await screen.findByText("Logged in");
  screen.getByText("Inquiry resolved (help inquiry 7)");
});

it("drops older entries that arrive after staff changed the filter", async () => {
  let sendOlder = (_: TimelineEntry[]) => {};
  vi.mocked(calls.getTimeline).mockImplementation(async (_, { before, kinds }) => {
    if (before)
      return new Promise((resolve) => {
        sendOlder = resolve;
      });
    return kinds ? entriesOf("Filtered", 20) : entriesOf("First", 20);
  });
  openScreen(<Timeline userId={3} />, { user: STAFF });
  fireEvent.click(await screen.findByText("Show older"));
  fireEvent.click(screen.getByText("Payments"));
  await screen.findAllByText("Ticket added: Filtered");
  await act(async () => sendOlder(entriesOf("Older", 20)));
  expect(screen.queryByText("Ticket added: Older")).toBeNull();
  fireEvent.click(screen.getByText("Show older"));
  await act(async () => sendOlder(entriesOf("Older", 3)));
  expect(screen.getAllByText("Ticket added: Older")).toHaveLength(3);
});
