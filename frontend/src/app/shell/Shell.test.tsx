// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { LAWYER } from "@/testing/openScreen";
import { Shell } from "./Shell";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});

const renderAt = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Shell>screen</Shell>
    </MemoryRouter>,
  );

it.each(["/payment", "/payment/", "/Payment"])("%s has no navigation bar", (address) => {
  renderAt(`${address}?type=toll&amount=5&id=1`);
  expect(screen.queryByRole("navigation")).toBeNull();
});

it.each(["/payments", "/payments/", "/Payments"])(
  "%s marks Payments as the current page in the navigation bar",
  (address) => {
    renderAt(address);
    const here = screen.getByRole("link", { name: "Payments" });
    expect(here.getAttribute("aria-current")).toBe("page");
  },
);

it.each(["/driving-profile", "/due"])(
  "%s marks Profile as the current page in the navigation bar",
  (address) => {
    renderAt(address);
    const here = screen.getByRole("link", { current: "page" });
    expect(here.textContent).toBe("Profile");
  },
);

it.each(["/login", "/login/", "/nowhere"])("%s has no navigation bar for a visitor", (address) => {
  renderAt(address);
  expect(screen.queryByRole("navigation")).toBeNull();
});

it.each([
  ["/?user=2", true],
  ["/?utm_user=2", false],
])("%s has a navigation bar only if its query names a user: %s", (address, isProfile) => {
  renderAt(address);
  expect(screen.queryByRole("navigation") !== null).toBe(isProfile);
});

it.each(["/lawyer", "/lawyer/cases/7"])(
  "shows a lawyer the links Cases and Account, with Cases as the current page: %s",
  (address) => {
    saveSession(newSession(LAWYER, Date.now()));
    renderAt(address);
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Skip to content",
      "Lanewise",
      "Cases",
      "Account",
    ]);
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Cases");
    expect(screen.getByRole("link", { name: "Lanewise" }).getAttribute("href")).toBe("/lawyer");
  },
);
