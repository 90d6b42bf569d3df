// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { toastItems } from "@/ui/overlays/toast";
import BlockDialog from "./BlockDialog";
import SecurityPanel from "./SecurityPanel";

const EMPTY_DASHBOARD = {
  summary: {
    totalEvents: 0,
    eventsBySeverity: { critical: 0, high: 0, medium: 0, low: 0 },
    blockedIPs: [],
  },
  environmentSecurity: [],
  recentEvents: [],
  cspReports: [],
};
const panel = <SecurityPanel onClose={vi.fn()} />;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("shows an error with a retry button, and messages for empty lists", async () => {
  let fails = true;
  serve(() => (fails ? null : { body: EMPTY_DASHBOARD }));
  openScreen(panel, { user: STAFF });
  const again = await screen.findByRole("button", { name: "Try again" });
  fails = false;
  fireEvent.click(again);
  await screen.findByText("No security data available");
  expect(screen.getByText("No blocked IPs.")).toBeTruthy();
  expect(screen.getByText("No blocked content reported.")).toBeTruthy();
});

it("shows the counts of content that browsers blocked, by host or type", async () => {
  const count = { directive: "script-src-elem", reports: 1, lastDay: "2026-11-26" };
  const cspReports = [
    { ...count, host: "evil.example", reports: 1200 },
    { ...count, host: "inline" },
  ];
  serve(() => ({ body: { ...EMPTY_DASHBOARD, cspReports } }));
  openScreen(panel, { user: STAFF });
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "evil.examplescript-src-elem · last reported 11/26/20261,200 reports",
    "Inline codescript-src-elem · last reported 11/26/20261 report",
  ]);
});

it("reloads the security figures every 30 seconds", async () => {
  vi.useFakeTimers();
  const requests = serve(() => ({ body: EMPTY_DASHBOARD }));
  openScreen(panel, { user: STAFF });
  await act(async () => vi.advanceTimersByTimeAsync(29_000));
  expect(requests).toHaveLength(1);
  await act(async () => vi.advanceTimersByTimeAsync(2_000));
  expect(requests).toHaveLength(2);
});

it("opens the report in a new tab when it is available, and shows an error otherwise", async () => {
  let fails = true;
  serve(({ path }) => {
    if (path !== "/api/security/export-report") return { body: EMPTY_DASHBOARD };
    return fails ? { status: 403, body: { code: "forbidden", message: "No." } } : { body: "" };
  });
  const followed: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    followed.push([this.target, this.href]);
  });
  openScreen(panel, { user: STAFF });
  fireEvent.click(screen.getByRole("link", { name: "Export Security Report" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "We couldn’t open the report. Please try again.",
  );
  expect(followed).toEqual([]);
  fails = false;
  fireEvent.click(screen.getByRole("link", { name: "Export Security Report" }));
  await waitFor(() => expect(followed).toHaveLength(1));
  expect(followed[0]).toEqual(["_blank", expect.stringContaining("/api/security/export-report?")]);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows an error and keeps the typed values when blocking an IP address fails", async () => {
  serve(() => ({ status: 503, body: { code: "busy", message: "Busy." } }));
  const onDone = vi.fn();
  openScreen(<BlockDialog open onOpenChange={vi.fn()} onDone={onDone} />, { user: STAFF });
  const ip = screen.getByLabelText<HTMLInputElement>("IP address");
  const reason = screen.getByLabelText<HTMLInputElement>("Reason");
  fireEvent.change(ip, { target: { value: "203.0.113.77" } });
  fireEvent.change(reason, { target: { value: "Guesses passwords" } });
  fireEvent.click(screen.getByRole("button", { name: "Block" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to block IP.Busy.");
  expect(toastItems()[0]).toMatchObject({ description: "Failed to block IP." });
  expect([ip.value, reason.value]).toEqual(["203.0.113.77", "Guesses passwords"]);
  expect(onDone).not.toHaveBeenCalled();
});
