import { cx } from "@/ui/cx";
import css from "./Spinner.module.css";

/** A busy indicator without text. The element beside it needs text or aria-busy. */
export function Spinner({ className }: { className?: string }) {
  return <span className={cx(css.spinner, className)} aria-hidden="true" />;
}
