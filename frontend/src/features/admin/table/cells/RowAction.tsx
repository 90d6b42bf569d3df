import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import css from "./RowAction.module.css";

/** A small button within a row of a dense table; as large as a thumb where there are cards. */
export function RowAction({ className, ...button }: ComponentProps<"button">) {
  return <button type="button" {...button} className={cx(css.action, className)} />;
}
