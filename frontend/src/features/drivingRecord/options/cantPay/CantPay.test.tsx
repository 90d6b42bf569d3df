// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { HardshipRequest, ItemOptions } from "@/api/types";
import { aHardshipRequest } from "@/testing/hardship";
import { type FakeResponse, openScreen, serve } from "@/testing/openScreen";
import { anOption, anOtherOption, aSourcedText, someOptions } from "@/testing/options";
import OptionsPage from "../OptionsPage";

afterEach(cleanup);

const CANT_PAY = anOtherOption({ kind: "cant_pay", next: "cant_pay" });
const PLAN = anOtherOption({
  kind: "installments",
  facts: [
    {
      topic: "meaning",
      statement: aSourcedText({
        text: "The court can allow a payment plan.",
        source: "CCP 45A.257",
      }),
    },
  ],
});

type World = {
  options?: Partial<ItemOptions>;
  requests?: HardshipRequest[];
  answer?: () => FakeResponse;
};

function renderPage({ options, requests = [], answer }: World = {}) {
  const stored = [...requests];
  const calls = serve(({ path, method, body }) => {
    if (path.endsWith("/options"))
      return { body: someOptions({ options: [anOption(), CANT_PAY], ...options }) };
    if (path !== "/api/hardship-requests") return undefined;
    if (method !== "POST") return { body: stored };
    if (answer) return answer();
    stored.unshift(aHardshipRequest(body as Partial<HardshipRequest>));
    return { status: 201, body: stored[0] };
  });
  openScreen(<OptionsPage />, { at: "/driving-profile/options?type=ticket&id=1&view=cant-pay" });
  return () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
}

const fill = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function answerAll() {
  await fill(/^What would help you/, "smaller_payments");
  await fill(/^How much could you pay a month/, "$40");
  await fill(/^Do any of these apply/, "out_of_work");
}

it("says that the fine is estimated", async () => {
  renderPage({ options: { isEstimated: true } });
  expect((await screen.findByText(/· \$150 \(estimated\)/)).textContent).toContain("Speeding");
});

it("sends the answers to our team if the court has no payment plan", async () => {
  const sent = renderPage();
  await answerAll();
  expect(screen.getByText(/doesn’t change your due date or what you owe/)).toBeTruthy();
  press("Send to our team");
  expect(await screen.findByText("Waiting for our answer")).toBeTruthy();
  const situation = "out_of_work";
  expect(sent()).toEqual([
    { kind: "ticket", itemId: 1, need: "smaller_payments", amount: "40", situation },
  ]);
  expect(screen.queryByText("A few questions")).toBeNull();
});

it("shows the court’s plan with its source, and sends the answers to our team only on request", async () => {
  const sent = renderPage({ options: { options: [anOption(), PLAN, CANT_PAY] } });
  await answerAll();
  press("See the plan");
  expect(await screen.findByRole("heading", { name: "The court has a plan" })).toBeTruthy();
  expect(screen.getByText("The court can allow a payment plan.")).toBeTruthy();
  expect(screen.getByText("CCP 45A.257, as of November 2026")).toBeTruthy();
  expect(
    screen.getByText(
      "I can’t pay this now. I need smaller payments and could pay $40 a month. I’m out of work.",
    ),
  ).toBeTruthy();
  expect(sent()).toEqual([]);
  press("Change answers");
  expect(screen.getByLabelText<HTMLInputElement>(/^How much could you pay/).value).toBe("40");
  press("See the plan");
  await screen.findByRole("heading", { name: "The court has a plan" });
  press("Send to our team");
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it("doesn’t promise a payment plan if the driver may not qualify for it", async () => {
  renderPage({ options: { options: [anOption(), { ...PLAN, fit: "ask_first" }, CANT_PAY] } });
  await answerAll();
  press("See the plan");
  expect(await screen.findByRole("heading", { name: "The court may offer a plan" })).toBeTruthy();
  expect(screen.getByText(/^Check whether you qualify before you rely on the plan\./)).toBeTruthy();
  expect(screen.queryByText(/before your due date/)).toBeNull();
});

it("asks for a day instead of an amount if the driver needs more time", async () => {
  const sent = renderPage();
  await fill(/^What would help you/, "more_time");
  press("Send to our team");
  expect(await screen.findByText("Choose the date you could pay by.")).toBeTruthy();
  expect(screen.getByText("Choose one of the answers.")).toBeTruthy();
  await fill(/^What date could you pay by/, "2027-01-15");
  await fill(/^Do any of these apply/, "other");
  press("Send to our team");
  await waitFor(() =>
    expect(sent()).toEqual([
      { kind: "ticket", itemId: 1, need: "more_time", payBy: "2027-01-15", situation: "other" },
    ]),
  );
});

it("keeps the answers if the server refuses one", async () => {
  const fields = { amount: "Enter less than the $150 that is due." };
  renderPage({ answer: () => ({ status: 422, body: { code: "validation", fields } }) });
  await answerAll();
  press("Send to our team");
  expect(await screen.findByText("Enter less than the $150 that is due.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^How much could you pay/).value).toBe("$40");
});

it("shows our team’s answer, and the questions for another request", async () => {
  const answered = { answer: "Call the clerk.", answeredAt: "2026-11-28T12:00:00Z", version: 2 };
  renderPage({ requests: [aHardshipRequest(answered)] });
  expect(await screen.findByText("Call the clerk.")).toBeTruthy();
  expect(screen.getByLabelText(/^What would help you/)).toBeTruthy();
});

it("shows our team’s answer about an item that is no longer on the record", async () => {
  const answered = { answer: "Call the clerk.", answeredAt: "2026-11-28T12:00:00Z", version: 2 };
  serve(({ path }) =>
    path.endsWith("/options")
      ? { status: 404, body: { code: "not_found" } }
      : { body: path === "/api/hardship-requests" ? [aHardshipRequest(answered)] : [] },
  );
  openScreen(<OptionsPage />, { at: "/driving-profile/options?type=ticket&id=1&view=cant-pay" });
  expect(await screen.findByText("Call the clerk.")).toBeTruthy();
  expect(screen.getByText("There’s nothing to pay for this right now.")).toBeTruthy();
});

it("says on the page with the court's plan why the server refused an answer", async () => {
  const fields = { amount: "Enter less than the $150 that is due." };
  renderPage({
    options: { options: [anOption(), PLAN, CANT_PAY] },
    answer: () => ({ status: 422, body: { code: "validation", fields } }),
  });
  await answerAll();
  press("See the plan");
  await screen.findByRole("heading", { name: "The court has a plan" });
  press("Send to our team");
  expect(await screen.findByText("Enter less than the $150 that is due.")).toBeTruthy();
});

it("offers a retry if the options fail to load, even for a driver with a hardship request", async () => {
  serve(({ path }) =>
    path.endsWith("/options")
      ? { status: 503, body: { code: "busy" } }
      : { body: path === "/api/hardship-requests" ? [aHardshipRequest()] : [] },
  );
  openScreen(<OptionsPage />, { at: "/driving-profile/options?type=ticket&id=1&view=cant-pay" });
  expect(await screen.findByText("We couldn’t load the questions")).toBeTruthy();
  expect(screen.queryByText("There’s nothing to pay for this right now.")).toBeNull();
});

it("asks nothing about a paid item, and still shows the driver's earlier request", async () => {
  renderPage({ options: { options: [], standing: "paid" }, requests: [aHardshipRequest()] });
  expect(await screen.findByText("There’s nothing to pay for this right now.")).toBeTruthy();
  expect(screen.getByText("Waiting for our answer")).toBeTruthy();
  expect(screen.queryByLabelText(/^What would help you/)).toBeNull();
});

it.each([
  [null, "We couldn’t confirm that we got your request"],
  [{ status: 409, body: { message: "Already sent." } }, "We couldn’t send your request"],
])("says that the request wasn't sent only if the server refused: %j", async (response, title) => {
  renderPage({ answer: () => response });
  await answerAll();
  press("Send to our team");
  expect((await screen.findByRole("alert")).textContent).toContain(title);
});
