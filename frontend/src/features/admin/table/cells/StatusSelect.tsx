import { cx } from "@/ui/cx";
import type { Tone } from "@/ui/feedback/Chip";
import css from "./StatusSelect.module.css";

type Props<S extends string> = {
  /** What it is about, for screen readers: "hire 12". */
  of: string;
  value: S;
  options: readonly S[];
  onChange: (status: S) => void;
  /** In this color, as a chip would be. */
  tone?: Tone | undefined;
  className?: string;
};

/** Sets a status within a row; one that the list does not know is shown as it is. */
export function StatusSelect<S extends string>({
  of,
  value,
  options,
  onChange,
  tone,
  className,
}: Props<S>) {
  return (
    <select
      className={cx(css.select, tone && css[tone], className)}
      aria-label={`Status of ${of}`}
      value={value}
      onChange={(event) => onChange(event.target.value as S)}
    >
      {!options.includes(value) && <option value={value}>{value}</option>}
      {options.map((status) => (
        <option key={status}>{status}</option>
      ))}
    </select>
  );
}
