import { CarFront, CircleUserRound, ReceiptText, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { useConfig } from "@/parts/config/useConfig";
import { paths, VISITORS } from "@/lib/paths";
import { Brand } from "@/ui/layout/Brand";
import { cx } from "@/ui/cx";
import { TestModeBand } from "@/ui/layout/TestModeBand";
import css from "./Shell.module.css";

/** The places a driver goes. */
const PLACES = [
  { to: paths.profile(), label: "Profile", icon: CarFront },
  { to: paths.payments(), label: "Payments", icon: ReceiptText },
  { to: paths.legalHelp(), label: "Legal help", icon: Scale },
  { to: paths.account(), label: "Account", icon: CircleUserRound },
];
const isVisitors = (path: string) =>
  VISITORS.has(path) || path === paths.landing() || path === paths.invitation();

/** The frame of every screen: top bar, the places (a bar below on a phone, a rail on a desktop), the test-mode band. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const visitor = isVisitors(pathname) && !search.includes("user=");
  // The back office has a rail of its own.
  const desk = pathname === paths.admin() || pathname.startsWith(`${paths.admin()}/`);
  const places = !visitor && !desk;
  const { data: config } = useConfig();
  return (
    <div className={cx(css.shell, places && css.withPlaces)}>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <header className={css.top}>
        <div className={cx(css.topInner, desk && css.toTheEdge)}>
          <Link className={css.home} to={visitor ? paths.landing() : paths.profile()}>
            <Brand />
          </Link>
          {desk && <div id="top-tools" className={css.tools} />}
        </div>
      </header>
      <main className={css.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <div className={css.dock}>
        {config?.testMode && <TestModeBand />}
        {places && <Places />}
      </div>
    </div>
  );
}

function Places() {
  return (
    <nav className={css.places} aria-label="Places">
      {PLACES.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} className={css.place}>
          <Icon size={22} aria-hidden="true" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
