/**
 * Draws the screens that visitors come to first, once, when the page is built (build.mjs): a browser shows them before any
 * script is there. No browser loads this module.
 */
import "./core";
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server.browser";
import { type Navigator, Router } from "react-router-dom";
import { paths } from "@/lib/paths";
import { App } from "./App";
import { preloadScreen } from "./screens";

/** Their files' names, the modules that have their style, and what the tab says. */
export const DRAWN = [
  {
    name: "landing",
    path: paths.landing(),
    screen: "LandingPage",
    title: "Lanewise: your tickets, handled",
  },
  { name: "login", path: paths.login(), screen: "LoginPage", title: "Log In · Lanewise" },
  {
    name: "signup",
    path: paths.signup(),
    screen: "SignupPage",
    title: "Personal Information (step 1 of 5) · Lanewise",
  },
];

const nowhere = () => {
  throw new Error("nobody goes anywhere while the page is built");
};
const STILL: Navigator = {
  createHref: (to) => (typeof to === "string" ? to : `${to.pathname}${to.search}${to.hash}`),
  go: nowhere,
  push: nowhere,
  replace: nowhere,
};

/** The HTML of a screen, as a visitor's browser would draw it first. */
export async function draw(path: string): Promise<string> {
  await preloadScreen({ pathname: path, search: "" });
  const At = ({ children }: { children: ReactNode }) => (
    <Router location={path} navigator={STILL} static>
      {children}
    </Router>
  );
  return renderToString(
    <StrictMode>
      <App router={At} />
    </StrictMode>,
  );
}
