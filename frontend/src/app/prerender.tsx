/**
 * Draws the screens that people come to first, once, when the page is built (build.mjs): a browser shows them before any
 * script is there. A visitor's are complete and taken over; a user's are the frame that their own data will stand in. No browser
 * loads this module.
 */
import "./core";
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server.browser";
import { type Navigator, Router } from "react-router-dom";
import { SWRConfig } from "swr";
import { SESSION_KEY } from "@/api/keys";
import { paths } from "@/lib/paths";
import { App } from "./App";
import { preloadScreen } from "./screens";

/** A screen that the build draws. */
type Drawn = {
  /** The server gives those of visitors where no session is brought, and those of users where one is. */
  of: "visitors" | "users";
  /** Its file's name. */
  name: string;
  path: string;
  /** What is looked at, where that is not the path. */
  address?: string;
  /** The module that has its style. */
  screen: string;
  /** What the tab says. */
  title: string;
};

export const DRAWN: Drawn[] = [
  {
    of: "visitors",
    name: "landing",
    path: paths.landing(),
    screen: "LandingPage",
    title: "Lanewise: your tickets, handled",
  },
  {
    of: "visitors",
    name: "login",
    path: paths.login(),
    screen: "LoginPage",
    title: "Log In · Lanewise",
  },
  {
    of: "visitors",
    name: "signup",
    path: paths.signup(),
    screen: "SignupPage",
    title: "Personal Information (step 1 of 5) · Lanewise",
  },
  {
    of: "users",
    name: "driving-profile",
    path: paths.profile(),
    // Somebody else's, of whom nothing is known yet: all that waits for data is drawn as waiting.
    address: paths.profile({ user: 1 }),
    screen: "ProfilePage",
    title: "Driving Profile · Lanewise",
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

/** Nobody in particular, of whom the screen knows only that they are a driver. */
const SOMEBODY = { user: { id: 0, role: "driver" } };

/** The HTML of a screen, as a browser would draw it first. */
export async function draw({ of, path, address = path }: Drawn): Promise<string> {
  const { pathname, search } = new URL(address, "https://lanewise.example");
  await preloadScreen({ pathname, search });
  const At = ({ children }: { children: ReactNode }) => (
    <Router location={address} navigator={STILL} static>
      {children}
    </Router>
  );
  return renderToString(
    <StrictMode>
      <SWRConfig value={{ fallback: of === "users" ? { [SESSION_KEY]: SOMEBODY } : {} }}>
        <App router={At} />
      </SWRConfig>
    </StrictMode>,
  );
}
