import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { isLawyerPath, paths } from "@/lib/paths";
import { Navigate, screenPath, useLocation } from "@/lib/router";
import { hasLoggedOut } from "@/parts/accounts/auth";
import { isLawyer } from "@/parts/accounts/home";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { Page } from "@/ui/layout/Page";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { ScreenLoading } from "./ScreenLoading";
import { useSessionKeeper } from "./useSessionKeeper";

const loadWarning = () => import("@/features/accounts/session/SessionWarning");

/**
 * Screens that read the session again when opened. The user's data may have changed in the meantime,
 * for example through a link in an email.
 */
const USER_DATA_SCREENS = new Set([paths.profile(), paths.account()]);

/** Whether a lawyer may open this screen. Any other screen redirects a lawyer to the cases. */
const isForLawyers = (path: string) => isLawyerPath(path) || path === paths.account();

/**
 * Renders screens that need a session. Without a session, sends the user to the login, which returns here afterwards
 * unless the user had logged out.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session, error, isLoading, isValidating, mutate } = useSession();
  const { pathname, search, hash } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    const isNext = shownPath.current !== pathname;
    shownPath.current = pathname;
    if (isNext && USER_DATA_SCREENS.has(pathname)) void mutate();
  }, [pathname, mutate]);
  const { warning, closeWarning } = useSessionKeeper(session);
  if (session) {
    if (isLawyer(session.user) && !isForLawyers(screenPath(pathname)))
      return <Navigate to={paths.lawyer()} replace />;
    return (
      <>
        {/* The key remounts the screen for another user, so that unfinished input doesn't carry over. */}
        <Fragment key={session.user.id}>{children}</Fragment>
        <LazyDialog
          load={loadWarning}
          open={warning}
          onOpenChange={closeWarning}
          session={session}
        />
      </>
    );
  }
  if (isLoading) return <ScreenLoading />;
  if (error) {
    return (
      <Page width="narrow">
        <h1 className="visually-hidden">This page didn’t load</h1>
        <FailureNotice {...{ error, mutate, isValidating }} />
      </Page>
    );
  }
  const returnPath = hasLoggedOut() ? undefined : pathname + search + hash;
  return <Navigate to={paths.login(returnPath)} replace />;
}
