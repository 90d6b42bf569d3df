/**
 * The few parts of the router that features may use; only this file and app/ import it. Addresses here are whole ones, so
 * links are our own and short: those of the package bring what frameworks need.
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
 * Whether a link leads to the payment page or away from it. That page has a security policy of its own, and a browser takes
 * the policy from the document, so both ways open a new document (docs/PRODUCT.md#payment-document).
 */
function crossesCheckout(from: string, to: string): boolean {
  const target = new URL(to, `https://page.invalid${from}`).pathname;
  return isCheckout(screenPath(from)) !== isCheckout(screenPath(target));
}

/** Goes to an address, or some steps back or forward. A new document starts without `state`. */
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

/** Goes to an address once it is on the screen. */
export function Navigate({ to, replace = false, state }: Options & { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace, state }), [navigate, to, replace, state]);
  return null;
}

type Props = Omit<ComponentProps<"a">, "href"> & Options & { to: string };

/** A link within the page: with Ctrl, in another tab and so on, the browser's own. */
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
        // The browser follows a link to another document by itself.
        if (!event.defaultPrevented && !crossesCheckout(pathname, to)) follow(event);
      }}
    />
  );
}

/** The same; it says when the person is there, or at a place that belongs to it (`also`). */
export function NavLink({ to, also, ...rest }: Props & { also?: string | undefined }) {
  const pathname = useScreenPath();
  const isHere = pathname === to || pathname === also || pathname.startsWith(`${to}/`);
  return <Link {...rest} to={to} aria-current={isHere ? "page" : undefined} />;
}

/** The address as screens are found by it: however somebody wrote it, and with or without a slash at its end. */
export function useScreenPath(): string {
  return screenPath(useLocation().pathname);
}

export const screenPath = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, "");

/** Shows the part of the page that the address names, once it is there; a new screen goes to its top before. */
export function useNamedPart(isThere: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again shows it again
  useEffect(() => {
    if (!isThere || !hash) return;
    const show = () => document.getElementById(hash.slice(1))?.scrollIntoView();
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [isThere, hash, key]);
}

/** Where the document was opened; null while the build prerenders screens. */
const openedAt = typeof window === "undefined" ? null : window.location.pathname;

/** Whether the screen at this address belongs in another document than this one, however the browser came there. */
export function needsOwnDocument(pathname: string): boolean {
  // Tests have a router without a browser's address.
  if (openedAt === null || pathname !== window.location.pathname) return false;
  return crossesCheckout(openedAt, pathname);
}
