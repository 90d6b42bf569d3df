/**
 * The few parts of the router that features may use; only this file and app/ import it. Addresses here are whole ones, so
 * links are our own and short: those of the package bring what frameworks need.
 */
import { type ComponentProps, useEffect } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router-dom";

export { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";

type Props = Omit<ComponentProps<"a">, "href"> & { to: string; replace?: boolean; state?: unknown };

/** A link within the page: with Ctrl, in another tab and so on, the browser's own. */
export function Link({ to, replace, state, onClick, ...rest }: Props) {
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
        if (!event.defaultPrevented) follow(event);
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
