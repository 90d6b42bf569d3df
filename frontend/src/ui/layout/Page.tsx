import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Page.module.css";

type Props = { width?: "narrow" | "list" | "wide"; className?: string; children: ReactNode };

/**
 * The column of a screen, aligned to the shell's left edge. Width: 30 rem for forms, 60 rem for lists and payments,
 * otherwise that of the shell. Gutters are 16 px on a phone.
 */
export function Page({ width = "wide", className, children }: Props) {
  return (
    <div
      className={cx(
        css.page,
        width === "narrow" && css.narrow,
        width === "list" && css.list,
        className,
      )}
    >
      {children}
    </div>
  );
}
