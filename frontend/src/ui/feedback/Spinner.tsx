import { cx } from "@/ui/cx";
import css from "./Spinner.module.css";

/** A busy mark. It says nothing by itself: the text or aria-busy beside it does. */
export function Spinner({ className }: { className?: string }) {
  return <span className={cx(css.spinner, className)} aria-hidden="true" />;
}
