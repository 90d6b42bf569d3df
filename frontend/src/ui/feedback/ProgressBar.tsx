import { cx } from "@/ui/cx";
import type { Tone } from "./Chip";
import css from "./ProgressBar.module.css";

type Props = {
  label: string;
  value: number;
  max: number;
  /** Amount that would be added to the value, shown striped. `valueText` has to mention this amount. */
  addition?: number;
  /** How screen readers announce the value; defaults to "n of max". */
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

export function ProgressBar({ label, value, max, addition = 0, valueText, tone = "info" }: Props) {
  const fractionOfMax = (amount: number) => (max > 0 ? Math.min(Math.max(amount / max, 0), 1) : 0);
  const filled = fractionOfMax(value);
  const added = fractionOfMax(value + addition) - filled;
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
      <div className={cx(css.fill, TONES[tone])} style={{ width: `${filled * 100}%` }} />
      {added > 0 && (
        <div className={cx(css.more, TONES[tone])} style={{ width: `${added * 100}%` }} />
      )}
    </div>
  );
}
