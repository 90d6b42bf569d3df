// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import type { Chargeback, EvidenceDraft } from "@/api/types";
import { ChargebackEvidence } from "./ChargebackEvidence";
import * as calls from "./calls";

const who = vi.hoisted(() => ({ id: 1 }));
vi.mock("@/parts/accounts/useSession", () => ({ useSession: () => ({ user: { id: who.id } }) }));
vi.mock("./calls", async (original) => ({
  ...(await original<typeof calls>()),
  getEvidence: vi.fn(),
  postEvidence: vi.fn(),
}));

const OF = {} as Chargeback;
const stored = (version: number, product: string): EvidenceDraft => ({
  chargeback: OF,
  evidence: [
    { field: "product", most: 500, text: product },
    { field: "other", most: 20_000, text: "Receipt" },
  ],
  isTaken: true,
  version,
});

const renderEvidence = (id = 7) =>
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <ChargebackEvidence id={id} />
    </SWRConfig>,
  );
const field = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(new RegExp(label));
const product = async () => (await field("What the driver paid for")).value;
const other = async () => (await field("Receipt, confirmation")).value;
const type = async (value: string) =>
  fireEvent.change(await field("What the driver paid for"), { target: { value } });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  sessionStorage.clear();
  who.id = 1;
  vi.mocked(calls.getEvidence).mockResolvedValue(stored(4, "A ticket"));
  vi.mocked(calls.postEvidence).mockResolvedValue(OF);
});

it("restores unsaved evidence for the same user and chargeback, until it is discarded", async () => {
  const first = renderEvidence();
  await type("A speeding ticket");
  first.unmount();

  const another = renderEvidence(8);
  expect(await product()).toBe("A ticket");
  another.unmount();
  who.id = 2;
  const colleague = renderEvidence();
  expect(await product()).toBe("A ticket");
  colleague.unmount();

  who.id = 1;
  renderEvidence();
  expect(await product()).toBe("A speeding ticket");
  expect(screen.getByText("We restored what you typed.")).toBeTruthy();
  clickButton("Start over");
  expect(await product()).toBe("A ticket");
  expect(sessionStorage).toHaveLength(0);
});

it("warns before the tab is closed with unsaved evidence, until it is saved", async () => {
  const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  renderEvidence();
  await product();
  expect(closes()).toBe(true);
  await type("A speeding ticket");
  expect(closes()).toBe(false);

  vi.mocked(calls.getEvidence).mockResolvedValue(stored(5, "A speeding ticket"));
  clickButton("Save");
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  expect(closes()).toBe(true);
  expect(await product()).toBe("A speeding ticket");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says next to the buttons that a colleague has saved, and replaces their version on a second Save", async () => {
  renderEvidence();
  await type("A speeding ticket");
  const theirs = stored(5, "Their words");
  theirs.evidence[1] = { field: "other", most: 20_000, text: "Their receipt" };
  vi.mocked(calls.getEvidence).mockResolvedValue(theirs);
  vi.mocked(calls.postEvidence).mockRejectedValueOnce(
    new ApiError(409, "Conflict", '{"code":"changed_meanwhile"}'),
  );
  clickButton("Save");
  const notice = await screen.findByText("A colleague saved this evidence while you were editing");
  expect(notice.closest("[role=alert]")?.nextElementSibling?.textContent).toContain("Save");
  expect([await product(), await other()]).toEqual(["A speeding ticket", "Their receipt"]);

  clickButton("Save");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(vi.mocked(calls.postEvidence).mock.lastCall?.[1]).toEqual({
    evidence: { product: "A speeding ticket", other: "Their receipt" },
    version: 5,
    submit: false,
  });
});

it("says that a colleague saved the evidence after the user left the page with unsaved text", async () => {
  const first = renderEvidence();
  await type("A speeding ticket");
  first.unmount();
  vi.mocked(calls.getEvidence).mockResolvedValue(stored(5, "Their words"));
  renderEvidence();
  expect(await product()).toBe("A speeding ticket");
  expect(screen.getByText("A colleague saved this evidence while you were editing")).toBeTruthy();
});

it.each([
  ["has passed", "2026-11-01T00:00:00Z", "The deadline for evidence has passed."],
  ["never existed", null, "The bank doesn’t accept evidence for this chargeback."],
])("says why no evidence can be submitted: the deadline %s", async (_when, due, text) => {
  const chargeback = { ...OF, evidenceDueBy: due };
  vi.mocked(calls.getEvidence).mockResolvedValue({ ...stored(4, ""), chargeback, isTaken: false });
  renderEvidence();
  await screen.findByText(text);
});
