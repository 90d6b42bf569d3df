import type { ReactNode } from "react";
import { Preview } from "@/parts/Preview";
import { cx } from "@/ui/cx";
import { Page } from "@/ui/layout/Page";
import css from "./EntryLayout.module.css";

/**
 * Layout of the login and sign-up screens, and of the account screens that emails link to. The form is on the left.
 * On a desktop, a picture of the profile is beside it.
 */
export function EntryLayout({
  className,
  children,
}: {
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <Page className={css.entry}>
      <div className={cx(css.form, className)}>{children}</div>
      <aside className={css.preview} aria-hidden="true">
        <p className={css.slogan}>
          Know where your driving record stands. Take care of tickets in minutes.
        </p>
        <Preview />
      </aside>
    </Page>
  );
}
