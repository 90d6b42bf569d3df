import ArrowLeft from "lucide-react/icons/arrow-left";
import LockKeyhole from "lucide-react/icons/lock-keyhole";
import MenuIcon from "lucide-react/icons/menu";
import ShieldCheck from "lucide-react/icons/shield-check";
import { Fragment, type ReactNode } from "react";
import type { UnsolvedCounts, User } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { paths } from "@/lib/paths";
import { Link, useLocation, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { useDropStaleOriginals } from "@/parts/itemFiles/storedOriginals";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Menu, MenuItem, MenuSeparator } from "@/ui/desk/Menu";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./Desk.module.css";
import { type DeskPage, useDeskPages } from "./deskPages";
import { deskPaths } from "./deskPaths";
import { useLiveDesk } from "./live/useLiveDesk";
import { TopTools } from "./palette/TopTools";
import { useUnsolvedCounts } from "./useUnsolvedCounts";

type Props = {
  title: string;
  /** True if the document's title should leave out the product's name. */
  isTitleBare?: boolean;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The shell of every page of the back office. Users who aren't staff see a message instead. */
export function Desk(props: Props) {
  const { user } = useSession();
  return user?.role === "admin" ? (
    <StaffDesk {...props} user={user} />
  ) : (
    <StaffOnlyNotice {...props} />
  );
}

const MAX_COUNT = 99;

/**
 * Prefix of the document's title with the number of unsolved records, such as "(3) ", which is
 * visible from another tab. Empty if there are none.
 */
function buildTitlePrefix(counts: UnsolvedCounts | undefined): string {
  const all = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  return all === 0 ? "" : `(${all > MAX_COUNT ? `${MAX_COUNT}+` : all}) `;
}

function StaffDesk({ title, isTitleBare, actions, children, user }: Props & { user: User }) {
  useDropStaleOriginals(user.id);
  const pages = useDeskPages();
  useLiveDesk(user.id, pages);
  const counts = useUnsolvedCounts();
  useDocumentTitle(title, isTitleBare, isTitleBare ? "" : buildTitlePrefix(counts));
  return (
    <div className={css.desk}>
      <TopTools user={user} />
      <nav className={css.rail} aria-label="Back office">
        {pages.map((page, at) => (
          <Fragment key={page.to}>
            {at > 0 && page.group !== pages[at - 1]?.group && <hr className={css.line} />}
            <RailLink page={page} counts={counts} />
          </Fragment>
        ))}
        <Link className={css.leave} to={paths.landing()}>
          <ArrowLeft size={18} aria-hidden="true" />
          Back to profile
        </Link>
      </nav>
      <div className={css.work}>
        <header className={cx(shapes.spread, css.head)}>
          <h1 className={css.title}>{title}</h1>
          <span className={css.onPhone}>
            <SectionMenu counts={counts} />
          </span>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

/** A menu with the pages of the back office. */
function SectionMenu({ counts }: { counts: UnsolvedCounts | undefined }) {
  const navigate = useNavigate();
  const pages = useDeskPages().filter(({ to }) => to !== deskPaths.security());
  const { pathname, search } = useLocation();
  const isSecurityShown = pathname === paths.admin() && new URLSearchParams(search).has("security");
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="secondary" compact icon={<MenuIcon size={18} aria-hidden="true" />}>
          Admin sections
        </Button>
      }
    >
      {pages.map(({ to, label, icon: Icon, counts: name }) => (
        <MenuItem
          key={to}
          icon={<Icon size={18} aria-hidden="true" />}
          aside={name && (counts?.[name] ?? 0) > 0 && <NewBadge />}
          onSelect={() => navigate(to)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<ShieldCheck size={18} aria-hidden="true" />}
        onSelect={() => navigate(isSecurityShown ? paths.admin() : deskPaths.security())}
      >
        Security Dashboard
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ArrowLeft size={18} aria-hidden="true" />}
        onSelect={() => navigate(paths.landing())}
      >
        Back to profile
      </MenuItem>
    </Menu>
  );
}

function RailLink({ page, counts }: { page: DeskPage; counts: UnsolvedCounts | undefined }) {
  const { to, label, icon: Icon, counts: name } = page;
  const { pathname, search } = useLocation();
  const isSecurity = new URLSearchParams(search).has("security");
  const isDesk = to === paths.admin() || to === deskPaths.security();
  const isHere = isDesk
    ? pathname === paths.admin() && isSecurity === (to === deskPaths.security())
    : pathname === to;
  const unsolved = name ? (counts?.[name] ?? 0) : 0;
  return (
    <Link
      className={css.place}
      // While the security panel is open, its link closes it.
      to={isHere && isSecurity ? paths.admin() : to}
      aria-current={isHere ? "page" : undefined}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={css.label}>{label}</span>
      {unsolved > 0 && (
        <span className={css.unsolved}>
          <NewBadge />
          <span className={css.count}>{formatCount(unsolved)}</span>
          <span className="visually-hidden">open</span>
        </span>
      )}
    </Link>
  );
}

export function NewBadge() {
  return <span className={css.badge}>New</span>;
}

function StaffOnlyNotice({ title, isTitleBare }: Props) {
  useDocumentTitle(title, isTitleBare);
  return (
    <Page>
      <h1 className="visually-hidden">Back office</h1>
      <EmptyState
        icon={<LockKeyhole aria-hidden="true" />}
        title="This area is for Lanewise staff"
        action={
          <Link className={buttonClass()} to={paths.profile()}>
            Go to your driving profile
          </Link>
        }
      >
        Your record, tickets and payments are on your driving profile.
      </EmptyState>
    </Page>
  );
}
