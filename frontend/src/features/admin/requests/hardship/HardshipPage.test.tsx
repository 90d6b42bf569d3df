// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aHardshipRequest } from "@/testing/hardship";
import { type FakeResponse, openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import HardshipPage from "./HardshipPage";

vi.mock("../../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));
afterEach(cleanup);

const REQUEST = aHardshipRequest({ driverName: "Alex Doe" });

/** Opens the page with one request. `answered` is the request as the server stores it after the first answer. */
function renderPage(answer: () => FakeResponse, answered = REQUEST) {
  let stored = REQUEST;
  const requests = serve(({ path, method }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/hardship-requests") return { body: [REQUEST] };
    if (path === "/api/admin/hardship-requests/7") return { body: stored };
    if (method === "POST" && path.endsWith("/answer")) {
      stored = answered;
      return answer();
    }
    return undefined;
  });
  openScreen(<HardshipPage />, { user: STAFF, at: "/admin/hardship-requests" });
  return () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
}

async function openRequest() {
  fireEvent.click(await screen.findByRole("button", { name: "Answer the request about Speeding" }));
  return screen.findByRole("textbox", { name: /^Answer/ });
}

it("sends the version that staff see with their answer to a hardship request", async () => {
  const sent = renderPage(() => ({ body: { ...REQUEST, answer: "Call the clerk.", version: 2 } }));
  const field = await openRequest();
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("Enter an answer. The driver will see it.")).toBeTruthy();
  fireEvent.change(field, { target: { value: " Call the clerk. " } });
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(sent()).toEqual([{ version: 1, answer: "Call the clerk." }]));
});

it("keeps the typed answer if a colleague has answered the request in the meantime", async () => {
  const detail = "Sam changed this in the meantime.";
  const answered = { answer: "Ask the court.", answeredAt: "2026-11-28T12:00:00Z", version: 2 };
  renderPage(
    () => ({ status: 409, body: { code: "changed_meanwhile", message: detail, detail } }),
    {
      ...REQUEST,
      ...answered,
    },
  );
  const field = await openRequest();
  fireEvent.change(field, { target: { value: "Call the clerk." } });
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("We couldn’t send the answer")).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Answer/ }).value).toBe(
    "Call the clerk.",
  );
  expect(await screen.findByText("Ask the court.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Discard my text" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: /^Answer/ })).toBeNull());
});

it("says that it couldn’t confirm sending the answer if the response was lost", async () => {
  renderPage(() => null);
  fireEvent.change(await openRequest(), { target: { value: "Call the clerk." } });
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("We couldn’t confirm that we sent the answer")).toBeTruthy();
});

it.each([
  [404, "We couldn’t find this request"],
  [502, "We couldn’t load this request"],
])("shows an error instead of a request after the status %i", async (status, text) => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/hardship-requests") return { body: [REQUEST] };
    return path === "/api/admin/hardship-requests/7" ? { status, body: {} } : undefined;
  });
  openScreen(<HardshipPage />, { user: STAFF, at: "/admin/hardship-requests" });
  fireEvent.click(await screen.findByRole("button", { name: "Answer the request about Speeding" }));
  expect((await screen.findByRole("alert")).textContent).toContain(text);
  expect(screen.getByRole("heading", { name: "Request" })).toBeTruthy();
  expect(screen.queryByText("Loading the request")).toBeNull();
});
