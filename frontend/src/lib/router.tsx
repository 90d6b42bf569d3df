/**
 * The parts of the router that features may use. Only this file and app/ import react-router. Addresses are always
 * absolute, so our link components are short. The package's link components would add code for features we don't use.
 */
import { type ComponentProps, useCallback, useEffect } from "react";
import {
  useHref,
  useLinkClickHandler,
  useLocation,
  useNavigate as useRouterNavigate,
} from "react-router-dom";
import { openDocument } from "./openDocument";
import { isCheckout } from "./paths";

export { useLocation, useSearchParams } from "react-router-dom";

type Options = { replace?: boolean; state?: unknown };

/**
 * Whether a link enters or leaves the payment page. That page has its own content security policy, which browsers take
 * from the document. So entering and leaving the page both load a new document (docs/product/page.md#payment-document).
 */
function crossesCheckout(from: string, to: string): boolean {
  const target = new URL(to, `https://page.invalid${from}`).pathname;
  return isCheckout(screenPath(from)) !== isCheckout(screenPath(target));
}

/** Navigates to an address, or a number of steps back or forward. A new document doesn't get `state`. */
export function useNavigate() {
  const navigate = useRouterNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (to: string | number, options: Options = {}): void => {
      if (typeof to === "number") navigate(to);
      else if (crossesCheckout(pathname, to)) openDocument(to, options.replace);
      else navigate(to, options);
    },
    [navigate, pathname],
  );
}

/** Navigates to an address when it mounts. */
export function Navigate({ to, replace = false, state }: Options & { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace, state }), [navigate, to, replace, state]);
  return null;
}

type Props = Omit<ComponentProps<"a">, "href"> & Options & { to: string };

/**
 * A link to an address in the app. Clicks with a modifier key, for example to open a new tab, are left to the browser.
 */
export function Link({ to, replace, state, onClick, ...rest }: Props) {
  const { pathname } = useLocation();
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    state,
    target: rest.target,
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        // The browser follows a link to another document itself, so only other clicks are handled here.
        if (!event.defaultPrevented && !crossesCheckout(pathname, to)) follow(event);
      }}
    />
  );
}

/** A link that is marked as the current page at its address, below it, or at the address `also`. */
export function NavLink({ to, also, ...rest }: Props & { also?: string | undefined }) {
  const pathname = useScreenPath();
  const isHere = pathname === to || pathname === also || pathname.startsWith(`${to}/`);
  return <Link {...rest} to={to} aria-current={isHere ? "page" : undefined} />;
}

/** Returns the path for finding the screen: lower case, without a trailing slash. */
export function useScreenPath(): string {
  return screenPath(useLocation().pathname);
}

/** Returns a path in lower case, without a trailing slash. */
export const screenPath = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, "");

/** Scrolls to the element that the address's fragment names, once `isReady` is true. */
export function useScrollToFragment(isReady: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same link again scrolls again
  useEffect(() => {
    if (!isReady || !hash) return;
    const scrollToTarget = () => document.getElementById(hash.slice(1))?.scrollIntoView();
    const frame = requestAnimationFrame(scrollToTarget);
    return () => cancelAnimationFrame(frame);
  }, [isReady, hash, key]);
}

/** The path where the document was opened; null during prerendering. */
const openedAt = typeof window === "undefined" ? null : window.location.pathname;

/** Whether the screen at this path belongs in another document than the one that is open. */
export function needsOwnDocument(pathname: string): boolean {
  // In tests, the router doesn't change the browser's address.
  if (openedAt === null || pathname !== window.location.pathname) return false;
  return crossesCheckout(openedAt, pathname);
}
