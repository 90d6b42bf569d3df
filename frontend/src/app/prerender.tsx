/**
 * Renders the most common entry screens to HTML at build time (build.mjs), so that browsers show
 * them before any script has loaded. Visitors' screens are complete and get hydrated. A logged-in
 * user's screen is only the shell, without data. No browser loads this module.
 */
import "./main";
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server.browser";
import { type Navigator, Router } from "react-router-dom";
import { SWRConfig } from "swr";
import { SESSION_KEY } from "@/api/keys";
import { paths } from "@/lib/paths";
import { App } from "./App";
import { preloadScreen } from "./screens";

type PrerenderedScreen = {
  /**
   * The server sends the visitors' screens to requests without a session cookie, and the users'
   * screens to requests with one.
   */
  audience: "visitors" | "users";
  /** Name of the HTML file. */
  name: string;
  path: string;
  /** The address to render, if it differs from the path. */
  address?: string;
  /** The module that has the screen's style. */
  screen: string;
  title: string;
};

export const PRERENDERED_SCREENS: PrerenderedScreen[] = [
  {
    audience: "visitors",
    name: "landing",
    path: paths.landing(),
    screen: "LandingPage",
    title: "Lanewise: your tickets, handled",
  },
  {
    audience: "visitors",
    name: "login",
    path: paths.login(),
    screen: "LoginPage",
    title: "Log In · Lanewise",
  },
  {
    audience: "visitors",
    name: "signup",
    path: paths.signup(),
    screen: "SignupPage",
    title: "Personal Information (step 1 of 5) · Lanewise",
  },
  {
    audience: "users",
    name: "driving-profile",
    path: paths.profile(),
    // Another user's profile, without data: everything that waits for data renders as loading.
    address: paths.profile({ user: 1 }),
    screen: "ProfilePage",
    title: "Driving Profile · Lanewise",
  },
];

const refuseNavigation = () => {
  throw new Error("a prerendered screen must not navigate");
};
const STATIC_NAVIGATOR: Navigator = {
  createHref: (to) => (typeof to === "string" ? to : `${to.pathname}${to.search}${to.hash}`),
  go: refuseNavigation,
  push: refuseNavigation,
  replace: refuseNavigation,
};

/** Session of a placeholder driver. */
const PLACEHOLDER_SESSION = { user: { id: 0, role: "driver" } };

/** Returns the HTML of a screen, as a browser would first render it. */
export async function prerender({
  audience,
  path,
  address = path,
}: PrerenderedScreen): Promise<string> {
  const { pathname, search } = new URL(address, "https://lanewise.example");
  await preloadScreen({ pathname, search });
  const StaticRouter = ({ children }: { children: ReactNode }) => (
    <Router location={address} navigator={STATIC_NAVIGATOR} static>
      {children}
    </Router>
  );
  return renderToString(
    <StrictMode>
      <SWRConfig
        value={{ fallback: audience === "users" ? { [SESSION_KEY]: PLACEHOLDER_SESSION } : {} }}
      >
        <App router={StaticRouter} />
      </SWRConfig>
    </StrictMode>,
  );
}
