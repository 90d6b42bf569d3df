// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter, MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDocument } from "./openDocument";
import { paths } from "./paths";
import { Link, Navigate, needsOwnDocument, useLocation, useNavigate } from "./router";

vi.mock("./openDocument", () => ({ openDocument: vi.fn() }));

const PAY = paths.pay({ type: "toll", amount: "6.40", id: 7 });

beforeEach(() => vi.mocked(openDocument).mockReset());
afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

let navigate: ReturnType<typeof useNavigate> = () => {};

function Screen({ to }: { to: string }) {
  const { pathname, search } = useLocation();
  navigate = useNavigate();
  return (
    <>
      <p>at {pathname + search}</p>
      <Link to={to}>Go on</Link>
    </>
  );
}

const renderAt = (from: string, to: string) =>
  render(
    <MemoryRouter initialEntries={[from]}>
      <Screen to={to} />
    </MemoryRouter>,
  );

/** Clicks the link. Returns whether the router left the click to the browser. */
const isLeftToBrowser = () => fireEvent.click(screen.getByText("Go on"));

const NAVIGATIONS: [from: string, to: string, loadsDocument: boolean][] = [
  ["/driving-profile", PAY, true],
  ["/driving-profile", "/Payment/?type=toll&amount=6.40&id=7", true],
  ["/due", paths.details("toll", 7, 2), true],
  [PAY, "/driving-profile", true],
  [PAY, paths.confirmation({ type: "toll" }), true],
  [PAY, "/payments", true],
  ["/driving-profile", "/payments", false],
  [paths.details("toll", 7, 2), PAY, false],
  [PAY, `${PAY}&step=pay`, false],
];

it.each(NAVIGATIONS)("a link from %s to %s loads a new document: %s", (from, to, loadsDocument) => {
  renderAt(from, to);
  expect(isLeftToBrowser()).toBe(loadsDocument);
  expect(screen.getByText(`at ${loadsDocument ? from : to}`)).toBeTruthy();
});

it.each(NAVIGATIONS)(
  "navigating from %s to %s loads a new document: %s",
  (from, to, loadsDocument) => {
    renderAt(from, "/");
    act(() => navigate(to, { replace: true }));
    expect(vi.mocked(openDocument).mock.calls).toEqual(loadsDocument ? [[to, true]] : []);
    expect(screen.getByText(`at ${loadsDocument ? from : to}`)).toBeTruthy();
  },
);

it("a redirect to the payment page loads a new document", () => {
  render(
    <MemoryRouter initialEntries={["/login"]}>
      <Navigate to={PAY} replace />
    </MemoryRouter>,
  );
  expect(openDocument).toHaveBeenCalledExactlyOnceWith(PAY, true);
});

it("the payment page needs a new document if another page was opened first", () => {
  render(
    <BrowserRouter>
      <Screen to="/" />
    </BrowserRouter>,
  );
  expect(needsOwnDocument("/")).toBe(false);
  window.history.pushState(null, "", PAY);
  expect(needsOwnDocument("/payment")).toBe(true);
});
