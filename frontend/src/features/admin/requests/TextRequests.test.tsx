// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useNavigate } from "@/lib/router";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { deskPaths } from "../desk/deskPaths";
import { TextRequests } from "./TextRequests";

const scrolled = vi.fn();

beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = scrolled;
});

it("expands the collapsed list and scrolls to it when staff open a link to a request", async () => {
  serve(() => undefined);
  let go = (_: string) => {};
  function Go() {
    go = useNavigate();
    return null;
  }
  openScreen(
    <>
      <Go />
      <TextRequests />
    </>,
    { user: STAFF, at: "/admin" },
  );
  const heading = () => screen.getByRole("button", { name: /^Text Notification Requests/ });
  fireEvent.click(heading());
  fireEvent.click(heading());
  expect(heading().getAttribute("aria-expanded")).toBe("false");
  act(() => go(deskPaths.textRequests(5)));
  await screen.findByText("No matches.");
  await waitFor(() => expect(scrolled.mock.contexts).toContain(document.getElementById("texts")));
});

it("searches the list for the id of the request that a link opens", async () => {
  const requests = serve(() => undefined);
  openScreen(<TextRequests />, { user: STAFF, at: deskPaths.textRequests(5) });
  await screen.findByText("No matches.");
  const list = requests.find(
    ({ path, query }) => path.endsWith("/text-notifications") && query.has("q"),
  );
  expect(list?.query.get("q")).toBe("5");
});
