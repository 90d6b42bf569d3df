// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { Link, MemoryRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import { serve } from "@/testing/openScreen";
import { finishStyle, addStyleTag } from "@/testing/styles";
import { ErrorBoundary } from "./ErrorBoundary";
import { AppRoutes } from "./routes";

const reload = vi.fn();

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("location", { reload });
  reload.mockReset();
  serve(() => ({ status: 503, body: {} }));
});
afterEach(() => document.head.replaceChildren());

function Screens() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary path={pathname}>
      <AppRoutes />
    </ErrorBoundary>
  );
}

const renderAt = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map() }}>
        <Link to="/nowhere">Nowhere</Link>
        <Link to="/forgot-password">Forgot</Link>
        <Link to="/reset-password">Reset</Link>
        <Screens />
      </SWRConfig>
    </MemoryRouter>,
  );

const clickLink = (name: string) => fireEvent.click(screen.getByRole("link", { name }));
const findProblem = () => screen.findByText("We couldn’t show this page");

it("loads a screen's code again on the next visit after it failed to load", async () => {
  addStyleTag("NotFoundPage");
  renderAt("/forgot-password");
  await screen.findByText("Forgot your password?");
  clickLink("Nowhere");
  await finishStyle("NotFoundPage", "error");
  await findProblem();
  clickLink("Forgot");
  await screen.findByText("Forgot your password?");
  clickLink("Nowhere");
  await finishStyle("NotFoundPage", "load");
  await screen.findByText("404 Page Not Found");
  expect(reload).not.toHaveBeenCalled();
});

it("reloads the page when the network is back, if a screen's code failed to load", async () => {
  addStyleTag("InvitationPage");
  renderAt("/invitation");
  await finishStyle("InvitationPage", "error");
  await findProblem();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(reload).toHaveBeenCalledOnce();
});

it("reloads the page when a screen's code fails to load twice while online", async () => {
  addStyleTag("ResetPasswordPage");
  renderAt("/reset-password");
  await finishStyle("ResetPasswordPage", "error");
  await findProblem();
  expect(reload).not.toHaveBeenCalled();
  clickLink("Forgot");
  await screen.findByText("Forgot your password?");
  clickLink("Reset");
  await finishStyle("ResetPasswordPage", "error");
  await findProblem();
  expect(reload).toHaveBeenCalledOnce();
});

it("does not reload a screen that threw an error while rendering", async () => {
  function Broken(): never {
    throw new Error("broken");
  }
  render(
    <ErrorBoundary path="/">
      <Broken />
    </ErrorBoundary>,
  );
  await findProblem();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(reload).not.toHaveBeenCalled();
});
