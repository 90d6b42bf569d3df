import { type ComponentType, lazy, useState } from "react";
import type { ProfileParts } from "@/features/drivingRecord/ProfilePage";
import { preloadOnUse } from "@/lib/lazy/preloadOnUse";
import { loadStyle, withStyle } from "@/lib/loadStyle";
import { isLawyerPath, OPTIONS, paths } from "@/lib/paths";
import { screenPath } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { lazyComponent } from "@/ui/lazyComponent";
import { ScreenLoadError } from "./ErrorBoundary";

type ScreenModule<Props> = {
  default: ComponentType<Props>;
  /** Fills the cache with the data that the preload script requested, so that the first render has it. */
  preloadScreenData?: () => Promise<void>;
};
type LoadModule<Props> = () => Promise<ScreenModule<Props>>;
export type ScreenComponent = ComponentType & {
  /** Name of the module with the screen's code and style. */
  module: string;
  preload: () => Promise<Pick<ScreenModule<never>, "preloadScreenData">>;
};

/** Creates a screen whose code and style load on demand. A loaded screen doesn't suspend. */
function screen<Props extends object>(
  module: string,
  load: LoadModule<Props>,
  ...[props]: object extends Props ? [] : [Props]
): ScreenComponent {
  let loaded: ComponentType<Props> | null = null;
  const loadScreen = async () => {
    const [code] = await Promise.all([load(), loadStyle(module)]).catch((cause: unknown) => {
      throw new ScreenLoadError(module, renew, cause);
    });
    loaded = code.default;
    return code;
  };
  let LazyScreen = lazy(loadScreen);
  const renew = () => {
    LazyScreen = lazy(loadScreen);
  };
  function LoadedScreen() {
    // The component is chosen once per mount, because switching it would lose the screen's state.
    const [Content] = useState(() => loaded ?? LazyScreen);
    return <Content {...(props as Props)} />;
  }
  return Object.assign(LoadedScreen, { module, preload: loadScreen });
}

export const Landing = screen("LandingPage", () => import("@/features/landing/LandingPage"));
export const Signup = screen("SignupPage", () => import("@/features/accounts/signup/SignupPage"));
export const Login = screen("LoginPage", () => import("@/features/accounts/login/LoginPage"));
const profileParts: ProfileParts = {
  Requests: lazyComponent(
    () => withStyle("Requests", import("@/features/requests/Requests")),
    FailureNotice,
  ),
  loadOffer: () => withStyle("HireOffer", import("@/features/legalHelp/offer/HireOffer")),
};
export const Profile = screen(
  "ProfilePage",
  () => import("@/features/drivingRecord/ProfilePage"),
  profileParts,
);
export const Payment = screen("PaymentPage", () => import("@/features/payments/PaymentPage"));
export const Confirmation = screen(
  "ConfirmationPage",
  () => import("@/features/payments/confirmation/ConfirmationPage"),
);
export const History = screen(
  "HistoryPage",
  () => import("@/features/payments/history/HistoryPage"),
);
// The page of due items shares parts with the profile, so both are in one module.
export const Due = screen("ProfilePage", async () => {
  const { DuePage, preloadScreenData } = await import("@/features/drivingRecord/ProfilePage");
  return { default: DuePage, preloadScreenData };
});
export const Options = screen(
  "OptionsPage",
  () => import("@/features/drivingRecord/options/OptionsPage"),
);
// The form for adding a ticket is in the module of the options. A module of its own would add bytes
// to the script of the landing page, which lists all modules.
export const Add = screen("OptionsPage", async () => {
  const { AddPage } = await import("@/features/drivingRecord/options/OptionsPage");
  return { default: AddPage };
});
export const LegalHelp = screen(
  "LegalHelpPage",
  () => import("@/features/legalHelp/LegalHelpPage"),
);
export const Account = screen(
  "AccountPage",
  () => import("@/features/accounts/account/AccountPage"),
);
export const ForgotPassword = screen(
  "ForgotPasswordPage",
  () => import("@/features/accounts/links/ForgotPasswordPage"),
);
export const ResetPassword = screen(
  "ResetPasswordPage",
  () => import("@/features/accounts/links/ResetPasswordPage"),
);
export const ConfirmEmail = screen(
  "ConfirmEmailPage",
  () => import("@/features/accounts/links/ConfirmEmailPage"),
);
export const Invitation = screen(
  "InvitationPage",
  () => import("@/features/accounts/links/InvitationPage"),
);
export const Admin = screen("AdminPage", () => import("@/features/admin/AdminPage"));
export const Lawyer = screen("LawyerPage", () => import("@/features/lawyer/LawyerPage"));
export const NotFound = screen("NotFoundPage", () => import("@/features/notFound/NotFoundPage"));

/** A screen and who may see it: visitors only, anyone, or users with a session. */
type ScreenRoute = { screen: ScreenComponent; audience: "visitors" | "anyone" | "users" };

const forUsers = (screen: ScreenComponent): ScreenRoute => ({ screen, audience: "users" });
const forAnyone = (screen: ScreenComponent): ScreenRoute => ({ screen, audience: "anyone" });
const forVisitors = (screen: ScreenComponent): ScreenRoute => ({ screen, audience: "visitors" });

const ROUTES: Record<string, ScreenRoute> = {
  [paths.signup()]: forVisitors(Signup),
  [paths.login()]: forVisitors(Login),
  [paths.forgotPassword()]: forAnyone(ForgotPassword),
  [paths.resetPassword()]: forAnyone(ResetPassword),
  [paths.confirmEmail()]: forAnyone(ConfirmEmail),
  [paths.invitation()]: forAnyone(Invitation),
  [paths.profile()]: forUsers(Profile),
  "/profile": forUsers(Profile),
  [OPTIONS]: forUsers(Options),
  [paths.addItem()]: forUsers(Add),
  "/payment": forUsers(Payment),
  "/confirmation": forUsers(Confirmation),
  [paths.due()]: forUsers(Due),
  [paths.payments()]: forUsers(History),
  [paths.legalHelp()]: forUsers(LegalHelp),
  [paths.account()]: forUsers(Account),
};

type Address = { pathname: string; search: string };

/** Returns the screen at an address. The start page is a driving profile if the query names a user. */
export function routeAt({ pathname, search }: Address): ScreenRoute {
  const path = screenPath(pathname);
  if (path === paths.landing())
    return new URLSearchParams(search).has("user") ? forUsers(Profile) : forAnyone(Landing);
  if (path === paths.admin() || path.startsWith(`${paths.admin()}/`)) return forUsers(Admin);
  if (isLawyerPath(path)) return forUsers(Lawyer);
  // `hasOwn`, so that a path like "constructor" finds no inherited property.
  return Object.hasOwn(ROUTES, path) ? (ROUTES[path] ?? forAnyone(NotFound)) : forAnyone(NotFound);
}

/** The screens that visitors usually open next, loaded while they read. */
const NEXT_SCREENS: Record<string, ScreenComponent[]> = {
  [paths.landing()]: [Signup, Login],
  [paths.signup()]: [Profile],
  [paths.login()]: [Profile],
};

/**
 * Loads the code of the screen at an address, and its data if that was requested early, so that the screen renders only
 * once.
 */
export async function preloadScreen(address: Address): Promise<void> {
  const { preloadScreenData } = await routeAt(address).screen.preload();
  await preloadScreenData?.();
}

/**
 * Loads the code of the screens that users usually open from this one. Returns a function that cancels the loading.
 */
export function preloadNext(pathname: string): () => void {
  const next = NEXT_SCREENS[pathname] ?? [];
  return preloadOnUse(() => Promise.all(next.map((screen) => screen.preload())));
}
