import type { ReactNode } from "react";
import { Preview } from "@/parts/Preview";
import { cx } from "@/ui/cx";
import { Page } from "@/ui/layout/Page";
import css from "./Beside.module.css";

/** A form at the frame's left edge; on a desktop, beside it, what it opens. */
export function Entry({
  className,
  children,
}: {
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <Page className={css.entry}>
      <div className={cx(css.form, className)}>{children}</div>
      <aside className={css.beside} aria-hidden="true">
        <p className={css.words}>Know where you stand. Take care of it in minutes.</p>
        <Preview />
      </aside>
    </Page>
  );
}
