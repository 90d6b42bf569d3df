// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ItemOptions } from "@/api/types";
import { isHelpOpen, setHelp } from "@/parts/help";
import { type FakeResponse, openScreen, serve } from "@/testing/openScreen";
import { anOption, anOtherOption, aSourcedText, someOptions } from "@/testing/options";
import { CONFIG } from "@/testing/sampleRecords";
import OptionsPage from "./OptionsPage";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-28T12:00:00-05:00") });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  setHelp(false);
});

const AT = "/driving-profile/options?type=ticket&id=1";

function renderPage(answer: () => FakeResponse, at = AT) {
  serve(({ path }) => {
    if (path === "/api/config") return { body: CONFIG };
    if (path.endsWith("/options")) return answer();
    return undefined;
  });
  return openScreen(<OptionsPage />, { at });
}

const renderOptions = (overrides: Partial<ItemOptions>, at = AT) =>
  renderPage(() => ({ body: someOptions(overrides) }), at);
const card = (name: string) => screen.findByRole("region", { name });

it("shows the cost, date, points and lost rights of paying, and links to the payment", async () => {
  renderOptions({});
  const pay = within(await card("Pay It"));
  expect(pay.getAllByText("$150")).toHaveLength(2);
  expect(pay.getByText("Dec 15, the date we have on file.")).toBeTruthy();
  expect(pay.getByText("2 points for this ticket")).toBeTruthy();
  expect(pay.getByText("Your right to contest it.")).toBeTruthy();
  const link = pay.getByRole("link", { name: "Pay $150" });
  expect(link.getAttribute("href")).toBe("/payment?type=ticket&amount=150.00&id=1");
  expect(screen.getByText(/^This isn’t legal advice\./)).toBeTruthy();
  expect(screen.getByText("These are the rules for traffic tickets in Texas.")).toBeTruthy();
});

it("lists each source once, and says which texts to check with the court", async () => {
  const facts = [
    { topic: "gives_up" as const, statement: aSourcedText({ text: "The trial." }) },
    {
      topic: "outcome" as const,
      statement: aSourcedText({ text: "A new trial.", mark: "check_with_court" }),
    },
    { topic: "who" as const, statement: aSourcedText({ text: "Anyone.", source: "Rule 4.105" }) },
  ];
  renderOptions({ options: [anOtherOption({ facts })] });
  const contest = within(await card("Contest It Yourself"));
  const sources = within(contest.getByRole("group")).getAllByRole("listitem", { hidden: true });
  expect(sources.map((one) => one.textContent)).toEqual([
    "Code of Criminal Procedure 27.14(c), as of November 2026",
    "Rule 4.105, as of November 2026",
  ]);
  expect(contest.getAllByText(/Check with the court\./)).toHaveLength(1);
});

it("lists the questions that the driver must ask the court", async () => {
  renderOptions({ options: [anOtherOption({ latestDate: null, dateBasis: null })] });
  const contest = within(await card("Contest It Yourself"));
  expect(
    contest.getByText(
      "Ask the court about the deadline, the cost, what you give up, and how long it takes.",
    ),
  ).toBeTruthy();
  fireEvent.click(contest.getByRole("button", { name: /^Get help/ }));
  expect(isHelpOpen()).toBe(true);
});

it("lists questions for the agency, without points, for a parking ticket", async () => {
  const options = [anOtherOption({ latestDate: null, dateBasis: null })];
  renderOptions({ options }, AT.replace("ticket", "parking"));
  const contest = within(await card("Contest It Yourself"));
  expect(contest.getByText(/^Ask the agency about/).textContent).not.toContain("points");
});

it("asks whether a toll can still be disputed after it is paid", async () => {
  renderOptions({ options: [anOption()] }, AT.replace("ticket", "toll"));
  const pay = within(await card("Pay It"));
  expect(
    pay.getByText(
      "Before you pay, ask the agency whether you could still dispute the toll afterward.",
    ),
  ).toBeTruthy();
});

it("lists what to ask before paying if the deadline is unknown as well", async () => {
  const options = [anOption({ latestDate: null, dateBasis: null })];
  renderOptions({ options }, AT.replace("ticket", "toll"));
  const pay = within(await card("Pay It"));
  expect(
    pay.getByText(
      "Before you pay, ask the agency about the deadline and whether you could still dispute the toll afterward.",
    ),
  ).toBeTruthy();
});

it("groups the options, with options past their date in the last group", async () => {
  renderOptions({
    options: [
      anOption(),
      anOtherOption({ kind: "traffic_school", name: "Take a Driving Safety Course" }),
      anOtherOption({ kind: "correction", fit: "ask_first" }),
      anOtherOption({ fit: "passed", latestDate: "2026-11-20" }),
    ],
  });
  await card("Take a Driving Safety Course");
  const headings = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  expect(headings).toEqual([
    "Available to You",
    "These May Apply to You",
    "The Deadline Has Passed",
  ]);
  const passed = within(screen.getByRole("region", { name: "The Deadline Has Passed" }));
  expect(passed.getByText("Nov 20, the date we have on file. This day has passed.")).toBeTruthy();
});

it("says that a fine can still be paid after its date has passed", async () => {
  renderOptions({ options: [anOption({ latestDate: "2026-11-27" })] });
  await screen.findByText(
    "Nov 27, the date we have on file. This day has passed, but you can still pay.",
  );
});

it.each([
  ["cant_pay", "Can’t Pay Now"],
  ["ask", "Ask Before You Decide"],
] as const)(
  "says that a driver can still ask after the date of %s has passed",
  async (kind, title) => {
    renderOptions({ options: [anOption({ kind, latestDate: "2026-11-27" })] });
    const option = within(await card(title));
    expect(
      option.getByText(
        "Nov 27, the date we have on file. This day has passed, but you can still ask.",
      ),
    ).toBeTruthy();
  },
);

it("says that an option's date was calculated from the ticket's date", async () => {
  renderOptions({ options: [anOtherOption({ dateBasis: "computed" })] });
  await screen.findByText(
    "Dec 15, calculated from the ticket’s date. If your notice has a date, use that one.",
  );
});

it("says that more time to pay doesn't extend the last day to choose an option", async () => {
  renderOptions({
    options: [
      anOtherOption({
        kind: "traffic_school",
        fit: "passed",
        latestDate: "2026-11-20",
        dateBasis: "fixed",
      }),
    ],
  });
  await screen.findByText(
    "Nov 20, calculated from the ticket’s date. It stays the same even if you get more time to pay. This day has passed.",
  );
});

it("names the form and offers no letter if the court accepts only the form", async () => {
  const next = "record_form" as const;
  const form = anOtherOption({ name: "Contest It by Mail", ownForm: "form TR-205", next });
  renderOptions({ options: [form] });
  const contest = within(await card("Contest It by Mail"));
  expect(
    contest.getByText(
      "If you contest this on paper, the court accepts only form TR-205, not a letter.",
    ),
  ).toBeTruthy();
  expect(contest.queryByRole("link", { name: "Write a letter" })).toBeNull();
  const link = contest.getByRole("link", { name: "Tell us that you sent the form" });
  expect(link.getAttribute("href")).toMatch(/view=letter/);
});

it("shows the letter that was sent instead of a deadline", async () => {
  const contest = anOtherOption({ latestDate: null, dateBasis: null, next: "see_letter" });
  renderOptions({ letterSentOn: "2026-11-27", options: [contest] });
  const shown = within(await card("Contest It Yourself"));
  expect(shown.getByText("Letter sent on 11/27/2026.")).toBeTruthy();
  const link = shown.getByRole("link", { name: "See your letter" });
  expect(link.getAttribute("href")).toMatch(/view=letter/);
});

it("offers to hire a lawyer, with the price and the refund if the case is lost", async () => {
  const lawyer = anOption({ kind: "lawyer", costNow: "75.00", costTotal: null, addedPoints: null });
  renderOptions({ options: [{ ...lawyer, next: "hire_lawyer" }] });
  const hire = within(await card("Hire a Lawyer"));
  expect(hire.getByText("$75")).toBeTruthy();
  await hire.findByText(
    "$75 for the lawyer. If your lawyer doesn’t win your case, we refund what you paid for the lawyer, but you still owe the fine.",
  );
  const link = hire.getByRole("link", { name: "Hire Lawyer" });
  expect(link.getAttribute("href")).toBe("/driving-profile?lawyer=1");
});

it("says that a lawyer's price is estimated if the fine is", async () => {
  const lawyer = anOption({ kind: "lawyer", costNow: "75.00", costTotal: null, addedPoints: null });
  renderOptions({ isEstimated: true, options: [{ ...lawyer, next: "hire_lawyer" }] });
  const hire = within(await card("Hire a Lawyer"));
  await hire.findByText(/^\$75 \(estimated\) for the lawyer\. /);
});

it("links to the hire if a lawyer already works on the ticket", async () => {
  const lawyer = anOtherOption({ kind: "lawyer", next: "your_lawyer" });
  renderOptions({ standing: "with_lawyer", hireId: 5, options: [lawyer] });
  const link = await screen.findByRole("link", { name: "See your lawyer" });
  expect(link.getAttribute("href")).toBe("/legal-help#hire-5");
});

it("says why an item can't be paid by card", async () => {
  const options = [anOption({ next: "help" })];
  renderOptions({ notPayable: "too_small", options });
  await screen.findByText(
    "You can’t pay less than $0.50 by card here. Pay the court or agency directly.",
  );
});

it.each([
  [
    "may_be_crime",
    "This violation may be a crime, so Texas’s traffic rules may not apply. Talk to a lawyer or the court before you pay.",
  ],
  [
    "issuer_unknown",
    "To show Texas’s rules, we need to know the court or agency. Contact our team with the name on your ticket.",
  ],
] as const)("says why no rules are shown: %s", async (noRules, text) => {
  renderOptions({ place: null, rulesFor: null, noRules });
  await screen.findByText(text);
});

it("says that the rules are unknown, and what happens if the driver does nothing", async () => {
  renderOptions({
    place: null,
    rulesFor: null,
    ifIgnored: [aSourcedText({ text: "A warrant can follow." })],
  });
  await screen.findByText(/^We don’t have the rules for this court or agency\./);
  const ignored = within(screen.getByRole("region", { name: "If You Do Nothing" }));
  expect(ignored.getByText(/^A warrant can follow\./).textContent).toContain("27.14(c)");
});

it.each([
  ["paid", "Speeding: You don’t owe anything."],
  ["processing", "Speeding: A payment or refund is in progress."],
  ["of_a_newer_server", "Speeding: There are no options right now."],
] as const)(
  "says that there is nothing to decide about an item that is %s",
  async (standing, text) => {
    renderOptions({ standing: standing as never, options: [] });
    await screen.findByText("There’s nothing to decide right now");
    expect(screen.getByText(text)).toBeTruthy();
  },
);

it("offers a retry after the item's options fail to load", async () => {
  let isDown = true;
  renderPage(() => (isDown ? { status: 503, body: {} } : { body: someOptions() }));
  await screen.findByText("We couldn’t load your options");
  isDown = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await card("Pay It");
});

it("says that another driver's item wasn't found", async () => {
  renderPage(() => ({ status: 404, body: {} }));
  await screen.findByText("We couldn’t find this");
});
