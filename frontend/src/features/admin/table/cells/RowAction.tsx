import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import css from "./RowAction.module.css";

/** A small button in a row of a dense table; larger on cards, for touch. */
export function RowAction({ className, ...button }: ComponentProps<"button">) {
  return <button type="button" {...button} className={cx(css.action, className)} />;
}
