import { cx } from "@/ui/cx";
import type { Tone } from "@/ui/feedback/Chip";
import css from "./StatusSelect.module.css";

type Props<S extends string> = {
  /** Name of the record for screen readers, such as "hire 12". */
  recordName: string;
  value: S;
  options: readonly S[];
  onChange: (status: S) => void;
  /** Color of the select, as in a chip. */
  tone?: Tone | undefined;
  className?: string;
};

/** Select for a status in a row. An unknown status is shown as the server sent it. */
export function StatusSelect<S extends string>({
  recordName,
  value,
  options,
  onChange,
  tone,
  className,
}: Props<S>) {
  return (
    <select
      className={cx(css.select, tone && css[tone], className)}
      aria-label={`Status of ${recordName}`}
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
