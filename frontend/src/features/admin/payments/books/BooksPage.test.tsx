// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import type { Books } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import * as calls from "../calls";
import BooksPage from "./BooksPage";

vi.mock("../../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));
vi.mock("../calls", async (original) => ({
  ...(await original<object>()),
  getBooks: vi.fn(),
  postReconciliation: vi.fn(),
}));

const BOOKS = {
  balance: [],
  months: [],
  differences: [],
  matchedAt: null,
  faults: 0,
  isBalanced: true,
  total: Object.fromEntries(
    [
      ["charges", "refunds", "chargebacks", "chargebackFees", "providerFees", "payouts"],
      [
        "inQuestion",
        "owedToCourts",
        "remitted",
        "toRecover",
        "owedToDrivers",
        "heldForLawyers",
        "ours",
      ],
    ]
      .flat()
      .map((name) => [name, "0.00"]),
  ),
} as unknown as Books;

function renderPage() {
  serve(({ path }) => (path === "/api/session" ? sessionResponse(STAFF) : { body: {} }));
  openScreen(<BooksPage />, { user: STAFF });
}
const clickButton = (name: string) => fireEvent.click(screen.getByText(name));

const PROVIDER_DOWN = new ApiError(
  503,
  "",
  '{"code":"payment_provider_down","message":"The payment provider isn’t responding."}',
);

it.each([
  [PROVIDER_DOWN, "We couldn’t confirm the reconciliationThe payment provider isn’t responding."],
  [
    new NetworkError("down"),
    "We couldn’t confirm the reconciliationUnable to connect to server. Please try again.",
  ],
  [
    new ApiError(429, "", '{"message":"Please wait 2 minutes."}'),
    "We couldn’t reconcile the booksPlease wait 2 minutes.",
  ],
])("still shows the books, and why they could not be reconciled: %s", async (error, text) => {
  vi.mocked(calls.getBooks).mockResolvedValue(BOOKS);
  vi.mocked(calls.postReconciliation).mockRejectedValue(error);
  renderPage();
  await screen.findByText("Not reconciled with the payment provider yet.");
  clickButton("Reconcile now");
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(screen.queryByText(/^We saved what we read so far/)).toBeNull();
  expect(screen.getByText("By month")).toBeTruthy();
  expect(screen.getByText("Not reconciled with the payment provider yet.")).toBeTruthy();
});

it("repeats the reconciliation request until the provider's list is complete", async () => {
  vi.mocked(calls.getBooks).mockResolvedValue(BOOKS);
  let answer = (_books: Books) => {};
  vi.mocked(calls.postReconciliation).mockImplementation(
    () => new Promise((resolve) => (answer = resolve)),
  );
  renderPage();
  await screen.findByText("Not reconciled with the payment provider yet.");
  vi.mocked(calls.postReconciliation).mockClear();
  clickButton("Reconcile now");
  await vi.waitFor(() => expect(calls.postReconciliation).toHaveBeenCalledTimes(1));
  answer({ ...BOOKS, reading: 1200 });
  await screen.findByText(/1,200 so far/);
  await vi.waitFor(() => expect(calls.postReconciliation).toHaveBeenCalledTimes(2));
  answer({ ...BOOKS, matchedAt: new Date().toISOString() });
  await screen.findByText(/no differences/);
  expect(calls.postReconciliation).toHaveBeenCalledTimes(2);
});

it("says in a separate paragraph that a failed reconciliation saved what it had read", async () => {
  vi.mocked(calls.getBooks).mockResolvedValue(BOOKS);
  vi.mocked(calls.postReconciliation)
    .mockResolvedValueOnce({ ...BOOKS, reading: 1200 })
    .mockRejectedValueOnce(PROVIDER_DOWN);
  renderPage();
  await screen.findByText("Not reconciled with the payment provider yet.");
  clickButton("Reconcile now");
  const saved = await screen.findByText(/^We saved what we read so far\. Click Reconcile now/);
  expect(saved.tagName).toBe("P");
  expect(screen.getByText(/1,200 so far/)).toBeTruthy();
});

it("says on which date Lanewise started to hold money for lawyers", async () => {
  const total = { ...BOOKS.total, heldForLawyers: "75.00", ours: "12.50" };
  const books = { ...BOOKS, total, lawyersOwedSince: "2026-11-28T12:00:00Z" };
  vi.mocked(calls.getBooks).mockResolvedValue(books);
  renderPage();
  await screen.findByText(/^Since 11\/28\/2026, we hold payments for lawyers/);
  expect(screen.getByText("$75.00")).toBeTruthy();
  expect(screen.getByText("$12.50")).toBeTruthy();
});

it("shows an error with a retry button when the books fail to load", async () => {
  vi.mocked(calls.getBooks).mockRejectedValueOnce(new Error("down")).mockResolvedValue(BOOKS);
  renderPage();
  await screen.findByText("Try again");
  clickButton("Try again");
  await screen.findByText("By month");
});
