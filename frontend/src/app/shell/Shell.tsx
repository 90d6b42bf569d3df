import type { LucideIcon } from "lucide-react";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import CloudOff from "lucide-react/icons/cloud-off";
import IdCard from "lucide-react/icons/id-card";
import ReceiptText from "lucide-react/icons/receipt-text";
import Scale from "lucide-react/icons/scale";
import { type ReactNode, useSyncExternalStore } from "react";
import type { User } from "@/api/types";
import { whenIdle } from "@/lib/lazy/whenIdle";
import { DRIVER_PATHS, isCheckout, paths, VISITOR_PATHS } from "@/lib/paths";
import { displayPhone, telHref } from "@/lib/phone";
import { Link, NavLink, useLocation, useScreenPath } from "@/lib/router";
import { formatReplyCount } from "@/lib/labels";
import { homeOf, isLawyer } from "@/parts/accounts/home";
import { useKnownSession } from "@/parts/accounts/useSession";
import { useConfig } from "@/parts/config/useConfig";
import { subscribeHelp, openHelp, countUnseenReplies } from "@/parts/help";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { lazyComponent } from "@/ui/lazyComponent";
import { Brand } from "@/ui/layout/Brand";
import { TestModeBand } from "@/ui/layout/TestModeBand";
import css from "./Shell.module.css";
import { useOffline } from "./useOffline";

type NavItem = { to: string; also?: string; label: string; icon: LucideIcon };

const LEGAL_HELP = { to: paths.legalHelp(), label: "Legal help", icon: Scale };
const ACCOUNT = { to: paths.account(), label: "Account", icon: CircleUserRound };

/** Main navigation of a driver. */
const NAV_LINKS: readonly NavItem[] = [
  { to: paths.profile(), also: paths.due(), label: "Profile", icon: IdCard },
  { to: paths.payments(), label: "Payments", icon: ReceiptText },
  LEGAL_HELP,
  ACCOUNT,
];

/** Main navigation of a lawyer. */
const LAWYER_LINKS: readonly NavItem[] = [
  { ...LEGAL_HELP, to: paths.lawyer(), label: "Cases" },
  ACCOUNT,
];

type ShellKind = "visitor" | "driver" | "desk";

/**
 * Returns which kind of shell surrounds a screen. On an unknown address, the kind depends on whether the user is logged
 * in. Lawyers have the drivers' shell with other links.
 */
function shellKindOf(pathname: string, search: string, isLoggedIn: boolean): ShellKind {
  // The back office has its own navigation rail.
  if (pathname === paths.admin() || pathname.startsWith(`${paths.admin()}/`)) return "desk";
  if (DRIVER_PATHS.has(pathname)) return "driver";
  if (pathname === paths.landing())
    return new URLSearchParams(search).has("user") ? "driver" : "visitor";
  if (VISITOR_PATHS.has(pathname) || pathname === paths.invitation()) return "visitor";
  return isLoggedIn ? "driver" : "visitor";
}

/**
 * The shell around every screen: top bar and the band for test mode or a lost connection. Screens of drivers and
 * lawyers except the checkout also have the navigation: a bar at the bottom on a phone, a rail on a desktop.
 */
export function Shell({ children }: { children: ReactNode }) {
  const pathname = useScreenPath();
  const { search } = useLocation();
  const { user } = useKnownSession();
  const { data: config } = useConfig();
  const kind = shellKindOf(pathname, search, user !== null);
  const offline = useOffline();
  const band = offline ? <OfflineBand /> : config?.testMode && <TestModeBand />;
  return (
    <div className={cx(css.shell, kind !== "desk" && css.framed, kind === "driver" && css.railed)}>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <header className={css.top}>
        <div className={css.topInner}>
          <Link
            className={css.home}
            to={kind === "visitor" ? paths.landing() : homeOf(user)}
            aria-label="Lanewise"
          >
            <Brand />
          </Link>
          {kind === "desk" && <div id="top-tools" className={css.tools} />}
          {user
            ? user.role === "driver" && <HelpButton />
            : kind === "visitor" && config && <CallSupport phone={config.supportPhone} />}
        </div>
      </header>
      {/* Outside the back office, the band's space is always reserved, so that nothing moves when the band appears. */}
      {kind !== "desk" && (
        <div className={css.band} role="status">
          {band}
        </div>
      )}
      <div className={css.frame}>
        {kind === "driver" && !isCheckout(pathname) && <NavBar user={user} />}
        <main className={css.main} id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {kind === "desk" && <div className={css.dock}>{band}</div>}
    </div>
  );
}

function HelpButton() {
  const replyCount = useSyncExternalStore(subscribeHelp, countUnseenReplies, countUnseenReplies);
  return (
    <>
      {replyCount > 0 && (
        <span className="visually-hidden" role="status">
          Support replied in your chat.
        </span>
      )}
      <Button
        variant="secondary"
        compact
        icon={<CircleQuestionMark size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-label={replyCount > 0 ? `Help: ${formatReplyCount(replyCount)}` : undefined}
        onClick={openHelp}
      >
        Help
        {replyCount > 0 && (
          <span className={css.answers} aria-hidden="true">
            {replyCount}
          </span>
        )}
      </Button>
    </>
  );
}

function OfflineBand() {
  return (
    <p className={css.offline}>
      <CloudOff size={16} aria-hidden="true" />
      You’re offline.
      <span>This page reloads when you’re back online.</span>
    </p>
  );
}

/** Help for visitors: a phone number to call. */
function CallSupport({ phone }: { phone: string }) {
  return (
    <a
      className={buttonClass({ variant: "secondary", compact: true })}
      href={telHref(phone)}
      aria-label={`Help: call ${displayPhone(phone)}`}
    >
      <span className={css.call}>
        <CircleQuestionMark size={18} aria-hidden="true" />
        Help
      </span>
    </a>
  );
}

/**
 * The badge with the number of unread messages. Its code and data load late, so that they don't delay the screen.
 */
const Unread = lazyComponent(async () => {
  await whenIdle();
  return import("@/parts/legalHelp/messages/UnreadBadge");
});

function NavBar({ user }: { user: User | null }) {
  const links = isLawyer(user) ? LAWYER_LINKS : NAV_LINKS;
  return (
    <nav className={css.nav} aria-label="Main">
      {links.map(({ to, also, label, icon: Icon }) => (
        <NavLink key={to} to={to} also={also} className={css.navLink}>
          <Icon size={22} aria-hidden="true" />
          {label}
          {Icon === Scale && <Unread user={user} />}
        </NavLink>
      ))}
    </nav>
  );
}
