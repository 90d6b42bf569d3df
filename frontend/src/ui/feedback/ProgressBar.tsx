import type { Tone } from "./Chip";
import { cx } from "@/ui/cx";
import css from "./ProgressBar.module.css";

type Props = {
  label: string;
  value: number;
  max: number;
  /** How the value is read out; "n of max" unless told. */
  valueText?: string;
  tone?: Tone;
};

const TONES: Record<Tone, string | undefined> = {
  neutral: css.neutral,
  info: css.info,
  good: css.good,
  warn: css.warn,
  bad: css.bad,
};

export function ProgressBar({ label, value, max, valueText, tone = "info" }: Props) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  return (
    <div
      className={css.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText ?? `${value} of ${max}`}
    >
      <div className={cx(css.fill, TONES[tone])} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
