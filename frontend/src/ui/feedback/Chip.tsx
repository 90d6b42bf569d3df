import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Chip.module.css";

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

const TONES: Record<Tone, string | undefined> = {
  neutral: css.neutral,
  info: css.info,
  good: css.good,
  warn: css.warn,
  bad: css.bad,
};

type Props = ComponentProps<"span"> & { tone?: Tone; icon?: ReactNode };

/** A status label. Color is never the only difference between statuses. */
export function Chip({ tone = "neutral", icon, className, children, ...rest }: Props) {
  return (
    <span {...rest} className={cx(css.chip, TONES[tone], className)}>
      {icon}
      {children}
    </span>
  );
}
