import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Page.module.css";

type Props = { width?: "narrow" | "list" | "wide"; className?: string; children: ReactNode };

/** The column a screen stands in, at the frame's left edge: 30 rem for forms, 60 for lists and paying, the frame's for the rest; 16 px gutters on a phone. */
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
